/** The entry of the bundled guard, which precedes programs on PATH and reads their command lines with the compiled index. */
import { constants, userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { toRealPath } from "../executor/file-kind.ts";
import { nameDisabled } from "../guard/disabled-tools.ts";
import { listKept, toGuardEnvironment } from "../guard/guard-environment.ts";
import { listGuardedPrograms } from "../guard/guarded-program.ts";
import { observedEntry } from "../guard/observed-line.ts";
import { readCommandLine } from "../guard/read-command-line.ts";
import { completeInput } from "../guard/standard-input.ts";
import { runThrough } from "../process/run-through.ts";
import { openAudit } from "../record/audit.ts";
import { createLog } from "../record/log.ts";
import { setUp } from "../server/setup.ts";
import { createToolServer } from "../server/tool-server.ts";
import { callThrough, statusOf } from "../shell/call-through.ts";
import { kindOfInput, openQuestion, readInput } from "../shell/terminal.ts";
import { messageOf } from "../text/message-of.ts";
import type { Environment } from "../tool/environment-variables.ts";
import { openCompiledIndex } from "../tool-index/compiled/read.ts";
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

/** Runs a command line, and returns the exit status. Rejects never: a failure of the guard is a refusal. */
export async function runGuard(run: GuardRun): Promise<number> {
  try {
    return await readAndRun(run);
  } catch (error) {
    return say(run.program, `the guard failed: ${messageOf(error)}`);
  }
}

async function readAndRun({ folder, bin, settings, program, words }: GuardRun): Promise<number> {
  const { header, reader } = openCompiledIndex(folder);
  const { name, version, policies = [] } = header;
  const variables = process.env as Environment;
  const path = withoutFolder(variables["PATH"] ?? "", bin);
  const env = toGuardEnvironment({ variables, home: userInfo().homedir, path, kept: listKept(policies) });
  // Node.js replaces bytes that are not UTF-8, so the words would not be those of the caller.
  if (words.some((word) => word.includes("\u{FFFD}"))) return say(program, "a word is not UTF-8, or has the character U+FFFD");
  const enabled = reader.readTools();
  const tools = enabled.map((tool) => ({ tool, isEnabled: true }));
  const guarded = listGuardedPrograms(tools, env).find((one) => one.name === program);
  if (guarded === undefined) return say(program, "no tool of the guard starts this program");
  const reading = await readCommandLine(words, guarded);
  if (reading.kind === "refused") {
    const declared = settings.declared === undefined ? [] : openCompiledIndex(join(folder, "..", settings.declared)).reader.readTools();
    const { rule, message } = await nameDisabled({ program, words, refused: reading, enabled, declared, env });
    if (settings.observe) return await observe(rule, [program, ...words], { env, version, settings });
    const remedy = rule === "disabled" ? "enable the tool in the policy" : "declare the words in the config";
    return say(program, `${message}\nrule: ${rule}. Only an operator can allow this: ${remedy}, and package the guard again.`);
  }
  const given = completeInput(reading, await kindOfInput(), readInput);
  if (given.kind === "refused") return say(program, given.problem);
  const confirm = await openQuestion();
  if (reading.asked !== undefined && confirm === undefined) {
    return say(program, `the program asks before it does this: write ${reading.asked.join(" ")}, or run it on a terminal`);
  }
  const asking = reading.asked === undefined ? [] : [{ default: "enabled", tools: { [reading.tool.name]: { confirm: true } } } as const];
  const setup = await setUp(
    { index: createIndexOver(reader), policies: [...policies, ...asking], isNarrowed: true, calledTool: reading.tool.name },
    [],
    env,
  );
  if (setup.kind === "refused") return say(program, setup.text);
  const audit = settings.auditFile === undefined ? undefined : openAudit(settings.auditFile);
  if (audit?.kind === "failed") return say(program, `the audit file cannot be opened: ${audit.problem}`);
  const launch = { classic: true, auditValues: false, spool: false } as const;
  const log = createLog("error", undefined);
  const info = { name, version };
  const server = createToolServer({ info, launch, setup, env, audit: audit?.audit, log, startTelemetry: undefined });
  try {
    const client = { name: "guard", version };
    const call = { tool: reading.tool.name, given: given.args, client, passesInput: true, ...(confirm && { confirm }) };
    const end = await callThrough(server, call);
    if (end.kind === "misuse") return say(program, `${end.text}\ntool: ${reading.tool.name}`);
    if ("text" in end) process.stderr.write(`${program}: ${end.text}\n`);
    return statusOf(end);
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
async function observe(rule: string, argv: readonly string[], { env, version, settings: { auditFile } }: Observation): Promise<number> {
  const audit = auditFile === undefined ? undefined : openAudit(auditFile);
  if (audit?.kind === "failed") return say(argv[0] ?? "", `the audit file cannot be opened: ${audit.problem}`);
  const start = Date.now();
  const status = await runWords(argv, env);
  audit?.audit.record(observedEntry({ rule, argv, version, status, durationMs: Date.now() - start }));
  audit?.audit.close();
  return status;
}

/** Runs the caller's own words, for a guard that only observes. */
async function runWords(argv: readonly string[], env: Environment): Promise<number> {
  const request = { argv, env, timeoutMs: Number.MAX_SAFE_INTEGER, maxOutputBytes: 0 };
  const result = await runThrough(request, { passesInput: true });
  if (result.kind === "not_started") return say(argv[0] ?? "", "the program cannot be started", 127);
  if (result.kind !== "exited") return REFUSED;
  return typeof result.exit === "number" ? result.exit : 128 + constants.signals[result.exit];
}

function say(program: string, text: string, status = REFUSED): number {
  process.stderr.write(`${program}: ${text}\n`);
  return status;
}

/** Returns the directories of a search path without one, by its real path, so that the guard never starts itself. */
function withoutFolder(path: string, folder: string): string {
  const own = toRealPath(folder);
  return path
    .split(delimiter)
    .filter((one) => toRealPath(one === "" ? "." : one) !== own)
    .join(delimiter);
}
