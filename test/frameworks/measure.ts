/** Measures one framework: drafts the config of its program, calls every drafted tool, and compares both with the specification. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chooseSandbox, withInterviewer } from "../../generator/inputs/interviewer.ts";
import { buildCall, compareParsed, withoutLeftOut } from "./calls.ts";
import { compareDraft, type DraftScore } from "./compare-draft.ts";
import { draftProgram, MAX_ARGS } from "./draft.ts";
import { readDraft } from "./drafted.ts";
import type { Framework } from "./framework.ts";
import { adaptProgram, type SpecProgram } from "./program.ts";
import { recordingInterviewer } from "./saved-pages.ts";

/** Result of one framework. */
export interface FrameworkResult extends DraftScore {
  readonly name: string;
  readonly calls: { readonly right: number; readonly of: number };
  /** Calls that the program did not parse as specified, and the reason. */
  readonly wrongCalls: readonly string[];
}

/** Directories of a measurement. */
export interface MeasureDirectories {
  /** Directory of the program `demo`. */
  readonly program: string;
  /** Directory that receives the saved texts. Nothing is saved without it. */
  readonly pages?: string;
  /** Directory for the draft. */
  readonly work: string;
  /** The command `climax-gen`. */
  readonly command: string;
}

/** Time limit of an import or a call, in milliseconds. */
const LIMIT = 120_000;

/** Measures one framework, whose program has been built. */
export async function measureFramework(spec: SpecProgram, framework: Framework, directories: MeasureDirectories): Promise<FrameworkResult> {
  const path = `${directories.program}:${process.env["PATH"] ?? ""}`;
  const program = adaptProgram(spec, framework);
  if (directories.pages !== undefined) await savePages(program, directories.pages, directories.program);
  const { text, problem } = importProgram(directories, path);
  const tools = text === undefined ? [] : readDraft(text);
  const score = compareDraft(program, tools, framework);
  const calls = program.calls.map((call) => withoutLeftOut(program, call, tools));
  const wrongCalls = calls.flatMap((call, index) => {
    const built = buildCall(program, call, tools);
    const reasons = built.kind === "impossible" ? [built.reason] : callTool({ program, call, built }, directories, path);
    return reasons.length === 0 ? [] : [`${index + 1}: ${reasons.join(", ")}`];
  });
  return {
    name: framework.name,
    tools: score.tools,
    options: score.options,
    calls: { right: program.calls.length - wrongCalls.length, of: program.calls.length },
    gaps: [...(problem === undefined ? [] : [`import: ${problem}`]), ...score.gaps],
    wrongCalls,
  };
}

/** Saves what the program prints while `import` reads it, and the help of all its commands, which a later version may find. */
async function savePages(program: SpecProgram, pages: string, directory: string): Promise<void> {
  const before = process.env["PATH"];
  process.env["PATH"] = `${directory}:${before ?? ""}`;
  const sandbox = await chooseSandbox(true);
  if (sandbox === undefined) throw new Error("bubblewrap is missing");
  await withInterviewer(sandbox, async (asked) => {
    const interviewer = recordingInterviewer(asked, pages, directory);
    await draftProgram(program.program, interviewer);
    for (const path of listPaths(program)) await interviewer.ask([program.program, ...path, "--help"]);
  });
  process.env["PATH"] = before;
}

/** Returns the words of all commands, and of the groups above them. */
function listPaths({ commands }: SpecProgram): readonly (readonly string[])[] {
  const paths = commands.flatMap(({ path }) => [...path.keys(), path.length].map((length) => path.slice(0, length)));
  return [...new Map(paths.map((path) => [path.join(" "), path])).values()];
}

function importProgram({ command, work }: MeasureDirectories, path: string): { readonly text?: string; readonly problem?: string } {
  mkdirSync(work, { recursive: true });
  const file = join(work, "demo.yaml");
  rmSync(file, { force: true });
  const { status, stderr } = runCommand([command, "import", "demo", "--max-args", String(MAX_ARGS), "-o", file], work, path);
  return status === 0 ? { text: readFileSync(file, "utf8") } : { problem: stderr.trim().split("\n")[0] ?? "failed" };
}

interface ToolCall {
  readonly program: SpecProgram;
  readonly call: SpecProgram["calls"][number];
  readonly built: Extract<ReturnType<typeof buildCall>, { readonly kind: "call" }>;
}

/** Calls a tool. Returns what is wrong. */
function callTool({ program, call, built }: ToolCall, { command, work }: MeasureDirectories, path: string): readonly string[] {
  const words = [command, "call", join(work, "demo.yaml"), built.tool, JSON.stringify(built.arguments)];
  const { stdout, stderr } = runCommand(words, work, path);
  const line = stdout.split("\n").findLast((one) => one.startsWith("{"));
  if (line === undefined) return [firstLines(stdout) || firstLines(stderr) || "no output"];
  return compareParsed(program, call, JSON.parse(line) as Readonly<Record<string, unknown>>, built.arguments);
}

/** Returns the first two lines that say something. */
function firstLines(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines
    .filter((line) => line !== "" && line !== "[stderr]" && !line.startsWith("no --policy"))
    .slice(0, 2)
    .join(" ");
}

function runCommand(words: readonly string[], cwd: string, path: string): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, words, { cwd, encoding: "utf8", env: { ...process.env, PATH: path }, timeout: LIMIT });
}
