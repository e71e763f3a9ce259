/** Guesses the risk of a command from its last word. Omits the risk if it is uncertain, because a wrong `read` is worse than none. */
import type { CommandFacts, OptionFacts } from "../description.ts";
import { isOutputFile } from "./acting-options.ts";

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

const LEVELS: readonly DraftRisk[] = ["read", "write", "destructive"];

/** Reports whether a command only reads, by its last word, unless its summary says otherwise. */
export function isReading(command: Pick<CommandFacts, "path" | "summary">): boolean {
  return riskOfVerb(command) === "read";
}

/** Verbs of a summary that name a change. */
const CHANGE = "set|write|change|modify|edit|update|create|delete|remove|save|store|export|install|start|stop|reset|clear";

/** Summaries of commands that also change something: `Get/set the level`, `Show or modify rules`, `get an object and write it into file`. */
const CHANGES = new RegExp(
  String.raw`^(?:${CHANGE})s?\b|^\w+(?:, \w+)*(?:/|,? (?:and|or) )(?:${CHANGE})s?\b|\band (?:${CHANGE})s? (?:it|them|the)\b`,
  "i",
);

/** Summaries of commands that only print something. */
const READS = /^(?:get|show|display|list|print|return|retrieve|view|describe|read|query|output|find|look)(?:s|ing)?\b/i;

/** Returns the risk of the last word of a command. A word for reading says nothing if the summary of the command names a change. */
function riskOfVerb({ path, summary }: Pick<CommandFacts, "path" | "summary">): DraftRisk | undefined {
  const verb = path.at(-1)?.toLowerCase().split("-")[0];
  // `test info` of rclone writes files to find out what a remote can store.
  const isTest = path.slice(0, -1).some((word) => /^(?:self-?)?(?:tests?|bench(?:mark)?)$/.test(word));
  const risk = verb === undefined || isTest ? undefined : LEVELS.find((one) => VERBS[one].has(verb));
  if (risk !== "read" || summary === undefined) return risk;
  // `get` also means to download and install: `mod get` of hugo.
  return CHANGES.test(summary.value) || (verb === "get" && !READS.test(summary.value)) ? undefined : risk;
}

/**
 * Returns the risk of a subcommand, or undefined if a person must decide. Programs without subcommands are never rated.
 * @param chosen the options that are arguments
 * @param lowest the lowest risk, from the analysis of an earlier draft
 */
export function guessRisk(command: CommandFacts, chosen: readonly OptionFacts[], lowest: DraftRisk = "read"): DraftRisk | undefined {
  const guessed = riskOfVerb(command);
  if (lowest === "destructive") return lowest;
  if (guessed === undefined) return undefined;
  // A file that is overwritten cannot be restored.
  const least = chosen.some(isOutputFile) ? "destructive" : lowest;
  return LEVELS[Math.max(LEVELS.indexOf(guessed), LEVELS.indexOf(least))];
}

const SLOW = new Set(["install", "build", "pull", "push", "clone", "sync", "test", "upgrade"]);

/** Returns the timeout of a slow command, in seconds. Undefined for other commands, which have the default. */
export function guessTimeout({ path }: CommandFacts): number | undefined {
  return SLOW.has(path.at(-1) ?? "") ? 600 : undefined;
}
