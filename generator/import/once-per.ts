/** Remembers results by the object that they are about, because a config is drafted several times from the same description. */

/** Returns a function that computes the result for each object once. The object must not change, and the result depends on nothing else. */
export function oncePer<Key extends object, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const known = new WeakMap<Key, { readonly result: Result }>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found.result;
    const result = compute(key);
    known.set(key, { result });
    return result;
  };
}

/** Returns a function that computes each result once, by a number. */
export function oncePerNumber<Result>(compute: (key: number) => Result): (key: number) => Result {
  const known = new Map<number, { readonly result: Result }>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found.result;
    const result = compute(key);
    known.set(key, { result });
    return result;
  };
}
