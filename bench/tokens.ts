/** Measures the context tokens of a server: its list, a search, and all messages up to a first call, progressive compared with classic. */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { readInputs } from "../generator/host/inputs.ts";
import { exampleConfigPaths } from "../test/fixtures/example-configs.ts";
import { listMetaTools } from "../runtime/server/meta-tools.ts";
import { createListReader, numberClis } from "../runtime/tool-index/index-reader.ts";
import type { ToolIndex } from "../runtime/tool-index/tool-index.ts";
import { createIndexOver } from "../runtime/tool-index/tool-index.ts";
import { answerSearch } from "../runtime/server/answer-search.ts";
import { createRequestHandler } from "../runtime/server/request-handler.ts";
import type { Benchmark, BenchTable } from "./benchmark.ts";
import type { Corpus } from "./corpus.ts";
import { compileFiles, partsOf, readCorpus } from "./corpus.ts";
import { syntheticConfigs } from "./synthetic.ts";
import { sessionTable } from "./token-session.ts";

/** `--search-schemas` of the second table. */
const SCHEMAS = 3;

/** A default search of these tools costs as much as one of 150 tools that people wrote for 19 real programs: 1,500 to 3,400 tokens. */
const MADE_UP = { tools: 150, configs: 19, args: 12, seed: 7 };

export const tokens: Benchmark = {
  name: "tokens",
  title: "tokens (o200k) of tools/list, of a search and of the way to a first call, for the examples and --corpus FILE",
  options: ["corpus"],
  async run({ options }) {
    const examples = partsOf(await compileFiles(readInputs(exampleConfigPaths).files));
    const path = options.corpus;
    const sets = [
      { title: "examples", clis: examples, queries: ["newest commits", "container logs", "free disk space"] },
      await syntheticSet(),
      ...(path === undefined ? [] : [await corpusSet(path)]),
    ];
    return [tokenTable(sets), searchTable(sets), await sessionTable(indexOf(examples))];
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

async function syntheticSet(): Promise<TokenSet> {
  const files = Array.from(syntheticConfigs(MADE_UP), ([path, text]) => ({ path, bytes: Buffer.from(text) }));
  const title = `${MADE_UP.configs} made-up CLIs, 2 to ${MADE_UP.args} arguments`;
  return { title, clis: partsOf(await compileFiles(files)), queries: ["list container", "create backup", "delete secret", "show logs"] };
}

function tokenTable(sets: readonly TokenSet[]): BenchTable {
  const rows = sets.map(rowOf);
  return {
    title: "Tokens (o200k)",
    columns: ["tools", "number", "list", "search", "to the first call", "classic list", "classic to the first call", "part"],
    rows,
    measured: { tokensList: countTokens(JSON.stringify(listMetaTools(new Set()))) },
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

/** A search with the default limit: the contract's keys alone, all keys, and all keys with few schemas. */
function searchTable(sets: readonly TokenSet[]): BenchTable {
  const rows = sets.map(({ title, clis, queries }): readonly [string, ...(readonly number[])] => {
    const index = indexOf(clis);
    const costs = queries.map((query) =>
      [contractText(index, query), answerText(index, query), answerText(index, query, SCHEMAS)].map((text) => countTokens(text)),
    );
    const [contract = 0, whole = 0, few = 0] = [0, 1, 2].map((column) => mean(costs.map((cost) => cost[column] ?? 0)));
    const summary = countTokens(answerSearch(index, {}).text);
    return [title, index.toolCount, summary, contract, whole, few, few / contract];
  });
  return {
    title: "Tokens of a search with the default limits",
    columns: ["tools", "number", "summary", "contract's keys only", "as sent", `with \`--search-schemas ${SCHEMAS}\``, "part"],
    rows,
    measured: { tokensSearch: rows[1]?.[6] },
    note: "The mean of several queries. The part is the search with few schemas against one with only the keys of CLImax 0.3.",
  };
}

function answerText(index: ToolIndex, query: string, searchSchemas?: number): string {
  return answerSearch(index, { query }, searchSchemas === undefined ? {} : { searchSchemas }).text;
}

/** Returns the reply of CLImax 0.3. */
function contractText(index: ToolIndex, query: string): string {
  const results = index.search({ query, limit: 10 }).map(({ risk: _risk, ...result }) => result);
  return JSON.stringify({ mode: "search", results });
}

function indexOf(clis: Corpus["clis"]): ToolIndex {
  const tools = clis.flatMap((part) => part.tools);
  return createIndexOver(createListReader(numberClis(clis), tools));
}

function listTokens(index: ToolIndex, classic: boolean): number {
  return countTokens(JSON.stringify(createRequestHandler(index, classic).listTools()));
}

function searchTokens(index: ToolIndex, query: string): Readonly<Record<"asked" | "answer" | "call" | "classicCall", number>> {
  const given = { query };
  const { text } = answerSearch(index, given);
  const [first] = index.search({ ...given, limit: 1 });
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
