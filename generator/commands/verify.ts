/** `climax-gen verify`: compares configs with the installed programs. */
import type { CliFile } from "../check/files/checked-file.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError, hasFailure } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics, summarizeDiagnostics, toJson } from "../diagnostics/format.ts";
import { toDiagnosticsSarif } from "../sarif/diagnostics.ts";
import { dropAcceptedFindings } from "../hazards/acknowledgements.ts";
import { readInputs } from "../host/inputs.ts";
import { readEnvironment } from "../host/environment.ts";
import { findProgram, isLocalProgram } from "../host/find-program.ts";
import { count } from "../text/wording.ts";
import { checkReadInputs, refuseInputs } from "../inputs/checked-inputs.ts";
import { chooseSandbox, createInterviewer } from "../inputs/interviewer.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { locateProgram } from "../check/files/locate-command.ts";
import type { ConfigReport } from "../verify/verify-config.ts";
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
  const { configs, diagnostics: found } = await checkReadInputs(readInputs(inputs), terminal.progress);
  if (hasError(found)) return printRefusal(found, format, terminal);
  const sandbox = await chooseSandbox(flags.sandbox);
  if (sandbox === undefined) return printRefusal([diagnose("no-sandbox", { path: inputs[0] ?? "." })], format, terminal);
  const files = configs.filter((file) => file.kind === "cli");
  const paths = files.map(({ document }) => document.source.path);
  const interviewer = createInterviewer(sandbox);
  const request: VerifyRequest = {
    interviewer,
    env: readEnvironment(),
    find: findProgram,
    ...(flags.probe && interviewer.probe && { prober: { ask: interviewer.probe, isOver: createTimer(PROBE_TIME_MS) } }),
    refuse: (program) => {
      if (findProgram(program) === undefined) return "verify-missing-program";
      return flags.runLocal !== true && isLocalProgram(program, paths) ? "verify-local-program" : undefined;
    },
  };
  const reports = await verifyFiles(files, request, terminal);
  terminal.progress.clear();
  const diagnostics = reports.flatMap((report) => report.diagnostics);
  const isFailure = hasFailure(diagnostics, flags.strict);
  if (format === "json") {
    const news = reports.flatMap((report) => report.news);
    terminal.out(formatJson({ ok: !isFailure, diagnostics: toJson(diagnostics), notes: news }));
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

/** Verifies one config after another. The tools of a config are verified concurrently. */
async function verifyFiles(files: readonly CliFile[], request: VerifyRequest, terminal: Terminal): Promise<readonly ConfigReport[]> {
  const reports: ConfigReport[] = [];
  for (const file of files) {
    terminal.progress.show(`verifying ${file.document.source.path}`);
    const problem = findProblem(file, request);
    const report = problem === undefined ? await verifyConfig(file, request) : { diagnostics: [problem], news: [], flags: 0 };
    reports.push({ ...report, diagnostics: dropAcceptedFindings(report.diagnostics, [file.document]) });
  }
  return reports;
}

/** Returns the reason why the program of a config is not started. */
function findProblem(file: CliFile, request: VerifyRequest): Diagnostic | undefined {
  const program = findProgramOf(file, {}, request);
  const code = request.refuse(program);
  return code && diagnose(code, locateProgram(file, { key: "command" }), { program });
}

function printReports(reports: readonly ConfigReport[], files: number, terminal: Terminal): void {
  const diagnostics = reports.flatMap((report) => report.diagnostics);
  terminal.err(formatDiagnostics(diagnostics, terminal.colors));
  for (const news of reports.flatMap((report) => report.news)) terminal.err(`note: ${news}\n`);
  const flags = reports.reduce((sum, report) => sum + report.flags, 0);
  terminal.err(`${count(flags, "flag")} in ${count(files, "file")} compared, ${summarizeDiagnostics(diagnostics) || "no problems"}\n`);
}
