/** Counts the code points of a string. JavaScript's `length` counts a code point outside the BMP as two. */
export function countCodePoints(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g) ?? []).length;
}
