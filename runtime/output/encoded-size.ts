/** Measures the size of text in a reply: as a JSON string in UTF-8. Pure. */

/** Maximum size of a reply if neither the policy nor the tool sets one, in bytes as JSON. Most hosts show the model so much. */
export const DEFAULT_REPLY_BYTES = 19_000;

/** The default for clients that show less, by the name that they report. */
const CLIENT_REPLY_BYTES: ReadonlyMap<string, number> = new Map([
  ["@cline/core", 7500],
  ["codex-mcp-client", 11_000],
]);

/** Returns the default maximum size of a reply to a client, in bytes as JSON. */
export function defaultReplyBytes(clientName: string | undefined): number {
  return CLIENT_REPLY_BYTES.get(clientName ?? "") ?? DEFAULT_REPLY_BYTES;
}

/** Length of the longest output that is not kept for `output_read`, in UTF-16 units. Some hosts show the model no more. */
export const MAX_UNKEPT_LENGTH = 8000;

/** Returns the number of bytes of a text in JSON, without its quotes. */
export function encodedSize(text: string): number {
  return PLAIN.test(text) ? text.length : Buffer.byteLength(JSON.stringify(text)) - 2;
}

/** Matches text that is unchanged in JSON, with one byte per character. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

/** Returns the longest prefix of the text with at most `size` bytes in JSON. Does not divide a surrogate pair. */
export function startWithin(text: string, size: number): string {
  const measure = (from: number, to: number): number => encodedSize(text.slice(from, to));
  return text.slice(0, findLength(text.length, { size, measure, align: (length) => length + dividesCharacter(text, length) }));
}

/** Returns the longest suffix of the text with at most `size` bytes in JSON. Does not divide a surrogate pair. */
export function endWithin(text: string, size: number): string {
  const { length: all } = text;
  const measure = (from: number, to: number): number => encodedSize(text.slice(all - to, all - from));
  return text.slice(all - findLength(all, { size, measure, align: (length) => length + dividesCharacter(text, all - length) }));
}

interface Measures {
  readonly size: number;
  /** Returns the size of the part between two lengths. */
  readonly measure: (from: number, to: number) => number;
  /** Returns the next length that does not divide a surrogate pair. */
  readonly align: (length: number) => number;
}

/**
 * Finds the greatest length of at most `size` bytes by binary search. Each step measures only the part that it adds, so all steps together
 * measure the text about twice.
 */
function findLength(length: number, { size, measure, align }: Measures): number {
  let low = 0;
  let used = 0;
  // A character takes at least as many bytes as UTF-16 units.
  let high = Math.min(length, size);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const end = align(middle);
    const added = measure(low, end);
    if (used + added > size) {
      high = middle - 1;
    } else {
      low = end;
      used += added;
    }
  }
  return low;
}

/** Returns 1 if an index is inside a surrogate pair, otherwise 0. */
function dividesCharacter(text: string, index: number): 0 | 1 {
  return index > 0 && isSurrogate(text, index - 1, 0xd800) && isSurrogate(text, index, 0xdc00) ? 1 : 0;
}

/** Reports whether the unit at `index` is one of the 1,024 surrogates that start with `first`. */
function isSurrogate(text: string, index: number, first: 0xd800 | 0xdc00): boolean {
  const unit = text.charCodeAt(index);
  return unit >= first && unit < first + 0x400;
}
