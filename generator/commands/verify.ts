/** `climax-gen verify`: compares configs with the installed programs. */
import type { CliFile } from "../check/files/checked-file.ts";
import { checkInputs } from "../check-inputs.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError, hasFailure } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics, summarizeDiagnostics, toJson } from "../diagnostics/format.ts";
import { toDiagnosticsSarif } from "../sarif/diagnostics.ts";
import { acceptFindings } from "../hazards/accepted-findings.ts";
import { readInputs } from "../host/inputs.ts";
import { readEnvironment } from "../host/environment.ts";
import { findProgram, isLocalProgram } from "../host/find-program.ts";
import { count } from "../text/wording.ts";
import { refuseInputs } from "../inputs/read-model.ts";
import { chooseSandbox, withInterviewer } from "../inputs/interviewer.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { chooseCommand } from "../check/files/command-choice.ts";
import { locateProgram } from "../check/files/locate-command.ts";
import type { VerifyRequest } from "../verify/verify-tool.ts";
import { findProgramOf } from "../verify/tool-use.ts";
import { verifyConfig } from "../verify/verify-config.ts";
import { formatJson } from "../text/json.ts";

/** Options of `climax-gen verify`. */
export interface VerifyFlags {
  readonly format: "terminal" | "json" | "sarif";
  readonly json?: boolean;
  readonly strict?: boolean;
  readonly sandbox: boolean;
  /** False to compare with the documentation only. */
  readonly probe: boolean;
  /** True to start programs that are in the repository of the inputs. */
  readonly runLocal?: boolean;
}

/** Time in which programs are asked about flags, in milliseconds. Further flags are compared with the documentation only. */
const PROBE_TIME_MS = 120_000;

/** Returns a function that reports whether the time since now has passed. */
function createTimer(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds;
  return () => performance.now() > end;
}

/** Runs the command. Returns the exit status: 1 for errors, or with `strict` for any diagnostic. */
export async function runVerify(inputs: readonly string[], flags: VerifyFlags, terminal: Terminal): Promise<number> {
  const format = flags.json ? "json" : flags.format;
  const { files: inputFiles, ...read } = readInputs(inputs);
  const { configs, diagnostics: found } = await checkInputs(inputFiles, { ...read, onProgress: terminal.progress.show });
  if (hasError(found)) return printRefusal(found, format, terminal);
  const sandbox = await chooseSandbox(flags.sandbox);
  if (sandbox === undefined) return printRefusal([diagnose("no-sandbox", { path: inputs[0] ?? "." })], format, terminal);
  const lookup = { env: readEnvironment(), find: findProgram };
  const files = configs.filter((file) => file.kind === "cli").map((file) => chooseCommand(file, lookup));
  const paths = files.map(({ document }) => document.source.path);
  const request: Omit<VerifyRequest, "interviewer" | "prober"> = {
    env: readEnvironment(),
    find: findProgram,
    refuse: (program) => {
      if (findProgram(program) === undefined) return "verify-missing-program";
      return flags.runLocal !== true && isLocalProgram(program, paths) ? "verify-local-program" : undefined;
    },
  };
  const reports = await withInterviewer(sandbox, async (interviewer) => {
    const prober = flags.probe && interviewer.probe && { ask: interviewer.probe, isOver: createTimer(PROBE_TIME_MS) };
    return await verifyFiles(files, { ...request, interviewer, ...(prober && { prober }) }, terminal);
  });
  terminal.progress.clear();
  const diagnostics = reports.flatMap((report) => report.diagnostics);
  const isFailure = hasFailure(diagnostics, flags.strict);
  if (format === "json") {
    const news = reports.flatMap((report) => report.news);
    terminal.out(formatJson({ ok: !isFailure, diagnostics: toJson(diagnostics), notes: news, accepted: countAccepted(reports) }));
  } else if (format === "sarif") {
    terminal.out(formatJson(toDiagnosticsSarif(diagnostics)));
  } else {
    printReports(reports, files.length, terminal);
  }
  return isFailure ? 1 : 0;
}

function printRefusal(diagnostics: readonly Diagnostic[], format: VerifyFlags["format"], terminal: Terminal): number {
  if (format !== "sarif") return refuseInputs(diagnostics, { json: format === "json" }, terminal);
  terminal.out(formatJson(toDiagnosticsSarif(diagnostics)));
  return 1;
}

/** The outcome for one config. */
interface FileReport {
  readonly diagnostics: readonly Diagnostic[];
  readonly news: readonly string[];
  /** Number of flags compared. */
  readonly flags: number;
  /** Number of findings that the config acknowledges. */
  readonly accepted: number;
}

/** Verifies one config after another. The tools of a config are verified concurrently. */
async function verifyFiles(files: readonly CliFile[], request: VerifyRequest, terminal: Terminal): Promise<readonly FileReport[]> {
  const reports: FileReport[] = [];
  for (const file of files) {
    terminal.progress.show(`verifying ${file.document.source.path}`);
    const problem = findProblem(file, request);
    reports.push(problem === undefined ? await verifyFile(file, request) : { diagnostics: [problem], news: [], flags: 0, accepted: 0 });
  }
  return reports;
}

async function verifyFile(file: CliFile, request: VerifyRequest): Promise<FileReport> {
  const { findings, news, flags } = await verifyConfig(file, request);
  const { left, accepted, unused } = acceptFindings(findings, file.document);
  // Without every text and answer of the programs, findings can be missing.
  const isComplete = request.prober?.isOver() === false && !left.some(({ code }) => INCOMPLETE.has(code));
  return { diagnostics: [...left, ...(isComplete ? unused : [])], news, flags, accepted };
}

/** Findings that prevent others. */
const INCOMPLETE: ReadonlySet<string> = new Set([
  "verify-missing-program",
  "verify-local-program",
  "verify-unreadable",
  "verify-subcommand",
]);

function countAccepted(reports: readonly FileReport[]): number {
  return reports.reduce((sum, { accepted }) => sum + accepted, 0);
}

/** Returns the reason why the program of a config is not started. */
function findProblem(file: CliFile, request: VerifyRequest): Diagnostic | undefined {
  const program = findProgramOf(file, {}, request);
  const code = request.refuse(program);
  return code && diagnose(code, locateProgram(file, { key: "command" }), { program });
}

function printReports(reports: readonly FileReport[], files: number, terminal: Terminal): void {
  const diagnostics = reports.flatMap((report) => report.diagnostics);
  terminal.err(formatDiagnostics(diagnostics, terminal.colors));
  for (const news of reports.flatMap((report) => report.news)) terminal.err(`note: ${news}\n`);
  const flags = reports.reduce((sum, report) => sum + report.flags, 0);
  const accepted = countAccepted(reports);
  const summary = [summarizeDiagnostics(diagnostics) || "no problems", ...(accepted > 0 ? [`${count(accepted, "finding")} accepted`] : [])];
  terminal.err(`${count(flags, "flag")} in ${count(files, "file")} compared, ${summary.join(", ")}\n`);
}
