/** Guesses the risk of a command from its last word. Omits the risk if it is uncertain, because a wrong `read` is worse than none. */
import type { CommandFacts, OptionFacts } from "../description.ts";
import { isOutputFile } from "./acting-options.ts";

/** The risk of a drafted tool. */
export type DraftRisk = "read" | "write" | "destructive";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const VERBS: Readonly<Record<DraftRisk, ReadonlySet<string>>> = {
  read: words(
    "list ls show status get describe diff log logs search info view inspect cat tree history outdated blame shortlog ps top stats whoami " +
      "explain which grep",
  ),
  write: words(
    "add create new init clone commit copy cp mkdir touch tag rename enable start edit set build fmt format append annotate archive comment " +
      "connect fork import label link load lock merge pause pin promote register reopen rerun resume retry star subscribe unarchive " +
      "unlock unpause unpin unstar upload write",
  ),
  destructive: words(
    "delete remove rm destroy purge prune clean drop kill uninstall reset wipe erase push stop install upgrade update mv move sync restore " +
      "revert rebase apply publish cancel clear deinit demote deploy deprecate disable disconnect expire forget leave logout replace " +
      "restart revoke rmi rollback scale truncate unlink unpublish unregister unset",
  ),
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

/** Verbs of summaries of commands that print something, and need no word in the name of the command that says so. */
const PRINTS = /^(?:show|display|list|print|view|count|search|find)(?:s|ing)? (?!and\b|or\b)[^,/]+$/i;

/** Words of a summary that name a change anywhere, another destination than the output, or a secret. */
const DOES_MORE = new RegExp(
  String.raw`\b(?:${CHANGE}|add|apply|clone|download|fetch|move|open|rename|replace|run|upload)(?:e?s|ing)?\b|\b(?:into|browser|editor|interactively)\b|\b(?:tokens?|passwords?|secrets?|credentials?|private keys?)\b`,
  "i",
);

/** Reports whether the summary of a command says that it only prints something, whatever the command is called. */
function isPrinting({ value }: NonNullable<CommandFacts["summary"]>): boolean {
  const [sentence = ""] = value.split(/\.(?=\s|$)/);
  return PRINTS.test(sentence) && !DOES_MORE.test(sentence);
}

/**
 * Returns the risk of the last word of a command, of its first part or otherwise its last one: `get-url`, `item-delete`. A word for reading
 * says nothing if the summary of the command names a change. An unknown word is a word for reading if the summary says so.
 */
function riskOfVerb({ path, summary }: Pick<CommandFacts, "path" | "summary">): DraftRisk | undefined {
  const parts = path.at(-1)?.toLowerCase().split("-") ?? [];
  // `test info` of rclone writes files to find out what a remote can store.
  if (parts.length === 0 || path.slice(0, -1).some((word) => /^(?:self-?)?(?:tests?|bench(?:mark)?)$/.test(word))) return undefined;
  const [first, last] = [parts[0], parts.length > 1 ? parts.at(-1) : undefined].map((word) =>
    LEVELS.find((one) => word !== undefined && VERBS[one].has(word)),
  );
  // The last part of `import-list` is what is imported.
  const risk = first ?? (last === "read" ? undefined : last);
  if (risk === undefined) return summary !== undefined && isPrinting(summary) ? "read" : undefined;
  if (risk !== "read" || summary === undefined) return risk;
  // `get` also means to download and install: `mod get` of hugo.
  return CHANGES.test(summary.value) || (parts[0] === "get" && !READS.test(summary.value)) ? undefined : risk;
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
