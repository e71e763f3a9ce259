/** Diagnostics about the two sides of `climax-gen diff`. */
import type { CodeEntry } from "./code-entry.ts";
import { quote } from "../text/wording.ts";

export const diffCodes = {
  "git-side": {
    severity: "error",
    message: "a git input needs a revision and a path",
    help: "write `git:<revision>:<path>`, for example `git:main:configs`",
  },
  "git-revision": {
    severity: "error",
    message: (details: { readonly revision: string }) => `unknown git revision ${quote(details.revision)}`,
    help: "fetch the revision, or use another branch, tag or commit",
  },
  "git-path": {
    severity: "error",
    message: (details: { readonly revision: string }) => `no *.yaml or *.yml files at this path in revision ${quote(details.revision)}`,
    help: "use a path that is relative to the current directory",
  },
  "git-object": {
    severity: "error",
    message: (details: { readonly object: string }) => `this clone lacks the object ${details.object}, which contains the file`,
    help: (details: { readonly object: string }) =>
      `fetch it, for example with \`git cat-file -e ${details.object}\` in a partial clone, or use a complete clone`,
  },
  "git-unusable": {
    severity: "error",
    message: (details: { readonly reason: string }) => `git failed: ${details.reason}`,
    help: "install git, and run the command in a repository that git trusts, with a path inside of it",
  },
  "git-project": {
    severity: "error",
    message: "a generated project cannot be read from git, because its `dist/` is not committed",
    help: "use the directory of its configs",
  },
  "project-policy": {
    severity: "error",
    message: "the policy of a generated project is embedded and cannot be replaced",
    help: ({ isCompared }: { readonly isCompared: boolean }) =>
      isCompared ? "use `--policy-old` or `--policy-new` only for a side that consists of configs" : "remove `--policy`",
  },
} as const satisfies Record<string, CodeEntry>;
