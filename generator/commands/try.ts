/** `climax-gen try`: runs the examples of configs, and compares what they do with the configs and with a record. */
import type { CliFile } from "../check/files/checked-file.ts";
import { chooseCommand } from "../check/files/command-choice.ts";
import { locateProgram } from "../check/files/locate-command.ts";
import { addressOf, locateClosest } from "../check/files/locations.ts";
import { programOf } from "../check/files/tool-program.ts";
import { checkInputs } from "../check-inputs.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError, hasFailure } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics, summarizeDiagnostics, toJson } from "../diagnostics/format.ts";
import { dropAcceptedFindings } from "../hazards/accepted-findings.ts";
import { readEnvironment } from "../host/environment.ts";
import { errorCode, kindOf, readTextIfThere } from "../host/file-system.ts";
import { findProgram } from "../host/find-program.ts";
import { readInputs } from "../host/inputs.ts";
import type { Sandbox } from "../host/run-program.ts";
import { findSandbox, runProgram } from "../host/run-program.ts";
import { replaceFile } from "../host/temporary-files.ts";
import { findVersion } from "../import/crawl/program-version.ts";
import { tryExamples } from "../inputs/try-examples.ts";
import { refuseInputs } from "../inputs/read-model.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { formatJson } from "../text/json.ts";
import { toShownPath } from "../text/shown-path.ts";
import { count } from "../text/wording.ts";
import { compareFacts, type FactsDifference, type FactsOfTools } from "../try/compare-facts.ts";
import type { FactsRecord } from "../try/facts.ts";
import { type ExamplePlan, planExamples } from "../try/plan-examples.ts";
import { formatRecord, readRecord } from "../try/record-file.ts";
import { findProgramOf } from "../verify/tool-use.ts";
import { versionWordsOf } from "../verify/verify-version.ts";

/** Options of `climax-gen try`. */
export interface TryFlags {
  readonly project: string;
  readonly setup?: string;
  readonly record?: string;
  readonly check?: string;
  readonly hostile?: boolean;
  readonly network?: boolean;
  /** Globs of tools. */
  readonly tool?: readonly string[];
  readonly maxTokens: number;
  readonly json?: boolean;
  readonly strict?: boolean;
}

/** Runs the command. Returns the exit status: 1 for errors, differences from the record, or with `strict` for any diagnostic. */
export async function runTry(inputs: readonly string[], flags: TryFlags, terminal: Terminal): Promise<number> {
  const { files: inputFiles, ...read } = readInputs(inputs);
  const { configs, diagnostics: found } = await checkInputs(inputFiles, { ...read, onProgress: terminal.progress.show });
  if (hasError(found)) return refuseInputs(found, flags, terminal);
  const lookup = { env: readEnvironment(), find: findProgram };
  const files = configs.filter((file) => file.kind === "cli").map((file) => chooseCommand(file, lookup));
  const plan = planExamples(files, flags.tool);
  const record = flags.check === undefined ? undefined : readRecordFile(flags.check);
  const sandbox = await findSandbox();
  const problems = [
    ...(kindOf(flags.project) === "folder"
      ? []
      : [diagnose("try-project", { path: toShownPath(flags.project) }, { reason: "the project is not a directory" })]),
    ...(record !== undefined && "code" in record ? [record] : []),
    ...(sandbox?.kind === "bubblewrap" ? [] : [diagnose("try-no-sandbox", { path: inputs[0] ?? "." })]),
    ...(plan.examples.length === 0 ? [diagnose("try-no-examples", { path: inputs[0] ?? "." })] : []),
    ...findMissingPrograms(plan),
  ];
  if (sandbox?.kind !== "bubblewrap" || problems.length > 0 || (record !== undefined && "code" in record))
    return refuseInputs(problems, flags, terminal);
  const tried = await tryExamples(plan.examples, {
    ...flags,
    hasNetwork: flags.network === true,
    features: sandbox.features,
    isRecorded: flags.record !== undefined,
    isHostile: flags.hostile === true,
    onProgress: (finished) => terminal.progress.show(`${finished} of ${count(plan.examples.length, "example")} run`),
  });
  terminal.progress.clear();
  if (tried.kind === "setup_failed") {
    const { command, reason } = tried;
    return refuseInputs([diagnose("try-setup", { path: toShownPath(flags.project) }, { command, reason })], flags, terminal);
  }
  const { facts, isTraced } = tried;
  const differences = record === undefined ? [] : compareFacts(toSelected(record, flags.tool, plan), facts);
  const all = [...tried.diagnostics, ...differences.map((one) => toDiagnostic(one, files))];
  const documents = files.map(({ document }) => document);
  const failure = flags.record === undefined ? [] : writeRecord(flags.record, await toRecord(files, facts, sandbox));
  return print({ diagnostics: [...dropAcceptedFindings(all, documents), ...failure], facts, plan, isTraced }, flags, terminal);
}

function readRecordFile(path: string): FactsRecord | Diagnostic {
  const text = readTextIfThere(path);
  const read = text === undefined ? { problem: "the file cannot be read" } : readRecord(text);
  return "problem" in read ? diagnose("try-record", { path: toShownPath(path) }, { path: toShownPath(path), ...read }) : read;
}

/** Returns one diagnostic for each program that is missing. */
function findMissingPrograms({ examples }: ExamplePlan): readonly Diagnostic[] {
  const lookup = { env: readEnvironment(), find: findProgram };
  const missing = new Map<string, Diagnostic>();
  for (const { file, tool } of examples) {
    const written = file.tools.find(({ name }) => name === tool.name);
    if (written === undefined) continue;
    const program = findProgramOf(file, written, lookup);
    // A relative path is a file of the project.
    if (missing.has(program) || (program.includes("/") && !program.startsWith("/")) || findProgram(program) !== undefined) continue;
    const place = written.program === undefined ? { key: "command" as const } : { key: "program" as const, tool: tool.name };
    missing.set(program, diagnose("try-missing-program", locateProgram(file, place), { program }));
  }
  return [...missing.values()];
}

/** Returns the facts of a record. With `--tool`, only those of the selected tools. */
function toSelected({ tools }: FactsRecord, globs: readonly string[] | undefined, { examples }: ExamplePlan): FactsOfTools {
  const selected = new Set(examples.map(({ tool }) => tool.name));
  return new Map(Object.entries(tools).filter(([tool]) => globs === undefined || selected.has(tool)));
}

/** Returns the diagnostic of a difference, at the example, the tool, or the start of the file. */
function toDiagnostic({ tool, index, text }: FactsDifference, files: readonly CliFile[]): Diagnostic {
  const file = files.find(({ tools }) => tools.some(({ name }) => name === tool)) ?? files[0];
  const subject = index === undefined ? `"${tool}"` : `example ${index + 1} of "${tool}"`;
  const place =
    file === undefined ? { path: "." } : locateClosest(file, addressOf(tool), index === undefined ? ["name"] : ["examples", index]);
  return diagnose("try-changed", place, { subject, difference: text });
}

async function toRecord(files: readonly CliFile[], facts: FactsOfTools, sandbox: Sandbox): Promise<FactsRecord> {
  const [file] = files;
  const program = file === undefined ? "" : programOf(file, {}, readEnvironment());
  const run = file && (await runProgram([program, ...versionWordsOf(file)], { sandbox }));
  const texts = run?.kind === "exited" ? [run.stdout, run.stderr] : [];
  const version = findVersion(texts, program);
  return { program, ...(version !== undefined && { version }), tools: Object.fromEntries(facts) };
}

function writeRecord(path: string, record: FactsRecord): readonly Diagnostic[] {
  try {
    replaceFile(path, formatRecord(record));
    return [];
  } catch (error) {
    return [diagnose("output-unwritable", { path: toShownPath(path) }, { reason: errorCode(error) })];
  }
}

interface Result {
  readonly diagnostics: readonly Diagnostic[];
  readonly facts: FactsOfTools;
  readonly plan: ExamplePlan;
  readonly isTraced: boolean;
}

function print({ diagnostics, facts, plan, isTraced }: Result, { json, strict }: TryFlags, terminal: Terminal): number {
  const isFailure = hasFailure(diagnostics, strict);
  if (json) {
    const { untried, secret } = plan;
    const tools = Object.fromEntries(facts);
    terminal.out(formatJson({ ok: !isFailure, diagnostics: toJson(diagnostics), tools, untried, secret, isNetworkObserved: isTraced }));
    return isFailure ? 1 : 0;
  }
  terminal.err(formatDiagnostics(diagnostics, terminal.colors));
  if (!isTraced) terminal.err("note: the network was not observed, because strace is missing or does not work here\n");
  if (plan.untried.length > 0) terminal.err(`note: without an example: ${plan.untried.join(", ")}\n`);
  if (plan.secret.length > 0) terminal.err(`note: not run, because examples contain no secrets: ${plan.secret.join(", ")}\n`);
  const run = `${count(plan.examples.length, "example")} of ${count(facts.size, "tool")} run`;
  terminal.err(`${run}, ${summarizeDiagnostics(diagnostics) || "no problems"}\n`);
  return isFailure ? 1 : 0;
}
