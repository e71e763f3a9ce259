/** Maps offsets of UTF-8 text to line numbers. The index is sparse, so that a text of many lines needs little memory. */

/** Position in a text. It need not be the start of a line. */
export interface TextPosition {
  /** In bytes. */
  readonly offset: number;
  /** Number of line feeds before the offset, plus 1. */
  readonly line: number;
}

/** Index of a text that grows. */
export interface LineIndex {
  /** Appends UTF-8 text. */
  readonly add: (bytes: Buffer) => void;
  /** Returns the number of lines. A line feed at the end starts no further line. */
  readonly countLines: () => number;
  /** Returns the last known position at or before a target, which is the byte `offset` or the first byte of `line` (1 or more). */
  readonly seek: (target: { readonly line: number } | { readonly offset: number }) => TextPosition;
}

/** Minimum distance of the known positions, in bytes. */
const STEP = 64 * 1024;

const START: TextPosition = { offset: 0, line: 1 };

const LINE_FEED = 0x0a;

/** Creates the index of an empty text. */
export function createLineIndex(): LineIndex {
  const known = [START];
  let { offset, line } = START;
  let endsLine = true;
  return {
    add(bytes) {
      if (bytes.length === 0) return;
      offset += bytes.length;
      line += countLineFeeds(bytes);
      endsLine = bytes[bytes.length - 1] === LINE_FEED;
      if (offset - (known.at(-1) ?? START).offset >= STEP) known.push({ offset, line });
    },
    countLines: () => (endsLine ? line - 1 : line),
    // A position on the line itself can be after its first byte.
    seek: (target) => known.findLast((one) => ("line" in target ? one.line < target.line : one.offset <= target.offset)) ?? START,
  };
}

/** Counts the line feeds of UTF-8 text. */
export function countLineFeeds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}
