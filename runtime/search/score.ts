/** Scores all tools for a query. */
import type { IndexedCli } from "./reader.ts";
import { FULL_IMPACT, visitPostings } from "./postings.ts";
import type { NamedCommand } from "./command-path.ts";
import { UNNAMED_GROUP } from "./weights.ts";
import type { Query, QueryTerm } from "./query-terms.ts";
import type { NamedCli } from "./scope.ts";
import type { SearchStatistics } from "./statistics.ts";

/** A query with the CLIs and the subcommand that it names. */
export interface ScoredQuery extends Query {
  readonly scopes: readonly NamedCli[];
  /** Omitted if the query does not start with a subcommand. */
  readonly command?: NamedCommand;
  /** Ordinals of the tools in groups of subcommands that the query does not name. */
  readonly unnamed: readonly number[];
}

/** Per-tool buffers, by ordinal. They are reused for all queries, because allocation would dominate the cost of a query. */
export interface Accumulators {
  /** Score; 0 if nothing matches. */
  readonly points: Float64Array;
  /** Sum of the weights of the matching terms. */
  readonly covered: Int32Array;
  /** Best score of the current term so far; all zero between terms. */
  readonly best: Int32Array;
}

/** Allocates the buffers for an index of this size. */
export function createAccumulators(toolCount: number): Accumulators {
  return { points: new Float64Array(toolCount), covered: new Int32Array(toolCount), best: new Int32Array(toolCount) };
}

/** The index that is scored. */
export interface ScoreSource {
  readonly statistics: SearchStatistics;
  readonly clis: readonly IndexedCli[];
}

/**
 * Computes the score of each tool and returns `into.points`. The score of a tool is the sum of its best term matches, weighted by impact
 * and IDF. It is multiplied by the coverage factor, and by that of a group that the query does not name. The strength of the scope of the
 * tool's CLI is added last.
 */
export function scoreTools({ terms, scopes, unnamed }: ScoredQuery, { statistics, clis }: ScoreSource, into: Accumulators): Float64Array {
  const { points, covered } = into;
  points.fill(0);
  covered.fill(0);
  for (const term of terms) addTerm(term, statistics, into);
  const weight = terms.reduce((sum, term) => sum + term.weight, 0);
  // The factor of full coverage is 1. With a single term, every matching tool has full coverage.
  for (let ordinal = 0; terms.length > 1 && ordinal < points.length; ordinal++) {
    const found = covered[ordinal] ?? 0;
    if (found > 0 && found < weight) points[ordinal] = (points[ordinal] ?? 0) * coverageFactor(found, weight);
  }
  for (const ordinal of unnamed) points[ordinal] = (points[ordinal] ?? 0) * UNNAMED_GROUP;
  for (const { cli, strength } of scopes) {
    const { first = 0, count = 0 } = clis[cli] ?? {};
    for (let ordinal = first; ordinal < first + count; ordinal++) points[ordinal] = (points[ordinal] ?? 0) + strength * FULL_IMPACT;
  }
  return points;
}

/** Adds the score of the named subcommand to its tools. */
export function addCommand({ command }: ScoredQuery, points: Float64Array): void {
  for (const ordinal of command?.ordinals ?? []) points[ordinal] = (points[ordinal] ?? 0) + (command?.strength ?? 0) * FULL_IMPACT;
}

/** Returns the fourth root of the covered fraction: 0.84 for half of a query. Uses square roots, which are exact on every machine. */
export function coverageFactor(covered: number, weight: number): number {
  return Math.sqrt(Math.sqrt(covered / weight));
}

function addTerm({ weight, matches }: QueryTerm, statistics: SearchStatistics, { points, covered, best }: Accumulators): void {
  for (const { index, strength } of matches) {
    visitPostings(statistics.postingsAt(index), (ordinal, impact) => {
      const given = best[ordinal] ?? 0;
      const gain = strength * impact - given;
      if (gain <= 0) return;
      if (given === 0) covered[ordinal] = (covered[ordinal] ?? 0) + weight;
      best[ordinal] = given + gain;
      points[ordinal] = (points[ordinal] ?? 0) + gain;
    });
  }
  best.fill(0);
}
