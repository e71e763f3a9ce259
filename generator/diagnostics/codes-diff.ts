/** Diagnostics about the two sides of `climax-gen diff`. */
import { error } from "./code-entry.ts";

export const diffCodes = {
  "git-side": error("a git input needs a revision and a path", "write `git:<revision>:<path>`, for example `git:main:configs`"),
  "git-revision": error('unknown git revision "{revision}"', "fetch the revision, or use another branch, tag or commit"),
  "git-path": error(
    'no *.yaml or *.yml files at this path in revision "{revision}"',
    "use a path that is relative to the current directory",
  ),
  "git-object": error(
    "this clone lacks the object {object}, which contains the file",
    "fetch it, for example with `git cat-file -e {object}` in a partial clone, or use a complete clone",
  ),
  "git-unusable": error(
    "git failed: {reason}",
    "install git, and run the command in a repository that git trusts, with a path inside of it",
  ),
  "git-project": error(
    "a generated project cannot be read from git, because its `dist/` is not committed",
    "use the directory of its configs",
  ),
  "project-policy": error(
    "the policy of a generated project is embedded and cannot be replaced",
    ({ isCompared }: { readonly isCompared: boolean }) =>
      isCompared ? "use `--policy-old` or `--policy-new` only for a side that consists of configs" : "remove `--policy`",
  ),
} as const;
