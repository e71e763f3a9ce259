/** Checks the values of a call against the policies (CLImax contract, "Policy validation"). The caller passes the check of paths. */
import type { ArgConstraint, ArgRules } from "../constraint/arg-constraint.ts";
import { name } from "../constraint/constraint-table.ts";
import type { Violation } from "../constraint/constraints.ts";
import { checkGiven, checkValue } from "../constraint/constraints.ts";
import type { ArgValue, ScalarValue } from "../tool/tool-spec.ts";
import type { Tool } from "../tool/tool.ts";
import { labelValues } from "../tool/label-values.ts";
import type { FindEscape, PathContext } from "./path-context.ts";
import type { Policy } from "./policy.ts";

/** A value that a policy rejects. `message` is for the caller and shows the value, even of a `secret` argument: never log it. */
export interface PolicyViolation {
  readonly arg: string;
  readonly constraint: keyof ArgConstraint;
  readonly message: string;
}

/** The values to check, and the directories and functions for the check. */
export interface CheckedValues {
  /** Coerced, with defaults. Constraints apply to defaults too. */
  readonly values: ReadonlyMap<string, ArgValue>;
  readonly policies: readonly Policy[];
  /** The program's working directory; relative to the server's own. */
  readonly workingDirectory: string;
  /**
   * For each policy, the working directory under that policy and all earlier ones. Relative directories of the policy are resolved against
   * it. Defaults to `workingDirectory` for every policy.
   */
  readonly policyDirectories?: readonly string[];
  /** Checks a path against `within`. */
  readonly findEscape: FindEscape;
}

/**
 * Returns all violations of a call, policy by policy, in the order of the policy's arguments. Each item of a list is checked separately.
 */
export async function checkValues(
  tool: Tool,
  { values, policies, workingDirectory, policyDirectories = [], findEscape }: CheckedValues,
): Promise<readonly PolicyViolation[]> {
  const violations: PolicyViolation[] = [];
  for (const [index, policy] of policies.entries()) {
    const policyDirectory = policyDirectories[index] ?? workingDirectory;
    const context: PathContext = { tool, values, policies: policies.slice(0, index + 1), workingDirectory, policyDirectory };
    for (const [arg, rules] of policy.tools.get(tool.name)?.args ?? []) {
      const machine = { findEscape: (path: string, root: string) => findEscape(path, root, arg, context) };
      for (const { label, item } of labelValues(arg, values.get(arg))) {
        const found = await checkValue(rules, item, machine);
        for (const [constraint, problem] of withOwnMessage(rules, item, found)) {
          violations.push({ arg, constraint, message: `Argument '${label}': ${problem}` });
        }
      }
    }
  }
  return violations;
}

/**
 * Checks which arguments a call passes: `forbid` and `required`. Returns all violations, policy by policy, in the order of the policy's
 * arguments.
 * @param given the arguments that the call passes, without defaults
 */
export function checkPresence(
  tool: Pick<Tool, "name">,
  given: ReadonlySet<string>,
  policies: readonly Policy[],
): readonly PolicyViolation[] {
  const rules = policies.flatMap((policy) => [...(policy.tools.get(tool.name)?.args ?? [])]);
  return rules.flatMap(([arg, rule]): readonly PolicyViolation[] => {
    const violation = checkGiven(rule, given.has(arg));
    if (violation === undefined) return [];
    const [constraint, problem] = violation;
    return [{ arg, constraint, message: `Argument '${arg}': ${rule.message ?? problem}` }];
  });
}

/** Replaces the problems of one value with the message of the policy's author, if any. The reply still contains the value. */
function withOwnMessage({ message }: ArgRules, value: ScalarValue, found: readonly Violation[]): readonly Violation[] {
  const [first] = found;
  if (message === undefined || first === undefined) return found;
  return [[first[0], `${name(value)} is not allowed: ${message}`]];
}
