/** The audit record of a command line that a guard ran although it is no call of a tool. */
import type { AuditEntry } from "../record/audit-entry.ts";
import { createCallId } from "../record/call-id.ts";

/** A command line that was observed. */
export interface ObservedLine {
  /** The rule that the words break. */
  readonly rule: string;
  /** The program and its words. */
  readonly argv: readonly string[];
  /** The version of the guard. */
  readonly version: string;
  /** The exit status of the program. */
  readonly status: number;
  readonly durationMs: number;
}

/** Returns the record. It has the name of the program and the shapes of the other words, never their texts. */
export function observedEntry({ rule, argv: [program = "", ...words], version, status, durationMs }: ObservedLine): AuditEntry {
  return {
    id: createCallId(),
    time: new Date().toISOString(),
    tool: "",
    client: { name: "guard", version },
    verdict: "ran",
    outcome: "exited",
    rule,
    argv: [program, ...words.map((word) => `<string(${word.length})>`)],
    exit: status,
    duration_ms: durationMs,
  };
}
