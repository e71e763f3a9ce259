/** Remembers results by what they are about, because a config is drafted several times from the same description. */

/** Returns a function that computes the result for each object once. The object must not change, and the result depends on nothing else. */
export function oncePer<Key extends object, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  return remember(new WeakMap<Key, Known<Result>>(), compute);
}

/** Returns a function that computes each result once, by a number. */
export function oncePerNumber<Result>(compute: (key: number) => Result): (key: number) => Result {
  return remember(new Map<number, Known<Result>>(), compute);
}

/** A result, which can be undefined. */
interface Known<Result> {
  readonly result: Result;
}

interface Memory<Key, Value> {
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => unknown;
}

function remember<Key, Result>(memory: Memory<Key, Known<Result>>, compute: (key: Key) => Result): (key: Key) => Result {
  return (key) => {
    const found = memory.get(key);
    if (found !== undefined) return found.result;
    const result = compute(key);
    memory.set(key, { result });
    return result;
  };
}
