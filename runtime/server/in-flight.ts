/** Counts operations in flight, and waits until all have ended. */
export interface InFlightCount {
  readonly size: () => number;
  readonly add: () => void;
  /** Must be called once for each `add`. */
  readonly remove: () => void;
  /** Resolves when no operation is in flight. */
  readonly idle: () => Promise<void>;
}

/** Creates a count that starts at zero. */
export function createInFlightCount(): InFlightCount {
  let size = 0;
  let waiting: (() => void)[] = [];
  const notifyIdle = (): void => {
    if (size > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  return {
    size: () => size,
    add: () => void (size += 1),
    remove() {
      size -= 1;
      notifyIdle();
    },
    idle: () => new Promise((resolve) => (waiting.push(resolve), notifyIdle())),
  };
}
