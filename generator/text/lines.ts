/** Converts offsets to lines and columns. */

/** Line and column, from 1. Columns count UTF-16 code units, as in editors. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Offset of the start of each line. */
export type LineStarts = readonly number[];

/** Returns the line starts. Lines end with `\n`; a preceding `\r` belongs to the line. */
export function findLineStarts(text: string): LineStarts {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Returns the position of an offset. An offset after the text belongs to the last line. */
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
