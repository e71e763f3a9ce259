/** Diagnostics about programs whose help `import` and `verify` read. */
import type { CodeEntry } from "./code-entry.ts";
import { shellWord } from "../text/shell-word.ts";
import { quote } from "../text/wording.ts";

/** The program, as specified by the user. */
export interface ProgramDetails {
  readonly program: string;
}

/** A program and its problem, which completes a sentence that starts with the program's name. */
export interface ProblemDetails extends ProgramDetails {
  readonly problem: string;
}

/** The program whose documentation was read, that of the config, and the path of the config. */
export interface MergedProgram extends ProgramDetails {
  readonly known: string;
  readonly path: string;
}

export const importCodes = {
  "program-missing": {
    severity: "error",
    message: ({ program }: ProgramDetails) =>
      `${quote(program)} is not ${program.includes("/") ? "an executable file" : "a program on PATH"}`,
    help: (details: ProgramDetails) => `install the program, or save its help in a file and ${adviseFile(details)}`,
  },
  "program-builtin": {
    severity: "error",
    message: ({ program }: ProgramDetails) => `${quote(program)} is a shell built-in, not a program`,
    help: "name a program: servers start programs without a shell",
  },
  "program-unreadable": {
    severity: "error",
    message: ({ program, problem }: ProblemDetails) => `${quote(program)} ${problem}`,
    help: (details: ProgramDetails) => `save its documentation in a file, and ${adviseFile(details)}`,
  },
  "program-subcommand": {
    severity: "error",
    message: ({ program, problem }: ProblemDetails) => `${quote(program)} ${problem}`,
    help: ({ program }: ProgramDetails) =>
      `name a subcommand of the program, or run \`climax-gen import ${shellWord(program)}\` for all of them`,
  },
  "no-sandbox": {
    severity: "error",
    message: "bubblewrap is missing or does not work here, so programs would run unconfined",
    help: "install bubblewrap, or use `--no-sandbox` if you trust the programs",
  },
  "import-source": {
    severity: "error",
    message: ({ problem }: { readonly problem: string }) => problem,
    help: "use a saved help text, a man page, a fig spec as JSON, OpenCLI, `usage` KDL or JSON, CLI Schema, or a `__complete` dump",
  },
  "merge-target": {
    severity: "error",
    message: "only a config with a program and tools can be merged",
    help: "name a config for `--merge`, not a policy or Directive definition",
  },
  "merge-program": {
    severity: "error",
    message: ({ program, known }: MergedProgram) => `the config runs ${quote(known)}, not ${quote(program)}`,
    help: ({ known, path }: MergedProgram) => `run \`climax-gen import ${[known, "--merge", path].map(shellWord).join(" ")}\``,
  },
  "import-output": {
    severity: "error",
    message: ({ reason }: { readonly reason: string }) => `cannot write the draft: ${reason}`,
    help: "use another file for `-o`",
  },
} as const satisfies Record<string, CodeEntry>;

function adviseFile({ program }: ProgramDetails): string {
  return `run \`climax-gen import ${shellWord(program)} --from FILE\``;
}
