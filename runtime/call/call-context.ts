/** What a call needs from its server, and what the server learns about it. */
import type { CommandLine, Environment } from "./command-line.ts";
import type { Confirmation, PendingCall } from "./confirmation.ts";
import type { Execution } from "../executor/execution.ts";
import type { Limiter } from "../process/limiter.ts";
import type { Policy } from "../policy/policy.ts";
import type { ProcessOutput, ProcessResult, ProcessRunner } from "../process/process.ts";
import type { Tool } from "../tool/tool.ts";

export interface CallContext {
  /** The server's environment, copied once at startup: reading `process.env` is slow. */
  readonly env: Environment;
  /** All of them must allow the call. */
  readonly policies: readonly Policy[];
  /** Executor, environment and limits under the policies. Defaults to `plainExecution`. */
  readonly execution?: Execution;
  /** The directory below which the folders of Directive definitions are. Defaults to the server's working directory. */
  readonly directory?: string;
  readonly run: ProcessRunner["run"];
  readonly limiter: Limiter;
  readonly signal?: AbortSignal;
  /** Returns why this caller may not run a tool, or `undefined` if it may. Defaults to no restriction. */
  readonly forbid?: (tool: Tool) => string | undefined;
  /** Called with the number of bytes that a command has written since the last call. */
  readonly onOutput?: (bytes: number) => void;
  /** Asks the user. Omitted if nobody can be asked: then no call runs that needs a confirmation. */
  readonly confirm?: (call: PendingCall) => Promise<Confirmation>;
  /**
   * Called immediately before the command of a tool starts. Returns false if the start cannot be recorded; then the command does not
   * run.
   */
  readonly onStarting?: (facts: CallFacts) => boolean;
  /** Called once for each call, when its reply is ready. `facts` is omitted if the tool does not exist. */
  readonly onFinished?: (call: FinishedCall, facts?: CallFacts) => void;
}

/** Why a call ran nothing, or how it ended: a process, a Directive tool (`read`, `not_read`) or a function (`returned`). */
export type CallOutcome =
  | "returned"
  | "read"
  | "not_read"
  | "unknown_tool"
  | "invalid_arguments"
  | "policy"
  | "forbidden"
  | "confirmation_asked"
  | "not_confirmed"
  | "busy"
  | "internal_error"
  | ProcessResult["kind"];

/** A call as a log may show it. */
export interface FinishedCall {
  readonly tool: string;
  readonly outcome: CallOutcome;
  /** Reports whether the reply is an error; a question to the user is none. */
  readonly isError: boolean;
  /** The command line without the executor's prefix, secret values as `***`. Omitted if none was built. */
  readonly argv?: readonly string[];
  /** As in the reply: negative for a signal. Omitted if no process exited. */
  readonly exit?: number;
  readonly bytes?: NonNullable<ProcessOutput["bytes"]>;
  /** From the call to its reply, waiting included, in milliseconds. */
  readonly duration_ms: number;
  /** Time in the queue, in milliseconds. Omitted if the call did not wait. */
  readonly queue_ms?: number;
  /** What went wrong inside the server. For its log only: it may name paths. Set for `internal_error`. */
  readonly problem?: string;
}

/** The data of a call, secrets included: not for a log. */
export interface CallFacts {
  readonly tool: Tool;
  readonly given: Readonly<Record<string, unknown>>;
  /** Omitted if the call was refused before its command line was built, and for tools that run no command. */
  readonly line?: CommandLine;
}
