/** Compares one tool of a config with its installed program. */
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import { findGrammar } from "@climax-gen/runtime/internal/word-grammar/word-grammar";
import type { CliFile } from "../check/files/checked-file.ts";
import { addressOfDashDash, locateClosest } from "../check/files/locations.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { commandPath, nameOfProgram } from "../check/files/tool-program.ts";
import type { FlagVerdict } from "../probe/flag-verdict.ts";
import { probeFlags } from "../probe/probe-flags.ts";
import { probeDoubleDash, probeOrder } from "../probe/probe-order.ts";
import type { Response } from "../probe/read-response.ts";
import type { CommandPages, Interviewer } from "../import/crawl/command-pages.ts";
import { NO_HELP } from "../import/crawl/read-help.ts";
import type { Page } from "../import/description.ts";
import { GLOBAL_PAGE, refersToGlobals, walkCommands } from "../import/description.ts";
import type { CommandKnowledge, Finding } from "./compare.ts";
import type { Verdicts } from "./compare.ts";
import { compareTool } from "./compare.ts";
import { diagnoseFinding } from "./diagnose-finding.ts";
import type { ToolFinding } from "../hazards/accepted-findings.ts";
import type { NamedPart } from "../hazards/hazard.ts";
import { locateCommandWord, locateProgram } from "../check/files/locate-command.ts";
import type { Reader } from "./program-pages.ts";
import type { Lookup, ToolUse } from "./tool-use.ts";
import { findProgramOf } from "./tool-use.ts";
import { describeProgram } from "../import/describe/describe.ts";

/** Options of `verifyConfig` and `verifyTool`. */
export interface VerifyRequest extends Lookup {
  readonly interviewer: Interviewer;
  /** Asks programs about flags and words. Omitted to compare with the documentation only. */
  readonly prober?: Prober;
  /** Returns the code of the diagnostic if a program of a tool cannot be started. */
  readonly refuse: (program: string) => "verify-missing-program" | "verify-local-program" | undefined;
}

/** Runs programs with words that they refuse, in a sandbox (`probe-flags.ts`). */
export interface Prober {
  readonly ask: (words: readonly string[]) => Promise<Response | undefined>;
  /** Returns true when no further run may start. */
  readonly isOver: () => boolean;
}

/** Differences between a tool and its program. */
export interface ToolReport {
  readonly findings: readonly ToolFinding[];
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
  if (refusal !== undefined) return onlyDiagnostic(use, diagnose(refusal, locateProgram(file, { key: "program", tool }), { program }));
  const levels = await Promise.all(toLevels(path).map(reader.help));
  const unknown = findUnknownWord(path, levels);
  if (unknown !== undefined && !(await isInManual(use, unknown, { levels, reader })))
    return onlyDiagnostic(use, diagnoseSubcommand(use, context, { unknown, near: listBelow(path.slice(0, unknown), levels) }));
  const name = nameOfProgram(program);
  const command = [name, ...path].join(" ");
  const listed = levels.at(-1)?.listed ?? [];
  // The words of enums that are subcommands.
  const choices = use.choices.filter((word) => listed.includes(word));
  const pages = await readPages({ ...use, choices }, levels, reader);
  if (pages.length === 0) {
    const location = locateClosest(file, { kind: "tool", tool }, ["command"]);
    return onlyDiagnostic(use, diagnose("verify-unreadable", location, { command, problem: levels.at(-1)?.problem ?? NO_HELP }));
  }
  // A group reads the first operand as a subcommand.
  const isGroup = listed.length > 0;
  const findings = compareTool(use, collectKnowledge(name, path, pages), await askFlags({ ...use, choices }, context));
  const differences = findings.flatMap((finding): readonly ToolFinding[] => {
    const diagnostic = diagnoseFinding(finding, { file, command, pages });
    return diagnostic === undefined ? [] : [{ diagnostic, tool, ...argOf(finding) }];
  });
  const order = isGroup ? [] : await verifyOrder(use, context, command);
  return {
    findings: [...differences, ...order.map((diagnostic) => ({ diagnostic, tool }))],
    news: findings.flatMap((finding) => describeNews(finding, command)),
  };
}

/**
 * Asks the program about the flags of a tool. One that a subcommand rejects can belong to another choice, to the command itself, or exist only
 * next to a switch, or to the flags that the config writes before it: `cargo clippy` has `--allow-dirty` after `--fix`.
 */
async function askFlags({ tool, program, path, choices, flags }: ToolUse, { file, request: { prober } }: VerifyContext): Promise<Verdicts> {
  if (prober === undefined) return new Map();
  const { command = "" } = file.tools.find(({ name }) => name === tool) ?? {};
  // The flags before the subcommand of the tool belong to the program.
  const hasOwn = commandPath({ command: "" }, { command }).length > 0;
  const asked = flags.filter(({ origin }) => !hasOwn || (origin !== "file_command" && origin !== "program"));
  const verdicts = new Map<string, FlagVerdict>();
  let names = [...new Set(asked.map(({ flag }) => flag))];
  for (const at of [...choices.map((word) => [...path, word]), path]) {
    if (names.length === 0) break;
    for (const verdict of await probeFlags({ program, path: at, flags: names, ...prober })) verdicts.set(verdict.flag, verdict);
    names = names.filter((name) => verdicts.get(name)?.kind === "rejected");
  }
  for (const { flag, before } of asked) {
    for (const others of before === undefined ? listSwitches(asked, verdicts) : [before]) {
      if (verdicts.get(flag)?.kind !== "rejected") break;
      const [verdict] = await probeFlags({ program, path: [...path, ...others], flags: [flag], ...prober });
      if (verdict !== undefined && verdict.kind !== "unclear") verdicts.set(flag, verdict);
    }
  }
  return verdicts;
}

/** Maximum number of switches next to which a flag is asked about. */
const MAX_SWITCHES = 6;

/** Returns the switches of a tool that the program has, each as the flags before another. */
function listSwitches(uses: ToolUse["flags"], verdicts: Verdicts): readonly (readonly string[])[] {
  const flags = uses.filter(({ flag, form }) => form === "switch" && verdicts.get(flag)?.kind === "switch").map(({ flag }) => flag);
  return [...new Set(flags)].slice(0, MAX_SWITCHES).map((flag) => [flag]);
}

/** Asks the program about options after a positional value, and after `--`, if the tool has them. */
async function verifyOrder(use: ToolUse, { file, request: { prober } }: VerifyContext, command: string): Promise<readonly Diagnostic[]> {
  const { tool, program, path, order } = use;
  if (prober === undefined || order === undefined || order === "options_first") return [];
  // The words after the name of another program belong to it.
  if (findGrammar([program, ...path]).passesAfter !== undefined) return [];
  const asked = { program, path, ...prober };
  if (order === "operands_first") {
    if ((await probeOrder(asked)) !== "operand") return [];
    return [diagnose("verify-order", locateClosest(file, { kind: "tool", tool }, ["order"]), { command })];
  }
  const end = await probeDoubleDash(asked);
  if (end !== "leaks" && end !== "refused") return [];
  return [diagnose("verify-end-of-options", locateClosest(file, ...addressOfDashDash(file, tool)), { command })];
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

function onlyDiagnostic({ tool }: ToolUse, diagnostic: Diagnostic): ToolReport {
  return { findings: [{ diagnostic, tool }], news: [] };
}

/** Returns the argument of the tool that a finding is about. Empty for a flag in constant words, and for a global argument. */
function argOf({ use: { arg, origin } }: Finding): NamedPart {
  return arg === undefined || origin !== undefined ? {} : { arg };
}

/** Returns the path of the program itself, then of each subcommand up to the given one. */
function toLevels(path: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: path.length + 1 }, (_, length) => path.slice(0, length));
}

/** Returns the help of all levels. Adds the man pages, which take longer to read, only if the help does not confirm all flags. */
async function readPages(use: ToolUse, levels: readonly CommandPages[], reader: Reader): Promise<readonly Page[]> {
  const { path, choices } = use;
  const name = nameOfProgram(use.program);
  const own = levels.flatMap(({ pages }) => pages);
  const hasGlobals = path.length > 0 && refersToGlobals(name, own);
  const help = hasGlobals ? [...own, ...(await reader.help([GLOBAL_PAGE])).pages] : own;
  const isAgreed = help.length > 0 && compareTool(use, collectKnowledge(name, path, help)).every(({ kind }) => kind === "values_new");
  if (isAgreed) return help;
  const [manuals, chosen, referred] = await Promise.all([
    Promise.all(toLevels(path).map(reader.man)),
    Promise.all(choices.map(async (word) => (await reader.help([...path, word])).pages)),
    Promise.all(listReferences(name, help).map(async (word) => await readReference(word, reader))),
  ]);
  return [...help, ...manuals.flat(), ...[...chosen, ...referred].flat().map((page) => ({ ...page, path }))];
}

/** Maximum number of other pages that are read for one command. */
const MAX_REFERENCES = 3;

/** Sentences that name a command with further flags: `For more about build flags, see 'go help build'`, `See all options with cargo check --help`. */
const REFERENCES = [
  /\bflags?\b[^.']{0,40}(?:'[^.']{0,20}'\. See )?'([\w.-]+) help ([a-z][\w-]*)'/g,
  /\boptions\b[^.']{0,20}\b([\w.-]+) ([a-z][\w-]*) --help\b/g,
];

/** Returns the commands and help topics that describe further flags. */
function listReferences(program: string, pages: readonly Pick<Page, "text">[]): readonly string[] {
  const found = pages.flatMap(({ text }) =>
    REFERENCES.flatMap((pattern) => Array.from(text.replace(/\s+/g, " ").matchAll(pattern))).flatMap(([, name = "", word = ""]) =>
      name === program ? [word] : [],
    ),
  );
  return [...new Set(found)].slice(0, MAX_REFERENCES);
}

/** Reads the help of a command, or of a topic with this name. */
async function readReference(word: string, reader: Reader): Promise<readonly Page[]> {
  const { pages } = await reader.help([word]);
  return pages.length > 0 ? pages : await reader.topic(word);
}

/**
 * Returns the index of the first word that the program says it does not know, or that its parent neither lists nor mentions, and that has no
 * separate help.
 */
function findUnknownWord(path: readonly string[], levels: readonly CommandPages[]): number | undefined {
  const unknown = path.findIndex((word, index) => {
    const [parent, own] = [levels[index], levels[index + 1]];
    const listed = listBelow(path.slice(0, index), levels);
    if (parent === undefined || own === undefined || listed.includes(word) || listed.length === 0) return false;
    if (own.isUnknown === true) return true;
    const isMentioned = parent.pages.some(({ text }) => text.split(/[^\w.:-]+/).includes(word));
    const above = levels.slice(0, index + 1).flatMap(({ pages }) => pages);
    const hasOwnHelp = own.pages.some((page) => !above.some((other) => repeats(page, other)));
    // A first word that is no command itself is only known by the list.
    const isDecided = listed.length > 1 || own.pages.length > 0 || parent.isUnknown === true;
    return !isMentioned && !hasOwnHelp && isDecided;
  });
  return unknown === -1 ? undefined : unknown;
}

/**
 * Reports whether a line of the man page of the parent has a word that the help leaves out, as `ip route { show | flush }`, and the program
 * did not say that it does not know the word.
 */
async function isInManual(
  { program, path }: ToolUse,
  unknown: number,
  { levels, reader }: { readonly levels: readonly CommandPages[]; readonly reader: Reader },
): Promise<boolean> {
  if (levels[unknown + 1]?.isUnknown === true) return false;
  const parent = path.slice(0, unknown);
  const start = `${[nameOfProgram(program), ...parent].join(" ")} `;
  const lines = (await reader.man(parent)).flatMap(({ text }) => text.split("\n").map((line) => line.trim()));
  return lines.some((line) => line.startsWith(start) && line.split(/[^\w.:-]+/).includes(path[unknown] ?? ""));
}

/** Returns the listed words below the words of a command. A list can name commands by several words: `remote add`. */
function listBelow(path: readonly string[], levels: readonly CommandPages[]): readonly string[] {
  const found = levels.slice(0, path.length + 1).flatMap(({ listed }, from) => {
    const above = path.slice(from);
    const names = listed.map((name) => name.split(" ")).filter((words) => above.every((word, at) => words[at] === word));
    return names.flatMap((words) => words[above.length] ?? []);
  });
  return [...new Set(found)];
}

/**
 * Reports whether a page has nine of ten lines of the page above it, which some programs print with an error for an unknown subcommand, and
 * with another usage line.
 */
function repeats(page: Pick<Page, "text">, above: Pick<Page, "text">): boolean {
  const linesOf = ({ text }: Pick<Page, "text">): readonly string[] => text.split("\n").map((line) => line.trim());
  const own = new Set(linesOf(page));
  const lines = linesOf(above).filter((line) => line !== "");
  return lines.filter((line) => !own.has(line)).length * 10 <= lines.length;
}

function describeNews(finding: Finding, command: string): readonly string[] {
  if (finding.kind !== "values_new") return [];
  return [`${command} ${finding.use.flag} also accepts ${finding.values.join(", ")}`];
}

/**
 * Returns the options of a command. `path` is its subcommand. `pages` are the pages of the program, of the command, and of all commands
 * between them.
 */
export function collectKnowledge(program: string, path: readonly string[], pages: readonly Page[]): CommandKnowledge {
  const { root } = describeProgram({ program, pages });
  const onPath = walkCommands(root).filter((command) => command.path.every((word, index) => path[index] === word));
  return { options: onPath.toReversed().flatMap(({ options }) => options), pages };
}
