/** Measures text as it is sent: as a JSON string in UTF-8. Pure. */

/** Maximum size of a reply if neither the policy nor the tool sets one, in bytes as JSON. */
export const DEFAULT_REPLY_BYTES = 64 * 1024;

/** Returns the number of bytes of a text in JSON, without its quotes. */
export function encodedSize(text: string): number {
  return PLAIN.test(text) ? text.length : Buffer.byteLength(JSON.stringify(text)) - 2;
}

/** Text that JSON sends unchanged, with one byte per character. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

/** Returns the longest start of the text with at most `size` bytes in JSON. Divides no character. */
export function startWithin(text: string, size: number): string {
  return text.slice(
    0,
    findLength(
      text.length,
      (length) => encodedSize(text.slice(0, alignStart(text, length))) <= size,
      (n) => alignStart(text, n),
    ),
  );
}

/** Returns the longest end of the text with at most `size` bytes in JSON. Divides no character. */
export function endWithin(text: string, size: number): string {
  const align = (length: number): number => text.length - alignStart(text, text.length - length, 1);
  return text.slice(text.length - findLength(text.length, (length) => encodedSize(text.slice(text.length - align(length))) <= size, align));
}

/** Binary search: the size of a text grows with its length. */
function findLength(length: number, fits: (length: number) => boolean, align: (length: number) => number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return align(low);
}

/** Moves an index out of a surrogate pair: back, or by `step` forward. */
function alignStart(text: string, index: number, step = -1): number {
  const unit = text.charCodeAt(index);
  return index > 0 && index < text.length && unit >= 0xdc00 && unit < 0xe000 ? index + step : index;
}
