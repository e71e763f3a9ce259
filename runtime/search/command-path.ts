/**
 * Finds the tools that a command line names. In `docker ps -a`, the first words after the program are the subcommand of a tool, which says
 * more than the words of its description.
 */
import { isFlag, MAX_PATH_WORDS, toTerm, untilFlag } from "./command-term.ts";
import type { IndexedCli } from "./reader.ts";
import { visitPostings } from "./postings.ts";
import type { CliAliases } from "./scope.ts";
import type { SearchStatistics } from "./statistics.ts";
import { isStopWord } from "./stop-words.ts";
import { IDF_UNIT, inverseDocumentFrequency } from "./query-terms.ts";
import { findWord } from "./vocabulary.ts";
import { COMMAND, COMMAND_LINE, VERB } from "./weights.ts";

/** Words that precede a program on a command line. */
const PROMPTS: ReadonlySet<string> = new Set(["$", "sudo"]);
/** Maximum number of words of a query that may be a command line without the name of its program, such as `get pods`. */
const MAX_UNNAMED_WORDS = 2;

/** Tools whose subcommand starts a query. */
export interface NamedCommand {
  /** The words of the subcommand. */
  readonly path: string;
  /** Ordinals of the tools, in ascending order. */
  readonly ordinals: readonly number[];
  /** Score added to each of the tools, in the points of `QueryTerm`. */
  readonly strength: number;
}

/** The index in which commands are searched. */
export interface CommandSource {
  readonly aliases: CliAliases;
  readonly clis: readonly IndexedCli[];
  readonly statistics: SearchStatistics;
  readonly toolCount: number;
}

/**
 * Returns the tools whose subcommand is the longest start of the query, after the name of their program or CLI. Without a name, the tools
 * of all CLIs count, if the query has a flag, or one or two words and one CLI has the subcommand. The subcommand decides the rank if the query is certainly a command line: if it contains a flag, nothing but the
 * program and the subcommand, or a subcommand of several words. Otherwise it only raises the score, because `git commit history` is not
 * about `git commit`.
 */
export function findCommand(query: string, source: CommandSource): NamedCommand | undefined {
  const words = query.trim().toLowerCase().split(/\s+/);
  const line = words.slice(words.findIndex((word) => !PROMPTS.has(word)));
  const [first = "", ...rest] = line;
  const named = source.aliases.get(first);
  const found = named && findPath(rest, source, (ordinal) => named.some((cli) => isWithin(source.clis[cli], ordinal)));
  if (found) return withStrength(found, { isCertain: isCertain(rest, found), toolCount: source.toolCount });
  const hasFlag = line.some(isFlag);
  if (line.some(isStopWord) || (!hasFlag && line.length > MAX_UNNAMED_WORDS)) return findVerb(line, source);
  const anywhere = findPath(line, source, () => true);
  if (anywhere === undefined || (!hasFlag && !isOfOneCli(anywhere, source.clis))) return undefined;
  return withStrength(anywhere, { isCertain: hasFlag || anywhere.length > 1, toolCount: source.toolCount });
}

/** Returns the tools whose whole subcommand is the first word of a sentence: `publish a package` is probably about `npm publish`. */
function findVerb([verb = ""]: readonly string[], source: CommandSource): NamedCommand | undefined {
  const found = isStopWord(verb) ? undefined : findPath([verb], source, () => true);
  return found && { ...found, strength: Math.round(VERB * IDF_UNIT) };
}

/** Reports whether one CLI has all these tools. A word such as `list` is the subcommand of several. */
function isOfOneCli({ ordinals }: FoundPath, clis: readonly IndexedCli[]): boolean {
  return clis.some((cli) => ordinals.every((ordinal) => isWithin(cli, ordinal)));
}

interface FoundPath {
  readonly path: string;
  /** Number of words. */
  readonly length: number;
  readonly ordinals: readonly number[];
}

function withStrength({ path, ordinals }: FoundPath, rank: { readonly isCertain: boolean; readonly toolCount: number }): NamedCommand {
  const rarest = inverseDocumentFrequency(1, rank.toolCount);
  return { path, ordinals, strength: Math.round(rarest * (rank.isCertain ? COMMAND_LINE : COMMAND)) };
}

function isCertain(words: readonly string[], { length }: FoundPath): boolean {
  return length > 1 || words.length === length || words.some(isFlag);
}

/** Returns the tools for the longest start of these words that is a subcommand. */
function findPath(words: readonly string[], { statistics }: CommandSource, counts: (ordinal: number) => boolean): FoundPath | undefined {
  const start = untilFlag(words);
  for (let length = Math.min(start.length, MAX_PATH_WORDS); length > 0; length--) {
    const index = findWord(statistics.vocabulary, toTerm(start.slice(0, length)));
    if (index === undefined) continue;
    const ordinals: number[] = [];
    visitPostings(statistics.postingsAt(index), (ordinal) => void (counts(ordinal) && ordinals.push(ordinal)));
    if (ordinals.length > 0) return { path: start.slice(0, length).join(" "), length, ordinals };
  }
  return undefined;
}

function isWithin(cli: IndexedCli | undefined, ordinal: number): boolean {
  return cli !== undefined && ordinal >= cli.first && ordinal < cli.first + cli.count;
}
