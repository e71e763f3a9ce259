/** Diagnostics about the two sides of `climax-gen diff`. */
import type { CodeEntry } from "./code-entry.ts";
import { escapeUnprintable, quote } from "../text/wording.ts";

export const diffCodes = {
  "git-side": {
    severity: "error",
    message: () => "a side in git is written `git:<revision>:<path>`, such as `git:main:configs`",
  },
  "git-revision": {
    severity: "error",
    message: (details: { readonly revision: string }) =>
      `git knows no revision ${quote(details.revision)} here, fetch it, or name another branch, tag or commit`,
  },
  "git-path": {
    severity: "error",
    message: (details: { readonly revision: string }) =>
      `there is no *.yaml or *.yml file of this name in revision ${quote(details.revision)}, paths start at the current folder`,
  },
  "git-unusable": {
    severity: "error",
    message: (details: { readonly reason: string }) =>
      `git cannot be asked (${escapeUnprintable(details.reason)}), install it, and run the command in a repository that it trusts`,
  },
  "git-project": {
    severity: "error",
    message: () => "a generated project is read from its `dist/`, which is not in git, name the folder of its configs",
  },
  "project-policy": {
    severity: "error",
    message: () => "the policy of a generated project is baked in, give `--policy-old` or `--policy-new` for the other side only",
  },
} as const satisfies Record<string, CodeEntry>;
