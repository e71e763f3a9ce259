/** The entry of the bundled guard, which precedes programs on PATH and reads their command lines with the compiled index. */
import { constants, userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { toRealPath } from "../executor/file-kind.ts";
import { nameDisabled } from "../guard/disabled-tools.ts";
import { listKept, toGuardEnvironment, withoutPagers } from "../guard/guard-environment.ts";
import { writeGuardHelp } from "../guard/guard-help.ts";
import { listGuardedPrograms } from "../guard/guarded-program.ts";
import { observedEntry } from "../guard/observed-line.ts";
import { readCommandLine } from "../guard/read-command-line.ts";
import type { ReadLine } from "../guard/reading.ts";
import { completeInput } from "../guard/standard-input.ts";
import { versionTool } from "../guard/version-tool.ts";
import { repeatSignal } from "../process/repeat-signal.ts";
import { runThrough } from "../process/run-through.ts";
import { openAudit } from "../record/audit.ts";
import { createLog } from "../record/log.ts";
import { setUp } from "../server/setup.ts";
import { createToolServer } from "../server/tool-server.ts";
import { callThrough, statusOf } from "../shell/call-through.ts";
import { kindOfInput, openQuestion, readInput, write } from "../shell/terminal.ts";
import { messageOf } from "../text/message-of.ts";
import { once } from "../text/once.ts";
import type { Environment } from "../tool/environment-variables.ts";
import type { Tool } from "../tool/tool.ts";
import type { CompiledHeader } from "../tool-index/compiled/format.ts";
import { openCompiledIndex } from "../tool-index/compiled/read.ts";
import { createListReader } from "../tool-index/index-reader.ts";
import { createIndexOver } from "../tool-index/tool-index.ts";

/** Settings that are fixed when the guard is packaged. The caller cannot change them. */
export interface GuardSettings {
  /** Whether words that cannot be read run unchanged. */
  readonly observe: boolean;
  /** Absolute path of the audit file. Omitted if calls are not recorded. */
  readonly auditFile?: string;
  /** The index of all tools that the configs declare, next to `folder`, with which tools that a policy disables are named. */
  readonly declared?: string;
}

/** One run of a guarded program. */
export interface GuardRun {
  /** The directory of the compiled index, with a slash at its end. */
  readonly folder: string;
  /** The directory of the programs that stand for the real ones. */
  readonly bin: string;
  readonly settings: GuardSettings;
  readonly program: string;
  /** The words of the caller after the name of the program. */
  readonly words: readonly string[];
}

/** Exit status of a refusal, as of a shell for a program that it may not run. */
const REFUSED = 126;

/** The end of a command line. */
interface GuardEnd {
  readonly status: number;
  /** The signal that killed the program. */
  readonly signal?: NodeJS.Signals;
}

/**
 * Runs a command line, and returns the exit status. Ends with the signal that killed the program, if a shell then stops its loop. Rejects
 * never: a failure of the guard is a refusal.
 */
export async function runGuard(run: GuardRun): Promise<number> {
  const { status, signal } = await endOf(run);
  repeatSignal(signal);
  return status;
}

async function endOf(run: GuardRun): Promise<GuardEnd> {
  try {
    return await readAndRun(run);
  } catch (error) {
    return say(run.program, `the guard failed: ${messageOf(error)}`);
  }
}

async function readAndRun(run: GuardRun): Promise<GuardEnd> {
  const { folder, bin, settings, program, words } = run;
  const { header, reader } = openCompiledIndex(folder);
  const { version, policies = [] } = header;
  const variables = process.env as Environment;
  const path = withoutFolder(variables["PATH"] ?? "", bin);
  const env = toGuardEnvironment({ variables, home: userInfo().homedir, path, kept: listKept(policies) });
  // Node.js replaces bytes that are not UTF-8, so the words would not be those of the caller.
  if (words.some((word) => word.includes("\u{FFFD}"))) return say(program, "a word is not UTF-8, or has the character U+FFFD");
  const enabled = reader.readTools();
  const tools = enabled.map((tool) => ({ tool, isEnabled: true }));
  const guarded = listGuardedPrograms(tools, env).find((one) => one.name === program);
  if (guarded === undefined) return say(program, "no tool of the guard starts this program");
  const context: GuardedCall = { run, header, env, enabled };
  const reading = await readCommandLine(words, guarded);
  if (reading.kind === "read") return await runCall(reading, context);
  const declared = settings.declared === undefined ? [] : openCompiledIndex(join(folder, "..", settings.declared)).reader.readTools();
  const { rule, message } = await nameDisabled({ program, words, refused: reading, enabled, declared, env });
  const printer = rule === "disabled" ? undefined : versionTool(words, guarded);
  if (printer !== undefined) return await runCall({ tool: printer, args: {} }, context);
  if (settings.observe) return await observe(rule, [program, ...words], { env, version, settings });
  const help = rule === "disabled" ? undefined : writeGuardHelp(words, guarded);
  if (help !== undefined) {
    write(1, `${help}\n`);
    return { status: 0 };
  }
  const remedy = rule === "disabled" ? "enable the tool in the policy" : "declare the words in the config";
  return say(program, `${message}\nrule: ${rule}. Only an operator can allow this: ${remedy}, and package the guard again.`);
}

interface GuardedCall {
  readonly run: GuardRun;
  readonly header: CompiledHeader;
  readonly env: Environment;
  /** The tools that policies enable, as they narrow them. */
  readonly enabled: readonly Tool[];
}

/** Runs the call of a tool as the server would. */
async function runCall(reading: Pick<ReadLine, "tool" | "args" | "asked">, { run, header, env, enabled }: GuardedCall): Promise<GuardEnd> {
  const { program, settings } = run;
  const { name, version, policies = [] } = header;
  const given = completeInput(reading, await kindOfInput(), readInput);
  if (given.kind === "refused") return say(program, given.problem);
  const question = once(openQuestion);
  if (reading.asked !== undefined && (await question()) === undefined) {
    return say(program, `the program asks before it does this: write ${reading.asked.join(" ")}, or run it on a terminal`);
  }
  const called = withoutPagers(enabled.find((tool) => tool.name === reading.tool.name) ?? reading.tool);
  const asking = reading.asked === undefined ? [] : [{ default: "enabled", tools: { [called.name]: { confirm: true } } } as const];
  // Policies, executors and limits are those of the called tool, so the server has no other one.
  const index = createIndexOver(createListReader([{ cli: called.cli, first: 0, count: 1 }], [called]));
  const setup = await setUp({ index, policies: [...policies, ...asking], isNarrowed: true, calledTool: called.name }, [], env);
  if (setup.kind === "refused") return say(program, setup.text);
  const audit = settings.auditFile === undefined ? undefined : openAudit(settings.auditFile);
  if (audit?.kind === "failed") return say(program, `the audit file cannot be opened: ${audit.problem}`);
  const launch = { classic: true, auditValues: false, spool: false } as const;
  const log = createLog("error", undefined);
  const server = createToolServer({ info: { name, version }, launch, setup, env, audit: audit?.audit, log, startTelemetry: undefined });
  try {
    const client = { name: "guard", version };
    const confirm = async (text: string): Promise<boolean | undefined> => (await question())?.(text);
    const end = await callThrough(server, { tool: called.name, given: given.args, client, passesInput: true, confirm });
    if (end.kind === "misuse") return say(program, `${end.text}\ntool: ${called.name}`);
    return "text" in end ? say(program, end.text, statusOf(end)) : end;
  } finally {
    await server.close();
  }
}

interface Observation {
  readonly env: Environment;
  readonly version: string;
  readonly settings: GuardSettings;
}

/** Runs words that do not call a tool, and records them without their values. */
async function observe(rule: string, argv: readonly string[], { env, version, settings: { auditFile } }: Observation): Promise<GuardEnd> {
  const audit = auditFile === undefined ? undefined : openAudit(auditFile);
  if (audit?.kind === "failed") return say(argv[0] ?? "", `the audit file cannot be opened: ${audit.problem}`);
  const start = Date.now();
  const end = await runWords(argv, env);
  audit?.audit.record(observedEntry({ rule, argv, version, status: end.status, durationMs: Date.now() - start }));
  audit?.audit.close();
  return end;
}

/** Runs the caller's own words, for a guard that only observes. */
async function runWords(argv: readonly string[], env: Environment): Promise<GuardEnd> {
  const request = { argv, env, timeoutMs: Number.MAX_SAFE_INTEGER, maxOutputBytes: 0 };
  const result = await runThrough(request, { passesInput: true });
  if (result.kind === "not_started") return say(argv[0] ?? "", "the program cannot be started", 127);
  if (result.kind !== "exited") return { status: REFUSED };
  const { exit } = result;
  return typeof exit === "number" ? { status: exit } : { status: 128 + constants.signals[exit], signal: exit };
}

function say(program: string, text: string, status = REFUSED): GuardEnd {
  write(2, `${program}: ${text}\n`);
  return { status };
}

/** Returns the directories of a search path without one, by its real path, so that the guard never starts itself. */
function withoutFolder(path: string, folder: string): string {
  const own = toRealPath(folder);
  return path
    .split(delimiter)
    .filter((one) => toRealPath(one === "" ? "." : one) !== own)
    .join(delimiter);
}
