/** Divides a help that contains the help of all subcommands, as JCommander prints it. */
import type { Page } from "../description.ts";
import { indentOf } from "../read/lines/plain-lines.ts";

/** The usage of a program whose help contains that of its commands. */
const HAS_NESTED = /\[command\] \[command options\]/;

/** Returns the page without the help of its commands, and a page for each of them. Lines keep their numbers. */
export function splitNestedPage(page: Page): readonly Page[] {
  const lines = page.text.split("\n");
  const heading = HAS_NESTED.test(page.text) ? lines.findIndex((line) => /^ +Commands:$/.test(line)) : -1;
  const column = indentOf(lines[heading + 1] ?? "");
  const isRow = (line: string, at: number): boolean => at > heading && line.trim() !== "" && indentOf(line) === column;
  const rows = lines.flatMap((line, at) => (isRow(line, at) ? [at] : []));
  if (heading === -1 || !/^ +Usage: /.test(lines[heading + 2] ?? "")) return [page];
  const own = lines.map((line, at) => (at <= heading || isRow(line, at) ? line : "")).join("\n");
  const below = rows.map((row, index): Page => {
    const name = (lines[row] ?? "").trim().split(" ")[0] ?? "";
    const margin = indentOf(lines[row + 1] ?? "");
    const text = lines.slice(row + 1, rows[index + 1]).map((line) => line.slice(margin));
    return { ...page, path: [...page.path, name], text: "\n".repeat(row + 1) + text.join("\n") };
  });
  return [{ ...page, text: own }, ...below];
}
