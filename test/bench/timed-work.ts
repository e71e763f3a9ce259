/** The same work many times, one by one or some at a time. */

export interface TimedWork {
  /** Milliseconds of each. */
  readonly samples: readonly number[];
  /** Milliseconds of all together. */
  readonly total: number;
}

/** Does the work so many times, `inFlight` at a time. */
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
