/** Chooses among the commands of configs with `any_of`. */
import type { CheckedFile, CheckedPolicy, CliFile } from "./checked-file.ts";
import { executorTypeOf } from "../../describe/server-programs.ts";
import { commandWords, programOf, searchPathOf } from "./tool-program.ts";

/** Returns the configs with the first command of each, then with the second, and so on. Configs with fewer commands keep their last one. */
export function listVariants(configs: readonly CheckedFile[]): readonly (readonly CheckedFile[])[] {
  const counts = configs.map((file) => (file.kind === "cli" ? (file.any_of?.length ?? 1) : 1));
  const others = Array.from({ length: Math.max(1, ...counts) - 1 }, (_, index) => configs.map((file) => withCommand(file, index + 1)));
  return [configs, ...others];
}

function withCommand(file: CheckedFile, index: number): CheckedFile {
  if (file.kind !== "cli" || file.any_of === undefined) return file;
  return { ...file, command: file.any_of[Math.min(index, file.any_of.length - 1)] ?? file.command };
}

/** The machine on which the programs of configs are looked up. */
export interface ProgramLookup {
  /** Variables that commands refer to. */
  readonly env: Readonly<Record<string, string>>;
  /** Returns the path of a program in these directories, if it exists. */
  readonly find: (program: string, searchPath: string) => string | undefined;
}

/** Returns the config with the first of its commands whose program is installed, or the first of all if none is. */
export function chooseCommand<File extends CheckedFile>(file: File, { env, find }: ProgramLookup): File {
  if (file.kind !== "cli" || file.any_of === undefined) return file;
  const isInstalled = (command: string): boolean => find(programOf({ command }, {}, env), searchPathOf(file, {}, env)) !== undefined;
  return { ...file, command: file.any_of.find(isInstalled) ?? file.any_of[0] ?? file.command };
}

/**
 * Chooses the commands of configs as a server with these policies would. In docker, it runs the first commands. For a config with tools inside
 * and outside of docker, returns the command outside.
 * @param tool the only tool whose command is needed; defaults to all tools
 */
export function chooseCommands(
  configs: readonly CheckedFile[],
  policies: readonly Pick<CheckedPolicy, "spec">[],
  lookup: ProgramLookup,
  tool?: string,
): readonly CheckedFile[] {
  const specs = policies.map(({ spec }) => spec);
  const isInDocker = (file: CheckedFile): boolean => {
    const own = file.tools.filter(({ name }) => name === tool);
    return (own.length > 0 ? own : file.tools).every(({ name }) => executorTypeOf(name, specs) === "docker");
  };
  return configs.map((file) => (isInDocker(file) ? file : chooseCommand(file, lookup)));
}

/** Returns the names of the programs of a config, one for each of its commands. */
export function listPrograms(file: Pick<CliFile, "command" | "any_of">, env: ProgramLookup["env"]): readonly string[] {
  const names = (file.any_of ?? [file.command]).map((command) => programOf({ command }, {}, env));
  return [...new Set(names)].filter((name) => name !== "");
}

/**
 * Returns the words of a call as the first command of `any_of` would start them, so that records are the same on every machine. Words that do
 * not start with the chosen command, such as those of a tool with its own program, are returned unchanged.
 */
export function toFirstCommand(
  { command, any_of = [command] }: Pick<CliFile, "command" | "any_of">,
  words: readonly string[],
  env: ProgramLookup["env"],
): readonly string[] {
  const chosen = commandWords(command, env);
  if (chosen.some((word, index) => words[index] !== word)) return words;
  return [...commandWords(any_of[0] ?? command, env), ...words.slice(chosen.length)];
}
