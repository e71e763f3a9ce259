/** `climax-gen import`: drafts a config from the documentation of a program. */
import { checkInputs } from "../check-inputs.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics } from "../diagnostics/format.ts";
import { findHazards } from "../hazards/find-hazards.ts";
import { createDraft } from "../host/draft-file.ts";
import { readInputs } from "../host/inputs.ts";
import type { CrawlResult } from "../import/crawl/crawl.ts";
import { nameOfProgram } from "../import/command-path.ts";
import { crawlProgram, NO_HELP } from "../import/crawl/crawl.ts";
import { describeProgram } from "../import/describe/describe.ts";
import type { CliDescription } from "../import/description.ts";
import { readSourceFile } from "../import/files/read-source-file.ts";
import type { Draft } from "../import/draft/draft.ts";
import { draftConfig } from "../import/draft/draft.ts";
import { summarizeImport } from "../import/draft/import-summary.ts";
import { mergeDraft } from "./merge-draft.ts";
import { chooseSandbox, createInterviewer, findProgramProblem } from "./read-program.ts";
import type { Terminal } from "./terminal.ts";

/** Options of `climax-gen import`. */
export interface ImportFlags {
  /** Path of the draft. Defaults to standard output. */
  readonly output?: string;
  /** Options per tool that become arguments. */
  readonly maxArgs: number;
  /** File to read instead of the program. */
  readonly from?: string;
  /** Config to complete. */
  readonly merge?: string;
  readonly dryRun?: boolean;
  readonly sandbox: boolean;
}

const MAX_DEPTH = 3;
const MAX_PAGES = 150;

/** The documentation of a program, as read. */
interface Reading {
  readonly description: CliDescription;
  /** Text of the draft's first comment. */
  readonly header: string;
  readonly crawl?: CrawlResult;
}

/** Runs the command. Returns the exit status: 1 if nothing could be drafted. */
export async function runImport(words: readonly string[], flags: ImportFlags, terminal: Terminal): Promise<number> {
  const [program = "", ...path] = words;
  const reading = flags.from === undefined ? await readProgram(program, path, flags, terminal) : readFrom(program, path, flags.from);
  terminal.progress.clear();
  if ("code" in reading) return fail(reading, terminal);
  const { description, header } = reading;
  if (flags.merge !== undefined) {
    return await mergeDraft(description, { path: flags.merge, isDryRun: flags.dryRun === true, maxArgs: flags.maxArgs }, terminal);
  }
  const draft = draftConfig(description, { command: program, maxArgs: flags.maxArgs, header });
  const label = flags.output ?? `${description.program}.yaml`;
  const decisions = await findDecisions(label, draft.text);
  const reason = flags.output === undefined ? undefined : createDraft(flags.output, draft.text);
  if (reason !== undefined) return fail(diagnose("import-output", { path: label }, { reason }), terminal);
  if (flags.output === undefined) terminal.out(draft.text);
  report({ reading, draft, decisions }, terminal);
  return hasError(decisions) ? 1 : 0;
}

/** A draft for a new project. */
export interface ProjectDraft {
  /** Name of the program, without directories. */
  readonly program: string;
  readonly text: string;
  /** Prints what a person must decide. */
  readonly report: () => void;
}

/** The options of `import` that `init` has, too. */
export type DraftFlags = Pick<ImportFlags, "maxArgs" | "sandbox">;

/** Drafts the config of a program for a new project. */
export async function draftForProject(program: string, flags: DraftFlags, terminal: Terminal): Promise<ProjectDraft | Diagnostic> {
  const reading = await readProgram(program, [], flags, terminal);
  terminal.progress.clear();
  if ("code" in reading) return reading;
  const { description, header } = reading;
  const draft = draftConfig(description, { command: program, maxArgs: flags.maxArgs, header });
  const decisions = await findDecisions(`configs/${description.program}.yaml`, draft.text);
  return { program: description.program, text: draft.text, report: () => report({ reading, draft, decisions }, terminal) };
}

/** Returns the diagnostics and hazards of a draft. */
async function findDecisions(path: string, text: string): Promise<readonly Diagnostic[]> {
  const { diagnostics, configs } = await checkInputs([{ path, bytes: Buffer.from(text) }]);
  return [...diagnostics, ...(hasError(diagnostics) ? [] : await findHazards({ configs, policies: [] }))];
}

interface Report {
  readonly reading: Reading;
  readonly draft: Draft;
  readonly decisions: readonly Diagnostic[];
}

function report({ reading: { description, crawl }, draft, decisions }: Report, terminal: Terminal): void {
  terminal.err(formatDiagnostics(decisions, terminal.colors));
  terminal.err(`${summarizeImport({ description, draft, decisions: decisions.length, ...(crawl && { crawl }) })}\n`);
}

function fail(diagnostic: Diagnostic, terminal: Terminal): number {
  terminal.err(formatDiagnostics([diagnostic], terminal.colors));
  return 1;
}

async function readProgram(
  program: string,
  path: readonly string[],
  flags: Pick<ImportFlags, "sandbox">,
  { progress }: Terminal,
): Promise<Reading | Diagnostic> {
  const problem = findProgramProblem(program);
  if (problem !== undefined) return diagnose(`program-${problem}`, { path: program }, { program });
  const sandbox = await chooseSandbox(flags.sandbox);
  if (sandbox === undefined) return diagnose("no-sandbox", { path: program });
  const request = { program, path, maxDepth: MAX_DEPTH, maxPages: MAX_PAGES, onProgress: progress.show };
  const crawl = await crawlProgram(request, createInterviewer(sandbox));
  const [failure] = crawl.failures;
  if (crawl.pages.length === 0) {
    return diagnose("program-unreadable", { path: program }, { program, problem: failure?.problem ?? NO_HELP });
  }
  const name = nameOfProgram(program);
  const description = describeProgram({
    program: name,
    ...(crawl.version !== undefined && { version: crawl.version }),
    ...(crawl.versionCommand !== undefined && { versionCommand: crawl.versionCommand }),
    pages: crawl.pages,
  });
  const labels = [...new Set(crawl.pages.map(({ from, label }) => (from === "man" ? `${label}(1)` : label)))];
  const more = labels.length > 4 ? ` and ${labels.length - 4} more` : "";
  const header = `Drafted from ${name}${crawl.version === undefined ? "" : ` ${crawl.version}`}: ${labels.slice(0, 4).join(", ")}${more}.`;
  return { description, header, crawl };
}

function readFrom(program: string, path: readonly string[], from: string): Reading | Diagnostic {
  const { files, diagnostics } = readInputs([from]);
  const [file] = files;
  if (file === undefined) return diagnostics[0] ?? diagnose("unreadable-file", { path: from }, { reason: "it is a directory" });
  const name = nameOfProgram(program);
  const read = readSourceFile({ program: name, path, label: file.path, text: Buffer.from(file.bytes).toString("utf8") });
  if (read.kind === "unreadable") return diagnose("import-source", { path: from }, { problem: read.problem });
  return { description: read.description, header: `Drafted from ${file.path} (${read.format}).` };
}
