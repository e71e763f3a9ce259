/** Comparators for `toSorted` that order by code unit, so that the order does not depend on the machine's locale. */

/** Returns -1, 0 or 1, as `toSorted` expects. */
export function compareTexts(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

/** Compares map entries by key. */
export function byKey([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return compareTexts(left, right);
}
