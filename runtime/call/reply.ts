/**
 * Defines the reply of a call, and builds the replies to calls whose process did not run, in the text of the CLImax contract ("Response
 * Format").
 */
import type { ArgumentProblem } from "../arguments/arguments.ts";
import { MAX_REPORTED_PROBLEMS } from "../arguments/arguments.ts";
import type { Confirmation } from "./confirmation.ts";
import { renderValue } from "../text/render-value.ts";
import type { NotStarted } from "../process/process-failure.ts";
import { namesWithWords, nearNames } from "../text/near-names.ts";
import { CALL_TOOL } from "../tool/meta-tool-names.ts";
import { NO_EXIT_CODE } from "./exit-code.ts";

/** The reply of a tool, independent of the protocol. */
export interface ToolReply {
  /** The text that the contract defines, without additions. */
  readonly text: string;
  /** Advice for the caller, sent as a separate text after the first. */
  readonly hint?: string;
  /** The confirmation prompt for the user. Nothing has run yet; the client repeats the call with `token` and the response. */
  readonly question?: { readonly text: string; readonly token: string };
  /** The object that `text` contains as JSON. Never set if `isError` is. */
  readonly structured?: object;
  /** Whether `text` is the JSON of structured content that is not sent. Defaults to false. */
  readonly isJson?: boolean;
  /** Further text blocks after the first, such as standard error next to structured content. */
  readonly notes?: readonly string[];
  /** Content with a media type. Precedes the text blocks. */
  readonly media?: MediaContent;
  readonly isError: boolean;
  /** Id of the call, if its command still runs. */
  readonly running?: string;
  /** Whether this is the first reply of the call `running`, and not one about it. Defaults to false. */
  readonly isFirst?: boolean;
  /** Whether the error is that a requested item does not exist. */
  readonly isNotFound?: boolean;
}

/** Bytes in base64, with their media type. */
export interface MediaContent {
  readonly mimeType: string;
  readonly data: string;
}

const MAX_SUGGESTIONS = 3;

/** Adds advice to the hint of a reply. */
export function addHint(reply: ToolReply, advice: string): ToolReply {
  return { ...reply, hint: reply.hint === undefined ? advice : `${reply.hint}\n${advice}` };
}

/** Returns the reply for invalid arguments. `omitted` is the number of problems that are not listed. */
export function argumentProblemsReply(problems: readonly Pick<ArgumentProblem, "message">[], omitted = 0): ToolReply {
  return { text: toProblemList("Argument validation failed:", problems, omitted), isError: true };
}

/** Returns the reply for policy violations (CLImax contract, "Policy Enforcement"). A problem that two policies find is listed once. */
export function policyViolationsReply(violations: readonly { readonly message: string }[]): ToolReply {
  const distinct = [...new Map(violations.map((violation) => [violation.message, violation])).values()];
  const shown = distinct.slice(0, MAX_REPORTED_PROBLEMS);
  return { text: toProblemList("Policy validation failed:", shown, distinct.length - shown.length), isError: true };
}

/** Maximum length of a list of problems, in UTF-16 units, unless the first problem alone is longer. An `enum` can have many values. */
const MAX_LIST_LENGTH = 16_000;

function toProblemList(title: string, problems: readonly { readonly message: string }[], omitted: number): string {
  const shown: string[] = [];
  let length = 0;
  for (const { message } of problems) {
    length += message.length;
    if (length > MAX_LIST_LENGTH && shown.length > 0) break;
    shown.push(message);
  }
  return toList(title, shown, omitted + problems.length - shown.length);
}

/** Returns a title and one line for each item. `omitted` is the number of further items. */
export function toList(title: string, items: readonly string[], omitted: number): string {
  const lines = omitted === 0 ? items : [...items, `and ${omitted} more`];
  return [title, ...lines.map((line) => `  - ${line}`)].join("\n");
}

/** Returns the reply with a confirmation prompt. The `text` of the reply is for protocols without prompts. */
export function confirmationRequiredReply(text: string, token: string): ToolReply {
  return { text: "Not run: the user has to confirm this call first", question: { text, token }, isError: true };
}

/** The reason why a call that requires confirmation did not run. `detail` is text of the client. */
export interface Unconfirmed {
  readonly kind: Exclude<Confirmation["kind"], "accepted" | "asked"> | "too_long";
  readonly detail?: string;
}

/** Returns the reply for a call that the user has not confirmed. */
export function unconfirmedReply(reason: Unconfirmed): ToolReply {
  return { text: `Not run: ${describeUnconfirmed(reason)}`, isError: true };
}

/** Maximum length of an error message of a client, in UTF-16 units. */
const MAX_DETAIL_LENGTH = 200;

const MUST_CONFIRM = "the policy requires the user to confirm this call";
const CANNOT_ASK = `${MUST_CONFIRM}, and this client cannot ask`;

/** The reasons; for `failed`, the error of the client follows. */
const UNCONFIRMED: Readonly<Record<Unconfirmed["kind"], string>> = {
  declined: "the client declined the confirmation (without a terminal, clients decline by themselves)",
  cancelled: "the client cancelled the confirmation (without a terminal, clients cancel by themselves)",
  not_affirmed: "the client accepted the confirmation, but the field `run` of its form is not true",
  user_declined: "the user declined this call",
  no_handler: `${CANNOT_ASK} (it declares elicitation, but does not know elicitation/create)`,
  invalid_answer: `${CANNOT_ASK} (it declares elicitation, but its response to elicitation/create is invalid)`,
  failed: "the client could not ask for the confirmation. Its error: ",
  timed_out: "the client did not respond to the confirmation in time",
  client_gone: "the client disconnected or cancelled the call before it responded to the confirmation",
  unavailable: `${CANNOT_ASK} (it does not support elicitation)`,
  no_terminal:
    "the policy requires you to confirm this call, which needs a terminal: run the command without redirecting standard input and error",
  no_session: `${MUST_CONFIRM}, and the server can ask only within a session: send initialize first, and its Mcp-Session-Id with each request`,
  stateless: `${MUST_CONFIRM}, and this server keeps no sessions, so it cannot ask a client of protocol version 2025-11-25 or earlier`,
  too_long: `${MUST_CONFIRM}, and its command line is too long to be shown: shorten the arguments`,
};

function describeUnconfirmed({ kind, detail = "" }: Unconfirmed): string {
  return `${UNCONFIRMED[kind]}${kind === "failed" ? JSON.stringify(detail.slice(0, MAX_DETAIL_LENGTH)) : ""}`;
}

/**
 * Returns `Unknown tool: x`, followed by at most three similar names, or names with the same words. The list of all tools can be too long
 * for a reply. A long name is truncated. `otherwise` is the hint if no name is similar.
 */
export function unknownToolReply(name: string, known: Iterable<string>, otherwise?: string): ToolReply {
  const similar = nearNames(name, known, MAX_SUGGESTIONS);
  const near = similar.length > 0 ? similar : namesWithWords(name, known, MAX_SUGGESTIONS);
  const suggestion = near.length === 0 ? "" : `. Did you mean ${toAlternatives(near)}?`;
  const hint = near.length === 0 ? otherwise : undefined;
  return { text: `Unknown tool: ${renderValue(name)}${suggestion}`, ...(hint !== undefined && { hint }), isError: true };
}

/** Returns `Unknown tool: x` for a tool that the server has but does not register, and names the meta-tool that calls it. */
export function hiddenToolReply(name: string, callWith: string): ToolReply {
  const way = `Call it through ${callWith}: {"tool_name":${JSON.stringify(name)},"args":{…}}`;
  return { text: `Unknown tool: ${renderValue(name)}`, hint: way, isError: true };
}

/** Returns the reply to a `climax_read` of a tool that may do more than read. */
export function notReadOnlyReply(name: string): ToolReply {
  return {
    text: `Not run: the tool ${renderValue(name)} does not declare risk: read`,
    hint: `Call it through ${CALL_TOOL}.`,
    isError: true,
  };
}

/** Returns the reply for a call that arrives while the queue is full. */
export function busyReply(): ToolReply {
  return { text: "Server busy: too many calls are waiting. Nothing was run; try again later", isError: true };
}

/** Returns the reply to a call that arrives while the server shuts down; nothing was run. */
export function shuttingDownReply(): ToolReply {
  return { text: "Not run: the server is shutting down", isError: true };
}

/** Returns the reply to a call that a fault of the server ended. The log has the details, which are not for callers. */
export function internalErrorReply(): ToolReply {
  return {
    text: "Internal error: the server could not complete this call. Do not retry; tell the operator of the server, whose log has the details",
    isError: true,
  };
}

/** Returns the reply for a cancelled call without a process. */
export function cancelledReply(): ToolReply {
  return { text: "Call cancelled", isError: true };
}

/** Returns the reply for a call without a process that exceeded its timeout. `timeout` is in seconds. */
export function timedOutReply(timeout: number): ToolReply {
  return { text: `Call timed out after ${timeout}s`, isError: true };
}

/** Returns the reply while the audit file cannot be written. */
export function unauditedReply(): ToolReply {
  return { text: "Not run: the server cannot write its audit file; tell the operator of the server", isError: true };
}

/** Returns the reply for a command that needs a secret. `missing` names the part of the request that the caller can add. */
export function withoutSecretReply(variable: string, missing: string | undefined): ToolReply {
  const reason =
    missing === undefined
      ? `the server cannot read its secret ${variable}; tell the operator of the server`
      : `this call needs ${missing}; tell the user to add it to the connection of this client`;
  return { text: `Not run: ${reason}`, isError: true };
}

/** Returns the reply for a caller that may not run the tool. */
export function forbiddenReply(reason: string): ToolReply {
  return { text: `Not run: ${reason}`, isError: true };
}

/** Returns the reply for a process that did not start. */
export function notStartedReply({ reason, subject, message }: Pick<NotStarted, "reason" | "subject" | "message">): ToolReply {
  const [fault, hint] = startFailure(reason, subject);
  const text = fault.replaceAll(/\{(subject|message)\}/g, (_slot, key) => (key === "subject" ? subject : message));
  return { text: `[stderr]\n${text.trimEnd()}\n\n${NO_EXIT_CODE}`, ...(hint !== undefined && { hint }), isError: true };
}

/** Returns the fault, with slots, and the hint for the caller. */
function startFailure(reason: NotStarted["reason"], subject: string): StartFailure {
  if (reason !== "command_not_found") return START_FAILURES[reason];
  if (subject === "") return ["Command not found: (the command is empty)"];
  return ["Command not found: {subject}", subject.includes("/") ? MISSING_FILE_HINT : PATH_HINT];
}

type StartFailure = readonly [fault: string, hint?: string];

const MISSING_FILE_HINT =
  "There is no such file on the server's machine, or the interpreter that its first line names is missing. " +
  "A relative path in `command` is relative to the directory that the server was started in.";

const PATH_HINT =
  "The program is not on the server's PATH, which may differ from that of a shell. " +
  "Give its full path in `command` or `program` of the config, or set PATH in the config's `env`.";

const START_FAILURES: Readonly<Record<Exclude<NotStarted["reason"], "command_not_found">, StartFailure>> = {
  working_directory_missing: [
    "Working directory does not exist: {subject}",
    "A relative path starts at the directory that the server was started in; `~` and variables are not expanded.",
  ],
  working_directory_not_a_directory: ["Working directory is not a directory: {subject}"],
  permission_denied: ["Permission denied: {subject}"],
  argument_list_too_long: [
    "Argument list too long: {subject}",
    "The operating system limits the length of a command line: pass less, or use an argument that goes to standard input.",
  ],
  too_many_open_files: [
    "Too many open files: {subject} could not be started",
    "The server has reached its limit of open files and connections: try again later, or start it with a higher limit (ulimit -n).",
  ],
  too_many_processes: [
    "Too many processes: {subject} could not be started",
    "The user or the container of the server has reached its limit of processes: try again later, or raise the limit (ulimit -u).",
  ],
  nul_byte: [
    "A NUL character cannot be passed to a program: {subject} contains one",
    "Remove the NUL character (\\u0000): a program would read the text only up to it.",
  ],
  unpassable_variable: [
    "The variable {subject} of the config's env cannot be passed to the container: its value has a line break, or its name is not allowed",
  ],
  relative_program: [
    "The command {subject} is a relative path, and the call names another directory of the container",
    "Set `working_dir` of the policy's executor, which the path is then relative to, or use an absolute path in the config's `command`.",
  ],
  files_not_written: ["The files for the command could not be written: {message}"],
  executor_failed: [
    "The executor {subject} could not start the command: {message}",
    "The command did not run. Tell the operator of the server: the sandbox cannot be created here, or the program or the directory does not exist in it.",
  ],
  other: ["Command could not be started: {subject} ({message})"],
};

function toAlternatives(names: readonly string[]): string {
  const last = names[names.length - 1] ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}
