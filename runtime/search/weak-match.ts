/** Detects results that probably do not match the intent of the query. */
import { FULL_IMPACT } from "./postings.ts";
import { inverseDocumentFrequency } from "./query-terms.ts";
import type { ScoredQuery } from "./score.ts";

/**
 * Score below which the best result is a weak match: `docs/search-evaluation.md` has the measurements. The value fits servers of a hundred
 * tools and of two thousand.
 */
const WEAK_MATCH = 0.17;

/**
 * Reports whether the best result, with this score, is a weak match. The score is made relative: the rarest term at full impact has 1,
 * times the square root of the fraction of the query that the score covers. Unknown terms count as the rarest ones.
 */
export function isWeakMatch(points: number, { terms, termCount, scopes }: ScoredQuery, toolCount: number): boolean {
  const rarest = inverseDocumentFrequency(1, toolCount);
  const known = terms.reduce((sum, { weight }) => sum + weight, 0);
  const scope = scopes.reduce((highest, { strength }) => Math.max(highest, strength), 0);
  const whole = known + Math.max(0, termCount - terms.length) * rarest + scope;
  const score = points / FULL_IMPACT;
  return whole === 0 || (score / rarest) * Math.sqrt(score / whole) < WEAK_MATCH;
}
