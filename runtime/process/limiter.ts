/** How many processes run at once: the rest waits its turn, first come, first served. */

/** What became of a task: its value, or that it never started. */
export type Turn<Value> = { readonly kind: "done"; readonly value: Value } | { readonly kind: "busy" } | { readonly kind: "cancelled" };

export interface Limiter {
  /**
   * Runs the task when it is its turn. `busy` when too many wait already, `cancelled` when the signal aborts before the turn comes;
   * a running task is not touched. Rejects only as the task does.
   */
  readonly run: <Value>(task: () => Promise<Value>, signal?: AbortSignal) => Promise<Turn<Value>>;
  /** At this moment. */
  readonly load: () => LimiterLoad;
}

export interface LimiterLoad {
  readonly running: number;
  readonly waiting: number;
}

export interface LimiterOptions {
  /** Default: no limit. */
  readonly maxRunning?: number;
  /** Default: no limit. */
  readonly maxWaiting?: number;
}

export function createLimiter({ maxRunning = Infinity, maxWaiting = Infinity }: LimiterOptions = {}): Limiter {
  let running = 0;
  // A set keeps the order and lets a cancelled call leave from the middle at once.
  const waiting = new Set<() => void>();

  const waitForTurn = (signal: AbortSignal | undefined): Promise<"granted" | "cancelled"> =>
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

  const passTurnOn = (): void => {
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
      else if ((await waitForTurn(signal)) === "cancelled") return { kind: "cancelled" };
      try {
        return { kind: "done", value: await task() };
      } finally {
        passTurnOn();
      }
    },
    load: () => ({ running, waiting: waiting.size }),
  };
}
