/** Diagnostics about programs whose help `import` and `verify` read. */
import { error } from "./code-entry.ts";
import { shellWord } from "@climax-gen/runtime/internal/text/shell-word";
import { quote } from "../text/wording.ts";

/** The program, as specified by the user. */
export interface ProgramDetails {
  readonly program: string;
}

export const importCodes = {
  "program-missing": error(
    ({ program }: ProgramDetails) => `${quote(program)} is not ${program.includes("/") ? "an executable file" : "a program on PATH"}`,
    (details: ProgramDetails) => `install the program, or save its help in a file and ${adviseFile(details)}`,
  ),
  "program-builtin": error('"{program}" is a shell built-in, not a program', "name a program: servers start programs without a shell"),
  "program-unreadable": error(
    '"{program}" {problem}',
    (details: ProgramDetails) => `save its documentation in a file, and ${adviseFile(details)}`,
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

function adviseFile({ program }: ProgramDetails): string {
  return `run \`climax-gen import ${shellWord(program)} --from FILE\``;
}
