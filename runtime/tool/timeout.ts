/** Determines the timeout of a tool. */
import type { ToolFields } from "./tool-spec.ts";

/** In seconds. */
export const DEFAULT_TIMEOUT_SECONDS = 30;

/**
 * Returns the timeout of a call, in seconds: the tool's `timeout`, or 30 if it is absent or 0 (vector call.timeout.011), at most `ceiling`.
 */
export function timeoutSeconds(tool: Pick<ToolFields, "timeout">, ceiling: number = Infinity): number {
  return Math.min(tool.timeout || DEFAULT_TIMEOUT_SECONDS, ceiling);
}
