/** Writes measured tables into pages, between markers, and the plots beside them. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BenchTable } from "./benchmark.ts";
import type { Machine } from "./machine.ts";
import { printMachine } from "./machine.ts";
import { plotTable } from "./plot.ts";
import type { MeasuredBenchmark } from "./run.ts";
import { markdownTable, readMarkdownRows } from "./table.ts";
import type { TargetResult } from "./targets.ts";
import { targetTable } from "./targets.ts";

const PAGE = "docs/performance.md";
const README = "README.md";
const PLOTS = "docs/plots";

/**
 * `<!-- bench:NAME -->` to `<!-- /bench -->` holds the tables of a benchmark, `<!-- bench:machine -->` the machine, and
 * `<!-- bench:targets -->` the targets. What was not measured stays as it is.
 */
export function writePages(measured: readonly MeasuredBenchmark[], targets: readonly TargetResult[], machine: Machine): void {
  const whole = measured.filter(({ tables }) => tables.every(({ isPartial }) => isPartial !== true));
  const sections = new Map(whole.map(({ name, tables }) => [name, tables.map(printSection).join("\n\n")]));
  sections.set("machine", `Measured with \`npm run bench -- --write-docs\` on ${printMachine(machine)}.`);
  const earlier = readMarkdownRows(readSection(readFileSync(PAGE, "utf8"), "targets"));
  sections.set("targets", markdownTable(targetTable(targets, earlier)));
  for (const page of [PAGE, README]) writeFileSync(page, replaceSections(readFileSync(page, "utf8"), sections));
  for (const table of whole.flatMap(({ tables }) => tables)) {
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

const SECTION = /(<!-- bench:([\w-]+) -->\n)(.*?)(<!-- \/bench -->)/gs;

/** What stands between the markers of a section; nothing where the text has none. */
export function readSection(text: string, wanted: string): string {
  return Array.from(text.matchAll(SECTION)).find(([, , name]) => name === wanted)?.[3] ?? "";
}

/** The text with new content between its markers. */
export function replaceSections(text: string, sections: ReadonlyMap<string, string>): string {
  return text.replace(SECTION, (whole, start: string, name: string, _old: string, end: string) => {
    const content = sections.get(name);
    return content === undefined ? whole : `${start}\n${content}\n\n${end}`;
  });
}
