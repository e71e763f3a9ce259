/**
 * Converts a call to numbers and labels for metrics and traces. A label has few possible values, and never contains the value of an
 * argument.
 */
import type { CallOutcome, FinishedCall } from "../call/call-context.ts";
import type { AuditEntry } from "../record/audit-entry.ts";
import { toVerdict } from "../record/audit-entry.ts";

/** The numbers of a call that metrics count. */
export interface CallMeasure {
  /** Name of the tool, or `_OTHER` for an unknown tool: callers can send any name, and each would create a time series. */
  readonly tool: string;
  readonly verdict: AuditEntry["verdict"];
  readonly outcome: CallOutcome;
  /** Value of `isError` in the reply. */
  readonly isError: boolean;
  /** Duration, in seconds. */
  readonly seconds: number;
  /** Time in the queue, in seconds. Omitted if the call was not queued. */
  readonly queueSeconds?: number;
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
}

/** Value that OpenTelemetry's conventions define for unlisted values. */
export const OTHER = "_OTHER";

/** Upper bounds of histogram buckets, in seconds, as recommended by OpenTelemetry's conventions for MCP. */
export const SECONDS_BUCKETS: readonly number[] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/** Returns the measure of a finished call. */
export function measureCall(call: FinishedCall): CallMeasure {
  const { tool, outcome, isError, duration_ms, queue_ms, bytes } = call;
  return {
    tool: outcome === "unknown_tool" ? OTHER : tool,
    verdict: toVerdict(call),
    outcome,
    isError,
    seconds: duration_ms / 1000,
    ...(queue_ms !== undefined && { queueSeconds: queue_ms / 1000 }),
    stdoutBytes: bytes?.stdout ?? 0,
    stderrBytes: bytes?.stderr ?? 0,
  };
}
