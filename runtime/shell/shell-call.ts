/** Reads the words of a call of a tool, and runs the call. */
import { canSkipConfirmation, needsConfirmation } from "../policy/policy.ts";
import { noteUnknown } from "../call/unknown-arguments.ts";
import { toToolResult } from "../protocol/protocol-result.ts";
import type { ReadySetup } from "../server/setup.ts";
import type { ToolServer } from "../server/tool-server.ts";
import { isJsonObject, parseJson } from "../text/json.ts";
import { defined } from "../text/defined.ts";
import { timeoutSeconds } from "../tool/timeout.ts";
import type { Tool } from "../tool/tool.ts";
import { CALL_TOOL } from "../tool/meta-tool-names.ts";
import type { CallEnd, ThroughCall } from "./call-through.ts";
import { callCaptured, callThrough, statusOf } from "./call-through.ts";
import { helpOf } from "./commands.ts";
import type { ShellFlag } from "./flags.ts";
import { listFlags } from "./flags.ts";
import type { FrontOptions } from "./front-options.ts";
import { describeToolHelp } from "./help.ts";
import { FROM_INPUT, readWords } from "./read-words.ts";
import { toShellTerms } from "./shell-terms.ts";
import { kindOfInput, openQuestion, readInput } from "./terminal.ts";

/** The output and the exit status of the front end. */
export interface ShellResult {
  readonly status: number;
  readonly out?: string;
  readonly error?: string;
  /** The signal that killed the program. */
  readonly signal?: NodeJS.Signals;
}

/** A call with the words after the name of its tool. */
export interface ShellCall {
  readonly tool: Tool;
  readonly words: readonly string[];
  readonly options: FrontOptions;
  /** The words that start the front end in a shell, quoted. */
  readonly program: string;
  readonly setup: ReadySetup;
  /** Opens the server for one use: progressive, for the explanation of a call, or classic. */
  readonly use: (classic: boolean, run: (server: ToolServer) => Promise<ShellResult>) => Promise<ShellResult>;
  readonly client: ThroughCall["client"];
}

/** Runs the call, or prints its help. */
export async function runShellCall(call: ShellCall): Promise<ShellResult> {
  const { tool, words, options, program } = call;
  const flags = listFlags(tool);
  const misuse = (problem: string): ShellResult => ({
    status: 2,
    error: `${tool.name}: ${problem}\nhelp: run \`${helpOf(program, tool.name, flags)}\` for its arguments`,
  });
  const help = (): ShellResult => ({ status: 0, out: describeToolHelp(tool, { program, ...factsOf(call) }) });
  if (options.help) return help();
  const read = readWords(words, flags);
  if (read.kind === "misuse") return misuse(read.problem);
  if (read.own.help) return help();
  const args = read.own.args ?? options.args;
  const given = await completeGiven(read.given, { tool, flags, args });
  if (typeof given === "string") return misuse(given);
  const isDry = read.own.dryRun || options.dryRun;
  const request = { tool: tool.name, given, client: call.client, ...defined({ confirm: await openQuestion() }) };
  return await call.use(!isDry, async (server) => {
    if (!isDry && !read.own.json && !options.json) return toResult(await callThrough(server, request), flags, misuse);
    const dry = { ...request, tool: CALL_TOOL, given: { tool_name: tool.name, args: given, dry_run: true } };
    const { reply, end } = await callCaptured(server, isDry ? dry : request);
    const status = statusOf(end);
    if (read.own.json || options.json) return { status, out: `${JSON.stringify(toToolResult(reply), null, 2)}\n` };
    return reply.isError ? toResult(end, flags, misuse) : { status, out: `${reply.text}\n` };
  });
}

function factsOf({ tool, setup: { policies, execution } }: ShellCall): { readonly isConfirmed: boolean; readonly timeout?: number } {
  return {
    isConfirmed: needsConfirmation(tool.name, policies) && !canSkipConfirmation(tool.name, policies),
    ...(tool.handler.kind !== "directive" && { timeout: timeoutSeconds(tool, execution.limits.max_timeout) }),
  };
}

/**
 * Returns the arguments with those of `--args` and of standard input, or a problem. An argument for standard input that is not given reads
 * a pipe or a file. If it is required, it reads everything except a terminal.
 */
async function completeGiven(
  given: ReadonlyMap<string, unknown>,
  { tool, flags, args }: { readonly tool: Tool; readonly flags: readonly ShellFlag[]; readonly args: string | undefined },
): Promise<Readonly<Record<string, unknown>> | string> {
  const named = new Map(given);
  if (args !== undefined) {
    const second = args === "-" ? flags.find(({ name }) => named.get(name) === FROM_INPUT) : undefined;
    if (second !== undefined) return `--args - and ${second.flag} - both read standard input: write one of them as a value`;
    const input = args === "-" ? readInput() : ({ kind: "read", text: args } as const);
    if (input.kind === "refused") return input.problem;
    const parsed = parseJson(input.text);
    if (!isJsonObject(parsed)) return '--args needs a JSON object, such as \'{"name": "value"}\'';
    const twice = Object.keys(parsed).find((name) => named.has(name));
    if (twice !== undefined) return `'${twice}' is in --args, and has a flag or a word of its own`;
    const unknown = describeStrangers(tool, parsed);
    if (unknown !== undefined) return unknown;
    for (const [name, value] of Object.entries(parsed)) named.set(name, value);
  }
  const piped = flags.find(({ isInput }) => isInput);
  if (piped !== undefined && args !== "-" && (await takesInput(piped, named))) {
    const input = readInput();
    if (input.kind === "refused") return input.problem;
    if (input.text !== "" || named.has(piped.name)) named.set(piped.name, input.text);
  }
  return Object.fromEntries(named);
}

/**
 * Returns a problem if `--args` has names that the tool does not have, like a flag that it does not have. A server only notes them for tools
 * that read. Directive tools define the handling of such names themselves.
 */
function describeStrangers({ args, handler }: Tool, given: Readonly<Record<string, unknown>>): string | undefined {
  const note = handler.kind === "directive" ? undefined : noteUnknown(args, given);
  return note?.replace(/^Ignored:/, "--args is wrong:");
}

async function takesInput({ name, isRequired }: ShellFlag, given: ReadonlyMap<string, unknown>): Promise<boolean> {
  if (given.has(name)) return given.get(name) === FROM_INPUT;
  const kind = await kindOfInput();
  return kind === "pipe" || kind === "file" || (isRequired && kind !== "terminal");
}

function toResult(end: CallEnd, flags: readonly ShellFlag[], misuse: (problem: string) => ShellResult): ShellResult {
  const status = statusOf(end);
  switch (end.kind) {
    case "ended":
      return { status, ...defined({ signal: end.signal }) };
    case "replied":
      return end.isError ? { status, error: end.text } : { status, out: `${end.text}\n` };
    case "misuse":
      return misuse(toShellTerms(end.text, flags));
    case "refused":
      return { status, error: toShellTerms(end.text, flags) };
    case "timed_out":
    case "not_found":
    case "failed":
      return { status, error: end.text };
  }
}
