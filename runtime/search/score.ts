/** The score of every tool for a query. */
import type { IndexedCli } from "../tool-index/index-reader.ts";
import { FULL_IMPACT, visitPostings } from "./postings.ts";
import type { Query, QueryTerm } from "./query-terms.ts";
import type { Scope } from "./scope.ts";
import type { SearchStatistics } from "./statistics.ts";

export interface ScoredQuery extends Query {
  readonly scopes: readonly Scope[];
}

/** Numbers of every tool, by ordinal. Made once and used for each query: at any size, new ones would be most of what a query costs. */
export interface Accumulators {
  /** The score; 0 for a tool that has nothing of the query. */
  readonly points: Float64Array;
  /** The mass of the terms found. */
  readonly covered: Int32Array;
  /** What the term at hand has given so far; all zero between terms. */
  readonly best: Int32Array;
}

export function createAccumulators(toolCount: number): Accumulators {
  return { points: new Float64Array(toolCount), covered: new Int32Array(toolCount), best: new Int32Array(toolCount) };
}

export interface ScoreSource {
  readonly statistics: SearchStatistics;
  readonly clis: readonly IndexedCli[];
}

/**
 * The points of each tool, which are `into.points`. A tool's words count by what they weigh there and by how rare they are, times how
 * much of the query is covered; then comes what naming its CLI adds.
 */
export function scoreTools({ terms, scopes }: ScoredQuery, { statistics, clis }: ScoreSource, into: Accumulators): Float64Array {
  const { points, covered } = into;
  points.fill(0);
  covered.fill(0);
  for (const term of terms) addTerm(term, statistics, into);
  const mass = terms.reduce((sum, term) => sum + term.mass, 0);
  // A tool that has all of a query keeps its points, and with one term every tool that is found has all of it.
  for (let ordinal = 0; terms.length > 1 && ordinal < points.length; ordinal++) {
    const found = covered[ordinal] ?? 0;
    if (found > 0 && found < mass) points[ordinal] = (points[ordinal] ?? 0) * coverageFactor(found, mass);
  }
  for (const { cli, strength } of scopes) {
    const { first = 0, count = 0 } = clis[cli] ?? {};
    for (let ordinal = first; ordinal < first + count; ordinal++) points[ordinal] = (points[ordinal] ?? 0) + strength * FULL_IMPACT;
  }
  return points;
}

/** The fourth root of the covered share: half of a query is worth 84 % of the words found. By square roots, which are exact everywhere. */
export function coverageFactor(covered: number, mass: number): number {
  return Math.sqrt(Math.sqrt(covered / mass));
}

function addTerm({ mass, matches }: QueryTerm, statistics: SearchStatistics, { points, covered, best }: Accumulators): void {
  for (const { place, strength } of matches) {
    visitPostings(statistics.postingsAt(place), (ordinal, impact) => {
      const given = best[ordinal] ?? 0;
      const gain = strength * impact - given;
      if (gain <= 0) return;
      if (given === 0) covered[ordinal] = (covered[ordinal] ?? 0) + mass;
      best[ordinal] = given + gain;
      points[ordinal] = (points[ordinal] ?? 0) + gain;
    });
  }
  best.fill(0);
}
