/** Returns a function that calls `make` on first use, and returns the same value afterwards. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
