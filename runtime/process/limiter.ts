/** Limits the number of concurrent tasks. Further tasks are queued, first in, first out. */

/** The outcome of a task: its value, or the reason why it never started. */
export type TaskOutcome<Value> =
  | { readonly kind: "done"; readonly value: Value }
  | { readonly kind: "busy" }
  | { readonly kind: "cancelled" };

/** Limits the number of concurrent tasks. */
export interface Limiter {
  /**
   * Runs the task as soon as a slot is free. Returns `busy` if the queue is full, and `cancelled` if the signal aborts before the task
   * starts. The signal does not affect a running task. Rejects only if the task rejects.
   */
  readonly run: <Value>(task: () => Promise<Value>, signal?: AbortSignal) => Promise<TaskOutcome<Value>>;
  /** Returns the current load. */
  readonly load: () => LimiterLoad;
}

/** Numbers of tasks. */
export interface LimiterLoad {
  readonly running: number;
  readonly waiting: number;
}

/** Options of a limiter. */
export interface LimiterOptions {
  /** Maximum number of concurrent tasks. Defaults to no limit. */
  readonly maxRunning?: number;
  /** Maximum number of queued tasks. Defaults to no limit. */
  readonly maxWaiting?: number;
}

/** Creates a limiter. Queued tasks start in the order of their arrival. */
export function createLimiter({ maxRunning = Infinity, maxWaiting = Infinity }: LimiterOptions = {}): Limiter {
  let running = 0;
  // A set keeps the order, and removes a cancelled call from the middle in constant time.
  const waiting = new Set<() => void>();

  const waitForSlot = (signal: AbortSignal | undefined): Promise<"granted" | "cancelled"> =>
    new Promise((resolve) => {
      const grant = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve("granted");
      };
      const leave = (): void => {
        waiting.delete(grant);
        resolve("cancelled");
      };
      waiting.add(grant);
      signal?.addEventListener("abort", leave, { once: true });
    });

  const releaseSlot = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      running -= 1;
      return;
    }
    waiting.delete(next);
    next();
  };

  return {
    async run(task, signal) {
      if (signal?.aborted) return { kind: "cancelled" };
      if (running < maxRunning) running += 1;
      else if (waiting.size >= maxWaiting) return { kind: "busy" };
      else if ((await waitForSlot(signal)) === "cancelled") return { kind: "cancelled" };
      try {
        return { kind: "done", value: await task() };
      } finally {
        releaseSlot();
      }
    },
    load: () => ({ running, waiting: waiting.size }),
  };
}
