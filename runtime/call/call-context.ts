/** What the call of a tool needs of its server, and what the server learns of it. */
import type { Environment, Invocation } from "./command-line.ts";
import type { Confirmation, PendingCall } from "./confirmation.ts";
import type { Execution } from "../serve/execution.ts";
import type { Limiter } from "../process/limiter.ts";
import type { Policy } from "../policy/policy.ts";
import type { ProcessOutput, ProcessResult, ProcessRunner } from "../process/process.ts";
import type { ArgValue, Tool } from "../tool/tool-spec.ts";

export interface CallContext {
  /** The server's environment, copied once at start: reading `process.env` is slow. */
  readonly env: Environment;
  /** All of them hold. */
  readonly policies: readonly Policy[];
  /** What the policies make of executor, environment and limits. Default: `plainExecution`. */
  readonly execution?: Execution;
  /** Where the folders of Directive definitions are. Default: the server's own directory. */
  readonly directory?: string;
  readonly run: ProcessRunner["run"];
  readonly limiter: Limiter;
  readonly signal?: AbortSignal;
  /** Says why this caller may not run a tool; `undefined` where it may. Absent: every caller may run every tool. */
  readonly forbid?: (tool: Tool) => string | undefined;
  /** Told how many bytes a command has written since the last time. */
  readonly onOutput?: (bytes: number) => void;
  /** Puts a question to the user. Absent: nobody can be asked, and nothing runs that needs to be confirmed. */
  readonly confirm?: (call: PendingCall) => Promise<Confirmation>;
  /**
   * Called immediately before the command of a tool is started. Returns false if the start cannot be recorded; the command does not
   * run then.
   */
  readonly onStarting?: (facts: CallFacts) => boolean;
  /** Told of every call once it is answered; `facts` are absent where there is no such tool. */
  readonly onFinished?: (call: FinishedCall, facts?: CallFacts) => void;
}

/** Why a call ran nothing, or how its process came out; `read` and `not_read` are those of Directive tools. */
export type CallOutcome =
  | "read"
  | "not_read"
  | "unknown_tool"
  | "invalid_arguments"
  | "policy"
  | "forbidden"
  | "confirmation_asked"
  | "not_confirmed"
  | "busy"
  | ProcessResult["kind"];

/** A call as a log may show it. */
export interface FinishedCall {
  readonly tool: string;
  readonly outcome: CallOutcome;
  /** The command line without what an executor puts around it, the values of secret arguments as `***`. Absent where none was built. */
  readonly argv?: readonly string[];
  /** As in the reply: negative for a signal. Absent where no process ended by itself. */
  readonly exit?: number;
  readonly bytes?: NonNullable<ProcessOutput["bytes"]>;
  /** From the call to its reply, waiting included, in milliseconds. */
  readonly duration_ms: number;
  /** How long the call waited for its turn, in milliseconds. Absent where it did not have to. */
  readonly queue_ms?: number;
}

/** What a call was made of, secrets included: not for a log as it stands. */
export interface CallFacts {
  readonly tool: Tool;
  readonly given: Readonly<Record<string, unknown>>;
  /** Coerced and with defaults. Absent where the call was refused before its command line was built. */
  readonly values?: ReadonlyMap<string, ArgValue>;
  /** The command line with the values of secret arguments as `***`; there with `values`. */
  readonly shown?: Invocation;
}
