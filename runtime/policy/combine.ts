/** Combines the settings of several policies: the strictest value applies, so that a second policy never allows more than the first. */
import { isInherited } from "./inherited-environment.ts";
import type { EnvInherit, LimitsSpec } from "./policy-spec.ts";

/** Limits if no policy sets any. A policy embedded in the server may raise them; a policy given at startup may only lower them. */
export const DEFAULT_LIMITS: Required<LimitsSpec> = {
  max_output_bytes: 1024 * 1024,
  max_concurrency: 32,
  max_queue: 1024,
  max_timeout: Infinity,
  memory: Infinity,
  cpu_seconds: Infinity,
  processes: Infinity,
  // A tool's own budget applies, or the default.
  max_reply_bytes: Infinity,
  max_capture_bytes: 256 * 1024 * 1024,
  // A call replies at its end.
  reply_after: Infinity,
};

/** Returns the variables that both allow. */
export function combineInherit(left: EnvInherit = "all", right: EnvInherit = "all"): EnvInherit {
  if (left === "all") return right;
  if (right === "all" || left === right) return left;
  const [names, other] = left === "minimal" ? [right, left] : [left, right];
  // At least one of the two is a list: "all", and "minimal" in both, are handled above.
  return typeof names === "string" ? names : names.filter((name) => isInherited(name, other));
}

/** Returns the smaller of each limit. An absent limit means unlimited. */
export function combineLimits(left: LimitsSpec = {}, right: LimitsSpec = {}): LimitsSpec {
  const keys = Object.keys(DEFAULT_LIMITS) as (keyof LimitsSpec)[];
  const smaller = keys.map((key) => [key, Math.min(left[key] ?? Infinity, right[key] ?? Infinity)] as const);
  return Object.fromEntries(smaller.filter(([, limit]) => limit !== Infinity));
}
