/** `climax-gen <inputs…> -o <dir>`: reads, generates, and brings the folder to what was generated, or says why not. */
import type { CommandPart } from "@climax-gen/runtime/compiler";
import { createColors } from "picocolors";
import { formatDiagnostics, summarizeDiagnostics, toJson } from "../diagnostics/format.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import { shellWords } from "../text/shell-word.ts";
import { templateNames } from "../emit/project-files.ts";
import { applyPlan, readDeclarations, readOutputText, readTemplates } from "../host/output-folder.ts";
import { readInputs, toShownPath } from "../host/inputs.ts";
import { checkDist } from "../host/project.ts";
import { readExistingTree } from "../host/output-tree.ts";
import { describeRun, recallRun, recordRun } from "./last-run.ts";
import type { Drift } from "../write/drift-diff.ts";
import { driftingPaths, formatDrift, formatDrifts } from "../write/drift-diff.ts";
import type { FileContent } from "../write/manifest.ts";
import type { WritePlan } from "../write/plan-writes.ts";
import { planWrites } from "../write/plan-writes.ts";
import { isUpToDate, listPlan, summarizePlan } from "../write/plan-summary.ts";
import { reportConflicts, reportDrift } from "../write/report-plan.ts";
import type { Terminal } from "./terminal.ts";

export interface GenerateFlags {
  readonly output: string;
  readonly name?: string;
  readonly serverVersion?: string;
  /** What generated code imports. Default: files that the project carries. */
  readonly runtime?: "carried" | "package";
  readonly classic?: boolean;
  readonly progressive?: boolean;
  /** Paths of the policies. */
  readonly policy?: readonly string[];
  /** False with `--no-bundle`. */
  readonly bundle: boolean;
  readonly check?: boolean;
  readonly force?: boolean;
  readonly strict?: boolean;
  readonly json?: boolean;
}

/** What a run came to; `plan` is absent where the inputs have errors. */
interface Outcome {
  readonly diagnostics: readonly Diagnostic[];
  readonly plan?: WritePlan;
  /** Files that differ, with `--check`. */
  readonly drifts?: readonly Drift[];
}

const plain = createColors(false);

/** Runs the command; returns the exit status: 0, or 1 where there are errors or, with `--check`, differences. */
export async function runGenerate(inputs: readonly string[], flags: GenerateFlags, terminal: Terminal): Promise<number> {
  const outcome = await bringToDate(inputs, flags, terminal);
  terminal.progress.clear();
  const isFailure = hasFailure(outcome.diagnostics, flags.strict);
  if (flags.json) {
    terminal.out(`${JSON.stringify(toReport(outcome, flags, isFailure), null, 2)}\n`);
    return isFailure ? 1 : 0;
  }
  terminal.err(formatDiagnostics(outcome.diagnostics, terminal.colors));
  terminal.err(formatDrifts(outcome.drifts ?? [], terminal.colors));
  terminal.err(`${summarize(outcome, flags, isFailure)}\n`);
  return isFailure ? 1 : 0;
}

/** Whether the exit status is 1: an error, or with `--strict` any diagnostic at all. */
export function hasFailure(diagnostics: readonly Diagnostic[], strict = false): boolean {
  return strict ? diagnostics.length > 0 : hasError(diagnostics);
}

async function bringToDate(inputs: readonly string[], flags: GenerateFlags, { progress }: Terminal): Promise<Outcome> {
  progress.show("reading");
  const read = readInputs(inputs, flags.policy);
  if (hasError(read.diagnostics)) {
    const { checkReadInputs } = await import("./checked-inputs.ts");
    return { diagnostics: (await checkReadInputs(read, progress)).diagnostics };
  }

  const { name, serverVersion: version, runtime = "carried" } = flags;
  const settings = { ...(name !== undefined && { name }), ...(version !== undefined && { version }), ...readMode(flags) };
  const templates = readTemplates(templateNames);
  const run = flags.bundle ? describeRun(flags.output, read, { ...settings, runtime, templates }) : undefined;
  const last = run && recallRun(run);
  if (last !== undefined) return repeatOutcome([...read.diagnostics, ...last.diagnostics], last.paths, flags);

  const { generate } = await import("../generate.ts");
  const generated = await generate(read.files, {
    ...settings,
    templates,
    ...(runtime === "carried" && { declarations: readDeclarations() }),
    policies: read.policies,
    ...(flags.bundle && !flags.check && { bundle: async (model) => await (await import("../host/bundle.ts")).bundleServer(model) }),
    onProgress: progress.show,
  });
  const diagnostics = [...read.diagnostics, ...generated.diagnostics];
  if (hasFailure(diagnostics, flags.strict)) return { diagnostics };

  const plan = planWrites(readExistingTree(flags.output, generated.files), generated.files, { force: flags.force ?? false });
  if (flags.check) {
    const command = fixCommand(inputs, flags);
    const drift = [...reportDrift(plan, flags.output, command), ...checkDist(flags.output, command)];
    return { diagnostics: [...diagnostics, ...drift], plan, drifts: readDrifts(plan, generated.files, flags.output) };
  }
  const conflicts = reportConflicts(plan, flags.output);
  if (conflicts.length > 0) return { diagnostics: [...diagnostics, ...conflicts] };
  progress.show("writing");
  const failure = applyPlan(flags.output, plan);
  if (failure !== undefined) return { diagnostics: [...diagnostics, failure] };
  if (run !== undefined) recordRun(run, commandParts(inputs, flags), generated);
  return { diagnostics, plan };
}

/** What the last run came to, when it comes to the same now: nothing to write. All of its files are untouched, those of `dist/` too. */
function repeatOutcome(diagnostics: readonly Diagnostic[], paths: readonly string[], flags: GenerateFlags): Outcome {
  if (hasFailure(diagnostics, flags.strict)) return { diagnostics };
  const looked = flags.check ? paths.filter((path) => !path.startsWith("dist/")) : paths;
  const plan: WritePlan = { files: looked.map((path) => ({ action: "unchanged", path })), journals: new Map() };
  return { diagnostics, plan, ...(flags.check && { drifts: [] }) };
}

function readDrifts(plan: WritePlan, files: ReadonlyMap<string, FileContent>, output: string): readonly Drift[] {
  return driftingPaths(plan).flatMap((path) => {
    const [there, generated] = [readOutputText(output, path), files.get(path)];
    return there === undefined || typeof generated !== "string" ? [] : [{ path: `${toShownPath(output)}/${path}`, there, generated }];
  });
}

/** Nothing where no flag chooses: then the inputs decide. */
function readMode({ classic, progressive }: GenerateFlags): { readonly classic?: boolean } {
  if (classic) return { classic: true };
  return progressive ? { classic: false } : {};
}

/** The command that brings the folder up to date: this one without `--check`. */
function fixCommand(inputs: readonly string[], flags: GenerateFlags): string {
  return shellWords(["climax-gen", ...commandParts(inputs, flags).map((part) => (typeof part === "string" ? part : part.path))]);
}

function commandParts(inputs: readonly string[], flags: GenerateFlags): readonly CommandPart[] {
  const { output, policy = [], name, serverVersion, runtime, classic, progressive } = flags;
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
  ];
}

function summarize({ diagnostics, plan }: Outcome, flags: GenerateFlags, isFailure: boolean): string {
  const problems = summarizeDiagnostics(diagnostics);
  const said = problems === "" ? "" : ` (${problems})`;
  if (isFailure) return flags.check && plan ? `${flags.output} is out of date${said}` : `nothing was written${said}`;
  if (flags.check) return `${flags.output} is up to date${said}`;
  if (isUpToDate(plan)) return `${flags.output} is up to date, nothing to write${said}`;
  return `${flags.output}: ${summarizePlan(plan)}${said}`;
}

/** What `--json` prints. */
function toReport({ diagnostics, plan, drifts }: Outcome, flags: GenerateFlags, isFailure: boolean): object {
  return {
    ok: !isFailure,
    output: flags.output,
    diagnostics: toJson(diagnostics),
    ...(drifts && { drifts: drifts.map((drift) => ({ path: drift.path, diff: formatDrift(drift, plain) })) }),
    files: listPlan(plan),
  };
}
