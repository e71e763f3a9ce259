/** Detects results that are probably about something else than the query. */
import { FULL_IMPACT } from "./postings.ts";
import { inverseDocumentFrequency } from "./query-terms.ts";
import type { ScoredQuery } from "./score.ts";

/**
 * Score below which the best result is a weak match: `docs/search.md` has the measurements. The same for servers of a hundred and of two
 * thousand tools.
 */
const WEAK_MATCH = 0.18;

/**
 * Reports whether the best result, with these points, is a weak match. The score is relative: that of the rarest word at full impact is 1,
 * times the square root of the fraction of the query that the points stand for. Unknown words count as the rarest ones.
 */
export function isWeakMatch(points: number, { terms, termCount, scopes }: ScoredQuery, toolCount: number): boolean {
  const rarest = inverseDocumentFrequency(1, toolCount);
  const known = terms.reduce((sum, { weight }) => sum + weight, 0);
  const scope = scopes.reduce((highest, { strength }) => Math.max(highest, strength), 0);
  const whole = known + Math.max(0, termCount - terms.length) * rarest + scope;
  const score = points / FULL_IMPACT;
  return whole === 0 || (score / rarest) * Math.sqrt(score / whole) < WEAK_MATCH;
}
