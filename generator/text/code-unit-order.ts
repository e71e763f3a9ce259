/**
 * The order of everything that is generated or reported: by code unit, so that it does not depend on the machine's language. For `toSorted`.
 * The runtime has the same for itself: to take it from there would load all of it, for a run that only compares hashes too.
 */

export function compareTexts(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

export function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return compareTexts(left.name, right.name);
}

export function byPath(left: { readonly path: string }, right: { readonly path: string }): number {
  return compareTexts(left.path, right.path);
}

/** Entries of a map, by what they are found under. */
export function byKey([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return compareTexts(left, right);
}
