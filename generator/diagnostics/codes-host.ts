/** Diagnostics about files and directories, before inputs are parsed and after outputs are written. */
import type { CodeEntry } from "./code-entry.ts";
import { shellWords } from "../text/shell-word.ts";
import { findForeignVariable, foreignVariableFix } from "../text/foreign-variable.ts";
import { count, didYouMean, quote } from "../text/wording.ts";

/** Details of a diagnostic that a new run resolves. */
export interface Rerun {
  /** Command that generates the project again. */
  readonly command: string;
}

/** Advice about errors of the operating system, for paths that are read or written. */
const SYSTEM_ADVICE: ReadonlyMap<string, string> = new Map([
  ["EACCES", "change its permissions, or run the command as its owner"],
  ["EPERM", "change its permissions, or run the command as its owner"],
  ["EROFS", "choose a path on a file system that can be written"],
  ["ENOSPC", "free disk space, or choose another disk"],
  ["EFBIG", "raise the limit of the size of files (`ulimit -f`)"],
  ["EDQUOT", "free disk space, or choose another disk"],
  ["EEXIST", "choose another path: this one is a file or a broken link"],
  ["ENOTDIR", "choose another path: a part of this one is a file"],
  ["EISDIR", "choose another path: this one is a directory"],
  ["not a regular file", "choose another path: this one is a pipe or a device"],
  ["ELOOP", "correct the link, which refers to itself"],
  ["broken link", "correct the link, whose target does not exist"],
  ["ENAMETOOLONG", "choose a shorter path"],
  ["ENOENT", "choose another path: files cannot be created there"],
]);

export const hostCodes = {
  "file-not-found": {
    severity: "error",
    message: "no such file or directory",
    help: (details: { readonly near: readonly string[]; readonly advice?: string }) => details.advice ?? didYouMean(details.near),
  },
  "no-input-files": {
    severity: "error",
    message: "the directory contains no *.yaml or *.yml files",
    help: "pass a directory that contains configs, or the files themselves",
  },
  "generated-input": {
    severity: "error",
    message: "the directory is a generated project, and contains no configs",
    help: (details: { readonly server: string }) =>
      `pass the YAML that it was generated from, or start its server with \`node ${details.server}\``,
  },
  "no-server": {
    severity: "error",
    message: "the directory contains no generated server",
    help: ({ isRemoval }: { readonly isRemoval: boolean }) =>
      isRemoval
        ? "name the server to remove with `--name`"
        : "pass an output directory of `climax-gen … -o`, generated without `--no-bundle`",
  },
  "unreadable-file": {
    severity: "error",
    message: (details: { readonly reason: string }) => `cannot read the file (${details.reason})`,
    help: (details: { readonly reason: string }) => SYSTEM_ADVICE.get(details.reason),
  },
  "file-too-large": {
    severity: "error",
    message: (details: { readonly bytes: number; readonly limit: number }) =>
      `the file has ${details.bytes} bytes, more than the limit of ${details.limit}`,
    help: "split it into several configs",
  },
  "duplicate-input": {
    severity: "warning",
    message: "the file is passed more than once, but read only once",
    help: "remove the repetition",
  },
  "command-not-found": {
    severity: "warning",
    message: ({ command }: { readonly command: string }) => describeMissingProgram(command),
    help: ({ command }: { readonly command: string }) => {
      const foreign = findForeignVariable(command);
      if (foreign !== undefined) return foreignVariableFix(foreign);
      const [, bare, braced] = UNSET_VARIABLE.exec(command) ?? [];
      const variable = bare ?? braced;
      if (variable !== undefined)
        return `set the variable ${variable} in the environment of climax-gen and of the server, or write the program instead`;
      if (!command.includes("/")) return "install the program, or write its full path";
      return command.startsWith("/")
        ? "install the program, make the file executable, or correct the path"
        : "correct the path, which is relative to the directory in which the server starts, or write the full path";
    },
  },
  "output-not-generated": {
    severity: "error",
    message: (details: { readonly files: number }) =>
      `the output directory contains ${count(details.files, "file")} that climax-gen did not write`,
    help: "choose an empty directory, or an output directory of climax-gen",
  },
  "output-hand-edited": {
    severity: "error",
    message: "the generated file was edited by hand",
    help: "move the change to the YAML, or overwrite the file with `--force`",
  },
  "output-in-the-way": {
    severity: "error",
    message: "a file that climax-gen did not write has the path of a generated file",
    help: "move the file away",
  },
  "output-unwritable": {
    severity: "error",
    message: (details: { readonly reason: string }) => `cannot write the file (${details.reason})`,
    help: (details: { readonly reason: string; readonly fix?: string }) => details.fix ?? SYSTEM_ADVICE.get(details.reason),
  },
  "output-busy": {
    severity: "error",
    message: "another climax-gen process is writing to the directory",
    help: (details: { readonly lock: string }) =>
      `run the command again when that process has finished, or \`${shellWords(["rm", details.lock])}\` if none is running`,
  },
  "output-manifest-broken": {
    severity: "error",
    message: (details: { readonly reason: string }) => `the list of generated files is invalid (${details.reason})`,
    help: "restore the file, or choose an empty directory",
  },
  "output-changed": {
    severity: "error",
    message: "the file differs from the generated output",
    help: rerun,
  },
  "output-missing": {
    severity: "error",
    message: "missing generated file",
    help: rerun,
  },
  "dist-stale": {
    severity: "error",
    message: "the compiled output does not match the generated sources",
    help: rerun,
  },
  "type-error": {
    severity: "error",
    message: (details: { readonly message: string; readonly code: number }) =>
      `${lowerFirst(details.message).replace(/\.$/, "")} (TS${details.code})`,
  },
  "typecheck-no-files": {
    severity: "error",
    message: "no TypeScript file matches",
    help: 'name existing files, for example `--typecheck-with "clients/**/*.ts"`',
  },
  "typecheck-file": {
    severity: "error",
    message: (details: { readonly problem: string }) => `the file cannot be type-checked: ${details.problem}`,
    help: "leave it out of `--typecheck-with`",
  },
  "output-stale": {
    severity: "error",
    message: "the inputs no longer generate this file",
    help: rerun,
  },
} as const satisfies Record<string, CodeEntry>;

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function rerun({ command }: Rerun): string {
  return `run \`${command}\``;
}

/** A reference to a variable that is not set. It remains in the expanded command of a config. */
const UNSET_VARIABLE = /\$(?:(\w+)|\{(\w+)\})/;

/** States that a program cannot be started. A program without a slash is looked up in `PATH`. */
export function describeMissingProgram(program: string): string {
  return `${quote(program)} is not ${program.includes("/") ? "a program on" : "on the PATH of"} this machine`;
}
