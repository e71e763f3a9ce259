/** `climax-gen catalog`: prints the programs of the catalog, or the tools of one. */
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import { formatCatalog, formatEntry } from "../catalog/format-catalog.ts";
import { summarizeEntry } from "../catalog/summarize-entry.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import { findEntry, listPrograms, readCatalog } from "../host/catalog-folder.ts";
import { printFailure } from "../terminal/print-failure.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { formatJson } from "../text/json.ts";

/** Options of `climax-gen catalog`. */
export interface CatalogFlags {
  readonly json?: boolean;
}

/** Runs the command. Returns the exit status: 1 if the catalog does not have the program. */
export async function runCatalog(program: string | undefined, { json = false }: CatalogFlags, terminal: Terminal): Promise<number> {
  if (program === undefined) {
    const entries = await Promise.all(readCatalog().map(summarizeEntry));
    terminal.out(json ? formatJson(entries) : formatCatalog(entries, terminal.width));
    return 0;
  }
  const entry = findEntry(program);
  if (entry === undefined) {
    const near = nearNames(program, listPrograms(), 3);
    return printFailure([diagnose("unknown-catalog-program", { path: "catalog" }, { name: program, near })], terminal);
  }
  const summary = await summarizeEntry(entry);
  terminal.out(json ? formatJson(summary) : formatEntry(summary, terminal.width));
  return 0;
}
