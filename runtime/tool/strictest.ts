/** Returns the stricter of two limits, either of which may be missing. */
export function strictest(
  choose: (left: number, right: number) => number,
  left: number | undefined,
  right: number | undefined,
): number | undefined {
  return left === undefined || right === undefined ? (left ?? right) : choose(left, right);
}
