/**
 * Traps of Git: settings of `.git/config`, which a clone does not bring, but an unpacked archive or a shared directory does. Settings that need
 * a terminal or a server, such as `core.pager`, are not traps: no example can spring them.
 */
import type { ReadProjectFile, Trap, TrapFile } from "./trap.ts";
import { append } from "./trap.ts";

/** Programs that start Git in the directory of a project. */
const PROGRAMS = ["git", "gh", "glab", "hub", "go", "cargo", "npm", "pnpm", "yarn", "pip", "pre-commit", "lazygit", "tig", "terraform"];

const CONFIG = ".git/config";

/** Hooks that Git runs for commands of users and scripts. */
const HOOKS = [
  "pre-commit",
  "prepare-commit-msg",
  "commit-msg",
  "post-commit",
  "pre-rebase",
  "post-checkout",
  "post-merge",
  "pre-push",
  "post-rewrite",
  "pre-merge-commit",
  "applypatch-msg",
  "reference-transaction",
  "post-index-change",
];

/** Creates a trap of `.git/config`. `attributes`: lines of `.gitattributes` that the setting needs. */
function setting(id: string, key: string, config: (spring: string) => string, attributes?: string): Trap {
  return {
    id,
    shows: `${key} of .git/config${attributes === undefined ? "" : ", with .git/info/attributes"}`,
    programs: PROGRAMS,
    plant: (spring, read) =>
      inRepository(read, () => [
        append(CONFIG, config(spring))(read),
        // Not `.gitattributes`, which would be a change of the working tree.
        ...(attributes === undefined ? [] : [append(".git/info/attributes", attributes)(read)]),
      ]),
  };
}

function inRepository(read: ReadProjectFile, plant: () => readonly TrapFile[]): readonly TrapFile[] {
  return read(CONFIG) === undefined ? [] : plant();
}

function hook(name: string): Trap {
  return {
    id: `git-hook-${name}`,
    shows: `.git/hooks/${name}`,
    programs: PROGRAMS,
    plant: (spring, read) =>
      inRepository(read, () => [{ path: `.git/hooks/${name}`, text: `#!/bin/sh\nexec ${spring}\n`, isExecutable: true }]),
  };
}

/** The traps of Git. */
export const gitTraps: readonly Trap[] = [
  setting("git-fsmonitor", "core.fsmonitor", (spring) => `[core]\n\tfsmonitor = ${spring}`),
  setting("git-ssh-command", "core.sshCommand", (spring) => `[core]\n\tsshCommand = ${spring}`),
  setting("git-editor", "core.editor", (spring) => `[core]\n\teditor = ${spring}`),
  setting("git-external-diff", "diff.external", (spring) => `[diff]\n\texternal = ${spring}`),
  setting("git-textconv", "diff.*.textconv", (spring) => `[diff "trap"]\n\ttextconv = ${spring}`, "* diff=trap"),
  setting(
    "git-filter",
    "filter.*.clean and smudge",
    (spring) => `[filter "trap"]\n\tclean = ${spring}; cat\n\tsmudge = ${spring}; cat`,
    "* filter=trap",
  ),
  setting("git-merge-driver", "merge.*.driver", (spring) => `[merge "trap"]\n\tdriver = ${spring}`, "* merge=trap"),
  setting("git-gpg-program", "gpg.program", (spring) => `[gpg]\n\tprogram = ${spring}\n[log]\n\tshowSignature = true`),
  setting("git-credential-helper", "credential.helper", (spring) => `[credential]\n\thelper = ${spring}`),
  ...HOOKS.map(hook),
];
