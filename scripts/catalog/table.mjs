/** Writes the table of docs/catalog.md, and the paragraph about all entries as one server. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run-command.mjs";

const PAGE = join(root, "docs/catalog.md");
const TABLE = /(<!-- catalog -->\n)[^]*?(<!-- \/catalog -->)/;
const TOGETHER = /(<!-- together -->\n)[^]*?(<!-- \/together -->)/;

const HEADINGS = ["program", "tools", "read", "write", "destroy", "tokens a tool", "tokens a search", "R@1", "R@5", "tested", "needs"];

/** Replaces the table by one with these summaries of all entries, and the paragraph by one with the results of `checkTogether`. */
export function writePage(summaries, together) {
  const page = readFileSync(PAGE, "utf8")
    .replace(TABLE, (_, start, end) => `${start}\n${formatTable(summaries)}\n${end}`)
    .replace(TOGETHER, (_, start, end) => `${start}\n${formatTogether(summaries, together)}\n${end}`);
  writeFileSync(PAGE, page);
}

function formatTogether(summaries, { tools, first, amongFive }) {
  const all = summaries.reduce((sum, { tools: own }) => sum + own.length, 0).toLocaleString("en");
  return (
    `All read-only policies together enable ${tools} tools. Among the ${all} tools of one server, the golden queries of all entries find their\n` +
    `tool first for ${first.toFixed(2)}, and among the first five for ${amongFive.toFixed(2)}.\n`
  );
}

/** Returns the table as Markdown, in columns of equal width. */
export function formatTable(summaries) {
  const rows = [HEADINGS, ...summaries.map(toRow)].map((row) => row.map(String));
  const widths = HEADINGS.map((_, column) => Math.max(3, ...rows.map((row) => row[column].length)));
  const rule = widths.map((width, column) => (isNumber(column) ? `${"-".repeat(width - 1)}:` : "-".repeat(width)));
  const pad = (row) => row.map((cell, column) => (isNumber(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column])));
  const [headings, ...others] = rows.map(pad);
  return [headings, rule, ...others].map((row) => `| ${row.join(" | ")} |\n`).join("");
}

/** Reports whether a column has numbers, which are aligned at the right. */
const isNumber = (column) => column > 0 && column < 9;

function toRow({ name, tools, searchTokens, golden, tested, needs }) {
  const count = (risk) => tools.filter((tool) => tool.risk === risk).length;
  const mean = Math.round(tools.reduce((sum, { tokens }) => sum + tokens, 0) / Math.max(1, tools.length));
  return [
    `[${name}](../catalog/${name})`,
    tools.length,
    count("read"),
    count("write"),
    count("destructive"),
    mean,
    searchTokens?.median ?? "",
    golden === undefined ? "" : golden.first.toFixed(2),
    golden === undefined ? "" : golden.amongFive.toFixed(2),
    tested.join(", "),
    needs.join(", "),
  ];
}
