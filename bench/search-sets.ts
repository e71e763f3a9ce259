/** Measures relevance by kind of query, and the results for requests that no tool serves. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { createExplainedIndex } from "../runtime/tool-index/explained-index.ts";
import type { BenchTable } from "./benchmark.ts";
import type { Corpus, CorpusQuery } from "./corpus.ts";
import type { Random } from "./random.ts";
import { below, createRandom } from "./random.ts";
import type { SearchEngine } from "./search-engines.ts";
import { climaxSearch } from "./search-engines.ts";

/** A query, and the tools of which at least one must be found. */
export interface Expected {
  readonly query: string;
  readonly tools: readonly string[];
}

const RANKS = [1, 5, 10] as const;

/** Minimum number of tools in a part of the corpus, and number of random divisions. */
const PART_SIZE = 100;
const DIVISIONS = 4;

/** Returns the queries of a corpus by kind: words, words with the name of the CLI, sentences, and both with typos. */
export function kindsOf({ queries, clis }: Corpus, seed: number): ReadonlyMap<string, readonly Expected[]> {
  const names = new Set(clis.flatMap(({ cli }) => [cli.name, cli.name.replace(/-tools$/, "")]).map((name) => name.toLowerCase()));
  const toExpected = (form: (query: CorpusQuery) => string) => queries.map((query) => ({ query: form(query), tools: [query.tool] }));
  const keywords = toExpected((query) => query.keywords);
  const sentences = toExpected(({ sentence }) => sentence);
  const verbs = queries.filter(({ sentence, cli }) => {
    const first = firstWord(sentence);
    return first !== cli.toLowerCase() && names.has(first);
  });
  return new Map([
    ["keywords", keywords],
    ["keywords, one with a typo", withTypos(keywords, seed)],
    ["CLI and keywords", toExpected((query) => `${query.cli} ${query.keywords}`)],
    ["keywords and CLI", toExpected((query) => `${query.keywords} ${query.cli}`)],
    ["keywords, the CLI after the first", toExpected((query) => query.keywords.replace(/(?= |$)/, ` ${query.cli}`))],
    ['sentences after "use CLI to"', toExpected(({ cli, sentence }) => `use ${cli} to ${sentence}`)],
    ["sentences", sentences],
    ["sentences, one word with a typo", withTypos(sentences, seed)],
    ["sentences whose first word is the name of another CLI", verbs.map(({ sentence: query, tool }) => ({ query, tools: [tool] }))],
  ]);
}

/** Measures recall at ranks 1, 5 and 10 of each engine, by kind of query. */
export function recallTable(title: string, engines: readonly SearchEngine[], kinds: ReadonlyMap<string, readonly Expected[]>): BenchTable {
  const rows = [...kinds].flatMap(([kind, queries]) =>
    engines.map((engine) => {
      const ranks = queries.map(({ query, tools }) => engine.find({ query, limit: 10 }).findIndex((name) => tools.includes(name)));
      const recalls = RANKS.map((limit) => ranks.filter((rank) => rank !== -1 && rank < limit).length / queries.length);
      return [kind, queries.length, engine.name, ...recalls];
    }),
  );
  return { title, columns: ["queries", "number", "engine", ...RANKS.map((rank) => `R@${rank}`)], rows };
}

/** Measures recall in servers of about a hundred tools. The CLIs are divided at random, and each part receives the queries of its CLIs. */
export function partialTable(corpus: Corpus, seed: number): BenchTable {
  const random = createRandom(seed);
  const ranks = new Map<string, number[]>();
  for (let division = 0; division < DIVISIONS; division += 1) {
    for (const clis of divide(corpus.clis, random)) {
      const names = new Set(clis.flatMap(({ tools }) => tools.map(({ name }) => name)));
      const engine = climaxSearch(clis);
      for (const [kind, queries] of kindsOf({ ...corpus, queries: corpus.queries.filter(({ tool }) => names.has(tool)) }, seed)) {
        const found = queries.map(({ query, tools }) => engine.find({ query, limit: 10 }).findIndex((name) => tools.includes(name)));
        ranks.set(kind, [...(ranks.get(kind) ?? []), ...found]);
      }
    }
  }
  const rows = Array.from(ranks, ([kind, found]) => {
    return [kind, found.length, ...RANKS.map((limit) => found.filter((rank) => rank !== -1 && rank < limit).length / found.length)];
  });
  return { title: "climax_search over about 100 tools", columns: ["queries", "number", ...RANKS.map((rank) => `R@${rank}`)], rows };
}

/** Divides CLIs in a random order into parts of at least `PART_SIZE` tools; the last part can be smaller. */
function divide(clis: Corpus["clis"], random: Random): readonly Corpus["clis"][] {
  const shuffled = clis.map((part) => ({ part, key: random() })).toSorted((left, right) => left.key - right.key);
  const parts: Corpus["clis"][number][][] = [];
  let size = PART_SIZE;
  for (const { part } of shuffled) {
    if (size >= PART_SIZE) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(part);
    size += part.tools.length;
  }
  return parts;
}

/**
 * Measures the fraction of queries with results, and of queries whose best result is not weak. Compares requests that no tool serves with
 * others.
 */
export function weakMatchTable(clis: Corpus["clis"], kinds: ReadonlyMap<string, readonly Expected[]>): BenchTable {
  const index = createExplainedIndex(clis);
  const unserved = (parse(readFileSync("test/search/no-tool.yaml", "utf8")) as readonly string[]).map((query) => ({ query, tools: [] }));
  const rows = [...new Map<string, readonly Expected[]>([["no tool serves", unserved], ...kinds])].map(([kind, queries]) => {
    const found = queries.map(({ query, tools }) => {
      const { tools: results, isWeak } = index.find({ query, limit: 5 });
      return { isEmpty: results.length === 0, isWeak, isRight: results.some(({ name }) => tools.includes(name)) };
    });
    const right = found.filter(({ isRight }) => isRight);
    const part = (count: number, total: number): number | string => (total === 0 ? "" : count / total);
    return [
      kind,
      queries.length,
      part(found.filter(({ isEmpty }) => !isEmpty).length, found.length),
      part(found.filter(({ isEmpty, isWeak }) => !isEmpty && !isWeak).length, found.length),
      part(right.filter(({ isWeak }) => isWeak).length, right.length),
    ];
  });
  const columns = ["queries", "number", "with results", "with results that are not weak", "weak although the tool is among the first 5"];
  return { title: "Weak matches", columns, rows };
}

function firstWord(sentence: string): string {
  return /^[\p{L}\p{N}_-]+/u.exec(sentence)?.[0].toLowerCase() ?? "";
}

function withTypos(queries: readonly Expected[], seed: number): readonly Expected[] {
  const random = createRandom(seed);
  return queries.map(({ query, tools }) => ({ query: addTypo(query, random), tools }));
}

/** Makes a typo in the longest word: a letter is missing, doubled or swapped with the next one. The first letter stays. */
function addTypo(query: string, random: Random): string {
  const words = query.split(" ");
  const longest = words.reduce((best, word, place) => (word.length > (words[best] ?? "").length ? place : best), 0);
  const word = words[longest] ?? "";
  if (word.length < 4) return query;
  const at = 1 + below(random, word.length - 2);
  const [before, letter = "", next = "", after] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 2)];
  const changed = [`${before}${next}${after}`, `${before}${letter}${letter}${next}${after}`, `${before}${next}${letter}${after}`];
  words[longest] = changed[below(random, changed.length)] ?? word;
  return words.join(" ");
}
