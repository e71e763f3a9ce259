/** Writes measured tables into pages, between markers, and the plots beside them. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BenchTable } from "./benchmark.ts";
import { plotTable } from "./plot.ts";
import { markdownTable } from "./table.ts";

export interface MeasuredBenchmark {
  readonly name: string;
  readonly title: string;
  readonly tables: readonly BenchTable[];
}

const PAGE = "docs/performance.md";
const README = "README.md";
const PLOTS = "docs/plots";

/**
 * `<!-- bench:NAME -->` to `<!-- /bench -->` holds the tables of a benchmark, `<!-- bench:machine -->` the machine. Those that were
 * not measured stay as they are.
 */
export function writePages(measured: readonly MeasuredBenchmark[], machine: string): void {
  const sections = new Map(measured.map(({ name, tables }) => [name, tables.map(printSection).join("\n\n")]));
  sections.set("machine", `Measured with \`npm run bench -- --write-docs\` on ${machine}.`);
  for (const page of [PAGE, README]) writeFileSync(page, replaceSections(readFileSync(page, "utf8"), sections));
  for (const table of measured.flatMap(({ tables }) => tables)) {
    const drawing = plotTable(table);
    if (drawing === undefined || table.plot === undefined) continue;
    const file = join(PLOTS, table.plot.file);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, drawing);
  }
}

function printSection(table: BenchTable): string {
  const { title, note } = table;
  return [`**${title}**`, markdownTable(table), ...(note === undefined ? [] : [note])].join("\n\n");
}

/** The text with new content between its markers. */
export function replaceSections(text: string, sections: ReadonlyMap<string, string>): string {
  return text.replace(/(<!-- bench:([\w-]+) -->\n).*?(<!-- \/bench -->)/gs, (whole, start: string, name: string, end: string) => {
    const content = sections.get(name);
    return content === undefined ? whole : `${start}\n${content}\n\n${end}`;
  });
}
