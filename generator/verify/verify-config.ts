/** Compares one config with its installed program. */
import { nearNames } from "@climax-gen/runtime/compiler";
import type { CliFile } from "../check/files/checked-file.ts";
import { locateClosest, WHOLE_FILE } from "../check/files/locations.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { commandWords, nameOfProgram, programOf } from "../import/command-path.ts";
import type { CommandPages, Interviewer } from "../import/crawl/crawl.ts";
import { findVersion, NO_HELP, readHelpPage, readManPage } from "../import/crawl/crawl.ts";
import { GLOBAL_PAGE, type Page, refersToGlobals } from "../import/description.ts";
import type { Finding } from "./compare.ts";
import { compareTool } from "./compare.ts";
import { diagnoseFinding } from "./diagnose-finding.ts";
import { collectKnowledge } from "./knowledge.ts";
import type { ProbeVerdict } from "./probe.ts";
import { INVENTED_FLAG, probeWords, readProbe } from "./probe.ts";
import type { ToolUse } from "./tool-use.ts";
import { listToolUses } from "./tool-use.ts";
import { meetsRequirement } from "../text/version-requirement.ts";

/** How the programs of a config are examined. */
export interface VerifyRequest {
  readonly interviewer: Interviewer;
  /** Ask the program about flags. Only in a sandbox: a probe that is understood differently can run the program. */
  readonly canProbe: boolean;
  /** Returns the code of the diagnostic if a program of a tool cannot be started. */
  readonly refuse: (program: string) => "verify-missing-program" | "verify-local-program" | undefined;
}

/** Differences between a config and its programs. */
export interface ConfigReport {
  readonly diagnostics: readonly Diagnostic[];
  /** Values that the program lists and the config does not. */
  readonly news: readonly string[];
  /** Number of flags compared. */
  readonly flags: number;
}

/** Asks the program of a config, command by command. Never rejects. */
export async function verifyConfig(file: CliFile, request: VerifyRequest): Promise<ConfigReport> {
  const [program = ""] = commandWords(file.command);
  const readerOf = rememberReaders(request.interviewer);
  const uses = listToolUses(file);
  const [version, ...reports] = await Promise.all([
    verifyVersion(file, program, request.interviewer),
    ...uses.map((use) => verifyTool(use, { file, reader: readerOf(use.program), request })),
  ]);
  return {
    diagnostics: [...version, ...reports.flatMap(({ diagnostics }) => diagnostics)],
    news: reports.flatMap(({ news }) => news),
    flags: uses.reduce((sum, use) => sum + use.flags.length, 0),
  };
}

/** Reads the pages of a command once, however many tools call it. */
interface Reader {
  readonly help: (path: readonly string[]) => Promise<CommandPages>;
  readonly man: (path: readonly string[]) => Promise<readonly Page[]>;
}

function createReader(program: string, interviewer: Interviewer): Reader {
  const help = remember(async (path): Promise<CommandPages> => {
    const parent = path.length === 0 ? undefined : await help(path.slice(0, -1));
    return await readHelpPage({ program, path, parent }, interviewer);
  });
  return {
    help,
    man: remember(async (path) => await readManPage(program, path, interviewer)),
  };
}

/** One reader for each program: a tool can have its own. */
function rememberReaders(interviewer: Interviewer): (program: string) => Reader {
  const readers = new Map<string, Reader>();
  return (program) => {
    const reader = readers.get(program) ?? createReader(program, interviewer);
    readers.set(program, reader);
    return reader;
  };
}

function remember<Value>(read: (path: readonly string[]) => Promise<Value>): (path: readonly string[]) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return async (path) => {
    const key = path.join(" ");
    const value = known.get(key) ?? read(path);
    known.set(key, value);
    return await value;
  };
}

interface ToolContext {
  readonly file: CliFile;
  readonly reader: Reader;
  readonly request: VerifyRequest;
}

async function verifyTool(use: ToolUse, { file, reader, request }: ToolContext): Promise<Omit<ConfigReport, "flags">> {
  const { program } = use;
  const refusal = program === programOf(file, {}) ? undefined : request.refuse(program);
  if (refusal !== undefined) {
    const at = locateClosest(file, { kind: "tool", tool: use.tool }, ["program"]);
    return { diagnostics: [diagnose(refusal, at, { program })], news: [] };
  }
  const name = nameOfProgram(program);
  const paths = Array.from({ length: use.path.length + 1 }, (_, length) => use.path.slice(0, length));
  const levels = await Promise.all(paths.map(reader.help));
  const gone = findGoneWord(use.path, levels);
  const address = { kind: "tool", tool: use.tool } as const;
  if (gone !== undefined) {
    const command = [name, ...use.path.slice(0, gone)].join(" ");
    const word = use.path[gone] ?? "";
    const near = nearNames(word, levels[gone]?.listed ?? [], 3);
    return { diagnostics: [diagnose("verify-subcommand", locateClosest(file, address, ["command"]), { command, word, near })], news: [] };
  }
  const command = [name, ...use.path].join(" ");
  const own = levels.flatMap(({ pages }) => pages);
  const hasGlobals = use.path.length > 0 && refersToGlobals(name, own);
  const help = hasGlobals ? [...own, ...(await reader.help([GLOBAL_PAGE])).pages] : own;
  // Man pages take longer, so they are read only if the help leaves something open.
  const isAgreed = help.length > 0 && compareTool(use, collectKnowledge(name, use.path, help)).every(({ kind }) => kind === "values_new");
  const pages = isAgreed ? help : [...help, ...(await Promise.all(paths.map(reader.man))).flat()];
  if (pages.length === 0) {
    const problem = levels.at(-1)?.problem ?? NO_HELP;
    return { diagnostics: [diagnose("verify-unreadable", locateClosest(file, address, ["command"]), { command, problem })], news: [] };
  }
  const findings = compareTool(use, collectKnowledge(name, use.path, pages));
  const ask = request.canProbe ? createProbe(program, use.path, request.interviewer) : undefined;
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

/** Returns the index of the first word that its parent neither lists nor mentions, and that has no separate help. */
function findGoneWord(path: readonly string[], levels: readonly CommandPages[]): number | undefined {
  const gone = path.findIndex((word, index) => {
    const [parent, own] = [levels[index], levels[index + 1]];
    if (parent === undefined || own === undefined || parent.listed.length < 2 || parent.listed.includes(word)) return false;
    const isMentioned = parent.pages.some(({ text }) => text.split(/[^\w.:-]+/).includes(word));
    const hasOwnHelp = own.pages.some((page) => !parent.pages.some(({ text }) => text === page.text));
    return !isMentioned && !hasOwnHelp;
  });
  return gone === -1 ? undefined : gone;
}

function needsProbe({ kind }: Finding): boolean {
  return kind === "unknown" || kind === "takes_none" || kind === "takes_value";
}

function describeNews(finding: Finding, command: string): readonly string[] {
  if (finding.kind !== "values_new") return [];
  return [`${command} ${finding.use.flag} also accepts ${finding.values.join(", ")}`];
}

type Probe = (flag: string) => Promise<ProbeVerdict>;

/** A program that accepts an invented flag prints its help for any flag, so it confirms no flag. */
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

const VERSION_COMMAND = "--version";

/** Compares the installed version with `program_version`. */
async function verifyVersion(file: CliFile, program: string, interviewer: Interviewer): Promise<readonly Diagnostic[]> {
  const { wanted, words } = readVersionKeys(file);
  if (wanted === undefined) return [];
  const at = locateClosest(file, WHOLE_FILE, [wanted.key]);
  const answer = await interviewer.ask([program, ...words]);
  const version = answer.kind === "texts" ? answer.texts.map(findVersion).find((found) => found !== undefined) : undefined;
  if (version === undefined) return [diagnose("verify-no-version", at, { program })];
  return meetsRequirement(version, wanted.text) ? [] : [diagnose("verify-version", at, { program, version, wanted: wanted.text })];
}

interface VersionKeys {
  readonly wanted?: { readonly key: string; readonly text: string };
  readonly words: readonly string[];
}

function readVersionKeys({ document }: CliFile): VersionKeys {
  const key = "program_version";
  const text = document.value[key];
  const command = document.value["version_command"];
  const words = commandWords(typeof command === "string" ? command : VERSION_COMMAND);
  return typeof text === "string" ? { wanted: { key, text }, words } : { words };
}
