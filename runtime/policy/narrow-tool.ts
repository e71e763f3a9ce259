/** Narrows a tool to its policies: the description, and the allowed values of each argument. Pure. */
import type { ArgRules } from "../constraint/arg-constraint.ts";
import { narrowByEach, rejectsBooleans } from "../constraint/constraints.ts";
import type { Tool, ToolArg, ValueLimits } from "../tool/tool.ts";
import { canStandAlone } from "../tool/tool.ts";
import type { Policy } from "./policy.ts";
import { describedBy, isEnabled, rulesFor } from "./policy.ts";
import { strictest } from "../tool/strictest.ts";
import { defined } from "../text/defined.ts";

/**
 * Returns the tool under these policies, or `undefined` if a policy does not enable it. Fields without a policy rule are unchanged, and
 * narrowing a tool twice has no further effect. The schema of the result allows every call that `checkPolicy` accepts, but can also allow
 * calls that `checkPolicy` rejects.
 */
export function narrowTool(tool: Tool, policies: readonly Policy[]): Tool | undefined {
  if (!isEnabled(tool.name, policies)) return undefined;
  const description = describedBy(tool, policies);
  return { ...tool, description, args: tool.args.map((arg) => narrowArg(arg, rulesFor(tool.name, arg.name, policies))) };
}

function narrowArg(arg: ToolArg, rules: readonly ArgRules[]): ToolArg {
  const limits = rules.reduce((before: ValueLimits, rule) => combine(before, toLimits(arg, rule)), arg.limits ?? {});
  return Object.keys(limits).length === 0 ? arg : { ...arg, limits };
}

/** Converts the part of a rule that JSON Schema can express for the argument's type. */
function toLimits(arg: ToolArg, rule: ArgRules): ValueLimits {
  const limits = narrowByEach(rule, arg).reduce(combine, {});
  return canStandAlone(arg) && rejectsBooleans(rule) ? { ...limits, noBoolean: true } : limits;
}

function combine(left: ValueLimits, right: ValueLimits): ValueLimits {
  const minimum = strictest(Math.max, left.minimum, right.minimum);
  const maximum = strictest(Math.min, left.maximum, right.maximum);
  const maxLength = strictest(Math.min, left.maxLength, right.maxLength);
  const patterns = [...new Set([...(left.patterns ?? []), ...(right.patterns ?? [])])];
  const values = combineValues(left.values, right.values);
  return defined({
    minimum,
    maximum,
    maxLength,
    patterns: patterns.length > 0 ? patterns : undefined,
    values,
    forbidden: left.forbidden || right.forbidden || undefined,
    required: left.required || right.required || undefined,
    noBoolean: left.noBoolean || right.noBoolean || undefined,
  });
}

/**
 * Intersects two lists. Returns the first list if they have no common value, because an empty `enum` is not a valid schema. The policies
 * then reject every value.
 */
function combineValues(left: ValueLimits["values"], right: ValueLimits["values"]): ValueLimits["values"] {
  if (left === undefined || right === undefined) return left ?? right;
  const common = left.filter((value) => right.includes(value));
  return common.length > 0 ? common : left;
}
