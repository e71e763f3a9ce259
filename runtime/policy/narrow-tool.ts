/** A tool as a policy lets it be seen: its description, and of each argument the values that are left. Pure. */
import type { Tool, ToolArg, ValueLimits } from "../tool/tool.ts";
import { toSchemaPattern } from "../text/pattern-syntax.ts";
import type { ArgRules, Policy } from "./policy.ts";
import { describedBy, isEnabled, rulesFor } from "./policy.ts";

/**
 * The tool under these policies, `undefined` where one of them does not enable it. Nothing else changes: what no policy speaks of
 * stays field for field, and to narrow a second time by the same policies changes nothing. What is shown never refuses a call
 * that `checkPolicy` allows; that a value is shown to be allowed does not mean that it is.
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

/** The part of a rule that JSON Schema can say of a value of this type. */
function toLimits(arg: ToolArg, rule: ArgRules): ValueLimits {
  switch (arg.type) {
    case "integer":
    case "number":
      return {
        ...(isJsonNumber(rule.min) && { minimum: rule.min }),
        ...(isJsonNumber(rule.max) && { maximum: rule.max }),
        ...(rule.one_of !== undefined && { values: [...new Set(rule.one_of.map(Number).filter(isJsonNumber))] }),
      };
    case "string": {
      const pattern = rule.pattern && toSchemaPattern(rule.pattern.source);
      return {
        ...(rule.max_length !== undefined && { maxLength: rule.max_length }),
        ...(pattern !== undefined && { patterns: [pattern] }),
        ...(rule.one_of !== undefined && { values: [...new Set(rule.one_of.map(String))] }),
      };
    }
    case "boolean":
      return {};
  }
}

/** JSON has no infinities, and a limit that is none refuses every value, which a schema need not say. */
function isJsonNumber(limit: number | undefined): limit is number {
  return Number.isFinite(limit);
}

function combine(left: ValueLimits, right: ValueLimits): ValueLimits {
  const minimum = strictest(Math.max, left.minimum, right.minimum);
  const maximum = strictest(Math.min, left.maximum, right.maximum);
  const maxLength = strictest(Math.min, left.maxLength, right.maxLength);
  const patterns = [...new Set([...(left.patterns ?? []), ...(right.patterns ?? [])])];
  const values = combineValues(left.values, right.values);
  return {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(maxLength !== undefined && { maxLength }),
    ...(patterns.length > 0 && { patterns }),
    ...(values !== undefined && { values }),
  };
}

/** Where nothing is in both, the policies refuse every value; what was shown before stays, as no schema shows that. */
function combineValues(left: ValueLimits["values"], right: ValueLimits["values"]): ValueLimits["values"] {
  if (left === undefined || right === undefined) return left ?? right;
  const common = left.filter((value) => right.includes(value));
  return common.length > 0 ? common : left;
}

function strictest(
  choose: (left: number, right: number) => number,
  left: number | undefined,
  right: number | undefined,
): number | undefined {
  return left === undefined || right === undefined ? (left ?? right) : choose(left, right);
}
