/** Diagnostics about programs whose help `import` and `verify` read. */
import { error } from "./code-entry.ts";
import { shellWord } from "@climax-gen/runtime/internal/text/shell-word";
import { quote } from "../text/wording.ts";

/** The program, as specified by the user. */
export interface ProgramDetails {
  readonly program: string;
}

/** A program whose help cannot be read. */
export interface UnreadableDetails extends ProgramDetails {
  /** Completes the sentence "the program …". */
  readonly problem: string;
  /** Words of the subcommand. Defaults to none. */
  readonly path?: readonly string[];
  /** True if the program was started in a sandbox. Defaults to false. */
  readonly isConfined?: boolean;
}

export const importCodes = {
  "program-missing": error(
    ({ program }: ProgramDetails) => `${quote(program)} is not ${program.includes("/") ? "an executable file" : "a program on PATH"}`,
    (details: ProgramDetails) => `install the program, or save its help in a file and ${adviseFile(details)}`,
  ),
  "program-builtin": error('"{program}" is a shell built-in, not a program', "name a program: servers start programs without a shell"),
  "program-unreadable": error('"{program}" {problem}', (details: UnreadableDetails) =>
    details.isConfined === true
      ? `add \`--no-sandbox\` if the program needs the network, a device or a writable directory, and you trust it; if it needs files of your home directory, ${adviseSave(details)}`
      : adviseSave(details),
  ),
  "program-subcommand": error(
    '"{program}" {problem}',
    ({ program }: ProgramDetails) => `name a subcommand of the program, or run \`climax-gen import ${shellWord(program)}\` for all of them`,
  ),
  "no-sandbox": error(
    "bubblewrap is missing or does not work here, so programs would run unconfined",
    "install bubblewrap, or use `--no-sandbox` if you trust the programs",
  ),
  "import-source": error(
    "{problem}",
    "use a saved help text, a man page, a fig spec as JSON, OpenCLI, `usage` KDL or JSON, CLI Schema, or a `__complete` dump",
  ),
  "merge-target": error(
    "only a config with a program and tools can be merged",
    "name a config for `--merge`, not a policy or Directive definition",
  ),
  "merge-program": error(
    'the config runs "{known}", not "{program}"',
    ({ known, path }: { readonly known: string; readonly path: string }) =>
      `run \`climax-gen import ${[known, "--merge", path].map(shellWord).join(" ")}\``,
  ),
  "import-output": error("cannot write the draft: {reason}", "use another file for `-o`"),
} as const;

function adviseSave({ program, path = [] }: UnreadableDetails): string {
  const [words, file] = [
    [program, ...path].map(shellWord).join(" "),
    shellWord([program.slice(program.lastIndexOf("/") + 1), ...path].join("-")),
  ];
  return `run \`${words} --help > ${file}.txt\` and then \`climax-gen import ${words} --from ${file}.txt\``;
}

function adviseFile({ program }: ProgramDetails): string {
  return `run \`climax-gen import ${shellWord(program)} --from FILE\``;
}
