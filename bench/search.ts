/**
 * Compares how often search engines rank the right tool among the first results. The queries are those of `--corpus FILE`, or the golden
 * set of the examples.
 */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { SearchFilters } from "../runtime/search/search.ts";
import { readInputs } from "../generator/host/inputs.ts";
import { exampleConfigPaths } from "../test/fixtures/example-configs.ts";
import type { BenchContext, Benchmark, BenchTable } from "./benchmark.ts";
import type { Corpus, CorpusQuery } from "./corpus.ts";
import { compileFiles, partsOf, readCorpus } from "./corpus.ts";
import type { SearchEngine } from "./search-engines.ts";
import { climaxSearch, createEngines } from "./search-engines.ts";
import { kindsOf, partialTable, recallTable, weakMatchTable } from "./search-sets.ts";
import type { Measured } from "./targets.ts";

/** Form of the queries of a corpus, and the number of results that must contain the expected tool. */
interface Asking {
  readonly title: string;
  readonly within: number;
  readonly ask: (query: CorpusQuery, cliName: string) => Omit<SearchFilters, "limit">;
}

const KEYWORDS: Asking = { title: "keywords R@10", within: 10, ask: ({ keywords }) => ({ query: keywords }) };

const ASKINGS: readonly Asking[] = [
  KEYWORDS,
  { title: "CLI + keywords R@5", within: 5, ask: ({ cli, keywords }) => ({ query: `${cli} ${keywords}` }) },
  { title: "sentence R@10", within: 10, ask: ({ sentence }) => ({ query: sentence }) },
  { title: "keywords, cli filter R@5", within: 5, ask: ({ keywords }, cli) => ({ query: keywords, cli }) },
  { title: "sentence, cli filter R@5", within: 5, ask: ({ sentence }, cli) => ({ query: sentence, cli }) },
];

const FOLDS = 5;

export const search: Benchmark = {
  name: "search",
  title: "relevance: how often the right tool is among the first results (--corpus FILE, otherwise the golden set)",
  options: ["corpus"],
  async run(context) {
    const path = context.options.corpus;
    return path === undefined ? await goldenTables() : await corpusTables(path, context);
  },
};

async function corpusTables(path: string, { say, seed }: BenchContext): Promise<readonly BenchTable[]> {
  const corpus = await readCorpus(path);
  const tools = corpus.clis.reduce((count, { tools: own }) => count + own.length, 0);
  const engines = createEngines(corpus.clis);
  const rows = engines.map((engine) => {
    say(`asking ${engine.name}`);
    return [engine.name, ...ASKINGS.map((asking) => recallOf(engine, corpus, asking)), ...keywordFigures(engine, corpus)];
  });
  say("asking by kind of query");
  const kinds = kindsOf(corpus, seed);
  return [
    {
      title: `Relevance, ${corpus.queries.length} queries over ${tools} tools`,
      columns: ["engine", ...ASKINGS.map(({ title }) => title), "keywords MRR@10", "keywords empty"],
      rows,
      measured: measuredOf(rows.at(-1) ?? []),
    },
    foldTable(corpus),
    recallTable("Relevance by kind of query", engines.slice(1), kinds),
    partialTable(corpus, seed),
    weakMatchTable(corpus.clis, kinds),
  ];
}

/** Returns the measured values of targets in the row of the runtime's search. */
function measuredOf([, ...figures]: readonly (string | number)[]): Measured {
  const [searchKeywords, searchCliKeywords, searchSentence, searchFiltered, , , searchEmpty] = figures.map(Number);
  return { searchKeywords, searchCliKeywords, searchSentence, searchFiltered, searchEmpty };
}

function recallOf(engine: SearchEngine, corpus: Corpus, { ask, within }: Asking): number {
  const names = cliNames(corpus);
  const hits = corpus.queries.filter((query) =>
    engine.find({ ...ask(query, names.get(query.tool) ?? ""), limit: within }).includes(query.tool),
  );
  return hits.length / corpus.queries.length;
}

function cliNames({ clis }: Corpus): ReadonlyMap<string, string> {
  return new Map(clis.flatMap(({ cli, tools }) => tools.map(({ name }) => [name, cli.name] as const)));
}

function keywordFigures(engine: SearchEngine, { queries }: Corpus): readonly number[] {
  const found = queries.map((query) => ({ query, names: engine.find({ ...KEYWORDS.ask(query, ""), limit: 10 }) }));
  const reciprocal = found.reduce(
    (sum, { query, names }) => sum + (names.includes(query.tool) ? 1 / (names.indexOf(query.tool) + 1) : 0),
    0,
  );
  return [reciprocal / queries.length, found.filter(({ names }) => names.length === 0).length / queries.length];
}

/** Measures the CLIs in five parts. If the weights were fitted to some CLIs, the parts would differ by more than chance. */
function foldTable(corpus: Corpus): BenchTable {
  const engine = climaxSearch(corpus.clis);
  const clis = [...new Set(corpus.queries.map(({ cli }) => cli))].toSorted();
  const foldOf = new Map(clis.map((cli, place) => [cli, place % FOLDS]));
  const rows = Array.from({ length: FOLDS }, (_, fold) => {
    const queries = corpus.queries.filter(({ cli }) => foldOf.get(cli) === fold);
    return [`part ${fold + 1}`, queries.length, ...ASKINGS.map((asking) => recallOf(engine, { ...corpus, queries }, asking))];
  });
  return {
    title: "climax_search by parts of the CLIs",
    columns: ["part", "queries", ...ASKINGS.map(({ title }) => title)],
    rows,
    note: "All tools are in the index for every part; only the queries are those of its CLIs.",
  };
}

/** A query of the golden set; `test/search/golden.test.ts` checks its form. */
interface WrittenQuery {
  readonly query: string;
  readonly cli?: string;
  readonly tool?: string;
  readonly tools?: readonly string[];
}

async function goldenTables(): Promise<readonly BenchTable[]> {
  const model = await compileFiles(readInputs(exampleConfigPaths).files);
  const { queries } = parse(readFileSync("test/search/golden.yaml", "utf8")) as {
    readonly queries: readonly WrittenQuery[];
  };
  const limits = [1, 3, 5, 10];
  const rows = createEngines(partsOf(model)).map((engine) => {
    const ranks = queries.map(({ query, cli, tool, tools = [tool ?? ""] }) => {
      const place = engine.find({ query, cli, limit: 10 }).findIndex((name) => tools.includes(name));
      return place === -1 ? Infinity : place + 1;
    });
    return [engine.name, ...limits.map((limit) => ranks.filter((rank) => rank <= limit).length / queries.length)];
  });
  const written = queries.filter(({ cli }) => cli === undefined).map(({ query, tool, tools = [tool ?? ""] }) => ({ query, tools }));
  return [
    { title: `Golden set of the examples, ${queries.length} queries`, columns: ["engine", ...limits.map((limit) => `R@${limit}`)], rows },
    weakMatchTable(partsOf(model), new Map([["golden set", written]])),
  ];
}
