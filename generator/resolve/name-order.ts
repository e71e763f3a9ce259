/** The order of CLIs and tools in everything that is generated. */

/** By code unit, so that the order does not depend on the machine's language. For `toSorted`. */
export function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : Number(left.name > right.name);
}
