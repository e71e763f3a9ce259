/**
 * Finds a text in bytes, in time linear in both lengths. Callers choose the text, and `Buffer.indexOf` can take longer for a long text.
 * Pure.
 */

/** Returns the first position of the text in the bytes, from `from` on, or -1. */
export type ByteFinder = (bytes: Buffer, from: number) => number;

/** Maximum length of a text that `Buffer.indexOf` finds fast in any bytes. */
const SHORT = 32;

/**
 * Creates a function that finds a text. It finds the start of the text first, and then the rest by the method of Knuth, Morris and Pratt,
 * which reads no byte twice.
 */
export function createByteFinder(text: Buffer): ByteFinder {
  if (text.length <= SHORT) return (bytes, from) => bytes.indexOf(text, from);
  const start = text.subarray(0, SHORT);
  const borders = listBorders(text);
  return (bytes, from) => {
    for (let found = bytes.indexOf(start, from); found !== -1;) {
      let next = found + SHORT;
      let matched = SHORT;
      while (matched > 0 && matched < text.length && next < bytes.length) {
        if (bytes[next] === text[matched]) {
          next += 1;
          matched += 1;
        } else matched = borders[matched - 1] ?? 0;
      }
      if (matched === text.length) return next - matched;
      if (next === bytes.length) return -1;
      found = bytes.indexOf(start, next);
    }
    return -1;
  };
}

/** Returns, for each prefix of the text, the length of the longest shorter prefix that it ends with. */
function listBorders(text: Buffer): Uint32Array {
  const borders = new Uint32Array(text.length);
  for (let index = 1, border = 0; index < text.length; index += 1) {
    while (border > 0 && text[index] !== text[border]) border = borders[border - 1] ?? 0;
    if (text[index] === text[border]) border += 1;
    borders[index] = border;
  }
  return borders;
}
