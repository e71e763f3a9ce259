/** The server's log: whole lines on standard error, and in the file that `CLIMAX_LOG_FILE` names. */
import { appendFileSync, writeSync } from "node:fs";

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

const STDERR = 2;

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
 * a log that cannot be written never stops a call.
 */
export function createLog(level: LogLevel, file: string | undefined): Log {
  const threshold = LEVELS.indexOf(level);
  const writerAt = (lineLevel: Exclude<LogLevel, "silent">) => (message: string, fields?: LogFields) => {
    if (LEVELS.indexOf(lineLevel) < threshold) return;
    const line = `${new Date().toISOString()} ${lineLevel} ${message}${fields === undefined ? "" : ` ${JSON.stringify(fields)}`}\n`;
    ignoringFailure(() => writeSync(STDERR, line));
    if (file !== undefined) ignoringFailure(() => appendFileSync(file, line));
  };
  return { debug: writerAt("debug"), info: writerAt("info"), warn: writerAt("warn"), error: writerAt("error") };
}

/** A full disk or a closed standard error must not end a server that can still answer. */
function ignoringFailure(write: () => void): void {
  try {
    write();
  } catch {
    return;
  }
}
