/** `climax-gen diff <old> <new>`: compares two versions of a server, for users and for security. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics, summarizeDiagnostics, toJson } from "../diagnostics/format.ts";
import type { Sides } from "../review/change.ts";
import type { ReadSide } from "../inputs/read-side.ts";
import { readSide } from "../inputs/read-side.ts";
import { compareSides, listRenamings } from "../review/compare/compare-sides.ts";
import { findNewHazards } from "../review/new-hazards.ts";
import type { DiffReport } from "../review/report.ts";
import { isFailure } from "../review/report.ts";
import { printGithub } from "../review/print/github.ts";
import { printHtml } from "../review/print/html.ts";
import { toDiffJson } from "../review/print/json.ts";
import { printMarkdown } from "../review/print/markdown.ts";
import { toChangesSarif } from "../sarif/changes.ts";
import { toDiagnosticsSarif } from "../sarif/diagnostics.ts";
import { printTerminal } from "../review/print/terminal.ts";
import type { Failure } from "../review/rule.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { formatJson } from "../text/json.ts";

/** Output formats of `climax-gen diff`. */
export type DiffFormat = "terminal" | "markdown" | "json" | "sarif" | "github" | "html";

/** Options of `climax-gen diff`. */
export interface DiffFlags {
  /** Paths of the policies of both sides. `policyOld` and `policyNew` override them for one side. */
  readonly policy?: readonly string[];
  readonly policyOld?: readonly string[];
  readonly policyNew?: readonly string[];
  /** Set if both versions are generated with `--discovery auto`. Generated projects need no option. */
  readonly discovery?: "auto";
  readonly format: DiffFormat;
  /** Equals `--format json`. */
  readonly json?: boolean;
  readonly failOn: readonly Failure[];
}

/** Runs the command. Returns the exit status: 1 if an input has an error or the changes include a class of `--fail-on`. */
export async function runDiff(sides: readonly [old: string, now: string], flags: DiffFlags, terminal: Terminal): Promise<number> {
  const format = flags.json ? "json" : flags.format;
  const policies = { old: flags.policyOld ?? flags.policy ?? [], new: flags.policyNew ?? flags.policy ?? [] };
  const old = await readVersion(sides[0], policies.old, terminal);
  const now = await readVersion(sides[1], policies.new, terminal);
  terminal.progress.clear();
  if (old.side === undefined || now.side === undefined) {
    const errors = [...old.diagnostics, ...now.diagnostics].filter(({ severity }) => severity === "error");
    return refuse(errors, format, terminal);
  }
  const options = {
    places: format === "html" || format === "json" || format === "sarif" || format === "github",
    isAuto: flags.discovery === "auto",
  };
  const compared = { old: old.side, new: now.side };
  const changes = compareSides(compared, options);
  const hazards = findNewHazards(old.hazards ?? [], now.hazards ?? [], listRenamings(compared));
  const report: DiffReport = { old: sides[0], new: sides[1], policies, changes, hazards, failOn: flags.failOn };
  const write = format === "github" ? terminal.command : terminal.out;
  write(print({ report, format, sides: { old: old.side, new: now.side } }, terminal));
  return isFailure(report) ? 1 : 0;
}

async function readVersion(named: string, policies: readonly string[], { progress }: Terminal): Promise<ReadSide> {
  return await readSide(named, { onProgress: progress.show, policies });
}

function refuse(errors: readonly Diagnostic[], format: DiffFormat, terminal: Terminal): number {
  if (format === "json") {
    terminal.out(formatJson({ ok: false, diagnostics: toJson(errors) }));
    return 1;
  }
  // Services reject an empty file as invalid SARIF.
  if (format === "sarif") terminal.out(formatJson(toDiagnosticsSarif(errors)));
  terminal.err(formatDiagnostics(errors, terminal.colors));
  terminal.err(`nothing was compared (${summarizeDiagnostics(errors)})\n`);
  return 1;
}

interface Printed {
  readonly report: DiffReport;
  readonly format: DiffFormat;
  readonly sides: Sides;
}

function print({ report, format, sides }: Printed, { outColors }: Terminal): string {
  switch (format) {
    case "terminal":
      return printTerminal(report, outColors);
    case "markdown":
      return printMarkdown(report);
    case "json":
      return formatJson(toDiffJson(report));
    case "sarif":
      return formatJson(toChangesSarif(report));
    case "github":
      return printGithub(report);
    case "html":
      return printHtml(report, { oldTools: sides.old.tools, newTools: sides.new.tools });
  }
}
