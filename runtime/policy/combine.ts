/** Several policies over one server: the stricter part of each wins, so that a second policy never widens the first. */
import { isInherited } from "./inherited-environment.ts";
import type { EnvInherit, LimitsSpec } from "./policy-spec.ts";

/** What holds where no policy says anything (design 7). A generated policy may say more, a launch policy only less. */
export const DEFAULT_LIMITS: Required<LimitsSpec> = {
  max_output_bytes: 1024 * 1024,
  max_concurrency: 32,
  max_queue: 1024,
  max_timeout: Infinity,
};

/** The variables that both let through. */
export function combineInherit(left: EnvInherit = "all", right: EnvInherit = "all"): EnvInherit {
  if (left === "all") return right;
  if (right === "all" || left === right) return left;
  const [names, other] = left === "minimal" ? [right, left] : [left, right];
  // Of two words one is a list here: "all" is answered for, and so are two times "minimal".
  return typeof names === "string" ? names : names.filter((name) => isInherited(name, other));
}

/** Of each limit the smaller; absent means no limit of this kind. */
export function combineLimits(left: LimitsSpec = {}, right: LimitsSpec = {}): LimitsSpec {
  return {
    ...smaller("max_output_bytes", left, right),
    ...smaller("max_concurrency", left, right),
    ...smaller("max_queue", left, right),
    ...smaller("max_timeout", left, right),
  };
}

function smaller(key: keyof LimitsSpec, left: LimitsSpec, right: LimitsSpec): LimitsSpec {
  const limit = Math.min(left[key] ?? Infinity, right[key] ?? Infinity);
  return limit === Infinity ? {} : { [key]: limit };
}
