/** The CLIs that a query names: "git commit history" is about git, and the word is no keyword among others. */
import type { IndexedCli } from "../tool-index/index-reader.ts";
import type { Cli } from "../tool/tool.ts";
import { cliNames } from "./fields.ts";
import { rarityOf } from "./query-terms.ts";
import { isStopWord } from "./stop-words.ts";
import type { SearchStatistics } from "./statistics.ts";
import { findWord } from "./vocabulary.ts";
import { LEADING_SCOPE, SCOPE } from "./weights.ts";
import { plainWords, splitWords } from "./words.ts";

/** Words in a row, joined by spaces → the places of the CLIs that are called so. */
export type CliAliases = ReadonlyMap<string, readonly number[]>;

/** A CLI that the query names. */
export interface Scope {
  /** Its place among the CLIs. */
  readonly cli: number;
  /** What the query calls it. */
  readonly alias: string;
  /** Added to the score of each of its tools, in the points of `QueryTerm`. */
  readonly strength: number;
}

/** What names are often given at their end to say that they are tools; the name is also known without it. */
const GENERIC_ENDINGS: ReadonlySet<string> = new Set(["tools", "tool", "cli", "mcp", "commands"]);
/** Words of a name that a query is compared with: more than any program has, and the pairs of as many Chinese letters. */
const LONGEST_ALIAS = 12;

/** Words that follow a verb and no name: "find a string" asks for something to be found, with whatever program. */
const DETERMINERS: ReadonlySet<string> = new Set(
  "a an the this that these those my our your his her its their any all every each some".split(" "),
);

/** What the CLIs may be called in a query. */
export function collectAliases(clis: readonly IndexedCli[]): CliAliases {
  const aliases = new Map<string, number[]>();
  clis.forEach(({ cli, count, aliases: known = listAliases(cli) }, place) => {
    if (count === 0) return;
    for (const alias of known) {
      const places = aliases.get(alias);
      if (places === undefined) aliases.set(alias, [place]);
      else places.push(place);
    }
  });
  return aliases;
}

/** What a CLI may be called, each once: its names, in camel case also in one piece, with and without a generic ending. */
export function listAliases(cli: Pick<Cli, "name" | "program">): readonly string[] {
  const names = cliNames(cli).flatMap((name) => [plainWords(name), plainWords(name, () => true)]);
  return [...new Set(names.flatMap(aliasesOf))];
}

function aliasesOf(words: readonly string[]): readonly string[] {
  const last = words.at(-1);
  const isGeneric = words.length > 1 && last !== undefined && GENERIC_ENDINGS.has(last);
  return [words, ...(isGeneric ? [words.slice(0, -1)] : [])].filter((alias) => alias.length > 0).map((alias) => alias.join(" "));
}

export interface ScopeSource {
  readonly aliases: CliAliases;
  readonly clis: readonly IndexedCli[];
  readonly statistics: SearchStatistics;
  readonly toolCount: number;
}

/** The CLIs that these words name, each once, as it is named most clearly. */
export function findScopes(words: readonly string[], source: ScopeSource): readonly Scope[] {
  const scopes = new Map<number, Scope>();
  const rarest = rarityOf(1, source.toolCount);
  for (let start = 0; start < words.length; start++) {
    for (let end = start + 1; end <= Math.min(words.length, start + LONGEST_ALIAS); end++) {
      if (end === start + 1 && DETERMINERS.has(words[end] ?? "")) continue;
      const alias = words.slice(start, end).join(" ");
      for (const cli of source.aliases.get(alias) ?? []) {
        const strength = Math.round(rarest * SCOPE * (start === 0 ? LEADING_SCOPE : 1) * clarityOf(alias, cli, source));
        if (strength > (scopes.get(cli)?.strength ?? 0)) scopes.set(cli, { cli, alias, strength });
      }
    }
  }
  return [...scopes.values()];
}

/**
 * How surely a word means the CLI: 1 for one that no other tool uses, towards 0 for a word that many do, such as `find`, `sort` or
 * `test`. Several words in a row are no coincidence.
 */
function clarityOf(alias: string, cli: number, { clis, statistics, toolCount }: ScopeSource): number {
  if (alias.includes(" ")) return 1;
  if (isStopWord(alias)) return 0;
  const stem = splitWords(alias)[0]?.stem ?? alias;
  const place = findWord(statistics.vocabulary, stem);
  const elsewhere = Math.max(0, (place === undefined ? 0 : statistics.countAt(place)) - (clis[cli]?.count ?? 0));
  const others = toolCount - (clis[cli]?.count ?? 0);
  return Math.log(1 + (others + 1) / (elsewhere + 1)) / Math.log(2 + others);
}
