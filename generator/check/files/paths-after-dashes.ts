/** Commands that read every value after `--` as a path, so that `--` cannot precede their other values. */

/** The commands by program, as measured with git 2.39.5: `git show -- HEAD` shows the changes of a file `HEAD`. */
const COMMANDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    "git",
    new Set([
      "checkout",
      "diff",
      "diff-index",
      "diff-tree",
      "log",
      "reflog",
      "reflog show",
      "reset",
      "rev-list",
      "rev-parse",
      "shortlog",
      "show",
      "whatchanged",
    ]),
  ],
]);

/** Reports whether a command reads every value after `--` as a path. `path`: the words of the subcommand. */
export function readsPathsAfterDashes(program: string, path: readonly string[]): boolean {
  return COMMANDS.get(program)?.has(path.join(" ")) === true;
}
