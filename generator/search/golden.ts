/** Measures the recall of a list of golden queries. */
import type { ExplainedIndex } from "@climax-gen/runtime/internal/tool-index/explained-index";
import type { GoldenQuery } from "../check/queries/check-queries.ts";
import { count, quote } from "../text/wording.ts";

/** Result of one query. */
export interface GoldenOutcome {
  readonly query: GoldenQuery;
  /** Best rank of an expected tool, from 1. Omitted if no expected tool is found. */
  readonly rank?: number;
  /** Names of the first tools found. */
  readonly found: readonly string[];
}

/** Outcome of all queries of a list. */
export interface GoldenReport {
  readonly outcomes: readonly GoldenOutcome[];
  /** Outcomes without a rank within the limit. */
  readonly misses: readonly GoldenOutcome[];
  /** Fraction of queries without a miss, from 0 to 1. */
  readonly recall: number;
}

/** Maximum number of tools listed for a miss. */
const MAX_SHOWN = 3;

/** Runs every query and checks whether an expected tool is among the first `limit` results. Throws if the list is empty. */
export function runGolden(queries: readonly GoldenQuery[], index: ExplainedIndex, limit: number): GoldenReport {
  if (queries.length === 0) throw new Error("a checked list of queries is never empty");
  const outcomes = queries.map((query) => findRank(query, index));
  const misses = outcomes.filter(({ rank = Infinity }) => rank > limit);
  // Not `1 - misses / queries`: with 17 hits in 25 queries, it is less than 0.68.
  return { outcomes, misses, recall: (queries.length - misses.length) / queries.length };
}

function findRank(query: GoldenQuery, index: ExplainedIndex): GoldenOutcome {
  const { query: text, cli, category, tools } = query;
  const found = index.find({ query: text, cli, category, limit: Number.MAX_SAFE_INTEGER }).tools.map(({ name }) => name);
  const place = found.findIndex((name) => tools.includes(name));
  return { query, ...(place !== -1 && { rank: place + 1 }), found: found.slice(0, MAX_SHOWN) };
}

/** Formats one line per miss, then the recall. Ends with a line feed. */
export function formatGolden({ outcomes, misses, recall }: GoldenReport, limit: number): string {
  const hits = outcomes.length - misses.length;
  const total = `recall ${recall.toFixed(3)} within ${limit}: ${hits} of ${count(outcomes.length, "query")}`;
  return `${[...misses.map(formatMiss), total].join("\n")}\n`;
}

/** Formats a query that does not find its tool, in one line. */
export function formatMiss({ query, rank, found }: GoldenOutcome): string {
  const filters = [query.cli && `cli ${quote(query.cli)}`, query.category && `category ${quote(query.category)}`].filter(Boolean);
  const asked = [quote(query.query), ...filters].join(", ");
  const place = rank === undefined ? "not found" : `at rank ${rank}`;
  const instead = found.length === 0 ? "no results" : `first ${found.join(", ")}`;
  return `miss ${asked}: ${query.tools.join(" or ")} ${place}, ${instead}`;
}
