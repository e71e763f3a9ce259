/** The best few of many tools. */
import type { IndexedCli } from "../tool-index/index-reader.ts";

/** How tools stand to one another. */
export interface Ranking {
  /** By ordinal; the highest is the best, and below 0 is no candidate. Not a list: at a first search, a loop to make one shows. */
  readonly keyOf: (ordinal: number) => number;
  /** By ordinal; of tools with one key the lowest is the best. No two are alike. */
  readonly ties: Uint32Array;
}

/** A longer list is sorted as a whole: inserting one by one would take time by its square. */
const MOST_INSERTED = 1000;

/** At most `limit` of the candidates in these ranges, by ordinal, the best first. */
export function takeBest(ranges: readonly IndexedCli[], ranking: Ranking, limit: number): readonly number[] {
  if (limit <= 0) return [];
  const { keyOf } = ranking;
  const isSorted = limit <= MOST_INSERTED;
  const best: number[] = [];
  let least = 0;
  for (const { first, count } of ranges) {
    for (let ordinal = first; ordinal < first + count; ordinal++) {
      if (keyOf(ordinal) < least) continue;
      if (!isSorted) best.push(ordinal);
      else least = insert(best, ordinal, { ranking, limit });
    }
  }
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
  return best.length < limit ? 0 : ranking.keyOf(best.at(-1) ?? 0);
}

function compare({ keyOf, ties }: Ranking, left: number, right: number): number {
  return keyOf(right) - keyOf(left) || (ties[left] ?? 0) - (ties[right] ?? 0);
}
