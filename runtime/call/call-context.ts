/** Types of the context and the outcome of a call. */
import type { CallValues } from "./call-plan.ts";
import type { CommandLine } from "../command-line/command-line.ts";
import type { Confirmation, PendingCall } from "./confirmation.ts";
import type { Execution } from "../executor/execution.ts";
import type { ToolReply } from "./reply.ts";
import type { RunningCalls } from "./running-calls.ts";
import type { Limiter } from "../process/limiter.ts";
import type { Spool } from "../output/spool.ts";
import type { Policy } from "../policy/policy.ts";
import type { ExecutorSpec } from "../policy/policy-spec.ts";
import type { ProcessOutput, ProcessResult, ProcessRunner } from "../process/process.ts";
import type { Environment } from "../tool/environment-variables.ts";
import type { CallerInfo, CallLog, ProgressUpdate } from "../tool/tool-call.ts";
import type { Credentials } from "../secrets/credentials.ts";
import type { ReadSecrets, SecretStore } from "../secrets/secret-store.ts";
import type { Tool } from "../tool/tool.ts";

/** The parts of the server, and of the request, that the stages of a call use. */
export interface CallContext {
  /** The server's environment, copied once at startup: reading `process.env` is slow. */
  readonly env: Environment;
  /** Every policy must allow the call. */
  readonly policies: readonly Policy[];
  /** Executor, environment and limits under the policies. */
  readonly execution: Execution;
  /** The directory that contains the directories of Directive definitions. Defaults to the server's working directory. */
  readonly directory?: string;
  /** Starts a process, and waits for its end. */
  readonly run: ProcessRunner["run"];
  /** Reads secret variables. Defaults to a server without them: a command that needs one does not run. */
  readonly secrets?: SecretStore;
  /** The parts of the caller's request that secrets can be read from. Omitted without an authenticated request. */
  readonly credentials?: Credentials;
  /** Returns the secret variables of this call's command, read once. Set by `executeCall`. Omitted for a command without such variables. */
  readonly readSecrets?: () => Promise<ReadSecrets>;
  /** Runs the command of the call, and no resolver. Defaults to `run`. */
  readonly through?: PassThrough;
  /** Limits the number of concurrent calls, and queues further calls. */
  readonly limiter: Limiter;
  /** Aborts if the caller cancels, or disconnects. Defaults to a call that cannot be cancelled. */
  readonly signal?: AbortSignal;
  /** Returns why this caller may not run a tool, or `undefined` if it may. Defaults to no restriction. */
  readonly forbid?: (tool: Tool) => string | undefined;
  /** Reports whether calls can be recorded. Returning false prevents the start of the call. Defaults to true. */
  readonly isAudited?: () => boolean;
  /** Called with the number of bytes that a command has written since the previous report, and a function that returns its last line. */
  readonly onOutput?: (bytes: number, lastLine: () => string) => void;
  /** Keeps output that exceeds a reply. Omitted if callers cannot read it: in classic mode, and with `--spool off`. */
  readonly spool?: Spool;
  /** The calls that have had their first reply. Omitted without `limits.reply_after`, and if the server keeps no output. */
  readonly running?: RunningCalls;
  /** Receives the command of a call that can have a first reply. Omitted if the call replies at its end. */
  readonly follower?: CallFollower;
  /** Whether the call is a JSON-RPC method. The result of a method is for a program and is never cut. Defaults to false. */
  readonly isMethod?: boolean;
  /** The sender of the call, for function tools. Defaults to an unknown client. */
  readonly caller?: CallerInfo;
  /** Called with the progress that a function tool reports. */
  readonly onProgress?: (update: ProgressUpdate) => void;
  /** The log of function tools. Defaults to none. */
  readonly log?: CallLog;
  /**
   * Called after validation and policy and before confirmation. Returns why the call must not run, or `undefined` if it may.
   * Never rejects.
   */
  readonly beforeCall?: (facts: CallFacts) => Promise<HookRefusal | undefined>;
  /** Asks the user. Omitted if the client cannot ask: calls that require confirmation are then rejected. */
  readonly confirm?: (call: PendingCall) => Promise<Confirmation>;
  /** Called immediately before a command or a function starts. Returns false if the start cannot be recorded; then nothing runs. */
  readonly onStarting?: (facts: CallFacts) => boolean;
  /** Called once per call, when its reply is ready. `facts` is omitted if the tool does not exist. */
  readonly onFinished?: (call: FinishedCall, facts?: CallFacts) => void;
}

/** A run of the command of a call. */
export interface PassThrough {
  readonly run: ProcessRunner["run"];
  /** Whether the result has the output, for the reply. Otherwise, the caller has received the output. */
  readonly keepsOutput: boolean;
  /** Whether a program whose call has no standard input reads the caller's. */
  readonly passesInput: boolean;
}

/** Receives the events of a command whose call can have a first reply. */
export interface CallFollower {
  /** The command waits for a free slot. */
  readonly begin: (command: FollowedCommand) => void;
  /** The command starts. */
  readonly start: () => void;
  /** The command has ended. `status` is the reply without its output. Not called if the call must reply as a whole. */
  readonly end: (status: ToolReply) => void;
}

/** The output of a running command, for replies. */
export interface FollowedCommand {
  /** Returns the output so far, with room for `used` further bytes of JSON, and passes later text to `onText`. */
  readonly follow: (used: number, onText: (text: string, part: "stdout" | "stderr") => void) => FollowedOutput;
  /** Returns the incomplete last lines. */
  readonly pendingLines: () => readonly string[];
  /** Whether the tool has an output schema. */
  readonly needsStructured: boolean;
  /** The line before the output of a successful call. Empty if the tool has none. */
  readonly prefix: string;
}

/** The output of a running command, and the notes about omitted parts. */
export interface FollowedOutput {
  readonly text: string;
  readonly notes: readonly string[];
}

/** The decision of a hook that a call must not run. */
export interface HookRefusal {
  /** For the caller. */
  readonly reason: string;
  /** For the log only: the exception that caused the refusal. */
  readonly problem?: string;
}

/** Reason why a call did not run, or how it ended. In the order of the stages. */
export type CallOutcome =
  /** No tool of the server has the name, or a policy disables it. */
  | "unknown_tool"
  /** The caller lacks a scope, the tool is not for `climax_read`, or a hook refused the call. */
  | "forbidden"
  | "invalid_arguments"
  /** A constraint of a policy rejects a value. */
  | "policy"
  /** The user has been asked. The client repeats the call with the answer. */
  | "confirmation_asked"
  | "not_confirmed"
  /** The caller asked for an explanation instead of a run. */
  | "dry_run"
  /** The queue is full, or the server shuts down. */
  | "busy"
  /** A function tool returned, or threw a `ToolError`. Or `output_stop` found the call. */
  | "returned"
  /** A Directive tool or `output_read` returned content, or did not find it. */
  | "read"
  | "not_read"
  /** The outcome of a process. `not_started` also covers calls that the audit cannot record. */
  | ProcessResult["kind"]
  /** A fault of the server, at any stage. */
  | "internal_error";

/** A completed call, without the data that a log must not contain. */
export interface FinishedCall {
  /** The requested name, which is any text if the tool does not exist. */
  readonly tool: string;
  readonly outcome: CallOutcome;
  /** Whether the reply is an error. A confirmation prompt is not an error. */
  readonly isError: boolean;
  /** The command line without the executor's prefix, secret values as `***`. Omitted if none was built. */
  readonly argv?: readonly string[];
  /** The exit code in the reply: negative for a signal. Omitted if no process exited. */
  readonly exit?: number;
  /** Size of each stream, in bytes, including dropped output. Omitted if nothing has started. */
  readonly bytes?: NonNullable<ProcessOutput["bytes"]>;
  /** Time from the call to its reply, including time in the queue, in milliseconds. */
  readonly duration_ms: number;
  /** Time in the queue, in milliseconds. Omitted if the call did not wait. */
  readonly queue_ms?: number;
  /**
   * The fault in the server or in a hook. For the log only: it may name paths. Set for `internal_error`, for `forbidden` if a hook threw,
   * and for `not_started` if a secret cannot be read.
   */
  readonly problem?: string;
  /**
   * The keys of the policies that refused the call, such as `tools.git_log.args.max_count.max`, for the author of the policy. Omitted if no
   * policy refused it.
   */
  readonly policy_keys?: readonly string[];
  /** The hosts that the network of the policy refused, each once, at most 20. Omitted if empty. */
  readonly refused_hosts?: readonly string[];
  /**
   * The end of the confirmation of a call that is `not_confirmed`. `declined` and `cancelled` are responses of the client: whether a user
   * gave them is unknown. Omitted if the user was not asked, because the command line is too long.
   */
  readonly confirmation?: Exclude<Confirmation["kind"], "accepted" | "asked">;
}

/** The data of a call, including secrets. Must not be logged. */
export interface CallFacts {
  readonly tool: Tool;
  /** The arguments as the caller passed them, not validated. */
  readonly given: Readonly<Record<string, unknown>>;
  /** The arguments, coerced and with defaults. Unchanged for a Directive tool. Omitted if the arguments are invalid. */
  readonly values?: CallValues;
  /** Omitted if the call was refused before its command line was built, and for tools that run no command. */
  readonly line?: CommandLine;
  /** The sandbox of the command. Omitted for a process of the server's user, and if `line` is omitted. */
  readonly executor?: Exclude<ExecutorSpec["type"], "local">;
  /** The secret variables of the command, once they are read. */
  readonly secretVariables?: Environment;
  /** The resolver that `line` belongs to. Omitted for the command of the call. */
  readonly resolver?: string;
}
