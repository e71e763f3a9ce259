/** Times several variants in turn. If the machine is busy for a while, all of them are slower, and their ratios stay the same. */

export interface Variant {
  readonly name: string;
  /** Milliseconds of one run. */
  readonly run: () => Promise<number>;
}

export interface Timing {
  readonly name: string;
  /** Median of all rounds, in milliseconds. */
  readonly ms: number;
  /** Median of the ratios to the floor, each taken within one round. */
  readonly ratio: number;
  /** Milliseconds of each round. */
  readonly samples: readonly number[];
}

/** Runs the variants in turn for `rounds` rounds, after a round that fills the disk cache. The first variant is the floor. */
export async function timeSideBySide(variants: readonly Variant[], rounds: number): Promise<readonly Timing[]> {
  const samples = variants.map((): number[] => []);
  for (let round = -1; round < rounds; round += 1) {
    for (const [place, { run }] of variants.entries()) {
      const ms = await run();
      if (round >= 0) samples[place]?.push(ms);
    }
  }
  const floor = samples[0] ?? [];
  return variants.map(({ name }, place) => {
    const own = samples[place] ?? [];
    return { name, ms: median(own), ratio: medianRatio(own, floor), samples: own };
  });
}

/** Returns the median of the ratios between two variants, each of one round. */
export function medianRatio(samples: readonly number[], others: readonly number[]): number {
  return median(samples.map((sample, round) => sample / (others[round] ?? Number.NaN)));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns a quantile: the value that the given fraction of all values does not exceed, interpolated between two values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}
