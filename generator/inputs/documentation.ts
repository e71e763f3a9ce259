/** Reads the documentation of a program: from the program itself, or from a file. */
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { readInput } from "../host/inputs.ts";
import { toShownPath } from "../text/shown-path.ts";
import { nameOfProgram } from "../check/files/tool-program.ts";
import type { CrawlResult } from "../import/crawl/crawl.ts";
import { crawlProgram } from "../import/crawl/crawl.ts";
import { NO_HELP } from "../import/crawl/read-help.ts";
import { describeProgram } from "../import/describe/describe.ts";
import { findLostReading } from "../import/describe/lost-reading.ts";
import type { CliDescription } from "../import/description.ts";
import { isUseful } from "../import/draft/rank.ts";
import { readSourceFile } from "../import/files/read-source-file.ts";
import { askProgram } from "./ask-program.ts";
import type { Interviewer } from "../import/crawl/command-pages.ts";
import { chooseSandbox, findProgramProblem, withInterviewer } from "./interviewer.ts";

/** Maximum number of words of a subcommand. */
const MAX_DEPTH = 3;
/** Maximum number of pages to read. */
const MAX_PAGES = 600;
/** Maximum number of pages that the header names. */
const MAX_LABELS = 4;

/** The documentation of a program, as read. */
export interface Documentation {
  readonly description: CliDescription;
  /** Text of the draft's first comment. */
  readonly header: string;
  readonly crawl?: CrawlResult;
}

/** A program, and the words of the subcommand whose documentation is read. Its own subcommands are included. */
export interface Documented {
  readonly program: string;
  readonly path: readonly string[];
}

/** Options of reading an installed program. */
export interface ReadProgramOptions {
  /** True to start the program in bubblewrap. */
  readonly isConfined: boolean;
  readonly onProgress: (text: string) => void;
}

/** Reads the help and man pages of an installed program. Returns a diagnostic if it cannot be started, or prints none. */
export async function readProgram(
  { program, path }: Documented,
  { isConfined, onProgress }: ReadProgramOptions,
): Promise<Documentation | Diagnostic> {
  const problem = findProgramProblem(program);
  if (problem !== undefined) return diagnose(`program-${problem}`, { path: program }, { program });
  const sandbox = await chooseSandbox(isConfined);
  if (sandbox === undefined) return diagnose("no-sandbox", { path: program });
  return await withInterviewer(sandbox, async (interviewer) => await readWith(interviewer, { program, path }, onProgress));
}

async function readWith(
  interviewer: Interviewer,
  { program, path }: Documented,
  onProgress: ReadProgramOptions["onProgress"],
): Promise<Documentation | Diagnostic> {
  const request = { program, path, maxDepth: MAX_DEPTH, maxPages: MAX_PAGES, onProgress };
  const start = performance.now();
  const crawl = await crawlProgram(request, interviewer);
  const [failure] = crawl.failures;
  if (crawl.pages.length === 0) {
    const code = failure?.isUnknown === true ? "program-subcommand" : "program-unreadable";
    return diagnose(
      code,
      { path: program },
      { program, path, problem: failure?.problem ?? NO_HELP, isConfined: interviewer.isConfined === true },
    );
  }
  const name = nameOfProgram(program);
  const description = describeProgram({
    program: name,
    ...(crawl.version !== undefined && { version: crawl.version }),
    ...(crawl.versionCommand !== undefined && { versionCommand: crawl.versionCommand }),
    pages: crawl.pages,
    path,
  });
  const lost = findLostReading(description);
  if (lost !== undefined) return diagnose("program-unreadable", { path: program }, { program, path, problem: lost });
  // Without its help, the man page of a program can leave its commands and options to another page.
  const unprinted = crawl.failures.find((one) => one.path.join(" ") === path.join(" "));
  if (unprinted !== undefined && isBare(description))
    return diagnose(
      "program-unreadable",
      { path: program },
      { program, path, problem: unprinted.problem, isConfined: interviewer.isConfined === true },
    );
  const labels = [...new Set(crawl.pages.map(({ from, label, text }) => (from === "man" ? `${label}(${sectionOf(text)})` : label)))];
  const named = labels.slice(0, MAX_LABELS).join(", ");
  const more = labels.length > MAX_LABELS ? ` and ${labels.length - MAX_LABELS} more` : "";
  const header = `Drafted from ${name}${crawl.version === undefined ? "" : ` ${crawl.version}`}: ${named}${more}.`;
  const asked = await askProgram({ program, description, interviewer, onProgress, readingMs: performance.now() - start });
  // The questions start processes, too.
  return { description: asked, header, crawl: { ...crawl, started: interviewer.started?.() ?? crawl.started } };
}

/** Reports whether a description has no commands, and no options that a tool needs. */
function isBare({ root }: CliDescription): boolean {
  return root.commands.length === 0 && !root.options.some(isUseful);
}

/** Returns the section of a man page, which is in the first line: `LSOF(8)`. */
function sectionOf(page: string): string {
  return /^\s*\S+\((\w+)\)/.exec(page)?.[1] ?? "1";
}

/** Reads a help text, a man page or a description that is stored in a file. */
export function readSavedDocumentation({ program, path }: Documented, from: string): Documentation | Diagnostic {
  const file = readInput(toShownPath(from));
  if ("code" in file) return file;
  const name = nameOfProgram(program);
  const read = readSourceFile({ program: name, path, label: file.path, text: Buffer.from(file.bytes).toString("utf8") });
  if (read.kind === "unreadable") return diagnose("import-source", { path: from }, { problem: read.problem });
  const lost = findLostReading(read.description);
  if (lost !== undefined) return diagnose("import-source", { path: from }, { problem: `the program ${lost}` });
  return { description: read.description, header: `Drafted from ${file.path} (${read.format}).` };
}
