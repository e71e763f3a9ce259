/** Guesses the risk of a command from its last word. Omits the risk if it is uncertain, because a wrong `read` is worse than none. */
import type { CommandFacts } from "../description.ts";

/** The risk of a drafted tool. */
export type DraftRisk = "read" | "write" | "destructive";

const VERBS: Readonly<Record<DraftRisk, ReadonlySet<string>>> = {
  read: new Set([
    "list",
    "ls",
    "show",
    "status",
    "get",
    "describe",
    "diff",
    "log",
    "search",
    "info",
    "view",
    "inspect",
    "cat",
    "tree",
    "history",
    "outdated",
    "blame",
    "shortlog",
    "ps",
    "top",
    "stats",
    "whoami",
    "explain",
    "which",
    "grep",
  ]),
  write: new Set([
    "add",
    "create",
    "new",
    "init",
    "clone",
    "commit",
    "copy",
    "cp",
    "mkdir",
    "touch",
    "tag",
    "rename",
    "enable",
    "start",
    "edit",
    "set",
    "build",
    "fmt",
    "format",
  ]),
  destructive: new Set([
    "delete",
    "remove",
    "rm",
    "destroy",
    "purge",
    "prune",
    "clean",
    "drop",
    "kill",
    "uninstall",
    "reset",
    "wipe",
    "erase",
    "push",
    "stop",
    "install",
    "upgrade",
    "update",
    "mv",
    "move",
    "sync",
    "restore",
    "revert",
    "rebase",
    "apply",
    "publish",
  ]),
};

/** Options with which a reading command can write files or run programs. */
const ACTING_OPTIONS =
  /^--?(?:o|output|out|out-?file|output-?(?:file|dir|directory)?|exec|exec-batch|config|config-file|ext-diff|textconv|pager|open-files-in-pager|upload-pack|command|cmd|hook|editor|eval|script|pre|to-command|rsh|delete|write|fix|in-place|edit|force|filter)$/;

/** Returns the risk of a subcommand, or undefined if a person must decide. Programs without subcommands are never rated. */
export function guessRisk({ path, options }: CommandFacts): DraftRisk | undefined {
  const verb = path.at(-1)?.toLowerCase().split("-")[0];
  if (verb === undefined) return undefined;
  const risk = (Object.keys(VERBS) as DraftRisk[]).find((one) => VERBS[one].has(verb));
  if (risk !== "read") return risk;
  const canWrite = options.some(
    ({ names, kind, values }) => values === undefined && kind !== "switch" && names.some((name) => ACTING_OPTIONS.test(name)),
  );
  const canFix = options.some(({ names }) => names.some((name) => /^--(?:delete|write|fix|in-place|edit|force)$/.test(name)));
  return canWrite || canFix ? undefined : risk;
}

const SLOW = new Set(["install", "build", "pull", "push", "clone", "sync", "test", "upgrade"]);

/** Returns the timeout of a slow command, in seconds. Undefined for other commands, which have the default. */
export function guessTimeout({ path }: CommandFacts): number | undefined {
  return SLOW.has(path.at(-1) ?? "") ? 600 : undefined;
}
