/** Splits tables of options, as in the help of unzip and zip, into cells. */
import { OWN_RULES } from "../layouts/own-rules.ts";

/** A cell of a table after the first of its row, indented to its column. */
export interface OptionCell {
  /** Index of the line. */
  readonly at: number;
  readonly text: string;
}

/** The lines of a page without the cells after the first of each row, and these cells. */
export interface SplitTables {
  readonly lines: readonly string[];
  readonly cells: readonly OptionCell[];
}

/** Minimum number of rows with an option in the same column. Fewer rows are not a table. */
const MIN_ROWS = 3;

/** The start of an option after a gap. */
const OPTION = /(?<=\S {2,})(?:-[A-Za-z0-9?]|\+[A-Za-z]|\+\|-)(?=[ A-Za-z0-9[])/g;

/** Splits the rows of tables. Other lines stay unchanged. */
export function splitTables(lines: readonly string[]): SplitTables {
  const starts = lines.map(cellStarts);
  const rows = new Map<number, number>();
  for (const column of starts.flat()) rows.set(column, (rows.get(column) ?? 0) + 1);
  const cells: OptionCell[] = [];
  const first = lines.map((line, at) => {
    const columns = (starts[at] ?? []).filter((column) => (rows.get(column) ?? 0) >= MIN_ROWS);
    for (const [index, column] of columns.entries()) {
      cells.push({ at, text: `${" ".repeat(column)}${line.slice(column, columns[index + 1]).trimEnd()}` });
    }
    return columns[0] === undefined ? line : line.slice(0, columns[0]).trimEnd();
  });
  return { lines: first, cells };
}

/** Returns the columns of the options in a line that follow an option with its description. */
function cellStarts(line: string): readonly number[] {
  if (!/^ *[-+]/.test(line)) return [];
  const found: number[] = [];
  let start = 0;
  for (const { index } of line.matchAll(OPTION)) {
    // Names and placeholders are not a cell: `-a  --all`, `--names <file>  -n for each`.
    if (!OWN_RULES.unzipCell.pattern.test(line.slice(start, index))) continue;
    found.push(index);
    start = index;
  }
  return found;
}
