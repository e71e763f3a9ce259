/**
 * Compares lists of tools and CLIs without their order, which is by name here and by definition in the reference (docs/compatibility.md).
 */

/** Returns the items sorted by their JSON, so that lists with the same items are equal. */
export function withoutOrder(items: readonly unknown[]): readonly unknown[] {
  return items
    .map((item) => [JSON.stringify(item), item] as const)
    .toSorted(([left], [right]) => (left < right ? -1 : Number(left > right)));
}
