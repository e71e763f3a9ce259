/** Splits a stream of bytes into lines of limited length. */

/** Maximum length of a line, in bytes. Longer lines are skipped. */
export const MAX_LINE_BYTES = 10 * 1024 * 1024;

const NEWLINE = 0x0a;

/** Stands for a line of more than `MAX_LINE_BYTES`. */
export const TOO_LONG = Symbol("too long");

/** A line, or the mark of a line that is too long. */
export type Line = string | typeof TOO_LONG;

/** Converts chunks to lines. */
export interface LineReader {
  /** Appends a chunk. The buffer must not change until all lines of the chunk are taken. */
  readonly push: (chunk: Buffer) => void;
  /** Removes and returns the next complete line that is not blank, trimmed. Returns undefined if no line is complete. */
  readonly next: () => Line | undefined;
  /** Removes and returns the text after the last newline, trimmed. Returns undefined if it is blank. Call it after the end of the input. */
  readonly rest: () => Line | undefined;
  /** Returns the size of the chunks whose lines are not all taken, in bytes. */
  readonly heldBytes: () => number;
}

/** Creates a reader, which stores at most `MAX_LINE_BYTES` of an unfinished line. */
export function createLineReader(): LineReader {
  const chunks: Buffer[] = [];
  let chunkBytes = 0;
  let begun: Buffer[] = [];
  let begunBytes = 0;

  const hold = (part: Buffer): void => {
    begunBytes += part.length;
    if (begunBytes > MAX_LINE_BYTES) begun = [];
    else if (part.length > 0) begun.push(part);
  };
  const finish = (): Line => {
    const line = begunBytes > MAX_LINE_BYTES ? TOO_LONG : Buffer.concat(begun).toString("utf8").trim();
    begun = [];
    begunBytes = 0;
    return line;
  };
  return {
    push(chunk) {
      chunks.push(chunk);
      chunkBytes += chunk.length;
    },
    next() {
      for (let chunk = chunks[0]; chunk !== undefined; chunk = chunks[0]) {
        const end = chunk.indexOf(NEWLINE);
        hold(end === -1 ? chunk : chunk.subarray(0, end));
        const rest = end === -1 ? chunk.subarray(chunk.length) : chunk.subarray(end + 1);
        chunkBytes -= chunk.length - rest.length;
        if (rest.length > 0) chunks[0] = rest;
        else chunks.shift();
        const line = end === -1 ? "" : finish();
        if (line !== "") return line;
      }
      return undefined;
    },
    rest() {
      const line = finish();
      return line === "" ? undefined : line;
    },
    heldBytes: () => chunkBytes,
  };
}
