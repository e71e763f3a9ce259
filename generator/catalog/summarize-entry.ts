/** Measures an entry of the catalog: its tools by risk, what they cost an agent, and whether golden queries find them. Pure. */
import { answerSearch } from "@climax-gen/runtime/internal/server/answer-search";
import type { Risk } from "@climax-gen/runtime/internal/tool/tool-spec";
import { toListing } from "@climax-gen/runtime/internal/tool/tool-listing";
import { createExplainedIndexOver } from "@climax-gen/runtime/internal/tool-index/explained-index";
import type { CliWithTools } from "@climax-gen/runtime/internal/tool-index/index-reader";
import { createPartsReader } from "@climax-gen/runtime/internal/tool-index/index-reader";
import { createIndexOver } from "@climax-gen/runtime/internal/tool-index/tool-index";
import { checkQueries, type GoldenQuery } from "../check/queries/check-queries.ts";
import { toolTokens } from "../lint/find-lint.ts";
import { toCliTools } from "../resolve/model.ts";
import { resolveModel } from "../resolve/resolve-model.ts";
import { formatMiss, runGolden } from "../search/golden.ts";
import { namesOf } from "../search/searchable.ts";
import { estimateTokens } from "../text/token-estimate.ts";
import type { CatalogEntry, CatalogFacts } from "./catalog-entry.ts";
import { loadFile, readFacts } from "./catalog-entry.ts";
import { checkEntry } from "./check-entry.ts";

/** A tool of an entry. */
export interface ToolSummary {
  readonly name: string;
  readonly description: string;
  readonly risk?: Risk;
  /** Number of arguments. */
  readonly args: number;
  /** Estimated tokens in the results of a search. */
  readonly tokens: number;
}

/** Figures of an entry. Tokens are estimates for the encoding o200k. */
export interface EntrySummary extends CatalogFacts {
  readonly name: string;
  /** Names of the programs, those of the configs. */
  readonly programs: readonly string[];
  readonly hasPolicy: boolean;
  readonly tools: readonly ToolSummary[];
  /** Tokens of a list of all tools with their schemas, which a server in classic mode sends. */
  readonly listTokens: number;
  /** Tokens of the reply to a search with the default options. Omitted if there are no golden queries. */
  readonly searchTokens?: { readonly median: number; readonly max: number };
  /** Result of the golden queries. Omitted if there are none. */
  readonly golden?: GoldenSummary;
}

/** How many golden queries find their tool. */
export interface GoldenSummary {
  readonly queries: number;
  /** Fraction of queries whose tool is first, and among the first five. */
  readonly first: number;
  readonly amongFive: number;
  /** One line for each query whose tool is not first. */
  readonly misses: readonly string[];
}

/** Measures an entry. Golden queries with an error count as missing. */
export async function summarizeEntry(entry: CatalogEntry): Promise<EntrySummary> {
  const { configs } = await checkEntry(entry);
  const parts = toCliTools(resolveModel(configs, {}).clis);
  const queries = readQueries(entry, parts);
  const golden = measureGolden(queries, parts);
  return {
    name: entry.name,
    programs: entry.configs.map(({ name }) => name.replace(/\.yaml$/, "")),
    ...readFacts(entry),
    hasPolicy: entry.policy !== undefined,
    tools: measureTools(parts),
    listTokens: estimateTokens(JSON.stringify(parts.flatMap(({ tools }) => tools.map((tool) => toListing(tool))))),
    ...(golden !== undefined && { searchTokens: measureSearches(queries, parts), golden }),
  };
}

/** Measures the tools of an entry. */
export function measureTools(parts: readonly CliWithTools[]): readonly ToolSummary[] {
  const tools = parts.flatMap((part) => part.tools);
  return tools.map(({ risk, ...tool }) => ({
    name: tool.name,
    description: tool.description,
    ...(risk !== undefined && { risk }),
    args: tool.args.length,
    tokens: toolTokens({ ...tool, ...(risk !== undefined && { risk }) }),
  }));
}

/** Runs golden queries. Returns undefined if there are none. */
export function measureGolden(queries: readonly GoldenQuery[], parts: readonly CliWithTools[]): GoldenSummary | undefined {
  if (queries.length === 0) return undefined;
  const { recall: first, misses, outcomes } = runGolden(queries, createExplainedIndexOver(createPartsReader(parts)), 1);
  const amongFive = outcomes.filter(({ rank = Infinity }) => rank <= 5).length / queries.length;
  return { queries: queries.length, first, amongFive, misses: misses.map(formatMiss) };
}

/** Returns the golden queries of an entry. Those with an error are missing. */
export function readQueries({ queries }: CatalogEntry, parts: readonly CliWithTools[]): readonly GoldenQuery[] {
  const document = queries && loadFile(queries);
  return (document && checkQueries(document, namesOf(parts)).queries) ?? [];
}

function measureSearches(queries: readonly GoldenQuery[], parts: readonly CliWithTools[]): { median: number; max: number } {
  const index = createIndexOver(createPartsReader(parts));
  const tokens = queries.map(({ query }) => estimateTokens(answerSearch(index, { query }).text)).toSorted((left, right) => left - right);
  return { median: tokens[Math.floor(tokens.length / 2)] ?? 0, max: tokens.at(-1) ?? 0 };
}
