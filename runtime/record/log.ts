/** The server's log: whole lines on standard error, and in the file that `CLIMAX_LOG_FILE` names. */
import { closeSync, openSync, writeSync } from "node:fs";
import { toJsonLine } from "./json-line.ts";
import type { LineWriter } from "./line-writer.ts";
import { APPEND, createLineWriter, FILE_MODE } from "./line-writer.ts";

const LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LEVELS)[number];

/** Fields are written as JSON, so that a value can never forge a line. */
export type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  readonly debug: (message: string, fields?: LogFields) => void;
  readonly info: (message: string, fields?: LogFields) => void;
  readonly warn: (message: string, fields?: LogFields) => void;
  readonly error: (message: string, fields?: LogFields) => void;
}

/** Whether a word is a log level. */
export function isLogLevel(word: string): word is LogLevel {
  return (LEVELS as readonly string[]).includes(word);
}

/** The words that `--log-level` takes. */
export function logLevels(): readonly string[] {
  return LEVELS;
}

/**
 * A log that writes lines of at least `level`. Writing is synchronous, so that no line is lost when the server ends;
 * a log that cannot be written, or that nobody reads, never stops a call: then lines are lost, and the next one says how many.
 */
export function createLog(level: LogLevel, file: string | undefined): Log {
  const threshold = LEVELS.indexOf(level);
  let stderr: LineWriter | undefined;
  const writerAt = (lineLevel: Exclude<LogLevel, "silent">) => (message: string, fields?: LogFields) => {
    if (LEVELS.indexOf(lineLevel) < threshold) return;
    const line = toLine(lineLevel, message, fields);
    ignoringFailure(() => (stderr ??= openStderr())(line));
    if (file !== undefined) ignoringFailure(() => append(file, line));
  };
  return { debug: writerAt("debug"), info: writerAt("info"), warn: writerAt("warn"), error: writerAt("error") };
}

function toLine(level: LogLevel, message: string, fields: LogFields | undefined): string {
  return `${new Date().toISOString()} ${level} ${message}${fields === undefined ? "" : ` ${toJsonLine(fields)}`}\n`;
}

/** Node.js opens standard error when it is first looked at; from then on a pipe refuses what it has no room for, and keeps nobody waiting. */
function openStderr(): LineWriter {
  return createLineWriter(process.stderr.fd, (lines) => toLine("warn", "lines of this log are lost: nobody read them", { lines }));
}

/** Opened for each line, so that the file can be moved away while the server runs. */
function append(file: string, line: string): void {
  const descriptor = openSync(file, APPEND, FILE_MODE);
  try {
    writeSync(descriptor, line);
  } finally {
    closeSync(descriptor);
  }
}

/** A full disk or a closed standard error must not end a server that can still answer. */
function ignoringFailure(write: () => void): void {
  try {
    write();
  } catch {
    return;
  }
}
