/**
 * Compares strings by code unit, for `toSorted`. Everything that is generated or reported is sorted in this order, which does not depend on
 * the locale. The runtime has its own copy, because importing it would load the whole runtime even for a run that only compares hashes.
 */

export function compareTexts(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

/** Compares names by UTF-16 code units. */
export function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return compareTexts(left.name, right.name);
}

/** Compares paths by UTF-16 code units. */
export function byPath(left: { readonly path: string }, right: { readonly path: string }): number {
  return compareTexts(left.path, right.path);
}

/** Compares map entries by key. */
export function byKey([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return compareTexts(left, right);
}
