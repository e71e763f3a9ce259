/** Orders by code unit, so that the order does not depend on the machine's language. For `toSorted`. */

export function compareTexts(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

/** Entries of a map, by what they are found under. */
export function byKey([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return compareTexts(left, right);
}
