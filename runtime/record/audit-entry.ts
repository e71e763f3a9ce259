/** Builds the audit entries of calls: the caller, the tool, the arguments and the outcome. Values are included only on request. */
import type { CallFacts, CallOutcome, FinishedCall } from "../call/call-context.ts";
import type { PlacedValue } from "../command-line/command-word.ts";
import { showArgv } from "../command-line/shown-line.ts";
import { isJsonObject } from "../text/json.ts";
import type { CallerInfo } from "../tool/tool-call.ts";
import type { CallOrigin } from "./call-observer.ts";

/** The audit record of a finished call. docs/telemetry.md describes its fields. */
export interface AuditEntry {
  /** UUID of the call, also in its `started` record. */
  readonly id: string;
  /** Time of the reply, in UTC. */
  readonly time: string;
  readonly tool: string;
  readonly client: CallerInfo["client"];
  /** Subject of the access token, or `client_id:ID` for a token that names only its client. Omitted without OAuth. */
  readonly subject?: string;
  /** `refused`: rejected by the server or by the user. `not_run`: not run for another reason, or not yet. */
  readonly verdict: "ran" | "refused" | "not_run";
  readonly outcome: CallOutcome;
  /** The end of the confirmation of a call that is `not_confirmed`; see `FinishedCall.confirmation`. */
  readonly confirmation?: FinishedCall["confirmation"];
  /** The keys of the policies that refused the call; see `FinishedCall.policy_keys`. */
  readonly policy_keys?: readonly string[];
  /** The hosts that the network of the policy refused; see `FinishedCall.refused_hosts`. */
  readonly refused_hosts?: readonly string[];
  /** The arguments by name: `"string(12)"`, `"map(2)"`, or the value. A secret is always `"secret"`. Unknown arguments are left out. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** The command line, with `<string(12)>` or the value for a value, and `***` for a secret. Omitted if no command line was built. */
  readonly argv?: readonly string[];
  /** The sandbox of the command: the type of its executor. Omitted for a process of the server's user. */
  readonly executor?: CallFacts["executor"];
  /** The rule that the words of `argv` break, if a guard ran them although they do not call a tool. `tool` is then empty. */
  readonly rule?: string;
  readonly exit?: number;
  readonly duration_ms: number;
  /** Size of each stream in bytes, including dropped output. */
  readonly stdout_bytes?: number;
  readonly stderr_bytes?: number;
}

/** The record of a command or a function that is about to start. It remains as evidence of the start if the server is killed. */
export interface StartedEntry extends Pick<AuditEntry, "id" | "time" | "tool" | "client" | "subject" | "args" | "argv" | "executor"> {
  readonly event: "started";
  /** The variable of `resolve`, if a command for a confirmation starts. */
  readonly resolver?: string;
}

/** The origin of a call, and whether its record shows values. */
export interface AuditOptions extends Pick<CallOrigin, "id" | "client" | "subject"> {
  /** Includes values, except values of `secret` arguments. */
  readonly showValues: boolean;
}

/** Maximum length of a string from a caller, in UTF-16 units. Longer strings are truncated to limit the length of a line. */
const MAX_TEXT_LENGTH = 1000;

/** Maximum number of items of a list and words of a command line. Further items and words are left out. */
const MAX_LIST_LENGTH = 1000;

/** Returns the entry of a completed call. */
export function toAuditEntry(call: FinishedCall, facts: CallFacts | undefined, options: AuditOptions): AuditEntry {
  return {
    ...describeCaller(call.tool, options),
    verdict: toVerdict(call),
    outcome: call.outcome,
    ...(call.confirmation !== undefined && { confirmation: call.confirmation }),
    ...(call.policy_keys && { policy_keys: call.policy_keys }),
    ...(call.refused_hosts && { refused_hosts: call.refused_hosts }),
    ...(facts && describeFacts(facts, options)),
    ...(call.exit === undefined ? {} : { exit: call.exit }),
    duration_ms: call.duration_ms,
    ...(call.bytes && { stdout_bytes: call.bytes.stdout, stderr_bytes: call.bytes.stderr }),
  };
}

/** Returns the entry of a command that is about to start. */
export function toStartedEntry(facts: CallFacts, options: AuditOptions): StartedEntry {
  return {
    ...describeCaller(facts.tool.name, options),
    event: "started",
    ...(facts.resolver !== undefined && { resolver: facts.resolver }),
    ...describeFacts(facts, options),
  };
}

type CallerFields = Pick<AuditEntry, "id" | "time" | "tool" | "client" | "subject">;

function describeCaller(tool: string, { id, client, subject }: AuditOptions): CallerFields {
  return {
    id,
    time: new Date().toISOString(),
    tool: cut(tool),
    client: client && { name: cut(client.name), version: cut(client.version) },
    ...(subject !== undefined && { subject: cut(subject) }),
  };
}

function describeFacts(facts: CallFacts, { showValues }: AuditOptions): Pick<AuditEntry, "args" | "argv" | "executor"> {
  const argv =
    facts.line &&
    showArgv(facts.line, showValues ? ({ text }) => text : shapeValue)
      .slice(0, MAX_LIST_LENGTH)
      .map(cut);
  return { args: describeArgs(facts, showValues), ...(argv && { argv }), ...(facts.executor && { executor: facts.executor }) };
}

/** The verdict of each outcome. A call whose outcome can have two verdicts ran if it has output. */
const VERDICTS: Readonly<Record<FinishedCall["outcome"], AuditEntry["verdict"] | undefined>> = {
  exited: "ran",
  returned: "ran",
  read: "ran",
  not_read: "ran",
  timed_out: "ran",
  cancelled: undefined,
  internal_error: undefined,
  not_started: "not_run",
  confirmation_asked: "not_run",
  dry_run: "not_run",
  unknown_tool: "refused",
  invalid_arguments: "refused",
  policy: "refused",
  forbidden: "refused",
  not_confirmed: "refused",
  busy: "refused",
};

/** Returns the verdict of a call. */
export function toVerdict({ outcome, bytes }: FinishedCall): AuditEntry["verdict"] {
  return VERDICTS[outcome] ?? (bytes === undefined ? "not_run" : "ran");
}

/** Describes the given arguments, in the order of the tool's definition. */
function describeArgs({ tool, given }: CallFacts, showValues: boolean): Readonly<Record<string, unknown>> {
  const entries = tool.args
    .filter(({ name }) => Object.hasOwn(given, name))
    .map(({ name, type, secret }) => {
      const value = given[name];
      if (secret === true) return [name, "secret"];
      return [name, type === "map" && isJsonObject(value) ? describeMap(value, showValues) : describeValue(value, showValues)];
    });
  // fromEntries keeps an argument called `__proto__`.
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** Describes the value of a `map`. Its keys are shown only with `showValues`, because the caller chooses them. */
function describeMap(value: Readonly<Record<string, unknown>>, showValues: boolean): unknown {
  const entries = Object.entries(value);
  if (!showValues) return `map(${entries.length})`;
  return Object.fromEntries(entries.slice(0, MAX_LIST_LENGTH).map(([key, item]) => [cut(key), describeItem(item, showValues)]));
}

/** Describes a value. Only the items of the outer list are visited, because a caller can nest lists deeper than the call stack allows. */
function describeValue(value: unknown, showValues: boolean): unknown {
  return Array.isArray(value)
    ? value.slice(0, MAX_LIST_LENGTH).map((item) => describeItem(item, showValues))
    : describeItem(value, showValues);
}

function describeItem(value: unknown, showValues: boolean): unknown {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return showValues ? cut(value) : shapeOf(value);
  return showValues && (typeof value === "number" || typeof value === "boolean") ? value : typeof value;
}

function shapeOf(text: string): string {
  return `string(${text.length})`;
}

/** Returns the type and size of a value. A boolean is shown unchanged, because it reveals only that the flag is set. */
function shapeValue({ value, text }: PlacedValue): string {
  if (typeof value === "boolean") return text;
  return typeof value === "string" ? `<${shapeOf(text)}>` : `<${typeof value}>`;
}

function cut(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH)}… (${text.length} characters)`;
}
