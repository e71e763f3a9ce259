/** `climax-gen <inputs…> -o <dir>`: generates a project and writes it, or reports the errors. */
import { acknowledgeableCodes } from "../diagnostics/codes-hazards.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError, hasFailure } from "../diagnostics/diagnostic.ts";
import { count } from "../text/wording.ts";
import type { Generated } from "../generate.ts";
import { templateNames } from "../emit/project-files.ts";
import { readDeclarations, readTemplates } from "../host/own-package.ts";
import { readOutputText } from "../host/output-folder.ts";
import { writeOutput } from "../host/write-output.ts";
import { readInputs } from "../host/inputs.ts";
import { toShownPath } from "../text/shown-path.ts";
import { checkDist } from "../host/project.ts";
import { readExistingTree } from "../host/output-tree.ts";
import type { GenerateFlags } from "../generation/generate-flags.ts";
import { commandParts, formatCommand, toSettings } from "../generation/generate-flags.ts";
import { findUnchangedRun, hashRun, listIncluded, recordRun } from "../generation/previous-run.ts";
import type { PreviousRun } from "../generation/previous-run.ts";
import type { Drift } from "../write/drift-diff.ts";
import { driftingPaths } from "../write/drift-diff.ts";
import type { FileContent } from "../write/manifest.ts";
import type { WritePlan } from "../write/plan-writes.ts";
import { planWrites } from "../write/plan-writes.ts";
import { reportDrift } from "../write/report-plan.ts";
import type { Outcome } from "../generation/outcome.ts";
import { printOutcome } from "../generation/outcome.ts";
import { watchInputs } from "../inputs/watch.ts";
import { untilInterrupted } from "../terminal/interruption.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Runs the command. Returns the exit status: 0, or 1 for errors or, with `--check`, differences. */
export async function runGenerate(inputs: readonly string[], flags: GenerateFlags, terminal: Terminal): Promise<number> {
  return await printOutcome(await checkOrWrite(inputs, flags, terminal), flags, terminal);
}

/**
 * Runs the command again after each change of an input, until it is interrupted, and returns 0. If inputs have errors, the last good output
 * is kept. Each run prints one line after its diagnostics. `createTerminal` is called for each run, because progress starts again with each
 * terminal.
 */
export async function runWatch(inputs: readonly string[], flags: GenerateFlags, createTerminal: () => Terminal): Promise<number> {
  const { signal, release } = untilInterrupted();
  let isFirst = true;
  await watchInputs({
    inputs,
    policy: flags.policy,
    signal,
    async onChange(files) {
      const terminal = createTerminal();
      const outcome = await checkOrWrite(inputs, flags, terminal);
      await printOutcome(outcome, flags, terminal);
      if (isFirst) terminal.err(`watching ${count(files, "file")}, press Ctrl+C to stop\n`);
      isFirst = false;
      return outcome.included;
    },
  });
  release();
  return 0;
}

/** Generates the project, and writes it or, with `--check`, compares it. */
async function checkOrWrite(inputs: readonly string[], flags: GenerateFlags, { progress }: Terminal): Promise<Outcome> {
  progress.show("reading");
  const read = readInputs(inputs, flags.policy);
  if (hasError(read.diagnostics)) {
    const { checkInputs } = await import("../check-inputs.ts");
    return { diagnostics: (await checkInputs(read.files, { ...read, onProgress: progress.show })).diagnostics };
  }

  const { runtime = "carried" } = flags;
  const settings = toSettings(flags);
  const templates = readTemplates(templateNames);
  const isRepeatable = flags.bundle && read.diagnostics.length === 0;
  const hashWith = (included: readonly string[]): string | undefined =>
    isRepeatable ? hashRun(read, { ...settings, runtime, templates, included }) : undefined;
  const known = listIncluded(flags.output);
  const key = wantsTypeCheck(flags) ? undefined : hashWith(known);
  const unchanged = key === undefined ? undefined : findUnchangedRun(flags.output, key);
  if (unchanged !== undefined) return { ...toUnchangedOutcome(unchanged, flags), included: known };

  const { generate } = await import("../generate.ts");
  const generated = await generate(read.files, {
    ...settings,
    templates,
    ...(runtime === "carried" && { declarations: readDeclarations() }),
    policies: read.policies,
    ...(flags.bundle && !flags.check && { bundle: async (model) => await (await import("../bundled/bundle.ts")).bundleServer(model) }),
    onProgress: progress.show,
  });
  const { included } = generated;
  const diagnostics = [...read.diagnostics, ...generated.diagnostics];
  if (hasFailure(diagnostics, flags.strict)) return { diagnostics, included };

  const run: GeneratedRun = { inputs, flags, generated, diagnostics: [...diagnostics, ...listNotes(generated, flags)] };
  // A run with notes can be skipped the next time. They are then not printed again.
  const hash = (): string | undefined => (diagnostics.length === 0 ? hashWith(included) : undefined);
  return { ...(await (flags.check ? compareOutput(run, progress) : writeProject(run, hash, progress))), included };
}

/** Returns the notes of a generation that writes, and one about the server's name. Programs that read JSON or SARIF get problems only. */
function listNotes({ notes, files }: Generated, { name, output, check, json, sarif }: GenerateFlags): readonly Diagnostic[] {
  if (check === true || json === true || sarif === true) return [];
  const isUnnamed = name === undefined && Array.from(files.keys()).filter((path) => path.startsWith("src/clis/")).length > 1;
  return isUnnamed ? [...notes, diagnose("default-server-name", { path: toShownPath(output) })] : notes;
}

/** A project that was generated in memory, without a failure. */
interface GeneratedRun {
  readonly inputs: readonly string[];
  readonly flags: GenerateFlags;
  readonly generated: Generated;
  readonly diagnostics: readonly Diagnostic[];
}

async function compareOutput({ inputs, flags, generated, diagnostics }: GeneratedRun, progress: Terminal["progress"]): Promise<Outcome> {
  const plan = planWrites(readExistingTree(flags.output, generated.files), generated.files, { force: flags.force ?? false });
  const command = formatCommand(inputs, flags);
  const drift = [...reportDrift(plan, flags.output, command), ...checkDist(flags.output, command)];
  const found = [...diagnostics, ...drift, ...(await checkTypes(generated.files, flags, progress))];
  return { diagnostics: found, plan, drifts: readDrifts(plan, generated.files, flags.output), isStale: drift.length > 0 };
}

/**
 * Writes the project, and records the run. `hash` is called after writing. It returns the key of the run, or undefined if the next run must
 * not be skipped.
 */
async function writeProject(
  { inputs, flags, generated, diagnostics }: GeneratedRun,
  hash: () => string | undefined,
  progress: Terminal["progress"],
): Promise<Outcome> {
  progress.show("writing");
  const hazards = diagnostics.flatMap(({ code, message }) => (acknowledgeableCodes.includes(code) ? [message] : []));
  const onWritten = (): void => recordRun(flags.output, { key: hash(), command: commandParts(inputs, flags), hazards, ...generated });
  const output = await writeOutput(flags.output, generated.files, { force: flags.force ?? false, ...(flags.bundle && { onWritten }) });
  const problems = diagnostics.filter(({ severity }) => severity !== "note");
  if (output.kind === "failed") return { diagnostics: [...problems, ...output.diagnostics] };
  // Checked after writing, so that users can adapt the files that use the project.
  const typeErrors = await checkTypes(generated.files, flags, progress);
  const { tools } = generated;
  // A run that finds everything up to date has told its notes before.
  const isNew = output.plan.files.some(({ action }) => action !== "unchanged");
  return { diagnostics: [...(isNew ? diagnostics : problems), ...typeErrors], plan: output.plan, ...(tools && { tools }) };
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
