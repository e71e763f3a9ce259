/** Lists the rules for the values of an argument: those of the config, then those of each policy. */
import type { ArgConstraint, ScalarValue, ToolArg } from "@climax-gen/runtime/compiler";
import type { PageRule } from "./page-data.ts";

/** A rule and the key that contains it, by which the caller finds its position. */
export interface KeyedRule extends PageRule {
  readonly key: string;
}

/** Returns the rules of the config, except `required`. */
export function configRules({ enum: members, min, max, max_length, pattern, keys, allow_leading_dash }: ToolArg): readonly KeyedRule[] {
  return [
    rule("enum", "one of", members),
    rule("min", "at least", min),
    rule("max", "at most", max),
    rule("max_length", "length at most", max_length),
    rule("pattern", "matches", pattern),
    rule("keys", "keys match", keys?.pattern),
    ...(allow_leading_dash === true ? [{ source: "config", key: "allow_leading_dash", text: "may start with a dash" } as const] : []),
  ].filter((found) => found !== undefined);
}

/** Returns the rules of a policy. */
export function policyRules(constraint: ArgConstraint): readonly KeyedRule[] {
  const { forbid, required, equals, one_of, min, max, max_length, pattern, deny_pattern, within, message } = constraint;
  const rules = [
    forbid === true ? { key: "forbid", text: "not allowed" } : undefined,
    required === true ? { key: "required", text: "required" } : undefined,
    rule("equals", "only", equals),
    rule("one_of", "one of", one_of),
    rule("min", "at least", min),
    rule("max", "at most", max),
    rule("max_length", "length at most", max_length),
    rule("pattern", "matches", pattern),
    rule("deny_pattern", "no part matches", deny_pattern),
    rule("within", "inside", within),
  ].filter((found) => found !== undefined);
  return rules.map((found) => ({ ...found, source: "policy", ...(message !== undefined && { message }) }));
}

function rule(key: string, text: string, value: ScalarValue | readonly ScalarValue[] | undefined): KeyedRule | undefined {
  if (value === undefined) return undefined;
  return { source: "config", key, text, values: (typeof value === "object" ? value : [value]).map(String) };
}
