/**
 * Comparators for `toSorted` that order by code unit, in addition to those of the runtime. Everything that is generated or reported is sorted in
 * this order, which does not depend on the locale.
 */
import { compareTexts } from "@climax-gen/runtime/internal/text/code-unit-order";

/** Compares names by UTF-16 code units. */
export function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return compareTexts(left.name, right.name);
}

/** Compares paths by UTF-16 code units. */
export function byPath(left: { readonly path: string }, right: { readonly path: string }): number {
  return compareTexts(left.path, right.path);
}
