/** Detects results that probably do not answer the query. */
import { FULL_IMPACT } from "./postings.ts";
import { inverseDocumentFrequency } from "./query-terms.ts";
import type { ScoredQuery } from "./score.ts";

/**
 * Score below which the best result is a weak match. The value is suitable for servers of 100 and of 2,000 tools;
 * `docs/search-evaluation.md` has the measurements.
 */
const WEAK_MATCH = 0.17;

/**
 * Reports whether the best result, with this score, is a weak match. The score is normalized: the rarest term at full impact has 1, times
 * the square root of the fraction of the query that the score covers. Terms that are not in the index count as the rarest terms.
 */
export function isWeakMatch(points: number, { terms, termCount, scopes }: ScoredQuery, toolCount: number): boolean {
  const rarest = inverseDocumentFrequency(1, toolCount);
  const known = terms.reduce((sum, { weight }) => sum + weight, 0);
  const scope = scopes.reduce((highest, { strength }) => Math.max(highest, strength), 0);
  const whole = known + Math.max(0, termCount - terms.length) * rarest + scope;
  const score = points / FULL_IMPACT;
  return whole === 0 || (score / rarest) * Math.sqrt(score / whole) < WEAK_MATCH;
}
