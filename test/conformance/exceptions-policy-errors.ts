/** Policies of the vectors that this project reads differently from the reference, each with the reason. */

export interface PolicyException {
  /** `refused`: the reference accepts the policy. `other`: both accept it, and we read another value. */
  readonly answer: "refused" | "other";
  /** The rule of the check stage, by its diagnostic code. */
  readonly because: string;
  readonly reason: string;
}

function refused(because: string, reason: string, ids: readonly string[]): readonly [string, PolicyException][] {
  return ids.map((id) => [id, { answer: "refused", because, reason }]);
}

/** By vector id. The test of a listed case fails if the case agrees. */
export const policyExceptions: ReadonlyMap<string, PolicyException> = new Map([
  ...refused("unknown-key", "a misspelled constraint would have no effect", [
    "config_errors.policy.014",
    "config_errors.policy.015",
    "policy.filter.017",
    "policy.executor.005",
    "policy.unknown_arg.005",
    "policy.combo.006",
  ]),
  ...refused("bad-pattern", "a pattern that does not compile is found before the first call", [
    "config_errors.policy.016",
    "policy.pattern_invalid.004",
    "policy.pattern_invalid.005",
    "policy.pattern_invalid.007",
    "policy.pattern_invalid.008",
    "policy.pattern_invalid.019",
  ]),
  ...refused("bad-pattern", "deny_pattern replaces patterns that cannot be matched in linear time", [
    "policy.pattern.010",
    "policy.pattern.012",
    "policy.pattern.013",
  ]),
  ...refused("min-above-max", "no number would pass", ["policy.minmax.008"]),
  ...refused("policy-range", "a limit that is not a number would have no effect", ["policy.minmax_limit.002"]),
]);
