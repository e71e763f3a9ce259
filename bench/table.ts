/** Formats tables as text for a terminal and as Markdown for a page. */
import type { BenchTable } from "./benchmark.ts";

export function formatTable({ title, columns, rows, note }: BenchTable): string {
  const lines = [columns, ...rows.map((row) => row.map(formatCell))];
  const isNumeric = findNumeric(columns, rows);
  const widths = columns.map((_, place) => Math.max(...lines.map((line) => line[place]?.length ?? 0)));
  const text = lines.map((line) =>
    line
      .map((cell, place) => pad(cell, widths[place] ?? 0, isNumeric[place] !== true))
      .join("  ")
      .trimEnd(),
  );
  return `\n${title}\n\n${text.join("\n")}\n${note === undefined ? "" : `\n${note}\n`}`;
}

/** Prints tables in Prettier's format, so that pages with tables stay formatted. */
export function markdownTable({ columns, rows }: BenchTable): string {
  const lines = [columns, ...rows.map((row) => row.map(formatCell))];
  const isNumeric = findNumeric(columns, rows);
  const widths = columns.map((_, place) => Math.max(3, ...lines.map((line) => line[place]?.length ?? 0)));
  const rule = widths.map((width, place) => (isNumeric[place] ? `${"-".repeat(width - 1)}:` : "-".repeat(width)));
  const print = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const [head = [], ...body] = lines.map((line) => line.map((cell, place) => pad(cell, widths[place] ?? 0, isNumeric[place] !== true)));
  return [print(head), print(rule), ...body.map(print)].join("\n");
}

/** Returns the rows of each Markdown table in a text, including header and delimiter rows, with trimmed cells. */
export function readMarkdownRows(text: string): readonly (readonly string[])[] {
  const lines = text.split("\n").filter((line) => line.startsWith("| "));
  return lines.map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "").trim()));
}

/** Formats a number with at most three significant digits. */
export function formatCell(cell: string | number): string {
  if (typeof cell === "string") return cell;
  if (Number.isInteger(cell) || Math.abs(cell) >= 100) return String(Math.round(cell)).replace(/\B(?=(\d{3})+$)/g, ",");
  return Math.abs(cell) >= 10 ? cell.toFixed(1) : cell.toFixed(2);
}

/** Columns of numbers, which are aligned right. Cells may be empty. */
function findNumeric(columns: readonly string[], rows: BenchTable["rows"]): readonly boolean[] {
  return columns.map((_, place) => {
    const cells = rows.map((row) => row[place]).filter((cell) => cell !== "");
    return cells.length > 0 && cells.every((cell) => typeof cell === "number");
  });
}

function pad(cell: string, width: number, isLeft: boolean): string {
  return isLeft ? cell.padEnd(width) : cell.padStart(width);
}
