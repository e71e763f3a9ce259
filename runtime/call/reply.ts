/** The texts that a call is answered with: the contract's plain text (contract 001, "Response Format"). */
import { constants } from "node:os";
import type { ArgumentProblem } from "./arguments.ts";
import { MAX_REPORTED_PROBLEMS } from "./arguments.ts";
import { renderValue } from "../text/render-value.ts";
import type { NotStarted } from "../process/process-failure.ts";
import type { ProcessResult } from "../process/process.ts";
import { nearNames } from "../text/near-names.ts";
import type { ToolFields } from "../tool/tool-spec.ts";
import type { CommandHandler } from "../tool/tool.ts";

export interface ToolReply {
  /** Exactly what the contract says, nothing of ours in it. */
  readonly text: string;
  /** What may help the caller; a text of its own behind the first. */
  readonly hint?: string;
  /** Nothing was run yet: this is to be put to the user, and the call comes again with `token` and the answer. */
  readonly question?: { readonly text: string; readonly token: string };
  /** `text` once more, as the object that it is the JSON of. */
  readonly structured?: object;
  readonly isError: boolean;
  /** Whether the error is that something asked for is not there. */
  readonly isNotFound?: boolean;
}

/** The exit code of a reply about a process that did not end by itself (vectors call.notfound, call.timeout). */
const NO_EXIT_CODE = -1;

const DEFAULT_TIMEOUT_SECONDS = 30;
const MAX_SUGGESTIONS = 3;

/** How long a call of the tool may run: its `timeout`, 30 where that is absent or 0 (vector call.timeout.011), but never over `ceiling`. */
export function timeoutSeconds(tool: Pick<ToolFields, "timeout">, ceiling: number = Infinity): number {
  return Math.min(tool.timeout || DEFAULT_TIMEOUT_SECONDS, ceiling);
}

/** The exit codes of the tool that mean that all went well: only 0 where it names none. */
export function successExitCodes({ success_exit_codes = [0] }: Pick<CommandHandler, "success_exit_codes">): readonly number[] {
  return success_exit_codes;
}

/**
 * The reply to a call whose process came out as `result`; `timeout` is what it was given, in seconds. An exit code outside
 * `success_exit_codes` is an error (design 4.5).
 */
export function toProcessReply(
  handler: Pick<CommandHandler, "success_exit_codes">,
  result: ProcessResult,
  timeout: number = DEFAULT_TIMEOUT_SECONDS,
): ToolReply {
  switch (result.kind) {
    case "exited": {
      const exitCode = toExitCode(result.exit);
      const isError = !successExitCodes(handler).includes(exitCode);
      return { text: toText(result.stdout, result.stderr, exitCode === 0 && !isError ? undefined : exitCode), isError };
    }
    case "timed_out":
      return toInterruptedReply(result, `Command timed out after ${timeout}s`);
    case "cancelled":
      return toInterruptedReply(result, "Command cancelled");
    case "not_started": {
      const hint = hintFor(result);
      return { text: toText("", describe(result), NO_EXIT_CODE), ...(hint === undefined ? {} : { hint }), isError: true };
    }
  }
}

/** The exit code as the contract counts it: a process that a signal ended has the negative number of the signal (vector call.signal.001). */
export function toExitCode(exit: number | NodeJS.Signals): number {
  return typeof exit === "number" ? exit : -constants.signals[exit];
}

/** The reply to arguments that cannot be used; nothing was run. `omitted`: the number of problems that are not listed. */
export function argumentProblemsReply(problems: readonly Pick<ArgumentProblem, "message">[], omitted = 0): ToolReply {
  return { text: toProblemList("Argument validation failed:", problems, omitted), isError: true };
}

/** The reply to arguments that the policy does not allow (contract 001, "Policy Enforcement"); nothing was run. */
export function policyViolationsReply(violations: readonly { readonly message: string }[]): ToolReply {
  const shown = violations.slice(0, MAX_REPORTED_PROBLEMS);
  return { text: toProblemList("Policy validation failed:", shown, violations.length - shown.length), isError: true };
}

function toProblemList(title: string, problems: readonly { readonly message: string }[], omitted: number): string {
  const more = omitted === 0 ? [] : [`and ${omitted} more`];
  return [title, ...[...problems.map(({ message }) => message), ...more].map((line) => `  - ${line}`)].join("\n");
}

/** The reply that carries a question to the user; the text is for a protocol that has no such thing. */
export function confirmationRequiredReply(text: string, token: string): ToolReply {
  return { text: "Not run: the user has to confirm this call first", question: { text, token }, isError: true };
}

/** Why a call that the user has to confirm was not run. */
export type Unconfirmed = "declined" | "cancelled" | "unavailable" | "too_long";

/** The reply to a call that the user has not confirmed; nothing was run. */
export function unconfirmedReply(reason: Unconfirmed): ToolReply {
  return { text: `Not run: ${describeUnconfirmed(reason)}`, isError: true };
}

function describeUnconfirmed(reason: Unconfirmed): string {
  switch (reason) {
    case "declined":
      return "the user declined this call";
    case "cancelled":
      return "the user did not confirm this call";
    case "unavailable":
      return "the policy wants the user to confirm this call, and this client cannot ask (it does not support elicitation)";
    case "too_long":
      return "the policy wants the user to confirm this call, and its command line is too long to be shown";
  }
}

/** `Unknown tool: x`, followed by at most three of the known names that may have been meant, never by the whole list (design 4.5). A long name is cut. */
export function unknownToolReply(name: string, known: Iterable<string>): ToolReply {
  const near = nearNames(name, known, MAX_SUGGESTIONS);
  const suggestion = near.length === 0 ? "" : `. Did you mean ${toAlternatives(near)}?`;
  return { text: `Unknown tool: ${renderValue(name)}${suggestion}`, isError: true };
}

/** The reply to a call that found the queue full; nothing was run. */
export function busyReply(): ToolReply {
  return { text: "Server busy: too many calls are waiting. Nothing was run; try again later", isError: true };
}

/** The reply to a call that arrives while the server shuts down; nothing was run. */
export function shuttingDownReply(): ToolReply {
  return { text: "Not run: the server is shutting down", isError: true };
}

/** The reply to a call that a fault of the server ended. The log has the details, which are not for callers. */
export function internalErrorReply(): ToolReply {
  return {
    text: "Internal error: the server could not complete this call. Do not retry; tell the operator of the server, whose log has the details",
    isError: true,
  };
}

/** The reply to a call that runs no process and that the caller cancelled. */
export function cancelledReply(): ToolReply {
  return { text: "Call cancelled", isError: true };
}

/** The reply to a call that runs no process and whose time is up; `timeout` is in seconds. */
export function timedOutReply(timeout: number): ToolReply {
  return { text: `Call timed out after ${timeout}s`, isError: true };
}

/** The reply while the audit cannot be written; nothing was run. */
export function unauditedReply(): ToolReply {
  return { text: "Not run: the server cannot write its audit file", isError: true };
}

/** The reply to a caller who may not run the tool; nothing was run. */
export function forbiddenReply(reason: string): ToolReply {
  return { text: `Not run: ${reason}`, isError: true };
}

function toInterruptedReply({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }, message: string): ToolReply {
  const lines = [trimOutput(stderr), message].filter((part) => part !== "");
  return { text: toText(stdout, lines.join("\n"), NO_EXIT_CODE), isError: true };
}

function toText(stdout: string, stderr: string, exitCode: number | undefined): string {
  const output = trimOutput(stdout);
  const errors = trimOutput(stderr);
  const parts = [
    ...(output === "" ? [] : [output]),
    ...(errors === "" ? [] : [`[stderr]\n${errors}`]),
    ...(exitCode === undefined ? [] : [`[exit code: ${exitCode}]`]),
  ];
  return parts.length === 0 ? "(no output)" : parts.join("\n\n");
}

/** Blank lines in front and white space behind go; the first line keeps its indentation, which may mean something (design 4.4). */
function trimOutput(output: string): string {
  const text = output.trimEnd();
  const blank = text.length - text.trimStart().length;
  return blank === 0 ? text : text.slice(text.lastIndexOf("\n", blank - 1) + 1);
}

function describe({ reason, subject, message }: NotStarted): string {
  switch (reason) {
    case "command_not_found":
      return `Command not found: ${subject === "" ? "(the command is empty)" : subject}`;
    case "working_directory_missing":
      return `Working directory does not exist: ${subject}`;
    case "working_directory_not_a_directory":
      return `Working directory is not a directory: ${subject}`;
    case "permission_denied":
      return `Permission denied: ${subject}`;
    case "argument_list_too_long":
      return `Argument list too long: ${subject}`;
    case "too_many_open_files":
      return `Too many open files: ${subject} could not be started`;
    case "nul_byte":
      return `A NUL character cannot be passed to a program, and there is one in ${subject}`;
    case "unpassable_variable":
      return `The variable ${subject} of the config's env cannot be passed to the container: its value has a line break, or its name is not allowed`;
    case "relative_program":
      return `The command ${subject} is a relative path, and the call names another directory of the container`;
    case "other":
      return `Command could not be started: ${subject} (${message})`;
  }
}

function hintFor({ reason, subject }: NotStarted): string | undefined {
  switch (reason) {
    case "command_not_found":
      return subject.includes("/") ? MISSING_FILE_HINT : subject === "" ? undefined : PATH_HINT;
    case "argument_list_too_long":
      return "The operating system limits the length of a command line: give less, or use an argument that goes to standard input.";
    case "too_many_open_files":
      return "The server has as many files and connections open as it may: try again later, or start it with a higher limit (ulimit -n).";
    case "relative_program":
      return "Set `working_dir` of the policy's executor, where such a path starts then, or write an absolute path in the config's `command`.";
    case "working_directory_missing":
    case "working_directory_not_a_directory":
    case "permission_denied":
    case "nul_byte":
    case "unpassable_variable":
    case "other":
      return undefined;
  }
}

const MISSING_FILE_HINT =
  "There is no such file on the server's machine, or the interpreter that its first line names is missing. " +
  "A relative path in `command` starts at the folder that the server was started in.";
const PATH_HINT =
  "The program is not on the server's PATH, which may differ from that of a shell. " +
  "Give its full path in `command` of the tool's config, or set PATH in the config's `env`.";

function toAlternatives(names: readonly string[]): string {
  const last = names[names.length - 1] ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}
