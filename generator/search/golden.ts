/** A user's own list of queries, and how many of them find what they are to find. */
import type { ExplainedIndex } from "@climax-gen/runtime";
import type { GoldenQuery } from "../check/check-queries.ts";
import { count, quote } from "../diagnostics/wording.ts";

/** How a query went. */
export interface GoldenOutcome {
  readonly query: GoldenQuery;
  /** The best place of a tool that it is to find, from 1; absent where none of them is found at all. */
  readonly rank?: number;
  /** The first tools found. */
  readonly found: readonly string[];
}

export interface GoldenReport {
  readonly outcomes: readonly GoldenOutcome[];
  /** The outcomes whose rank is not within the limit. */
  readonly misses: readonly GoldenOutcome[];
  /** The part of the queries that is no miss, from 0 to 1. */
  readonly recall: number;
}

/** Most tools that a miss is said to have found instead. */
const SHOWN_INSTEAD = 3;

/** Runs every query and looks for its tools among the first `limit` results. Throws where there are no queries. */
export function runGolden(queries: readonly GoldenQuery[], index: ExplainedIndex, limit: number): GoldenReport {
  if (queries.length === 0) throw new Error("a checked list of queries is never empty");
  const outcomes = queries.map((query) => findRank(query, index));
  const misses = outcomes.filter(({ rank = Infinity }) => rank > limit);
  // Not 1 minus the misses: that of 17 in 25 queries is less than 0.68.
  return { outcomes, misses, recall: (queries.length - misses.length) / queries.length };
}

function findRank(query: GoldenQuery, index: ExplainedIndex): GoldenOutcome {
  const { query: text, cli, category, tools } = query;
  const found = index.find({ query: text, cli, category, limit: Number.MAX_SAFE_INTEGER }).map(({ name }) => name);
  const place = found.findIndex((name) => tools.includes(name));
  return { query, ...(place !== -1 && { rank: place + 1 }), found: found.slice(0, SHOWN_INSTEAD) };
}

/** A line for each miss, and the recall. Ends with a line feed. */
export function formatGolden({ outcomes, misses, recall }: GoldenReport, limit: number): string {
  const hits = outcomes.length - misses.length;
  const total = `recall ${recall.toFixed(3)} within ${limit}: ${hits} of ${count(outcomes.length, "query")}`;
  return `${[...misses.map(formatMiss), total].join("\n")}\n`;
}

function formatMiss({ query, rank, found }: GoldenOutcome): string {
  const filters = [query.cli && `cli ${quote(query.cli)}`, query.category && `category ${quote(query.category)}`].filter(Boolean);
  const asked = [quote(query.query), ...filters].join(", ");
  const place = rank === undefined ? "not found" : `at place ${rank}`;
  const instead = found.length === 0 ? "nothing was found" : `first ${found.join(", ")}`;
  return `miss ${asked}: ${query.tools.join(" or ")} ${place}, ${instead}`;
}
