/** Characters as people count them where a limit is set: code points, of which JavaScript counts some as two. */
export function countCodePoints(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g) ?? []).length;
}
