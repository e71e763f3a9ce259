/** Returns the result of a function that throws only for an expected reason, or another value if it throws. */
export function valueOr<Value, Other>(other: Other, compute: () => Value): Value | Other {
  try {
    return compute();
  } catch {
    return other;
  }
}
