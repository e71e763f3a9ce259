/** Builds the replies for the results of processes, in the plain text of the CLImax contract ("Response Format"). */
import { constants } from "node:os";
import type { HiddenErrors } from "./capture-output.ts";
import type { NotStarted } from "../process/process-failure.ts";
import type { ProcessResult } from "../process/process.ts";
import type { ResultRules } from "./exit-code.ts";
import { exitCodeLines, hasMeaning, NO_EXIT_CODE, successExitCodes } from "./exit-code.ts";
import type { ToolReply } from "./reply.ts";
import { notStartedReply } from "./reply.ts";

/** The result of a process, and the notes of a `ShownOutput`. */
export type ShownResult = ProcessResult & { readonly notes?: readonly string[]; readonly keptNotes?: readonly string[] };

/** The reply for a process that printed nothing. */
export const NO_OUTPUT = "(no output)";

/** Reports whether the result of a process is a success. */
export function isSuccess(handler: ResultRules, result: ProcessResult): boolean {
  switch (result.kind) {
    case "exited":
      return successExitCodes(handler).includes(toExitCode(result.exit));
    case "timed_out":
      return handler.timeout_is_success === true;
    case "cancelled":
    case "not_started":
      return false;
  }
}

/**
 * Returns whether the reply leaves standard error out. A failure keeps it if the program did not exit by itself, or if its reply has no
 * other text: it would have no reason otherwise.
 */
export function toHiddenErrors(handler: ResultRules, result: Exclude<ProcessResult, NotStarted>): HiddenErrors {
  const { stderr } = handler;
  if (isSuccess(handler, result)) return stderr === "on_failure" || stderr === "never";
  const isEnded = result.kind === "exited" && toExitCode(result.exit) >= 0;
  return isEnded && (stderr === "on_success" || stderr === "never") && "beside_text";
}

/**
 * Returns the reply for the result of a process.
 * @param timeout the timeout of the process, in seconds
 */
export function toProcessReply(handler: ResultRules, result: ShownResult, timeout: number): ToolReply {
  const isError = !isSuccess(handler, result);
  switch (result.kind) {
    case "exited": {
      const hint = explainSignal(handler, result.exit);
      const text = toText(result, exitCodeLines(handler, toExitCode(result.exit), isError));
      return { text, ...(hint !== undefined && { hint }), isError };
    }
    case "timed_out": {
      if (isError) return toInterruptedReply(result, `Command timed out after ${timeout}s`);
      return { text: toText(result, [`[stopped after ${timeout}s]`]), isError };
    }
    case "cancelled":
      return toInterruptedReply(result, "Command cancelled");
    case "not_started":
      return notStartedReply(result);
  }
}

/**
 * Returns the text that follows JSON in a successful reply, or undefined if it is empty. `stdout` is the text around the JSON.
 */
export function toSideText(handler: ResultRules, result: Exclude<ShownResult, NotStarted>, timeout: number): string | undefined {
  const stdout = result.stdout === "" ? "" : `[text around the JSON]\n${result.stdout}`;
  const { text } = toProcessReply(handler, { ...result, stdout }, timeout);
  return text === NO_OUTPUT ? undefined : text;
}

/** Returns the exit code that the contract defines: the negative signal number if a signal killed the process (vector call.signal.001). */
export function toExitCode(exit: number | NodeJS.Signals): number {
  return typeof exit === "number" ? exit : -constants.signals[exit];
}

/**
 * Explains to the caller that a signal killed the program, and suggests a remedy. Returns undefined if the program exited by itself, or if
 * the config has a meaning for the exit code.
 * @param exit exit code, name of a signal, or negative number of a signal without a name
 */
function explainSignal(rules: ResultRules, exit: number | NodeJS.Signals): string | undefined {
  const code = toExitCode(exit);
  if (code >= 0 || hasMeaning(rules, code)) return undefined;
  const signal = typeof exit === "string" ? exit : `signal ${-exit}`;
  switch (signal) {
    case "SIGKILL":
      return `${signal} killed the program, which often means that memory ran out. Its output can be incomplete. A call with less work can succeed.`;
    case "SIGXCPU":
      return "The program used up the processor time that `limits.cpu_seconds` of the policy allows. A call with less work can succeed.";
    case "SIGABRT":
    case "SIGBUS":
    case "SIGFPE":
    case "SIGILL":
    case "SIGSEGV":
    case "SIGTRAP":
      return `The program crashed (${signal}). Its output can be incomplete, and the same call will probably crash again.`;
    default:
      return `${signal} terminated the program. Its output can be incomplete.`;
  }
}

function toInterruptedReply(result: Extract<ShownResult, { kind: "timed_out" | "cancelled" }>, message: string): ToolReply {
  const lines = [trimOutput(result.stderr), message].filter((part) => part !== "");
  return { text: toText({ ...result, stderr: lines.join("\n") }, [NO_EXIT_CODE], [message]), isError: true };
}

/**
 * Returns the streams, the lines about the end of the program, and the notes. Hosts show only a part of a long reply, mostly its start. If
 * there are notes, the reply therefore starts with these lines and the notes.
 * @param reason why the program did not end by itself, which standard error has at its end
 */
function toText(
  { stdout, stderr, notes = [], keptNotes = [] }: Exclude<ShownResult, NotStarted>,
  status: readonly string[],
  reason: readonly string[] = [],
): string {
  const output = trimOutput(stdout);
  const errors = trimOutput(stderr);
  const isLong = notes.length > 0 || keptNotes.length > 0;
  const parts = [
    ...(isLong ? [...reason, ...status, ...keptNotes, ...notes] : []),
    ...(output === "" ? [] : [output]),
    ...(errors === "" ? [] : [`[stderr]\n${errors}`]),
    ...status,
    ...notes,
  ];
  return parts.length === 0 ? NO_OUTPUT : parts.join("\n\n");
}

/** Returns the output of a successful call after the line that its author wrote. Unchanged without such a line, or without output. */
export function addPrefix({ reply_prefix: prefix = "" }: ResultRules, stdout: string): string {
  const output = trimOutput(stdout);
  return prefix === "" || output === "" ? stdout : `${prefix}\n${output}`;
}

/** Removes leading blank lines and trailing whitespace. The first line keeps its indentation, which may be significant. */
function trimOutput(output: string): string {
  const text = output.trimEnd();
  const blank = text.length - text.trimStart().length;
  return blank === 0 ? text : text.slice(text.lastIndexOf("\n", blank - 1) + 1);
}
