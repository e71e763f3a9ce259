/** The dependencies of a call, and the data that it reports back to the server. */
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
  /** Every policy must allow the call. */
  readonly policies: readonly Policy[];
  /** Executor, environment and limits under the policies. Defaults to `plainExecution`. */
  readonly execution?: Execution;
  /** The directory that contains the directories of Directive definitions. Defaults to the server's working directory. */
  readonly directory?: string;
  readonly run: ProcessRunner["run"];
  readonly limiter: Limiter;
  readonly signal?: AbortSignal;
  /** Returns why this caller may not run a tool, or `undefined` if it may. Defaults to no restriction. */
  readonly forbid?: (tool: Tool) => string | undefined;
  /** Called with the number of bytes that a command has written since the last call. */
  readonly onOutput?: (bytes: number) => void;
  /** Asks the user. If omitted, calls that require confirmation do not run. */
  readonly confirm?: (call: PendingCall) => Promise<Confirmation>;
  /**
   * Called immediately before the command of a tool starts. Returns false if the start cannot be recorded, which prevents the command
   * from running.
   */
  readonly onStarting?: (facts: CallFacts) => boolean;
  /** Called once per call, when its reply is ready. `facts` is omitted if the tool does not exist. */
  readonly onFinished?: (call: FinishedCall, facts?: CallFacts) => void;
}

/** The outcome of a call: the reason why nothing ran, or the result of a process, a Directive tool (`read`, `not_read`) or a function (`returned`). */
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

/** A completed call, without the data that a log must not contain. */
export interface FinishedCall {
  readonly tool: string;
  readonly outcome: CallOutcome;
  /** Whether the reply is an error. A confirmation prompt is not an error. */
  readonly isError: boolean;
  /** The command line without the executor's prefix, secret values as `***`. Omitted if none was built. */
  readonly argv?: readonly string[];
  /** The exit code as the reply shows it: negative for a signal. Omitted if no process exited. */
  readonly exit?: number;
  readonly bytes?: NonNullable<ProcessOutput["bytes"]>;
  /** Time from the call to its reply, including time in the queue, in milliseconds. */
  readonly duration_ms: number;
  /** Time in the queue, in milliseconds. Omitted if the call did not wait. */
  readonly queue_ms?: number;
  /** The error inside the server, set for `internal_error`. For the server's log only: it may contain paths. */
  readonly problem?: string;
}

/** The data of a call, including secrets. Must not be logged. */
export interface CallFacts {
  readonly tool: Tool;
  readonly given: Readonly<Record<string, unknown>>;
  /** Omitted if the call was rejected before its command line was built, and for tools that do not run a command. */
  readonly line?: CommandLine;
}
