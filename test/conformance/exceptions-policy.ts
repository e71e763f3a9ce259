/** The exceptions of policy.json, and those of other files that come from a policy; see `exceptions.ts`. */
import type { Exception } from "./exceptions.ts";

/** Section of the design, reason, vector ids. */
export const policyDeviations: readonly (readonly [Exception["deviation"], string, readonly string[]])[] = [
  ["4.6", "a default has to obey like a given value", ["policy.pattern_absent.002"]],
  ["4.7", "3.7 is no integer, so it never comes to the policy", ["policy.minmax.001", "policy.minmax.002"]],
  ["4.8", "look-around cannot be matched in linear time", ["policy.pattern.010", "policy.pattern.012", "policy.pattern.013"]],
  ["4.8", "a list or an object is no text, so it never comes to the policy", ["policy.pattern_nonstring.002"]],
  ["4.8", "a text that is no integer never comes to the policy", ["policy.minmax.009", "policy.minmax.010"]],
  ["4.8", "a limit that is no number refuses every value", ["policy.minmax_limit.002"]],
  ["4.9", "search shows the policy's description", ["search.policy.001", "search.policy.004", "search.policy.006"]],
  ["4.9", "search finds the policy's description", ["search.policy.002"]],
  ["4.9", "the summary counts what the policy leaves", ["search.policy.005", "search.policy.014"]],
  ["4.9", "the schema shows the values that the policy leaves", ["list.policy.017"]],
  ["4.2", "classic calls are validated before they come to the policy", ["call.policy.008"]],
  ["4.2", "classic calls are coerced, so a number does not get past a pattern", ["call.policy.010"]],
  ["6", "a tool whose name is unsafe is a diagnostic", ["list.inline.013"]],
  ["3", "an enum on an argument that is no string is a diagnostic", ["list.inline.017"]],
];
