/** Selects the highest-ranked tools. */

/** Ranking of tools. Typed arrays instead of objects: a common word makes every tool of a large index a candidate. */
export interface Ranking {
  /** Calls `visit` with each candidate, by ordinal. */
  readonly visitCandidates: (visit: (ordinal: number) => void) => void;
  /** Sort keys by ordinal, not negative; the highest ranks first. Only the keys of candidates are read. */
  readonly keys: Float64Array;
  /** Tie-breakers by ordinal, all distinct; the lowest ranks first. */
  readonly ties: Uint32Array;
}

/** Maximum `limit` for insertion, which takes quadratic time. Above it, all candidates are sorted in one step. */
const MAX_INSERTION_LIMIT = 1000;

/** Returns the ordinals of at most `limit` candidates, highest-ranked first. */
export function topK(ranking: Ranking, limit: number): readonly number[] {
  if (limit <= 0) return [];
  const { keys } = ranking;
  const isSorted = limit <= MAX_INSERTION_LIMIT;
  const best: number[] = [];
  let least = 0;
  ranking.visitCandidates((ordinal) => {
    if ((keys[ordinal] ?? 0) < least) return;
    if (!isSorted) best.push(ordinal);
    else least = insert(best, ordinal, { ranking, limit });
  });
  return isSorted ? best : best.toSorted((left, right) => compareRanks(ranking, left, right)).slice(0, limit);
}

/**
 * Inserts a tool in order, and drops the last tool if there are more than `limit`. Returns the lowest key that can still enter the list.
 */
function insert(best: number[], ordinal: number, { ranking, limit }: { readonly ranking: Ranking; readonly limit: number }): number {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareRanks(ranking, best[middle] ?? 0, ordinal) < 0) low = middle + 1;
    else high = middle;
  }
  if (low < limit) best.splice(low, 0, ordinal);
  if (best.length > limit) best.pop();
  return best.length < limit ? 0 : (ranking.keys[best.at(-1) ?? 0] ?? 0);
}

/** Compares two tools by descending key, then by tie-breaker. */
export function compareRanks({ keys, ties }: Pick<Ranking, "keys" | "ties">, left: number, right: number): number {
  return (keys[right] ?? 0) - (keys[left] ?? 0) || (ties[left] ?? 0) - (ties[right] ?? 0);
}
