/** Writes the audit: a record of each call, as JSON lines, to the file in `CLIMAX_AUDIT_FILE`. */
import { closeSync, fstatSync, openSync, writeSync } from "node:fs";
import type { AuditEntry, StartedEntry } from "./audit-entry.ts";
import { codeOf, messageOf } from "../text/message-of.ts";
import { toJsonLine } from "./json-line.ts";
import { APPEND, FILE_MODE } from "./line-writer.ts";

/** The audit log of a server. */
export interface Audit {
  /** Writes the number of lost entries, if any, and then the record of a finished call. A record that cannot be written counts as lost. */
  readonly record: (entry: AuditEntry) => void;
  /** Writes the record of a command that is about to start. Returns false if it could not be written. */
  readonly recordStart: (entry: StartedEntry) => boolean;
  /**
   * Reports whether calls can be recorded. After a failed write, first tries to write a line with the number of lost entries. While this
   * fails, the server runs nothing, so that the audit has no undetected gaps.
   */
  readonly isReady: () => boolean;
  readonly close: () => void;
}

/** The audit log, or the reason why its file cannot be opened. */
export type OpenedAudit = { readonly kind: "open"; readonly audit: Audit } | { readonly kind: "failed"; readonly problem: string };

/**
 * Opens the file for appending. Each line is a single write, so that lines stay intact even if other processes write to the file or the
 * server is killed. The file may be a named pipe. Opening fails if the pipe has no reader, and writing fails if it is full. If the file is
 * deleted, the next line creates it again, because lines in a deleted file would be lost.
 */
export function openAudit(path: string): OpenedAudit {
  let file: number;
  try {
    file = openSync(path, APPEND, FILE_MODE);
  } catch (error) {
    const problem = codeOf(error) === "ENXIO" ? `${path} is a pipe without a reader: start its reader first` : messageOf(error);
    return { kind: "failed", problem };
  }
  let lost = 0;
  let isTorn = false;

  const write = (entry: object): boolean => {
    // After a partial write, a line feed separates the next line from the truncated one.
    const line = Buffer.from(`${isTorn ? "\n" : ""}${toJsonLine(entry)}\n`);
    try {
      if (isDeleted(file)) file = reopen(file, path);
      const written = writeSync(file, line);
      isTorn = written > 0 ? written < line.length : isTorn;
      return written === line.length;
    } catch {
      // The disk is full, the file system is unavailable, or a deleted file cannot be created again. The server checks `isReady` before the
      // next call.
      return false;
    }
  };

  const isReady = (): boolean => {
    if (lost > 0 && write({ time: new Date().toISOString(), event: "audit_resumed", lost_entries: lost })) lost = 0;
    return lost === 0;
  };

  const audit: Audit = {
    record(entry) {
      if (!isReady() || !write(entry)) lost += 1;
    },
    recordStart: write,
    isReady,
    close: () => closeSync(file),
  };
  return { kind: "open", audit };
}

function isDeleted(file: number): boolean {
  const stats = fstatSync(file);
  return stats.isFile() && stats.nlink === 0;
}

/** Throws if the file cannot be opened; the given descriptor stays open. */
function reopen(file: number, path: string): number {
  const next = openSync(path, APPEND, FILE_MODE);
  closeSync(file);
  return next;
}
