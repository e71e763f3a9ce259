/** Computes the `PATH` of a server's entry, because clients started from a desktop often have a shorter `PATH` than a shell. */
import { delimiter, join, resolve } from "node:path";
import type { Program } from "@climax-gen/runtime/internal/tool/tool";
import { commandsOf } from "@climax-gen/runtime/internal/tool/tool";
import { expandCommand } from "@climax-gen/runtime/internal/tool/environment-variables";

/** The `PATH` of an installed server. */
export interface SearchPath {
  /** Directories of the programs, followed by `/usr/bin:/bin`. */
  readonly path: string;
  /** Programs that were not found. Those of which one must be installed are one text: `fd or fdfind`. */
  readonly missing: readonly string[];
}

/** The programs that a server starts. */
export interface StartedPrograms {
  /** Programs of the policies' executors. */
  readonly engines?: readonly string[];
  /** Programs of the tools. */
  readonly programs: readonly Pick<Program, "command" | "any_of" | "env">[];
}

/** Access to the environment and to the programs of the machine. */
export interface SearchContext {
  readonly env: Readonly<Record<string, string>>;
  /** Reports whether a path is an executable file. */
  readonly isProgram: (path: string) => boolean;
  /** Programs that the tools may need. They are never reported as missing. */
  readonly optional?: readonly string[];
}

/** Directories of the system's programs, including the interpreters of scripts. */
const SYSTEM_DIRECTORIES = ["/usr/bin", "/bin"];

/**
 * Returns the directories of `PATH` that contain a program of the tools or an engine of the policies' executors. Directories keep their
 * order, so that each program resolves to the same file as in the current `PATH`.
 */
export function toSearchPath(started: StartedPrograms, { env, isProgram, optional = [] }: SearchContext): SearchPath {
  const directories = (env["PATH"] ?? "").split(delimiter).map((directory) => resolve(directory));
  const directoryOf = (program: string): string | undefined =>
    program.includes("/") ? undefined : directories.find((candidate) => isProgram(join(candidate, program)));
  const choices = listChoices(started, env);
  const isFound = (program: string): boolean => directoryOf(program) !== undefined || isUsablePath(program, isProgram);
  const missing = choices.filter((names) => !names.some(isFound)).map((names) => names.join(" or "));
  const needed = new Set([...choices.flat(), ...optional].map(directoryOf));
  const found = [...new Set(directories)].filter((directory) => needed.has(directory));
  return { path: [...new Set([...found, ...SYSTEM_DIRECTORIES])].join(delimiter), missing: [...new Set(missing)] };
}

/** Reports whether a path is an executable file. Accepts all relative paths, because the tool's working directory is unknown. */
function isUsablePath(program: string, isProgram: SearchContext["isProgram"]): boolean {
  return program.includes("/") && (!program.startsWith("/") || isProgram(program));
}

/**
 * Returns the names that the server looks up in its `PATH`, of each of which one must be installed. Excludes commands of configs that set
 * `PATH` themselves.
 */
function listChoices({ engines = [], programs }: StartedPrograms, env: SearchContext["env"]): readonly (readonly string[])[] {
  const looked = programs.filter((program) => program.env?.["PATH"] === undefined);
  const choices = looked.map((program) => [...new Set(commandsOf(program).flatMap((command) => expandCommand(command, env).slice(0, 1)))]);
  return [...engines.map((engine) => [engine]), ...choices].filter((names) => names.length > 0);
}
