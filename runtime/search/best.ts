/** The best few of many. */

/** A longer list is sorted as a whole: inserting one by one would take time by its square. */
const MOST_INSERTED = 1000;

/** At most `limit` of the items in order, the best first. `compare` is negative where the left item is better, and never 0. */
export function takeBest<Item>(items: Iterable<Item>, limit: number, compare: (left: Item, right: Item) => number): readonly Item[] {
  if (limit > MOST_INSERTED) return [...items].toSorted(compare).slice(0, limit);
  const best: Item[] = [];
  if (limit <= 0) return best;
  for (const item of items) {
    const worst = best.at(-1);
    if (best.length >= limit && worst !== undefined && compare(worst, item) < 0) continue;
    best.splice(placeIn(best, item, compare), 0, item);
    if (best.length > limit) best.pop();
  }
  return best;
}

function placeIn<Item>(sorted: readonly Item[], item: Item, compare: (left: Item, right: Item) => number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = sorted[middle];
    if (other !== undefined && compare(other, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
