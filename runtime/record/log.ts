/** Writes the server's log: whole lines on standard error, and to the file in `CLIMAX_LOG_FILE`. */
import { closeSync, openSync, writeSync } from "node:fs";
import type { CallLog } from "../tool/tool-call.ts";
import { toJsonLine, toVisible } from "./json-line.ts";
import { messageOf } from "../text/message-of.ts";
import type { LineWriter } from "./line-writer.ts";
import { APPEND, createLineWriter, FILE_MODE } from "./line-writer.ts";

const LEVELS = ["debug", "info", "warn", "error", "silent"] as const;

/** Level of a log line, in the order of `LEVELS`. */
export type LogLevel = (typeof LEVELS)[number];

/** The data of a log line, written as JSON, so that a value cannot forge a line. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Reports whether a string is a log level. */
export function isLogLevel(word: string): word is LogLevel {
  return (LEVELS as readonly string[]).includes(word);
}

/** Returns the values of `--log-level`. */
export function logLevels(): readonly string[] {
  return LEVELS;
}

/**
 * Creates a log that writes lines of at least `level`. Writing is synchronous, so that no line is lost when the server exits. A log that
 * cannot be written, or that has no reader, does not affect calls: lines are dropped, and the next line reports their number.
 */
export function createLog(level: LogLevel, file: string | undefined): CallLog {
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
  return `${new Date().toISOString()} ${level} ${toVisible(message)}${fields === undefined ? "" : ` ${toFieldText(fields)}`}\n`;
}

/** Serializes fields. Function tools can log any value, and one without JSON, such as a circular object, must not end their call. */
function toFieldText(fields: LogFields): string {
  try {
    return toJsonLine(fields);
  } catch (error) {
    return toJsonLine({ omitted: messageOf(error) });
  }
}

/** Opens standard error. Node.js does so on the first access to `process.stderr`, which also makes a pipe non-blocking. */
function openStderr(): LineWriter {
  return createLineWriter(process.stderr.fd, (lines) => toLine("warn", "log lines dropped", { lines }));
}

/** Appends a line. Opens the file for each line, so that it can be rotated while the server runs. */
function append(file: string, line: string): void {
  const descriptor = openSync(file, APPEND, FILE_MODE);
  try {
    writeSync(descriptor, line);
  } finally {
    closeSync(descriptor);
  }
}

/** Ignores write errors: a full disk or a closed standard error must not stop the server. */
function ignoringFailure(write: () => void): void {
  try {
    write();
  } catch {
    return;
  }
}
