/** The best few of many tools. */

/** How tools stand to one another. Typed arrays and not objects: a common word makes every tool of a large index a candidate. */
export interface Ranking {
  /** Calls `visit` with each candidate, by ordinal. */
  readonly visitCandidates: (visit: (ordinal: number) => void) => void;
  /** By ordinal; the highest is the best, none is below 0. Only those of candidates are read. */
  readonly keys: Float64Array;
  /** By ordinal; of tools with one key the lowest is the best. No two are alike. */
  readonly ties: Uint32Array;
}

/** A longer list is sorted as a whole: inserting one by one would take time by its square. */
const MOST_INSERTED = 1000;

/** At most `limit` of the candidates, by ordinal, the best first. */
export function takeBest(ranking: Ranking, limit: number): readonly number[] {
  if (limit <= 0) return [];
  const { keys } = ranking;
  const isSorted = limit <= MOST_INSERTED;
  const best: number[] = [];
  let least = 0;
  ranking.visitCandidates((ordinal) => {
    if ((keys[ordinal] ?? 0) < least) return;
    if (!isSorted) best.push(ordinal);
    else least = insert(best, ordinal, { ranking, limit });
  });
  return isSorted ? best : best.toSorted((left, right) => compare(ranking, left, right)).slice(0, limit);
}

/** Puts the tool in its place, and the last one out where there are too many. Returns the least key that may still get in. */
function insert(best: number[], ordinal: number, { ranking, limit }: { readonly ranking: Ranking; readonly limit: number }): number {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(ranking, best[middle] ?? 0, ordinal) < 0) low = middle + 1;
    else high = middle;
  }
  if (low < limit) best.splice(low, 0, ordinal);
  if (best.length > limit) best.pop();
  return best.length < limit ? 0 : (ranking.keys[best.at(-1) ?? 0] ?? 0);
}

function compare({ keys, ties }: Ranking, left: number, right: number): number {
  return (keys[right] ?? 0) - (keys[left] ?? 0) || (ties[left] ?? 0) - (ties[right] ?? 0);
}
