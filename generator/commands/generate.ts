/** `climax-gen <inputs…> -o <dir>`: generates a project and writes it, or reports the errors. */
import type { CommandPart } from "@climax-gen/runtime/compiler";
import { createColors } from "picocolors";
import { formatDiagnostics, summarizeDiagnostics, toJson } from "../diagnostics/format.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import { shellWords } from "../text/shell-word.ts";
import { count, escapeUnprintable, joinWords } from "../text/wording.ts";
import type { ToolCounts } from "../generate.ts";
import { templateNames } from "../emit/project-files.ts";
import { applyPlan, readDeclarations, readOutputText, readTemplates } from "../host/output-folder.ts";
import { readInputs, toShownPath } from "../host/inputs.ts";
import { checkDist } from "../host/project.ts";
import { readExistingTree } from "../host/output-tree.ts";
import { findUnchangedRun, hashRun, listIncluded, recordRun } from "./previous-run.ts";
import type { PreviousRun } from "./previous-run.ts";
import type { Drift } from "../write/drift-diff.ts";
import { driftingPaths, formatDrift, formatDrifts } from "../write/drift-diff.ts";
import type { FileContent } from "../write/manifest.ts";
import type { WritePlan } from "../write/plan-writes.ts";
import { planWrites } from "../write/plan-writes.ts";
import { isUpToDate, listPlan, summarizePlan } from "../write/plan-summary.ts";
import { reportConflicts, reportDrift } from "../write/report-plan.ts";
import type { Terminal } from "./terminal.ts";

/** Options of generation. */
export interface GenerateFlags {
  readonly output: string;
  readonly name?: string;
  readonly serverVersion?: string;
  /** Import source of the runtime in generated code. Defaults to `carried`: files in the project. */
  readonly runtime?: "carried" | "package";
  readonly classic?: boolean;
  readonly progressive?: boolean;
  readonly splitCalls?: boolean;
  readonly searchSchemas?: number;
  /** Paths of the policies. */
  readonly policy?: readonly string[];
  /** False with `--no-bundle`. */
  readonly bundle: boolean;
  readonly check?: boolean;
  readonly typecheck?: boolean;
  /** Globs of TypeScript files that are type-checked with the project; implies `typecheck`. */
  readonly typecheckWith?: readonly string[];
  readonly force?: boolean;
  readonly strict?: boolean;
  readonly json?: boolean;
  /** Prints the diagnostics as SARIF on standard output. */
  readonly sarif?: boolean;
  /** Called with the paths of the files that the inputs include, for `--watch`. */
  readonly onIncluded?: (paths: readonly string[]) => void;
}

/** Result of a run. `plan` is omitted if the inputs have errors. */
interface Outcome {
  readonly diagnostics: readonly Diagnostic[];
  readonly plan?: WritePlan;
  /** Files that differ; only with `--check`. */
  readonly drifts?: readonly Drift[];
  /** Reports whether the folder is not what the inputs generate, with `--check`. */
  readonly isStale?: boolean;
  /** Numbers of tools. Omitted if nothing was generated. */
  readonly tools?: ToolCounts;
}

const plain = createColors(false);

/** Runs the command. Returns the exit status: 0, or 1 for errors or, with `--check`, differences. */
export async function runGenerate(inputs: readonly string[], flags: GenerateFlags, terminal: Terminal): Promise<number> {
  const outcome = await checkOrWrite(inputs, flags, terminal);
  terminal.progress.clear();
  const isFailure = hasFailure(outcome.diagnostics, flags.strict);
  if (flags.json) {
    terminal.out(`${JSON.stringify(toReport(outcome, flags, isFailure), null, 2)}\n`);
    return isFailure ? 1 : 0;
  }
  if (flags.sarif) {
    const { toDiagnosticsSarif } = await import("../sarif/diagnostics.ts");
    terminal.out(`${JSON.stringify(toDiagnosticsSarif(outcome.diagnostics), null, 2)}\n`);
    return isFailure ? 1 : 0;
  }
  terminal.err(formatDiagnostics(outcome.diagnostics, terminal.colors));
  terminal.err(formatDrifts(outcome.drifts ?? [], terminal.colors));
  terminal.err(`${summarize(outcome, flags)}\n`);
  return isFailure ? 1 : 0;
}

/** Reports whether the exit status is 1: for an error, or with `--strict` for any diagnostic. */
export function hasFailure(diagnostics: readonly Diagnostic[], strict = false): boolean {
  return strict ? diagnostics.length > 0 : hasError(diagnostics);
}

/** Generates the project, and writes it or, with `--check`, compares it. */
async function checkOrWrite(inputs: readonly string[], flags: GenerateFlags, { progress }: Terminal): Promise<Outcome> {
  progress.show("reading");
  const read = readInputs(inputs, flags.policy);
  if (hasError(read.diagnostics)) {
    const { checkReadInputs } = await import("./checked-inputs.ts");
    return { diagnostics: (await checkReadInputs(read, progress)).diagnostics };
  }

  const { name, serverVersion: version, runtime = "carried" } = flags;
  const settings = {
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    ...readMode(flags),
    ...readDiscovery(flags),
  };
  const templates = readTemplates(templateNames);
  const isRepeatable = flags.bundle && read.diagnostics.length === 0;
  const hashWith = (included: readonly string[]): string | undefined =>
    isRepeatable ? hashRun(read, { ...settings, runtime, templates, included }) : undefined;
  const known = listIncluded(flags.output);
  flags.onIncluded?.(known);
  const key = wantsTypeCheck(flags) ? undefined : hashWith(known);
  const unchanged = key === undefined ? undefined : findUnchangedRun(flags.output, key);
  if (unchanged !== undefined) return toUnchangedOutcome(unchanged, flags);

  const { generate } = await import("../generate.ts");
  const generated = await generate(read.files, {
    ...settings,
    templates,
    ...(runtime === "carried" && { declarations: readDeclarations() }),
    policies: read.policies,
    ...(flags.bundle && !flags.check && { bundle: async (model) => await (await import("../bundled/bundle.ts")).bundleServer(model) }),
    onProgress: progress.show,
  });
  flags.onIncluded?.(generated.included);
  const diagnostics = [...read.diagnostics, ...generated.diagnostics];
  if (hasFailure(diagnostics, flags.strict)) return { diagnostics };

  const plan = planWrites(readExistingTree(flags.output, generated.files), generated.files, { force: flags.force ?? false });
  if (flags.check) {
    const command = fixCommand(inputs, flags);
    const drift = [...reportDrift(plan, flags.output, command), ...checkDist(flags.output, command)];
    const found = [...diagnostics, ...drift, ...(await checkTypes(generated.files, flags, progress))];
    return { diagnostics: found, plan, drifts: readDrifts(plan, generated.files, flags.output), isStale: drift.length > 0 };
  }
  const conflicts = reportConflicts(plan, flags.output);
  if (conflicts.length > 0) return { diagnostics: [...diagnostics, ...conflicts] };
  progress.show("writing");
  const failure = applyPlan(flags.output, plan);
  if (failure !== undefined) return { diagnostics: [...diagnostics, failure] };
  if (flags.bundle) {
    const repeatable = diagnostics.length === 0 ? hashWith(generated.included) : undefined;
    recordRun(flags.output, { key: repeatable, command: commandParts(inputs, flags), ...generated });
  }
  // After writing, so that files that use the project can be adapted to it.
  const { tools } = generated;
  return { diagnostics: [...diagnostics, ...(await checkTypes(generated.files, flags, progress))], plan, ...(tools && { tools }) };
}

function wantsTypeCheck({ typecheck, typecheckWith }: GenerateFlags): boolean {
  return typecheck === true || typecheckWith !== undefined;
}

/** Returns the type errors with `--typecheck`, otherwise none. */
async function checkTypes(
  files: ReadonlyMap<string, FileContent>,
  flags: GenerateFlags,
  { show }: Terminal["progress"],
): Promise<readonly Diagnostic[]> {
  if (!wantsTypeCheck(flags)) return [];
  show("type-checking");
  const { typeCheck } = await import("../host/type-check.ts");
  return await typeCheck({ output: flags.output, files, declarations: readDeclarations(), globs: flags.typecheckWith ?? [] });
}

/** Returns the outcome of a run that is skipped. */
function toUnchangedOutcome({ paths, tools }: PreviousRun, flags: GenerateFlags): Outcome {
  const compared = flags.check ? paths.filter((path) => !path.startsWith("dist/")) : paths;
  const plan: WritePlan = { files: compared.map((path) => ({ action: "unchanged", path })), journals: new Map() };
  return { diagnostics: [], plan, ...(flags.check && { drifts: [] }), ...(tools && { tools }) };
}

function readDrifts(plan: WritePlan, files: ReadonlyMap<string, FileContent>, output: string): readonly Drift[] {
  return driftingPaths(plan).flatMap((path) => {
    const [there, generated] = [readOutputText(output, path), files.get(path)];
    return there === undefined || typeof generated !== "string" ? [] : [{ path: `${toShownPath(output)}/${path}`, there, generated }];
  });
}

/** Returns an empty object if no flag selects the mode, so that the inputs decide. */
function readMode({ classic, progressive }: GenerateFlags): { readonly classic?: boolean } {
  if (classic) return { classic: true };
  return progressive ? { classic: false } : {};
}

function readDiscovery({ splitCalls, searchSchemas }: GenerateFlags): Pick<GenerateFlags, "splitCalls" | "searchSchemas"> {
  return { ...(splitCalls === true && { splitCalls }), ...(searchSchemas !== undefined && { searchSchemas }) };
}

/** Returns the command that updates the directory: the current one without `--check`. */
function fixCommand(inputs: readonly string[], flags: GenerateFlags): string {
  return shellWords(["climax-gen", ...commandParts(inputs, flags).map((part) => (typeof part === "string" ? part : part.path))]);
}

function commandParts(inputs: readonly string[], flags: GenerateFlags): readonly CommandPart[] {
  const { output, policy = [], name, serverVersion, runtime, classic, progressive, splitCalls, searchSchemas } = flags;
  return [
    ...inputs.map((path) => ({ path })),
    "-o",
    { path: output },
    ...policy.flatMap((path) => ["--policy", { path }]),
    ...(name === undefined ? [] : ["--name", name]),
    ...(serverVersion === undefined ? [] : ["--server-version", serverVersion]),
    ...(runtime === "package" ? ["--runtime", runtime] : []),
    ...(classic ? ["--classic"] : []),
    ...(progressive ? ["--progressive"] : []),
    ...(splitCalls ? ["--split-calls"] : []),
    ...(searchSchemas === undefined ? [] : ["--search-schemas", String(searchSchemas)]),
  ];
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

function summarize(outcome: Outcome, flags: GenerateFlags): string {
  const { diagnostics, plan, isStale } = outcome;
  const problems = summarizeDiagnostics(diagnostics);
  const output = escapeUnprintable(flags.output);
  const said = problems === "" ? "" : ` (${problems})`;
  if (plan === undefined) return `nothing was written${said}`;
  if (flags.check) return `${output} is ${isStale === true ? "out of date" : "up to date"}${said}`;
  const enabled = describeEnabled(outcome, flags);
  if (isUpToDate(plan)) return `${output} is up to date, nothing to write${enabled}${said}`;
  return `${output}: ${summarizePlan(plan)}${enabled}${said}`;
}

/** Creates the output of `--json`. */
function toReport({ diagnostics, plan, drifts }: Outcome, flags: GenerateFlags, isFailure: boolean): object {
  return {
    ok: !isFailure,
    output: flags.output,
    diagnostics: toJson(diagnostics),
    ...(drifts && { drifts: drifts.map((drift) => ({ path: drift.path, diff: formatDrift(drift, plain) })) }),
    files: listPlan(plan),
  };
}
