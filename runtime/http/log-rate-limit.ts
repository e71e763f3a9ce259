/** Rate-limits log lines that unauthenticated clients can cause. */

/** Limits how many lines a client can cause in the log. */
export interface LogRateLimit {
  /** Writes a line, or counts it by reason if the window is full. */
  readonly write: (reason: string, writeLine: () => void) => void;
  /** Reports the lines counted since the last report. */
  readonly close: () => void;
}

/** Limit of lines, and the report of omitted lines. */
export interface LogRateLimitOptions {
  /** Maximum number of lines in a window. */
  readonly maxLines: number;
  /** Length of a window, in milliseconds. It starts with its first line. */
  readonly windowMs: number;
  /** Called at the end of a window with omitted lines, with their number by reason. */
  readonly report: (omitted: Readonly<Record<string, number>>) => void;
}

/** Creates a rate limit whose first window starts with the first line. */
export function createLogRateLimit({ maxLines, windowMs, report }: LogRateLimitOptions): LogRateLimit {
  let lines = 0;
  let timer: NodeJS.Timeout | undefined;
  let omitted = new Map<string, number>();

  const close = (): void => {
    clearTimeout(timer);
    timer = undefined;
    lines = 0;
    if (omitted.size > 0) report(Object.fromEntries(omitted));
    omitted = new Map();
  };

  return {
    write(reason, writeLine) {
      timer ??= setTimeout(close, windowMs).unref();
      lines += 1;
      if (lines <= maxLines) writeLine();
      else omitted.set(reason, (omitted.get(reason) ?? 0) + 1);
    },
    close,
  };
}
