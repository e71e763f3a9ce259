/**
 * Determines why a process could not be started. Runs only after a failure, so successful calls do not load `promises` of `node:fs`,
 * which Node.js loads on first use.
 */
import { constants, promises } from "node:fs";
import { codeOf, messageOf } from "../text/message-of.ts";
import { isDescriptorLimitError } from "./descriptor-probe.ts";
import type { ProcessRequest } from "./process-request.ts";

/** A process that could not be started. `subject` names the command, the directory or the part of the request that caused the failure. */
export interface NotStarted {
  readonly kind: "not_started";
  readonly reason: NotStartedReason;
  readonly subject: string;
  /** The system's error message, for the reasons `other`, `files_not_written` and `executor_failed`. */
  readonly message: string;
}

/** Reason why a program was not started. */
export type NotStartedReason =
  | "command_not_found"
  | "working_directory_missing"
  | "working_directory_not_a_directory"
  | "permission_denied"
  | "argument_list_too_long"
  | "too_many_open_files"
  | "too_many_processes"
  | "nul_byte"
  /** A variable of the config that cannot be passed to the executor's engine. */
  | "unpassable_variable"
  /** A relative program in a container whose working directory is unknown. */
  | "relative_program"
  /** The temporary files of the call could not be written to the directory `subject`. */
  | "files_not_written"
  /** The executor, which `subject` names, did not start the program. `message` is the executor's. */
  | "executor_failed"
  | "other";

/** Determines the reason from the system's error code and the state of the working directory, never from the error message. */
export async function explainStartFailure(error: unknown, request: ProcessRequest): Promise<NotStarted> {
  const message = messageOf(error);
  const failure = (reason: NotStartedReason, subject: string): NotStarted => ({ kind: "not_started", reason, subject, message });
  // The caller's program is an argument of the engine.
  const ofCommand = (reason: NotStartedReason): NotStarted =>
    request.starter === undefined ? failure(reason, command) : failure("executor_failed", request.starter.name);
  const command = request.argv[0] ?? "";
  const nulLocation = findNul(request);
  if (nulLocation !== undefined) return failure("nul_byte", nulLocation);
  if (command === "") return failure("command_not_found", command);
  if (isDescriptorLimitError(error)) return failure("too_many_open_files", command);
  switch (codeOf(error)) {
    // A missing directory and a missing command have the same code.
    case "ENOENT":
    case "ENOTDIR":
      return (await explainDirectory(request.cwd, failure)) ?? ofCommand("command_not_found");
    case "EACCES":
      return (await explainDirectory(request.cwd, failure)) ?? ofCommand("permission_denied");
    case "E2BIG":
      return failure("argument_list_too_long", command);
    case "EAGAIN":
      return failure("too_many_processes", command);
    default:
      return failure("other", command);
  }
}

/** Returns the failure to write the temporary files of a call. */
export function toUnwrittenFiles(error: unknown, folder: string): NotStarted {
  const reason = isDescriptorLimitError(error) ? "too_many_open_files" : "files_not_written";
  return { kind: "not_started", reason, subject: folder, message: messageOf(error) };
}

/** Finds a NUL character. The system would truncate the string there, after the string was checked. Returns the location, not the value. */
function findNul({ argv, cwd, env }: ProcessRequest): string | undefined {
  if (argv.some(hasNul)) return "the command line";
  if (cwd !== undefined && hasNul(cwd)) return "the working directory";
  return Object.entries(env).some(([name, value]) => hasNul(name) || hasNul(value)) ? "the environment" : undefined;
}

function hasNul(text: string): boolean {
  return text.includes("\0");
}

async function explainDirectory(
  directory: string | undefined,
  failure: (reason: NotStartedReason, subject: string) => NotStarted,
): Promise<NotStarted | undefined> {
  if (directory === undefined) return undefined;
  try {
    if (!(await promises.stat(directory)).isDirectory()) return failure("working_directory_not_a_directory", directory);
    await promises.access(directory, constants.X_OK);
    return undefined;
  } catch (error) {
    return failure(codeOf(error) === "EACCES" ? "permission_denied" : "working_directory_missing", directory);
  }
}
