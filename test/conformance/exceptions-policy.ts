/** The exceptions of policy.json, and those of other files that come from a policy; see `exceptions.ts`. */
import type { Exception } from "./exceptions.ts";

/** Difference, reason, vector ids. */
export const policyDeviations: readonly (readonly [Exception["difference"], string, readonly string[]])[] = [
  ["Policies check the values that the program gets.", "a default must obey the policy like a given value", ["policy.pattern_absent.002"]],
  [
    "Numbers have JavaScript syntax.",
    "3.7 is not an integer, so validation rejects it before the policy",
    ["policy.minmax.001", "policy.minmax.002"],
  ],
  [
    "Patterns are checked when the policy is read.",
    "look-around cannot be matched in linear time",
    ["policy.pattern.010", "policy.pattern.012", "policy.pattern.013"],
  ],
  [
    "Strings have JSON syntax.",
    "a list or an object is not a string, so validation rejects it before the policy",
    ["policy.pattern_nonstring.002"],
  ],
  [
    "Numbers have JavaScript syntax.",
    "a text that is not an integer is rejected by validation before the policy",
    ["policy.minmax.009", "policy.minmax.010"],
  ],
  ["A constraint must match its argument.", "a limit that is not a number rejects every value", ["policy.minmax_limit.002"]],
  [
    "Policies check the values that the program gets.",
    "search shows the policy's description",
    ["search.policy.001", "search.policy.004", "search.policy.006"],
  ],
  ["Policies check the values that the program gets.", "search finds the policy's description", ["search.policy.002"]],
  ["Policies check the values that the program gets.", "the summary counts the enabled tools", ["search.policy.005", "search.policy.014"]],
  ["Policies check the values that the program gets.", "the schema shows the values that the policy allows", ["list.policy.017"]],
  ["Policies check the values that the program gets.", "classic calls are validated before the policy", ["call.policy.008"]],
  [
    "Policies check the values that the program gets.",
    "classic calls are coerced, so a number does not get past a pattern",
    ["call.policy.010"],
  ],
  ["Names are safe and unique.", "a tool whose name is unsafe is a diagnostic", ["list.inline.013"]],
  ["Defaults and enums must match the argument.", "an enum on an argument that is not a string is a diagnostic", ["list.inline.017"]],
];
