/** Runs one call for a shell: the stages of every call, with the output of the program on the standard streams of this process. */
import { constants } from "node:os";
import type { FinishedCall, PassThrough } from "../call/call-context.ts";
import { NO_EXIT_CODE } from "../call/exit-code.ts";
import type { Confirmation, PendingCall } from "../call/confirmation.ts";
import type { ToolReply } from "../call/reply.ts";
import type { ProcessRequest } from "../process/process-request.ts";
import type { ProcessResult } from "../process/process.ts";
import { runThrough } from "../process/run-through.ts";
import type { Progress } from "../protocol/progress.ts";
import { createCallId } from "../record/call-id.ts";
import type { CallOrigin } from "../record/call-observer.ts";
import { LOCAL_CALLER } from "../server/caller.ts";
import type { ToolServer } from "../server/tool-server.ts";

/** One call of a classic server. */
export interface ThroughCall {
  readonly tool: string;
  readonly given: Readonly<Record<string, unknown>>;
  /** Name and version of the front end, for the audit. */
  readonly client: { readonly name: string; readonly version: string };
  /**
   * Whether the program reads the standard input of this process if the call has no argument for it. Defaults to false: the program reads
   * /dev/null, as on a server.
   */
  readonly passesInput?: boolean;
  /** Asks the user. Omitted, or with the answer `undefined`, if there is no user: calls that require confirmation are then refused. */
  readonly confirm?: (question: string) => boolean | undefined | Promise<boolean | undefined>;
  /** Cancels the call before its program starts, and terminates its program. */
  readonly signal?: AbortSignal;
  /** Receive the progress of the call. */
  readonly progress?: Pick<Progress, "onOutput" | "report">;
}

/** The end of a call. `text` is for a person: without a line feed at its end, and not empty. */
export type CallEnd =
  /** The program ran to its end. `status` is 128 plus the number of the signal that killed it, which `signal` names. */
  | { readonly kind: "ended"; readonly status: number; readonly signal?: NodeJS.Signals }
  /** The program was terminated after the timeout of its tool. */
  | { readonly kind: "timed_out"; readonly text: string }
  /** A tool without a program returned a reply. */
  | { readonly kind: "replied"; readonly text: string; readonly isError: boolean }
  /** A policy forbids the call, the user did not confirm it, or the audit cannot record it. */
  | { readonly kind: "refused"; readonly text: string; readonly reason: FinishedCall["outcome"] }
  /** The tool is unknown, or its arguments are invalid. */
  | { readonly kind: "misuse"; readonly text: string }
  /** The program is not installed. */
  | { readonly kind: "not_found"; readonly text: string }
  /** The program could not be started, or the server failed. */
  | { readonly kind: "failed"; readonly text: string };

/** Returns the exit status of a shell for the end of a call. */
export function statusOf(end: CallEnd): number {
  switch (end.kind) {
    case "ended":
      return end.status;
    case "replied":
      return end.isError ? 1 : 0;
    case "misuse":
      return 2;
    case "timed_out":
      return 124;
    case "refused":
    case "failed":
      return 126;
    case "not_found":
      return 127;
  }
}

/**
 * Runs the call. Never rejects. The secrets in the output of the program are not masked, and nothing limits its size. The caller closes the
 * server.
 */
export async function callThrough(server: ToolServer, call: ThroughCall): Promise<CallEnd> {
  const { passesInput = false } = call;
  const run = async (request: ProcessRequest): Promise<ProcessResult> => await runThrough(request, { passesInput });
  return (await callWith(server, call, { run, passesInput, keepsOutput: false })).end;
}

/** Runs the call as a server does. Never rejects. Returns the reply, too. */
export async function callCaptured(server: ToolServer, call: ThroughCall): Promise<EndedReply> {
  return await callWith(server, call, { run: server.runner.run, passesInput: false, keepsOutput: true });
}

/** A reply, and the end of its call. */
export interface EndedReply {
  readonly reply: ToolReply;
  readonly end: CallEnd;
}

async function callWith(server: ToolServer, call: ThroughCall, through: PassThrough): Promise<EndedReply> {
  const { tool, given, client, confirm, signal, progress } = call;
  const origin: CallOrigin = { id: createCallId(), client, method: "tools/call" };
  let result: ProcessResult | undefined;
  let finished: FinishedCall | undefined;
  const run = async (request: ProcessRequest): Promise<ProcessResult> => (result = await through.run(request));
  const reply = await server.callTool(tool, given, {
    caller: LOCAL_CALLER,
    origin,
    ...(signal && { signal }),
    ...(progress && { onOutput: progress.onOutput, onProgress: progress.report }),
    through: { ...through, run },
    confirm: (pending) => ask(pending, confirm),
    onEnded: (ended) => (finished = ended),
  });
  return { reply, end: toEnd(reply, finished?.outcome ?? "internal_error", result) };
}

async function ask({ writeQuestion }: PendingCall, confirm: ThroughCall["confirm"]): Promise<Confirmation> {
  const answer = await confirm?.(await writeQuestion());
  if (answer === undefined) return { kind: "no_terminal" };
  return { kind: answer ? "accepted" : "user_declined" };
}

function toEnd(reply: ToolReply, outcome: FinishedCall["outcome"], result: ProcessResult | undefined): CallEnd {
  const text = textOf(reply);
  switch (outcome) {
    case "unknown_tool":
    case "invalid_arguments":
      return { kind: "misuse", text };
    case "forbidden":
    case "policy":
    case "confirmation_asked":
    case "not_confirmed":
      return { kind: "refused", text, reason: outcome };
    case "returned":
    case "read":
    case "not_read":
    case "dry_run":
      return { kind: "replied", text, isError: reply.isError };
    case "exited":
      return result?.kind === "exited" ? toStatus(result.exit) : { kind: "failed", text };
    case "timed_out":
      return { kind: "timed_out", text: withoutFrame(text) };
    case "cancelled":
      return { kind: "ended", status: toStatus("SIGINT").status, signal: "SIGINT" };
    case "not_started":
      return {
        kind: result?.kind === "not_started" && result.reason === "command_not_found" ? "not_found" : "failed",
        text: withoutFrame(text),
      };
    case "busy":
    case "internal_error":
      return { kind: "failed", text };
  }
}

function toStatus(exit: number | NodeJS.Signals): Extract<CallEnd, { kind: "ended" }> {
  if (typeof exit === "number") return { kind: "ended", status: exit };
  return { kind: "ended", status: 128 + constants.signals[exit], signal: exit };
}

/** Removes the lines that separate streams and an exit code in a reply. A shell has both. */
function withoutFrame(text: string): string {
  return text
    .split("\n")
    .filter((line) => line !== "" && line !== "[stderr]" && line !== NO_EXIT_CODE)
    .join("\n");
}

/** Returns the text of a reply with its notes and its hint. */
function textOf({ text, notes = [], hint }: ToolReply): string {
  return [text, ...notes, ...(hint === undefined ? [] : [hint])].join("\n").replace(/\n+$/, "");
}
