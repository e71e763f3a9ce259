/** Prints the results as tables. Pure. */
import type { Framework } from "./framework.ts";
import type { FrameworkResult } from "./measure.ts";

/** Marks of the table in docs/import.md. */
const MARKS = /(<!-- frameworks -->\n)[^]*?(<!-- \/frameworks -->)/;

/** Replaces the table of a page. */
export function writeTable(page: string, table: string): string {
  return page.replace(MARKS, (_, start: string, end: string) => `${start}\n${table}\n${end}`);
}

/** Prints the sum, and a row for each measured framework. */
export function formatTable(frameworks: readonly Framework[], results: readonly FrameworkResult[]): string {
  const byName = new Map(frameworks.map((framework) => [framework.name, framework]));
  const rows = results.flatMap((result) => {
    const framework = byName.get(result.name);
    return framework === undefined ? [] : [toRow(framework, result)];
  });
  return [...formatSums(results), "", ...alignRows([HEAD, ...rows]), ""].join("\n");
}

/** Prints the calls and gaps of two measurements beside each other. */
export function formatComparison(before: readonly FrameworkResult[], after: readonly FrameworkResult[]): string {
  const byName = new Map(before.map((result) => [result.name, result]));
  const cells = (result: FrameworkResult | undefined): readonly string[] =>
    result === undefined
      ? ["–", "–", "–"]
      : [part(result.options), part({ found: result.calls.right, of: result.calls.of }), String(result.gaps.length)];
  const rows = after.map((result) => [result.name, ...cells(byName.get(result.name)), ...cells(result)]);
  const head = ["framework", "options before", "calls before", "gaps before", "options", "calls", "gaps"];
  return [`Before: ${formatSums(before).join(" ")}`, "", `Now: ${formatSums(after).join(" ")}`, "", ...alignRows([head, ...rows]), ""].join(
    "\n",
  );
}

const HEAD = ["framework", "language", "version", "tools", "options", "calls", "gaps", "remarks"];

function toRow(framework: Framework, { tools, options, calls, gaps }: FrameworkResult): readonly string[] {
  const { name, language, remark = "" } = framework;
  const counts = [part(tools), part(options), part({ found: calls.right, of: calls.of }), String(gaps.length)];
  return [name.replace(/-(?:rust|ruby|lua|r)$/, ""), language, versionOf(framework), ...counts, remark];
}

function part({ found, of }: { readonly found: number; readonly of: number }): string {
  return `${found} of ${of}`;
}

/** Returns the version of the first package, without the notation of its package manager. */
function versionOf({ packages: [first = ""], version }: Framework): string {
  return version ?? /[=@:]v?"?=?(\d[\w.]*)"?[^"@=:]*$/.exec(first.replace(/, features.*/, ""))?.[1] ?? "";
}

function formatSums(results: readonly FrameworkResult[]): readonly string[] {
  const perfect = results.filter(({ calls, options }) => calls.right === calls.of && options.found === options.of);
  const calls = total(results.map(({ calls: { right, of } }) => ({ found: right, of })));
  const options = total(results.map((result) => result.options));
  const tools = total(results.map((result) => result.tools));
  return [
    `All calls right and no option lost in ${perfect.length} of ${results.length}.`,
    `In all: ${part(tools)} tools, ${part(options)} options and ${part(calls)} calls.`,
  ];
}

function total(parts: readonly { readonly found: number; readonly of: number }[]): { readonly found: number; readonly of: number } {
  return {
    found: parts.reduce((sum, { found }) => sum + found, 0),
    of: parts.reduce((sum, { of }) => sum + of, 0),
  };
}

/** Prints a Markdown table with aligned columns. */
function alignRows(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...body.map(line)];
}
