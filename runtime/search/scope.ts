/** Finds the CLIs named in a query. In "git commit history", `git` names a CLI and is not an ordinary term. */
import type { IndexedCli } from "./reader.ts";
import type { Cli } from "../tool/tool.ts";
import { cliNames } from "./fields.ts";
import { inverseDocumentFrequency } from "./query-terms.ts";
import { isStopWord } from "./stop-words.ts";
import type { SearchStatistics } from "./statistics.ts";
import { findWord } from "./vocabulary.ts";
import { LEADING_SCOPE, SCOPE } from "./weights.ts";
import { plainWords, splitWords } from "./words.ts";

/** Indexes of CLIs by name. A name is a sequence of words, joined by spaces. */
export type CliAliases = ReadonlyMap<string, readonly number[]>;

/** CLI named in a query. */
export interface NamedCli {
  /** Index of the CLI. */
  readonly cli: number;
  /** Name used in the query. */
  readonly alias: string;
  /** Score added to each of its tools, in the points of `QueryTerm`. */
  readonly strength: number;
}

/** Generic endings of names. A CLI is also recognized by its name without the ending. */
const GENERIC_ENDINGS: ReadonlySet<string> = new Set(["tools", "tool", "cli", "mcp", "commands"]);
/**
 * Maximum number of words of a name in a query. Exceeds the length of any program name. Chinese names count one word per pair of letters.
 */
const MAX_ALIAS_WORDS = 12;

/** Words that can follow a verb, but not the name of a program: "find a string" is not about the program `find`. */
const DETERMINERS: ReadonlySet<string> = new Set(
  "a an the this that these those my our your his her its their any all every each some".split(" "),
);

/** Words that can precede the name of a program: "find text with grep". */
const PREPOSITIONS: ReadonlySet<string> = new Set("by from in of through use using via with".split(" "));

/** Collects the names by which a query can refer to the CLIs. CLIs without tools are omitted. */
export function collectAliases(clis: readonly IndexedCli[]): CliAliases {
  const aliases = new Map<string, number[]>();
  clis.forEach(({ cli, count, aliases: known = listAliases(cli) }, index) => {
    if (count === 0) return;
    for (const alias of known) {
      const indexes = aliases.get(alias);
      if (indexes === undefined) aliases.set(alias, [index]);
      else indexes.push(index);
    }
  });
  return aliases;
}

/** Returns the names of a CLI without duplicates: split at camel case and unsplit, with and without a generic ending. */
export function listAliases(cli: Pick<Cli, "name" | "program">): readonly string[] {
  const names = cliNames(cli).flatMap((name) => [plainWords(name), plainWords(name, () => true)]);
  return [...new Set(names.flatMap(aliasesOf))];
}

function aliasesOf(words: readonly string[]): readonly string[] {
  const last = words.at(-1);
  const isGeneric = words.length > 1 && last !== undefined && GENERIC_ENDINGS.has(last);
  return [words, ...(isGeneric ? [words.slice(0, -1)] : [])].filter((alias) => alias.length > 0).map((alias) => alias.join(" "));
}

/** The CLIs that a query can name. */
export interface ScopeSource {
  readonly aliases: CliAliases;
  readonly clis: readonly IndexedCli[];
  readonly statistics: SearchStatistics;
  readonly toolCount: number;
}

/** Returns the CLIs named by these words, each once, with its strongest name. */
export function findScopes(words: readonly string[], source: ScopeSource): readonly NamedCli[] {
  const scopes = new Map<number, NamedCli>();
  const rarest = inverseDocumentFrequency(1, source.toolCount);
  // Inside a sentence, an ordinary word is rarely a name: "show the output format of a job". A list of keywords has no stop words.
  const isSentence = words.some(isStopWord);
  for (let start = 0; start < words.length; start++) {
    for (let end = start + 1; end <= Math.min(words.length, start + MAX_ALIAS_WORDS); end++) {
      if (end === start + 1 && DETERMINERS.has(words[end] ?? "")) continue;
      const alias = words.slice(start, end).join(" ");
      for (const cli of source.aliases.get(alias) ?? []) {
        const confidence = confidenceOf(alias, cli, source);
        const isRarelyName = (isSentence && isInside(words, start, end)) || isProgramOnly(alias, source.clis[cli]?.cli);
        // Multiplies instead of using a power function, whose result can differ between machines.
        const certainty = isRarelyName ? confidence * confidence * confidence : confidence;
        const strength = Math.round(rarest * SCOPE * (start === 0 ? LEADING_SCOPE : 1) * certainty);
        if (strength > (scopes.get(cli)?.strength ?? 0)) scopes.set(cli, { cli, alias, strength });
      }
    }
  }
  return [...scopes.values()];
}

/** Reports whether a name is inside the query and not after a preposition. */
function isInside(words: readonly string[], start: number, end: number): boolean {
  return start > 0 && end < words.length && !PREPOSITIONS.has(words[start - 1] ?? "");
}

/**
 * Reports whether a name is only the name of the program: `convert` of the CLI `imagemagick`. Agents see the names of CLIs, so they rarely
 * refer to a CLI by the name of a program that is also an ordinary word.
 */
function isProgramOnly(alias: string, cli: Cli | undefined): boolean {
  return cli !== undefined && !listAliases({ name: cli.name }).includes(alias);
}

/**
 * Returns the confidence that a name refers to the CLI. It is 1 if no other tool contains the word, and approaches 0 for a word that many
 * other tools contain, such as `find`, `sort` or `test`. A name of several words always has confidence 1.
 */
function confidenceOf(alias: string, cli: number, { clis, statistics, toolCount }: ScopeSource): number {
  if (alias.includes(" ")) return 1;
  if (isStopWord(alias)) return 0;
  const stem = splitWords(alias)[0]?.stem ?? alias;
  const index = findWord(statistics.vocabulary, stem);
  const elsewhere = Math.max(0, (index === undefined ? 0 : statistics.countAt(index)) - (clis[cli]?.count ?? 0));
  const others = toolCount - (clis[cli]?.count ?? 0);
  return Math.log(1 + (others + 1) / (elsewhere + 1)) / Math.log(2 + others);
}
