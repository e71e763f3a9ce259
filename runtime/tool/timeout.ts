/** Determines the timeouts of tools and resolvers. */
import type { ToolFields } from "./tool-spec.ts";

/** In seconds. */
export const DEFAULT_TIMEOUT_SECONDS = 30;

/** In seconds. */
export const DEFAULT_RESOLVER_TIMEOUT_SECONDS = 10;

/** Maximum delay of a Node.js timer, in milliseconds. A timer with a longer delay fires immediately. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Maximum timeout that a config or a policy can set, in seconds. A Node.js timer cannot have a longer delay. */
export const MAX_TIMEOUT_SECONDS = Math.floor(MAX_TIMER_MS / 1000);

/**
 * Returns the timeout of a call, in seconds: the tool's `timeout`, or 30 if it is absent or 0 (vector call.timeout.011), at most `ceiling`.
 */
export function timeoutSeconds(tool: Pick<ToolFields, "timeout">, ceiling: number = Infinity): number {
  return Math.min(tool.timeout || DEFAULT_TIMEOUT_SECONDS, ceiling);
}
