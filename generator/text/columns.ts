/** Formats rows of cells as columns that fit the terminal. */
import { textWidth, wrapText } from "./wrap.ts";

const GAP = "  ";
/** Minimum width of a column. Narrower columns would break words into letters. */
const MIN_COLUMN = 12;

/**
 * Formats the rows in lines of at most `width` columns. Lines are longer if all columns have their minimum width. Ends with a line feed.
 */
export function formatRows(rows: readonly (readonly string[])[], width: number): string {
  const columns = fitColumns(rows, width);
  return rows.map((row) => `${formatRow(row, columns)}\n`).join("");
}

/** Returns the column widths: the natural widths if they fit; otherwise the widest columns are reduced until the row fits. */
function fitColumns(rows: readonly (readonly string[])[], width: number): readonly number[] {
  const columns = (rows[0] ?? []).map((_, column) => rows.reduce((widest, row) => Math.max(widest, textWidth(row[column] ?? "")), 0));
  let excess = columns.reduce((sum, column) => sum + column, 0) + GAP.length * (columns.length - 1) - width;
  while (excess > 0) {
    const widest = columns.indexOf(Math.max(...columns));
    const current = columns[widest] ?? 0;
    if (current <= MIN_COLUMN) break;
    const others = Math.max(MIN_COLUMN, ...columns.filter((_, column) => column !== widest));
    const step = Math.min(excess, Math.max(1, current - others));
    columns[widest] = Math.max(MIN_COLUMN, current - step);
    excess -= step;
  }
  return columns;
}

function formatRow(row: readonly string[], columns: readonly number[]): string {
  const cells = row.map((cell, column) => wrapText(cell, columns[column] ?? MIN_COLUMN));
  const height = Math.max(...cells.map((lines) => lines.length));
  const lines = Array.from({ length: height }, (_, line) =>
    cells
      .map((cell, column) => padEnd(cell[line] ?? "", columns[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
  return lines.join("\n");
}

function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)));
}
