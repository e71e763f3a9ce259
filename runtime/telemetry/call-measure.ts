/** A call as numbers and a few words that take few values: what metrics and traces are made of. Never a value of an argument. */
import type { CallOutcome, FinishedCall } from "../call/call-context.ts";
import type { AuditEntry } from "../serve/audit-entry.ts";
import { toVerdict } from "../serve/audit-entry.ts";

export interface CallMeasure {
  /** `_OTHER` for a tool that does not exist: a caller may ask for any name, and each would be a time series of its own. */
  readonly tool: string;
  readonly verdict: AuditEntry["verdict"];
  readonly outcome: CallOutcome;
  /** Whether the reply has `isError`. */
  readonly isError: boolean;
  readonly seconds: number;
  /** Seconds that the call waited for its turn. Absent where it did not have to. */
  readonly queueSeconds?: number;
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
}

/** OpenTelemetry's word for a value outside the list. */
export const OTHER = "_OTHER";

/** The upper bounds of histograms, in seconds, as OpenTelemetry's conventions for MCP advise them. */
export const SECONDS_BUCKETS: readonly number[] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

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
