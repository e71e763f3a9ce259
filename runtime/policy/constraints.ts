/** Checks the values of a call against the policies (CLImax contract, "Policy validation"). The caller passes the check of paths. */
import { renderValue } from "../text/render-value.ts";
import { countCodePoints } from "../text/code-points.ts";
import type { ArgValue, ScalarValue } from "../tool/tool-spec.ts";
import type { Tool } from "../tool/tool.ts";
import { labelValues } from "../tool/label-values.ts";
import type { CompiledPattern, LinearPattern } from "../text/linear-pattern.ts";
import type { ArgRules, Policy } from "./policy.ts";
import type { ArgConstraint } from "./policy-spec.ts";
import type { FindEscape, PathContext } from "./path-context.ts";

/** A value that a policy rejects. `message` is for the caller and shows the value, even of a `secret` argument: never log it. */
export interface PolicyViolation {
  readonly arg: string;
  readonly constraint: keyof ArgConstraint;
  readonly message: string;
}

/** A violation of one rule of a policy, in the form that the checks report. */
type Found = readonly [constraint: keyof ArgConstraint, problem: string];

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
 * Returns all violations of a call, policy by policy, in the order of the policy's arguments. Each item of a list is checked separately. A
 * constraint that does not apply to the type of a value rejects it, because ignoring the constraint would allow any value of another type.
 */
export async function checkValues(
  tool: Tool,
  { values, policies, workingDirectory, policyDirectories = [], findEscape }: CheckedValues,
): Promise<readonly PolicyViolation[]> {
  const violations: PolicyViolation[] = [];
  for (const [index, policy] of policies.entries()) {
    const policyDirectory = policyDirectories[index] ?? workingDirectory;
    const context: CheckContext = { findEscape, tool, values, policies: policies.slice(0, index + 1), workingDirectory, policyDirectory };
    for (const [arg, rules] of policy.tools.get(tool.name)?.args ?? []) {
      for (const { label, item } of labelValues(arg, values.get(arg))) {
        const found = (await checkConstraints(rules, item, arg, context)).filter(isViolation);
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
  return rules.flatMap(([arg, { forbid, required, message }]): readonly PolicyViolation[] => {
    if (forbid === true && given.has(arg))
      return [{ arg, constraint: "forbid", message: `Argument '${arg}': ${message ?? "the policy forbids this argument: omit it"}` }];
    if (required !== true || given.has(arg)) return [];
    return [{ arg, constraint: "required", message: `Argument '${arg}': ${message ?? "the policy requires this argument: add it"}` }];
  });
}

/** The call, and the check of its paths. */
interface CheckContext extends PathContext {
  readonly findEscape: FindEscape;
}

/** Replaces the problems of one value with the message of the policy's author, if any. The reply still contains the value. */
function withOwnMessage({ message }: ArgRules, value: ScalarValue, found: readonly Found[]): readonly Found[] {
  const [first] = found;
  if (message === undefined || first === undefined) return found;
  return [[first[0], `${describe(value)} is not allowed: ${message}`]];
}

function isViolation(result: ConstraintResult): result is Found {
  return result[1] !== undefined;
}

/** The result of checking one constraint: a message, or `undefined` if the value satisfies it or the constraint is not set. */
type ConstraintResult = readonly [constraint: keyof ArgConstraint, problem: string | undefined];

async function checkConstraints(
  rules: ArgRules,
  value: ScalarValue,
  arg: string,
  context: CheckContext,
): Promise<readonly ConstraintResult[]> {
  if (typeof value === "string") return [...checkType(rules, NUMBER_CONSTRAINTS, value), ...(await checkText(rules, value, arg, context))];
  if (typeof value === "number") return [...checkType(rules, STRING_CONSTRAINTS, value), ...checkNumber(rules, value)];
  return [...checkType(rules, BOOLEAN_MISFITS, value), ["equals", checkEqual(rules.equals, value)]];
}

const STRING_CONSTRAINTS = ["pattern", "deny_pattern", "max_length", "within"] as const;
const NUMBER_CONSTRAINTS = ["min", "max"] as const;

/** Constraints that reject every boolean, because they do not apply to booleans. */
export const BOOLEAN_MISFITS = [...STRING_CONSTRAINTS, ...NUMBER_CONSTRAINTS, "one_of"] as const;

function checkType(rules: ArgRules, inapplicable: readonly (keyof ArgRules)[], value: ScalarValue): readonly ConstraintResult[] {
  return inapplicable
    .filter((constraint) => rules[constraint] !== undefined)
    .map((constraint) => [constraint, `${describe(value)} is a ${typeof value}, to which constraint '${constraint}' does not apply`]);
}

async function checkText(
  rules: ArgRules,
  text: string,
  arg: string,
  { findEscape, ...context }: CheckContext,
): Promise<readonly ConstraintResult[]> {
  const { pattern, deny_pattern, one_of, max_length, within } = rules;
  const value = describe(text);
  const escape = within === undefined ? undefined : await findEscape(text, within, arg, context);
  const isTooLong = max_length !== undefined && !(countCodePoints(text) <= max_length);
  const misses = pattern && (await applyPattern(pattern, ({ matchesAll }) => !matchesAll(text), `${value} does not match pattern`));
  const hits =
    deny_pattern && (await applyPattern(deny_pattern, ({ matchesPart }) => matchesPart(text), `${value} matches denied pattern`));
  return [
    ["pattern", misses],
    ["deny_pattern", hits],
    ["one_of", checkMember(one_of, text)],
    ["equals", checkEqual(rules.equals, text)],
    ["max_length", isTooLong ? `${value} exceeds maximum length ${max_length}` : undefined],
    ["within", escape && `${value} ${escape}`],
  ];
}

function checkNumber({ min, max, one_of, equals }: ArgRules, value: number): readonly ConstraintResult[] {
  // Negated comparisons: a limit of NaN rejects every value.
  return [
    ["one_of", checkMember(one_of, value)],
    ["equals", checkEqual(equals, value)],
    ["min", min !== undefined && !(value >= min) ? `${describe(value)} is below minimum ${min}` : undefined],
    ["max", max !== undefined && !(value <= max) ? `${describe(value)} exceeds maximum ${max}` : undefined],
  ];
}

/**
 * Applies a pattern. A pattern that cannot be compiled rejects every value. Only a policy that was not generated can contain such a
 * pattern.
 */
async function applyPattern(
  pattern: LinearPattern,
  isViolated: (ready: CompiledPattern & { readonly kind: "ready" }) => boolean,
  problem: string,
): Promise<string | undefined> {
  const compiled = await pattern.compile();
  if (compiled.kind === "invalid") return `the pattern '${pattern.source}' of the policy cannot be used: ${compiled.problem}`;
  return isViolated(compiled) ? `${problem} '${pattern.source}'` : undefined;
}

/** Checks `one_of`. Compares as strings, because `one_of: [1, 2]` in YAML can be meant as numbers or as strings. */
function checkMember(members: readonly (string | number)[] | undefined, value: string | number): string | undefined {
  if (members === undefined || members.some((member) => String(member) === String(value))) return undefined;
  return `${describe(value)} is not one of: ${members.join(", ")}`;
}

/** Checks `equals`. Compares as strings, as `checkMember` does. */
function checkEqual(expected: ScalarValue | undefined, value: ScalarValue): string | undefined {
  if (expected === undefined || String(expected) === String(value)) return undefined;
  return `${describe(value)} must be ${typeof expected === "string" ? `'${renderValue(expected)}'` : expected}`;
}

function describe(value: ScalarValue): string {
  return typeof value === "string" ? `value '${renderValue(value)}'` : `value ${value}`;
}
