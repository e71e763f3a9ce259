/** Reads the calls of an audit: one JSON object per line, as docs/telemetry.md describes them. */
import { isJsonObject, parseJson } from "@climax-gen/runtime/internal/text/json";

/** A recorded call whose command, function or read ran. */
export interface RecordedCall {
  readonly tool: string;
  /** The arguments that the caller passed: values, or shapes such as `string(12)`. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Time of the record, in UTC. */
  readonly time: string;
  /** Name of the client. Omitted if the client did not name itself. */
  readonly client?: string;
}

/** The content of an audit. */
export interface ReadAudit {
  readonly calls: readonly RecordedCall[];
  /** Number of calls that the server or the user rejected. */
  readonly refused: number;
  /** Number of calls that did not run for another reason, such as a dry run. */
  readonly notRun: number;
  /** Number of the lines that are not records. */
  readonly unreadable: number;
}

/** A record with the fields that this file reads. */
interface AuditRecord {
  readonly id: string;
  readonly call: RecordedCall;
  readonly verdict: "started" | "ran" | "refused" | "not_run";
  /** Whether the record only says that the user was asked. The answer is another record. */
  readonly isQuestion: boolean;
}

/**
 * Reads an audit. A call with a `started` record and no other counts as run: the server was killed during it. Records without a call, such
 * as `audit_resumed`, are skipped.
 */
export function readAudit(text: string): ReadAudit {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const read = lines.map((line) => readEntry(parseJson(line)));
  const entries = read.filter((entry) => entry !== undefined && entry !== "other");
  const finished = new Set(entries.filter(({ verdict }) => verdict !== "started").map(({ id }) => id));
  const hasRun = ({ id, verdict }: AuditRecord): boolean => verdict === "ran" || (verdict === "started" && !finished.has(id));
  return {
    calls: entries.filter(hasRun).map(({ call }) => call),
    refused: entries.filter(({ verdict }) => verdict === "refused").length,
    notRun: entries.filter(({ verdict, isQuestion }) => verdict === "not_run" && !isQuestion).length,
    unreadable: read.filter((entry) => entry === undefined).length,
  };
}

/** Joins several audits to one. */
export function joinAudits(audits: readonly ReadAudit[]): ReadAudit {
  const sum = (key: "refused" | "notRun" | "unreadable"): number => audits.reduce((total, audit) => total + audit[key], 0);
  return { calls: audits.flatMap(({ calls }) => calls), refused: sum("refused"), notRun: sum("notRun"), unreadable: sum("unreadable") };
}

/** Returns the call of a record, `other` for a record without a call, and `undefined` for anything else. */
function readEntry(record: unknown): AuditRecord | "other" | undefined {
  if (!isJsonObject(record)) return undefined;
  const { id, tool, time, client, args, event, verdict, outcome } = record;
  if (typeof event === "string" && (event !== "started" || record["resolver"] !== undefined)) return "other";
  if (typeof id !== "string" || typeof tool !== "string" || typeof time !== "string") return undefined;
  const found = event === "started" ? event : verdict;
  if (found !== "started" && found !== "ran" && found !== "refused" && found !== "not_run") return undefined;
  const name = isJsonObject(client) ? client["name"] : undefined;
  const call = { tool, time, args: isJsonObject(args) ? args : {}, ...(typeof name === "string" && { client: name }) };
  return { id, call, verdict: found, isQuestion: outcome === "confirmation_asked" };
}
