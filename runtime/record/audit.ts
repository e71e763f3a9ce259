/** The audit: one JSON line for each call, in the file that `CLIMAX_AUDIT_FILE` names. */
import { closeSync, openSync, writeSync } from "node:fs";
import type { AuditEntry, StartedEntry } from "./audit-entry.ts";
import { toJsonLine } from "./json-line.ts";
import { APPEND, FILE_MODE } from "./line-writer.ts";

export interface Audit {
  readonly record: (entry: AuditEntry) => void;
  /** Writes the record of a command that is about to start. Returns false if it could not be written. */
  readonly recordStart: (entry: StartedEntry) => boolean;
  /**
   * Whether calls can be recorded. After a failure it tries once more, with a line that says how many entries are lost; while
   * that fails too the server runs nothing, for an audit with holes that nobody knows of is worse than none.
   */
  readonly isReady: () => boolean;
  readonly close: () => void;
}

export type OpenedAudit = { readonly kind: "open"; readonly audit: Audit } | { readonly kind: "failed"; readonly problem: string };

/**
 * Opens the file to append to. A line is one write to a file that is opened for appending, so that lines stay whole whatever
 * else writes there and whenever the server is killed. It may be a named pipe: one that nobody reads cannot be opened, and one that is
 * full cannot be written.
 */
export function openAudit(path: string): OpenedAudit {
  let file: number;
  try {
    file = openSync(path, APPEND, FILE_MODE);
  } catch (error) {
    return { kind: "failed", problem: `CLIMAX_AUDIT_FILE: ${describeFailure(error, path)}` };
  }
  let lost = 0;
  let isTorn = false;

  const write = (entry: object): boolean => {
    // A line that a full disk has cut off must not take the next one with it.
    const line = Buffer.from(`${isTorn ? "\n" : ""}${toJsonLine(entry)}\n`);
    try {
      const written = writeSync(file, line);
      isTorn = written > 0 ? written < line.length : isTorn;
      return written === line.length;
    } catch {
      // A full disk, or a file system that is gone: `isReady` is asked before the next call.
      return false;
    }
  };

  const audit: Audit = {
    record(entry) {
      if (!write(entry)) lost += 1;
    },
    recordStart: write,
    isReady() {
      if (lost > 0 && write({ time: new Date().toISOString(), event: "audit_resumed", lost_entries: lost })) lost = 0;
      return lost === 0;
    },
    close: () => closeSync(file),
  };
  return { kind: "open", audit };
}

function describeFailure(error: unknown, path: string): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && error.code === "ENXIO" ? `${path} is a pipe that nobody reads: start its reader first` : error.message;
}
