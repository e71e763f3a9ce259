/** Counts the code points of a string. JavaScript's `length` counts a code point outside the BMP as two. */
export function countCodePoints(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g) ?? []).length;
}

/** Compares two strings by code point, which is the order of their UTF-8 bytes. The order by code unit differs for surrogate pairs. */
export function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const [one, other] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (one !== other) return orderOf(one) - orderOf(other);
  }
  return left.length - right.length;
}

/** Moves surrogates, which encode code points above U+FFFF, after all other code units. */
function orderOf(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}
