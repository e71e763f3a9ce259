/** Writes the results of the matrix into docs/clients.md, between markers, or compares them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { markdownTable } from "../../bench/table.ts";
import { ROOT } from "../e2e/project.ts";
import type { Mode, Scenario, Transport } from "./client.ts";
import { SCENARIOS } from "./client.ts";

const PAGE = join(ROOT, "docs/clients.md");
const SECTION = /(?<=<!-- matrix -->\n\n).*?(?=\n\n<!-- \/matrix -->)/s;

export type Outcome =
  | { readonly kind: "passed" }
  | { readonly kind: "failed"; readonly problem: string }
  | { readonly kind: "unsupported"; readonly reason: string };

/** Outcomes of a client with one transport and mode. */
export interface MatrixRow {
  readonly name: string;
  readonly version: string;
  readonly protocol?: string | undefined;
  readonly transport: Transport;
  readonly mode: Mode;
  readonly outcomes: ReadonlyMap<Scenario, Outcome>;
}

/** Returns the section of the page, and the section that these results require. With `UPDATE_GOLDEN=1`, writes the page first. */
export function checkPage(rows: readonly MatrixRow[]): { readonly found: string; readonly wanted: string } {
  const wanted = printMatrix(rows);
  const page = readFileSync(PAGE, "utf8");
  if (process.env["UPDATE_GOLDEN"] === "1")
    writeFileSync(
      PAGE,
      page.replace(SECTION, () => wanted),
    );
  return { found: SECTION.exec(readFileSync(PAGE, "utf8"))?.[0] ?? "", wanted };
}

/** Prints the clients with their versions, a table for each mode, and the reasons why a client cannot run a scenario. */
function printMatrix(rows: readonly MatrixRow[]): string {
  const reasons = [...new Set(rows.flatMap(({ outcomes }) => [...outcomes.values()].flatMap(reasonOf)))];
  const tables = (["progressive", "classic"] as const).map((mode) => {
    const columns = ["client", "over", ...SCENARIOS];
    const cells = rows
      .filter((row) => row.mode === mode)
      .map((row) => [row.name, row.transport, ...SCENARIOS.map((name) => toCell(row, name, reasons))]);
    return `**${mode[0]?.toUpperCase()}${mode.slice(1)} mode**\n\n${markdownTable({ title: "", columns, rows: cells })}`;
  });
  const notes = reasons.map((reason, place) => `${place + 1}. Not supported: ${reason}.`).join("\n");
  return [printClients(rows), ...tables, notes].join("\n\n");
}

function printClients(rows: readonly MatrixRow[]): string {
  const clients = [...new Map(rows.map((row) => [row.name, row])).keys()].map((name) => {
    const own = rows.filter((row) => row.name === name);
    const protocols = [...new Set(own.flatMap(({ protocol }) => protocol ?? []))];
    return [name, own[0]?.version ?? "", protocols.length === 0 ? "not reported" : protocols.join(", ")];
  });
  return markdownTable({ title: "", columns: ["client", "version", "protocol"], rows: clients });
}

function reasonOf(outcome: Outcome): readonly string[] {
  return outcome.kind === "unsupported" ? [outcome.reason] : [];
}

function toCell({ outcomes }: MatrixRow, scenario: Scenario, reasons: readonly string[]): string {
  const outcome = outcomes.get(scenario);
  switch (outcome?.kind) {
    case "passed":
      return "passed";
    case "unsupported":
      return `no (${reasons.indexOf(outcome.reason) + 1})`;
    case "failed":
    case undefined:
      return "failed";
  }
}
