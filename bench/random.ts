/** Generates random numbers that are the same in every run and on every machine. */

/** Returns a generator of numbers from 0 up to 1 (mulberry32: 32 bits of state, enough for synthetic data). */
export type Random = () => number;

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns an integer from 0 and below `limit`. */
export function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}

/** Returns one of the items. The list must not be empty. */
export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[below(random, items.length)] as Item;
}
