/** Writes the server's log: whole lines on standard error, and to the file in `CLIMAX_LOG_FILE`. */
import { closeSync, openSync } from "node:fs";
import type { CallLog } from "../tool/tool-call.ts";
import { toJsonLine, toVisible } from "./json-line.ts";
import { messageOf } from "../text/message-of.ts";
import type { LineWriter } from "./line-writer.ts";
import { APPEND, createLineWriter, FILE_MODE, writeWhole } from "./line-writer.ts";

/** The values of `--log-level`, in ascending order. */
export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;

/** Level of a log line. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The data of a log line, written as JSON, so that a value cannot forge a line. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Reports whether a string is a log level. */
export function isLogLevel(word: string): word is LogLevel {
  return (LOG_LEVELS as readonly string[]).includes(word);
}

/**
 * Creates a log that writes lines of at least `level`. Writing is synchronous, so that no line is lost when the server exits. A log that
 * cannot be written, or that has no reader, does not affect calls: lines are dropped, and the next line reports their number. If the file
 * cannot be opened, the reason is written to standard error. `openError` returns the descriptor of standard error.
 */
export function createLog(level: LogLevel, file: string | undefined, openError: () => number = () => process.stderr.fd): CallLog {
  const threshold = LOG_LEVELS.indexOf(level);
  let stderr: LineWriter | undefined;
  const toStderr = (line: string): void => {
    try {
      stderr ??= openStderr(openError());
      stderr(line);
    } catch {
      // A full disk or a closed standard error must not stop the server.
    }
  };
  const toFile = file === undefined ? undefined : openFile(file, (reason) => toStderr(toLine("warn", "log file unavailable", { reason })));
  const writerAt = (lineLevel: Exclude<LogLevel, "silent">) => (message: string, fields?: LogFields) => {
    if (LOG_LEVELS.indexOf(lineLevel) < threshold) return;
    const line = toLine(lineLevel, message, fields);
    toStderr(line);
    toFile?.(line);
  };
  return { debug: writerAt("debug"), info: writerAt("info"), warn: writerAt("warn"), error: writerAt("error") };
}

function toLine(level: LogLevel, message: string, fields: LogFields | undefined): string {
  return `${new Date().toISOString()} ${level} ${toVisible(message)}${fields === undefined ? "" : ` ${toFieldText(fields)}`}\n`;
}

/**
 * Serializes fields. Function tools can log any value. A value that JSON does not support, such as a circular object, must not end the
 * call.
 */
function toFieldText(fields: LogFields): string {
  try {
    return toJsonLine(fields);
  } catch (error) {
    return toJsonLine({ omitted: messageOf(error) });
  }
}

/** Creates the writer of standard error. Node.js opens it on the first access to `process.stderr`, which also makes a pipe non-blocking. */
function openStderr(fd: number): LineWriter {
  return createLineWriter((bytes, timeoutMs) => writeWhole(fd, bytes, timeoutMs), describeDropped);
}

/** Appends to a file. Opens it for each line, so that it can be rotated while the server runs. Reports the first failure of a series. */
function openFile(path: string, report: (reason: string) => void): LineWriter {
  let isReported = false;
  return createLineWriter((bytes, timeoutMs) => {
    try {
      const file = openSync(path, APPEND, FILE_MODE);
      isReported = false;
      try {
        return writeWhole(file, bytes, timeoutMs);
      } finally {
        closeSync(file);
      }
    } catch (error) {
      if (!isReported) report(messageOf(error));
      isReported = true;
      return 0;
    }
  }, describeDropped);
}

function describeDropped(lines: number): string {
  return toLine("warn", "log lines dropped", { lines });
}
