/** Counts operations in flight, and waits until all have ended. */
export interface InFlightCount {
  readonly size: () => number;
  readonly add: () => void;
  /** Must be called once for each `add`. */
  readonly remove: () => void;
  /** Counts an operation until its promise settles. Returns the same outcome. */
  readonly track: <Value>(operation: Promise<Value>) => Promise<Value>;
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
  const add = (): void => void (size += 1);
  const remove = (): void => {
    size -= 1;
    notifyIdle();
  };
  return {
    size: () => size,
    add,
    remove,
    track(operation) {
      add();
      return operation.finally(remove);
    },
    idle: () => new Promise((resolve) => (waiting.push(resolve), notifyIdle())),
  };
}
