/** Lists the rules for the values of an argument: those of the config, then those of each policy. */
import type { ArgConstraint } from "@climax-gen/runtime/internal/constraint/arg-constraint";
import type { ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { describeLimits } from "@climax-gen/runtime/internal/arguments/value-limits";
import { describeDashPermission } from "@climax-gen/runtime/internal/command-line/dash-guard";
import { describeConstraint } from "@climax-gen/runtime/internal/constraint/constraints";
import type { PageRule } from "./page-data.ts";

/** A rule and the key that contains it, by which the caller finds its position. */
export interface KeyedRule extends PageRule {
  readonly key: string;
}

/** Returns the rules of the config, except `required`. */
export function configRules(arg: ToolArg): readonly KeyedRule[] {
  const members = arg.enum === undefined ? [] : [{ key: "enum", phrase: "one of", values: arg.enum }];
  return [...members, ...describeLimits(arg), ...describeDashPermission(arg)].map((words) => toRule("config", words));
}

/** Returns the rules of a policy. */
export function policyRules(constraint: ArgConstraint): readonly KeyedRule[] {
  const { message } = constraint;
  return describeConstraint(constraint).map((words) => ({ ...toRule("policy", words), ...(message !== undefined && { message }) }));
}

/** A rule in words: the phrase, and the values that follow it. */
type RuleWords = Omit<ReturnType<typeof describeLimits>[number], "key"> & { readonly key: string };

function toRule(source: KeyedRule["source"], { key, phrase, values, unit }: RuleWords): KeyedRule {
  return { source, key, text: phrase, ...(values.length > 0 && { values: values.map(String) }), ...(unit !== undefined && { unit }) };
}
