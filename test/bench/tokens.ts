/** What a server costs a model's context, in tokens: its list, a search, and the way to a first call; progressive against classic. */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { readInputs } from "../../generator/host/inputs.ts";
import { createListReader, numberClis } from "../../runtime/tool-index/index-reader.ts";
import type { ToolIndex } from "../../runtime/tool-index/tool-index.ts";
import { createIndexOver } from "../../runtime/tool-index/tool-index.ts";
import { answerSearch } from "../../runtime/server/answer-search.ts";
import { createRequestHandler } from "../../runtime/server/request-handler.ts";
import type { Benchmark, BenchTable } from "./benchmark.ts";
import type { Corpus } from "./corpus.ts";
import { compileFiles, partsOf, readCorpus } from "./corpus.ts";

/** As many results as an agent that knows what it wants asks for. */
const RESULTS = 5;

export const tokens: Benchmark = {
  name: "tokens",
  title: "tokens (o200k) of tools/list, of a search and of the way to a first call, for the examples and --corpus FILE",
  options: ["corpus"],
  async run({ options }) {
    const examples = partsOf(await compileFiles(readInputs(["examples"]).files));
    const path = options.corpus;
    const sets = [
      { title: "examples", clis: examples, queries: ["newest commits", "container logs", "free disk space"] },
      ...(path === undefined ? [] : [await corpusSet(path)]),
    ];
    return [tokenTable(sets)];
  },
};

interface TokenSet {
  readonly title: string;
  readonly clis: Corpus["clis"];
  readonly queries: readonly string[];
}

async function corpusSet(path: string): Promise<TokenSet> {
  const { clis, queries } = await readCorpus(path);
  return { title: "corpus", clis, queries: queries.filter((_, place) => place % 50 === 0).map(({ keywords }) => keywords) };
}

function tokenTable(sets: readonly TokenSet[]): BenchTable {
  const rows = sets.map(rowOf);
  return {
    title: "Tokens (o200k)",
    columns: [
      "tools",
      "number",
      "list",
      `search, ${RESULTS} results`,
      "to the first call",
      "classic list",
      "classic to the first call",
      "part",
    ],
    rows,
    measured: { tokensList: rows[0]?.[2] },
    note: "JSON as it goes over the wire; searches are the mean of several. The way to a call is the list, the search with its answer, and the call.",
  };
}

function rowOf({ title, clis, queries }: TokenSet): readonly [string, ...(readonly number[])] {
  const index = indexOf(clis);
  const [progressive, classic] = [listTokens(index, false), listTokens(index, true)];
  const searches = queries.map((query) => searchTokens(index, query));
  const found = mean(searches.map(({ answer }) => answer));
  const way = progressive + mean(searches.map(({ asked, answer, call }) => asked + answer + call));
  const classicWay = classic + mean(searches.map(({ classicCall }) => classicCall));
  return [title, index.toolCount, progressive, found, way, classic, classicWay, way / classicWay];
}

function indexOf(clis: Corpus["clis"]): ToolIndex {
  const tools = clis.flatMap((part) => part.tools);
  return createIndexOver(createListReader(numberClis(clis), tools));
}

function listTokens(index: ToolIndex, classic: boolean): number {
  return countTokens(JSON.stringify(createRequestHandler(index, classic).listTools()));
}

function searchTokens(index: ToolIndex, query: string): Readonly<Record<"asked" | "answer" | "call" | "classicCall", number>> {
  const given = { query, limit: RESULTS };
  const { text } = answerSearch(index, given);
  const [first] = index.search(given);
  const call = { tool_name: first?.tool_name ?? "", args: {} };
  return {
    asked: countTokens(JSON.stringify({ name: "climax_search", arguments: given })),
    answer: countTokens(text),
    call: countTokens(JSON.stringify({ name: "climax_call", arguments: call })),
    classicCall: countTokens(JSON.stringify({ name: call.tool_name, arguments: {} })),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
