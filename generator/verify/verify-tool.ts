/** Compares one tool of a config with its installed program. */
import { nearNames } from "@climax-gen/runtime/compiler";
import type { CliFile } from "../check/files/checked-file.ts";
import { locateClosest } from "../check/files/locations.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { commandPath, nameOfProgram } from "../check/files/tool-program.ts";
import type { CommandPages, Interviewer } from "../import/crawl/command-pages.ts";
import { NO_HELP } from "../import/crawl/read-help.ts";
import type { Page } from "../import/description.ts";
import { GLOBAL_PAGE, refersToGlobals } from "../import/description.ts";
import type { Finding } from "./compare.ts";
import { compareTool } from "./compare.ts";
import { diagnoseFinding } from "./diagnose-finding.ts";
import { collectKnowledge } from "./knowledge.ts";
import { locateCommandWord, locateProgram } from "../check/files/locate-command.ts";
import type { ProbeVerdict } from "./probe.ts";
import { INVENTED_FLAG, probeWords, readProbe } from "./probe.ts";
import type { Reader } from "./program-pages.ts";
import type { Lookup, ToolUse } from "./tool-use.ts";
import { findProgramOf } from "./tool-use.ts";

/** Options of `verifyConfig` and `verifyTool`. */
export interface VerifyRequest extends Lookup {
  readonly interviewer: Interviewer;
  /** True to probe flags. Requires a sandbox, because a program that interprets a probe differently can execute an action. */
  readonly canProbe: boolean;
  /** Returns the code of the diagnostic if a program of a tool cannot be started. */
  readonly refuse: (program: string) => "verify-missing-program" | "verify-local-program" | undefined;
}

/** Differences between a tool and its program. */
export interface ToolReport {
  readonly diagnostics: readonly Diagnostic[];
  /** Values that the program lists and the config does not. */
  readonly news: readonly string[];
}

/** The config of a tool, and the pages of its program. */
export interface VerifyContext {
  readonly file: CliFile;
  readonly reader: Reader;
  readonly request: VerifyRequest;
}

/** Compares a tool with its program. Never rejects. */
export async function verifyTool(use: ToolUse, context: VerifyContext): Promise<ToolReport> {
  const { file, reader, request } = context;
  const { tool, program, path } = use;
  const refusal = program === findProgramOf(file, {}, request) ? undefined : request.refuse(program);
  if (refusal !== undefined) return onlyDiagnostic(diagnose(refusal, locateProgram(file, { key: "program", tool }), { program }));
  const levels = await Promise.all(toLevels(path).map(reader.help));
  const unknown = findUnknownWord(path, levels);
  if (unknown !== undefined) return onlyDiagnostic(diagnoseSubcommand(use, context, { unknown, near: levels[unknown]?.listed ?? [] }));
  const name = nameOfProgram(program);
  const command = [name, ...path].join(" ");
  const pages = await readPages(use, levels, reader);
  if (pages.length === 0) {
    const location = locateClosest(file, { kind: "tool", tool }, ["command"]);
    return onlyDiagnostic(diagnose("verify-unreadable", location, { command, problem: levels.at(-1)?.problem ?? NO_HELP }));
  }
  const findings = compareTool(use, collectKnowledge(name, path, pages));
  const ask = request.canProbe ? createProbe(program, path, request.interviewer) : undefined;
  const diagnostics = await Promise.all(
    findings.map(async (finding) => {
      const verdict = ask === undefined || !needsProbe(finding) ? "silent" : await ask(finding.use.flag);
      return diagnoseFinding(finding, { file, command, pages, verdict });
    }),
  );
  return {
    diagnostics: diagnostics.filter((one) => one !== undefined),
    news: findings.flatMap((finding) => describeNews(finding, command)),
  };
}

/** Returns the diagnostic of an unknown subcommand. Points at the word in the tool's command, or in the command or program before it. */
function diagnoseSubcommand(
  { tool, program, path }: ToolUse,
  { file, request }: VerifyContext,
  { unknown, near }: { readonly unknown: number; readonly near: readonly string[] },
): Diagnostic {
  const own = file.tools.find(({ name }) => name === tool)?.program;
  const shared = commandPath(file, { command: "", ...(own !== undefined && { program: own }) }, request.env);
  const before = own === undefined ? ({ key: "command" } as const) : ({ key: "program", tool } as const);
  const word = path[unknown] ?? "";
  const location = locateCommandWord(file, unknown < shared.length ? before : { key: "command", tool }, word);
  const command = [nameOfProgram(program), ...path.slice(0, unknown)].join(" ");
  return diagnose("verify-subcommand", location, { command, word, near: nearNames(word, near, 3) });
}

function onlyDiagnostic(diagnostic: Diagnostic): ToolReport {
  return { diagnostics: [diagnostic], news: [] };
}

/** Returns the path of the program itself, then of each subcommand up to the given one. */
function toLevels(path: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: path.length + 1 }, (_, length) => path.slice(0, length));
}

/** Returns the help of all levels. Adds the man pages, which take longer to read, only if the help does not confirm all flags. */
async function readPages(use: ToolUse, levels: readonly CommandPages[], reader: Reader): Promise<readonly Page[]> {
  const { path } = use;
  const name = nameOfProgram(use.program);
  const own = levels.flatMap(({ pages }) => pages);
  const hasGlobals = path.length > 0 && refersToGlobals(name, own);
  const help = hasGlobals ? [...own, ...(await reader.help([GLOBAL_PAGE])).pages] : own;
  const isAgreed = help.length > 0 && compareTool(use, collectKnowledge(name, path, help)).every(({ kind }) => kind === "values_new");
  return isAgreed ? help : [...help, ...(await Promise.all(toLevels(path).map(reader.man))).flat()];
}

/** Returns the index of the first word that its parent neither lists nor mentions, and that has no separate help. */
function findUnknownWord(path: readonly string[], levels: readonly CommandPages[]): number | undefined {
  const unknown = path.findIndex((word, index) => {
    const [parent, own] = [levels[index], levels[index + 1]];
    if (parent === undefined || own === undefined || parent.listed.length < 2 || parent.listed.includes(word)) return false;
    const isMentioned = parent.pages.some(({ text }) => text.split(/[^\w.:-]+/).includes(word));
    const hasOwnHelp = own.pages.some((page) => !parent.pages.some(({ text }) => text === page.text));
    return !isMentioned && !hasOwnHelp;
  });
  return unknown === -1 ? undefined : unknown;
}

function needsProbe({ kind }: Finding): boolean {
  return kind === "unknown" || kind === "takes_none" || kind === "takes_value";
}

function describeNews(finding: Finding, command: string): readonly string[] {
  if (finding.kind !== "values_new") return [];
  return [`${command} ${finding.use.flag} also accepts ${finding.values.join(", ")}`];
}

type Probe = (flag: string) => Promise<ProbeVerdict>;

/** Returns a function that probes flags. A program that accepts an invented flag prints its help for any flag, so it confirms no flag. */
function createProbe(program: string, path: readonly string[], interviewer: Interviewer): Probe {
  let calibration: Promise<ProbeVerdict> | undefined;
  const ask = async (flag: string): Promise<ProbeVerdict> => {
    const words = probeWords(path, flag);
    if (words === undefined) return "silent";
    const answer = await interviewer.ask([program, ...words]);
    return answer.kind === "texts" ? readProbe(flag, answer.texts.join("\n")) : "silent";
  };
  return async (flag) => {
    calibration ??= ask(INVENTED_FLAG);
    if ((await calibration) !== "unknown") return "silent";
    return await ask(flag);
  };
}
