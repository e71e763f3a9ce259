/** What the audit says of a call: who asked for what, and what became of it. Values only where the server is told to show them. */
import type { CallFacts, CallOutcome, FinishedCall } from "../call/call-context.ts";
import type { PlacedValue } from "../call/command-line.ts";
import { showArgv } from "../call/shown-line.ts";

export interface AuditEntry {
  /** Identifies the call: a UUID, the same in its `started` record. */
  readonly id: string;
  /** When the call was answered, in UTC. */
  readonly time: string;
  readonly tool: string;
  /** As the client calls itself. */
  readonly client: { readonly name: string; readonly version: string } | null;
  /** Whom the access token was given to. Absent without OAuth. */
  readonly subject?: string;
  /** `refused`: by a check of ours or by the user. `not_run`: for another reason, or not yet. */
  readonly verdict: "ran" | "refused" | "not_run";
  readonly outcome: CallOutcome;
  /** By argument: `"string(12)"`, or the value. `"secret"` for a secret one, always. Arguments that the tool does not have are left out. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** The command line in the same manner: `<string(12)>` for a value, `***` for a secret one. Absent where none was built. */
  readonly argv?: readonly string[];
  readonly exit?: number;
  readonly duration_ms: number;
  /** What each stream held before anything was dropped. */
  readonly stdout_bytes?: number;
  readonly stderr_bytes?: number;
}

/** The record of a command or a function that is about to start, so that a server that is killed leaves a trace of it. */
export interface StartedEntry extends Pick<AuditEntry, "id" | "time" | "tool" | "client" | "subject" | "args" | "argv"> {
  readonly event: "started";
}

export interface AuditOptions {
  readonly id: string;
  readonly client: AuditEntry["client"];
  readonly subject?: string | undefined;
  /** Show values. Never those of `secret` arguments. */
  readonly showValues: boolean;
}

/** In UTF-16 units; longer texts of callers are cut, so that no line grows without bound. */
const LONGEST_TEXT = 1000;

/** Items of a list and words of a command line; those behind are left out. */
const LONGEST_LIST = 1000;

/** The entry of a call that is answered now. */
export function toAuditEntry(call: FinishedCall, facts: CallFacts | undefined, options: AuditOptions): AuditEntry {
  return {
    ...describeCaller(call.tool, options),
    verdict: toVerdict(call),
    outcome: call.outcome,
    ...(facts && describeFacts(facts, options)),
    ...(call.exit === undefined ? {} : { exit: call.exit }),
    duration_ms: call.duration_ms,
    ...(call.bytes && { stdout_bytes: call.bytes.stdout, stderr_bytes: call.bytes.stderr }),
  };
}

/** The entry of a command that starts now. */
export function toStartedEntry(facts: CallFacts, options: AuditOptions): StartedEntry {
  return { ...describeCaller(facts.tool.name, options), event: "started", ...describeFacts(facts, options) };
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

function describeFacts(facts: CallFacts, { showValues }: AuditOptions): Pick<AuditEntry, "args" | "argv"> {
  const argv =
    facts.line &&
    showArgv(facts.line, showValues ? ({ text }) => text : shapeValue)
      .slice(0, LONGEST_LIST)
      .map(cut);
  return { args: describeArgs(facts, showValues), ...(argv && { argv }) };
}

/** What became of a call, in a word. */
export function toVerdict({ outcome, bytes }: FinishedCall): AuditEntry["verdict"] {
  switch (outcome) {
    case "exited":
    case "returned":
    case "read":
    case "not_read":
    case "timed_out":
      return "ran";
    case "cancelled":
    case "internal_error":
      return bytes === undefined ? "not_run" : "ran";
    case "not_started":
    case "confirmation_asked":
      return "not_run";
    case "unknown_tool":
    case "invalid_arguments":
    case "policy":
    case "forbidden":
    case "not_confirmed":
    case "busy":
      return "refused";
  }
}

/** What the caller gave, in the order of the tool's arguments. */
function describeArgs({ tool, given }: CallFacts, showValues: boolean): Readonly<Record<string, unknown>> {
  const entries = tool.args
    .filter(({ name }) => Object.hasOwn(given, name))
    .map(({ name, secret }) => [name, secret === true ? "secret" : describeValue(given[name], showValues)]);
  // fromEntries keeps an argument called `__proto__`.
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** Only the items of a list are looked into: a caller can nest lists deeper than a stack is. */
function describeValue(value: unknown, showValues: boolean): unknown {
  return Array.isArray(value)
    ? value.slice(0, LONGEST_LIST).map((item) => describeItem(item, showValues))
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

/** The kind and size of a value. Booleans stay: their words say no more than that the flag is there. */
function shapeValue({ value, text }: PlacedValue): string {
  if (typeof value === "boolean") return text;
  return typeof value === "string" ? `<${shapeOf(text)}>` : `<${typeof value}>`;
}

function cut(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}… (${text.length} characters)`;
}
