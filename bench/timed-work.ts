/** Times repeated work, sequential or concurrent. */

export interface TimedWork {
  /** Time of each repetition, in milliseconds. */
  readonly samples: readonly number[];
  /** Total time, in milliseconds. */
  readonly total: number;
}

/** Repeats the work, with `inFlight` repetitions at a time. */
export async function timeWork(work: () => Promise<unknown>, times: number, inFlight: number): Promise<TimedWork> {
  const samples: number[] = [];
  let left = times;
  const worker = async (): Promise<void> => {
    while (left-- > 0) {
      const startedAt = performance.now();
      await work();
      samples.push(performance.now() - startedAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: inFlight }, worker));
  return { samples, total: performance.now() - startedAt };
}
