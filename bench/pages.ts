/** Writes measured tables into pages, between markers, and writes their plots. */
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
const IMPORT_PAGE = "docs/import.md";
const PLOTS = "docs/plots";

/** Results of a run, as pages show them. */
export interface Findings {
  readonly measured: readonly MeasuredBenchmark[];
  readonly targets: readonly TargetResult[];
  readonly machine: Machine;
}

/** Writes the sections of a run into the pages that have markers for them, and its plots. */
export function writePages(findings: Findings): void {
  const sections = printSections(findings, readFileSync(PAGE, "utf8"));
  for (const page of [PAGE, IMPORT_PAGE]) writeFileSync(page, replaceSections(readFileSync(page, "utf8"), sections));
  for (const table of findings.measured.filter(isWhole).flatMap(({ tables }) => tables)) {
    const drawing = plotTable(table);
    if (drawing === undefined || table.plot === undefined) continue;
    const file = join(PLOTS, table.plot.file);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, drawing);
  }
}

/**
 * Returns the text between `<!-- bench:NAME -->` and `<!-- /bench -->`: the tables of that benchmark. The sections `machine` and `targets`
 * describe the machine and the targets. A benchmark that did not run completely has no section, and keeps its targets of `page`.
 */
export function printSections({ measured, targets, machine }: Findings, page: string): ReadonlyMap<string, string> {
  const earlier = readMarkdownRows(readSection(page, "targets"));
  return new Map([
    ...measured.filter(isWhole).map(({ name, tables }) => [name, tables.map(printSection).join("\n\n")] as const),
    ["machine", `Measured with \`npm run bench -- --write-docs\` on ${printMachine(machine)}.`],
    ["targets", markdownTable(targetTable(targets, earlier))],
  ]);
}

function isWhole({ tables }: MeasuredBenchmark): boolean {
  return tables.every(({ isPartial }) => isPartial !== true);
}

function printSection(table: BenchTable): string {
  const { title, note } = table;
  return [`**${title}**`, markdownTable(table), ...(note === undefined ? [] : [note])].join("\n\n");
}

const SECTION = /(<!-- bench:([\w-]+) -->\n)(.*?)(<!-- \/bench -->)/gs;

/** Returns the text between the markers of a section, or an empty string if it is missing. */
export function readSection(text: string, wanted: string): string {
  return Array.from(text.matchAll(SECTION)).find(([, , name]) => name === wanted)?.[3] ?? "";
}

/** Returns the text with new content between the markers of a section. */
export function replaceSections(text: string, sections: ReadonlyMap<string, string>): string {
  return text.replace(SECTION, (whole, start: string, name: string, _old: string, end: string) => {
    const content = sections.get(name);
    return content === undefined ? whole : `${start}\n${content}\n\n${end}`;
  });
}
