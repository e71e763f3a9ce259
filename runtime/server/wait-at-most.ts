/** Waits for work with a time limit. */
import { setTimeout } from "node:timers/promises";

/** Resolves when the work is done, the time has elapsed, or `cut` is aborted. */
export async function waitAtMost(milliseconds: number, work: Promise<void>, cut?: AbortSignal): Promise<void> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, ...(cut ? [cut] : [])]);
  // The timer rejects on abort, which is expected.
  const time = setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);
  await Promise.race([work, time]);
  over.abort();
}
