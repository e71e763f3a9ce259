/** Diagnostics about files and directories, before inputs are parsed and after outputs are written. */
import { error, warning } from "./code-entry.ts";
import { shellWords } from "../text/shell-word.ts";
import { findForeignVariable, foreignVariableFix } from "../text/foreign-variable.ts";
import { count, didYouMean, joinWords, quote } from "../text/wording.ts";

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
  "file-not-found": error(
    "no such file or directory",
    (details: { readonly near: readonly string[]; readonly advice?: string }) => details.advice ?? didYouMean(details.near),
  ),
  "no-input-files": error(
    "the directory contains no *.yaml or *.yml files",
    "pass a directory that contains configs, or the files themselves",
  ),
  "generated-input": error(
    "the directory is a generated project, and contains no configs",
    "pass the YAML that it was generated from, or start its server with `node {server}`",
  ),
  "no-server": error("the directory contains no generated server", ({ isRemoval }: { readonly isRemoval: boolean }) =>
    isRemoval
      ? "name the server to remove with `--name`"
      : "pass an output directory of `climax-gen … -o`, generated without `--no-bundle`",
  ),
  "unreadable-file": error("cannot read the file ({reason})", (details: { readonly reason: string }) => SYSTEM_ADVICE.get(details.reason)),
  "file-too-large": error("the file has {bytes} bytes, more than the limit of {limit}", "split it into several configs"),
  "duplicate-input": warning("the file is passed more than once, but read only once", "remove the repetition"),
  "command-not-found": warning(
    ({ command, others }: { readonly command: string; readonly others?: readonly string[] }) => describeMissingProgram(command, others),
    ({ command }: { readonly command: string }) => {
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
  ),
  "output-not-generated": error(
    (details: { readonly files: number }) => `the output directory contains ${count(details.files, "file")} that climax-gen did not write`,
    "choose an empty directory, or an output directory of climax-gen",
  ),
  "output-hand-edited": error("the generated file was edited by hand", "move the change to the YAML, or overwrite the file with `--force`"),
  "output-in-the-way": error("a file that climax-gen did not write has the path of a generated file", "move the file away"),
  "output-unwritable": error(
    "cannot write the file ({reason})",
    (details: { readonly reason: string; readonly fix?: string }) => details.fix ?? SYSTEM_ADVICE.get(details.reason),
  ),
  "output-busy": error(
    "another climax-gen process is writing to the directory",
    (details: { readonly lock: string }) =>
      `run the command again when that process has finished, or \`${shellWords(["rm", details.lock])}\` if none is running`,
  ),
  "output-manifest-broken": error("the list of generated files is invalid ({reason})", "restore the file, or choose an empty directory"),
  "output-changed": error("the file differs from the generated output", rerun),
  "output-missing": error("missing generated file", rerun),
  "dist-stale": error("the compiled output does not match the generated sources", rerun),
  "type-error": error(
    (details: { readonly message: string; readonly code: number }) =>
      `${lowerFirst(details.message).replace(/\.$/, "")} (TS${details.code})`,
  ),
  "typecheck-no-files": error("no TypeScript file matches", 'name existing files, for example `--typecheck-with "clients/**/*.ts"`'),
  "typecheck-file": error("the file cannot be type-checked: {problem}", "leave it out of `--typecheck-with`"),
  "output-stale": error("the inputs no longer generate this file", rerun),
} as const;

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function rerun({ command }: Rerun): string {
  return `run \`${command}\``;
}

/** A reference to a variable that is not set. It remains in the expanded command of a config. */
const UNSET_VARIABLE = /\$(?:(\w+)|\{(\w+)\})/;

/** States that a program cannot be started. A program without a slash is looked up in `PATH`. */
export function describeMissingProgram(program: string, others: readonly string[] = []): string {
  if (others.length > 0) return `${joinWords([program, ...others].map(quote), "and")} are not on this machine`;
  return `${quote(program)} is not ${program.includes("/") ? "a program on" : "on the PATH of"} this machine`;
}
