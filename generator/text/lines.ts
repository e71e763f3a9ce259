/** From offsets to lines and columns. */

/** Both count from 1; a column counts UTF-16 code units, as editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The offsets at which the lines of a text start. */
export type LineStarts = readonly number[];

/** Lines end with `\n`; a `\r` before it belongs to the line. */
export function findLineStarts(text: string): LineStarts {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The position of an offset; one past the text belongs to the last line. */
export function positionAt(starts: LineStarts, offset: number): Position {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}
