/** Guesses the risk of a command from its last word. Omits the risk if it is uncertain, because a wrong `read` is worse than none. */
import type { CommandFacts, OptionFacts } from "../description.ts";
import { oncePer } from "../once-per.ts";
import { isOutputFile } from "./acting-options.ts";
import { CHANGE, riskOfSummary } from "./summary-risk.ts";

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
      "revert rebase reinstall autoremove undo yank reboot poweroff halt kexec hibernate apply publish cancel clear deinit demote deploy deprecate disable disconnect expire forget leave logout replace " +
      "restart revoke rmi rollback scale truncate unlink unpublish unregister unset",
  ),
};

const LEVELS: readonly DraftRisk[] = ["read", "write", "destructive"];

/** The facts about a command that decide its risk. */
type RatedCommand = Pick<CommandFacts, "path" | "summary" | "options">;

/** Reports whether a command only reads, by its last word, unless its summary says otherwise. */
export function isReading(command: RatedCommand): boolean {
  return riskOfVerb(command) === "read";
}

/** Summaries of commands that also change something: `Get/set the level`, `Show or modify rules`, `get an object and write it into file`. */
const CHANGES = new RegExp(
  String.raw`^(?:${CHANGE})s?\b|^\w+(?:, \w+)*(?:/|,? (?:and|or) )(?:${CHANGE})s?\b|\band (?:${CHANGE})s? (?:it|them|the)\b`,
  "i",
);

/** Summaries of commands that only print something. */
const READS = /^(?:get|show|display|list|print|return|retrieve|view|describe|read|query|output|find|look)(?:s|ing)?\b/i;

/**
 * Returns the risk of the last word of a command, of its first part or otherwise its last one: `get-url`, `item-delete`. A word for reading
 * says nothing if the summary of the command names a change. For an unknown word, the word above it or the summary decides.
 */
const riskOfVerb = oncePer((command: RatedCommand): DraftRisk | undefined => {
  const { path, summary } = command;
  const parts = lastWord(path)?.toLowerCase().split("-") ?? [];
  // `test info` of rclone writes files to find out what a remote can store.
  if (parts.length === 0 || path.slice(0, -1).some((word) => /^(?:self-?)?(?:tests?|bench(?:mark)?)$/.test(word))) return undefined;
  const [first, last] = [parts[0], parts.length > 1 ? parts.at(-1) : undefined].map((word) =>
    LEVELS.find((one) => word !== undefined && VERBS[one].has(word)),
  );
  // The last part of `import-list` is what is imported.
  const risk = first ?? (last === "read" ? undefined : last);
  if (risk === undefined) return riskOfGroup(path) ?? riskOfSummary(command);
  if (risk !== "read" || summary === undefined) return risk;
  // `get` also means to download and install: `mod get` of hugo.
  return CHANGES.test(summary.value) || (parts[0] === "get" && !READS.test(summary.value)) ? undefined : risk;
});

/** Returns the last word of a command, without the dashes of an option that is a command. */
function lastWord(path: readonly string[]): string | undefined {
  return path.at(-1)?.replace(/^-+/, "");
}

/** Returns the risk of a word for a change above a command: `create namespace`. A word for reading says nothing: `status set`. */
function riskOfGroup(path: readonly string[]): DraftRisk | undefined {
  const word = path.at(-2)?.toLowerCase();
  return (["write", "destructive"] as const).find((risk) => word !== undefined && VERBS[risk].has(word));
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
  return SLOW.has(lastWord(path) ?? "") ? 600 : undefined;
}
