/** The outcome of a generation, and what the command prints about it. */
import { MAX_DIRECT_TOKENS } from "@climax-gen/runtime/internal/tool/tool-listing";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasFailure } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics, summarizeDiagnostics, toJson } from "../diagnostics/format.ts";
import type { ToolCounts } from "../generate.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { noColors } from "../text/colors.ts";
import { formatJson } from "../text/json.ts";
import { toShownPath } from "../text/shown-path.ts";
import { count, escapeUnprintable, joinWords } from "../text/wording.ts";
import type { Drift } from "../write/drift-diff.ts";
import { formatDrift, formatDrifts } from "../write/drift-diff.ts";
import { isUpToDate, listPlan, summarizePlan } from "../write/plan-summary.ts";
import type { WritePlan } from "../write/plan-writes.ts";
import type { GenerateFlags } from "./generate-flags.ts";

/** Result of a run. `plan` is omitted if the inputs have errors. */
export interface Outcome {
  readonly diagnostics: readonly Diagnostic[];
  readonly plan?: WritePlan;
  /** Files that differ; only with `--check`. */
  readonly drifts?: readonly Drift[];
  /** True if the output directory is out of date; only with `--check`. */
  readonly isStale?: boolean;
  /** Numbers of tools. Omitted if nothing was generated. */
  readonly tools?: ToolCounts;
  /** Paths of the files that the inputs include. Omitted if the inputs could not be read. */
  readonly included?: readonly string[];
}

/** Prints the outcome: text on standard error, or JSON or SARIF on standard output. Returns the exit status: 0, or 1 for a failure. */
export async function printOutcome(outcome: Outcome, flags: GenerateFlags, terminal: Terminal): Promise<number> {
  terminal.progress.clear();
  const isFailure = hasFailure(outcome.diagnostics, flags.strict);
  if (flags.json) {
    terminal.out(formatJson(toReport(outcome, flags, isFailure)));
    return isFailure ? 1 : 0;
  }
  if (flags.sarif) {
    const { toDiagnosticsSarif } = await import("../sarif/diagnostics.ts");
    terminal.out(formatJson(toDiagnosticsSarif(outcome.diagnostics)));
    return isFailure ? 1 : 0;
  }
  terminal.err(formatDiagnostics(outcome.diagnostics, terminal.colors));
  terminal.err(formatDrifts(outcome.drifts ?? [], terminal.colors));
  terminal.err(`${summarize(outcome, flags)}\n`);
  return isFailure ? 1 : 0;
}

/** Returns `; 1 of 17 tools enabled by policy.yaml`, or an empty string without policies. */
function describeEnabled({ tools }: Outcome, { policy = [] }: GenerateFlags): string {
  if (tools === undefined || policy.length === 0) return "";
  const paths = joinWords(
    policy.map((path) => escapeUnprintable(toShownPath(path))),
    "and",
  );
  return `; ${tools.enabled} of ${count(tools.all, "tool")} enabled by ${paths}`;
}

/** Returns the mode that `--discovery auto` has chosen, with the reason, or an empty string without this option. */
function describeMode({ tools }: Outcome): string {
  if (tools?.auto === undefined) return "";
  const { classic, tokens } = tools.auto;
  const mode = classic ? "classic: every tool is listed" : "progressive: climax_search and climax_call are listed";
  return `; ${mode}, because the list of ${count(tools.enabled, "tool")} has about ${tokens} tokens (limit: ${MAX_DIRECT_TOKENS})`;
}

function summarize(outcome: Outcome, flags: GenerateFlags): string {
  const { diagnostics, plan, isStale } = outcome;
  const problems = summarizeDiagnostics(diagnostics);
  const output = escapeUnprintable(flags.output);
  const said = problems === "" ? "" : ` (${problems})`;
  if (plan === undefined) return `nothing was written${said}`;
  if (flags.check) return `${output} is ${isStale === true ? "out of date" : "up to date"}${said}`;
  const enabled = `${describeEnabled(outcome, flags)}${describeMode(outcome)}`;
  if (isUpToDate(plan)) return `${output} is up to date, nothing to write${enabled}${said}`;
  return `${output}: ${summarizePlan(plan)}${enabled}${said}`;
}

/** Creates the output of `--json`. */
function toReport({ diagnostics, plan, drifts }: Outcome, flags: GenerateFlags, isFailure: boolean): object {
  return {
    ok: !isFailure,
    output: flags.output,
    diagnostics: toJson(diagnostics),
    ...(drifts && { drifts: drifts.map((drift) => ({ path: drift.path, diff: formatDrift(drift, noColors) })) }),
    files: listPlan(plan),
  };
}
