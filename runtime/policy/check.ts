/** Holds the values of a call against what the policies say of them (contract 001, "Policy validation"). */
import { renderValue } from "../text/render-value.ts";
import { countCodePoints } from "../text/code-points.ts";
import type { ArgValue, ScalarValue } from "../tool/tool-spec.ts";
import type { Tool } from "../tool/tool.ts";
import type { CompiledPattern, LinearPattern } from "../text/linear-pattern.ts";
import type { ArgRules, Policy } from "./policy.ts";
import type { ArgConstraint } from "./policy-spec.ts";
import type { PathContext } from "./within.ts";
import { findEscape } from "./within.ts";

/** What a policy refuses. `message` is for the caller and shows the value, even of a `secret` argument: keep it out of logs. */
export interface PolicyViolation {
  readonly arg: string;
  readonly constraint: keyof ArgConstraint;
  readonly message: string;
}

/**
 * Everything that the policies refuse in a call, policy by policy, in the order of the policy's arguments. `values` are coerced and
 * have their defaults, for a default has to obey as well (design 4.6); each item of a list is checked alone. A value of a type that
 * a constraint is not made for is refused (design 4.8). `workingDirectory` is where the program will run; a relative one starts at
 * the server's own directory. `policyDirectories` are where it would run under each policy and those before it, where relative
 * folders of that policy start. Defaults to `workingDirectory` for every policy.
 */
export async function checkPolicy(
  tool: Tool,
  values: ReadonlyMap<string, ArgValue>,
  policies: readonly Policy[],
  workingDirectory: string,
  policyDirectories: readonly string[] = [],
): Promise<readonly PolicyViolation[]> {
  const violations: PolicyViolation[] = [];
  for (const [place, policy] of policies.entries()) {
    const policyDirectory = policyDirectories[place] ?? workingDirectory;
    const context: PathContext = { tool, values, policies: policies.slice(0, place + 1), workingDirectory, policyDirectory };
    for (const [arg, rules] of policy.tools.get(tool.name)?.args ?? []) {
      for (const { label, item } of listItems(arg, values.get(arg))) {
        for (const [constraint, complaint] of await findComplaints(rules, item, arg, context)) {
          if (complaint !== undefined) violations.push({ arg, constraint, message: `Argument '${label}': ${complaint}` });
        }
      }
    }
  }
  return violations;
}

/** `label` is what a message calls the value, as in argument validation: `path`, or `path[1]` for the second of a list. */
function listItems(arg: string, value: ArgValue | undefined): readonly { readonly label: string; readonly item: ScalarValue }[] {
  if (value === undefined) return [];
  return typeof value === "object" ? value.map((item, place) => ({ label: `${arg}[${place}]`, item })) : [{ label: arg, item: value }];
}

/** What a constraint says against a value, `undefined` where it holds or is not there. */
type Complaint = readonly [constraint: keyof ArgConstraint, complaint: string | undefined];

async function findComplaints(rules: ArgRules, value: ScalarValue, arg: string, context: PathContext): Promise<readonly Complaint[]> {
  if (typeof value === "string") return [...refuseType(rules, NUMBER_CONSTRAINTS, value), ...(await holdText(rules, value, arg, context))];
  if (typeof value === "number") return [...refuseType(rules, TEXT_CONSTRAINTS, value), ...holdNumber(rules, value)];
  return refuseType(rules, [...TEXT_CONSTRAINTS, ...NUMBER_CONSTRAINTS, "one_of"], value);
}

const TEXT_CONSTRAINTS = ["pattern", "deny_pattern", "max_length", "within"] as const;
const NUMBER_CONSTRAINTS = ["min", "max"] as const;

function refuseType(rules: ArgRules, misfits: readonly (keyof ArgRules)[], value: ScalarValue): readonly Complaint[] {
  return misfits
    .filter((constraint) => rules[constraint] !== undefined)
    .map((constraint) => [constraint, `${describe(value)} is a ${typeof value}, which constraint '${constraint}' is not made for`]);
}

async function holdText(rules: ArgRules, text: string, arg: string, context: PathContext): Promise<readonly Complaint[]> {
  const { pattern, deny_pattern, one_of, max_length, within } = rules;
  const value = describe(text);
  const escape = within === undefined ? undefined : await findEscape(text, within, arg, context);
  const isTooLong = max_length !== undefined && !(countCodePoints(text) <= max_length);
  const misses = pattern && (await usePattern(pattern, ({ matchesAll }) => !matchesAll(text), `${value} does not match pattern`));
  const hits = deny_pattern && (await usePattern(deny_pattern, ({ matchesPart }) => matchesPart(text), `${value} matches denied pattern`));
  return [
    ["pattern", misses],
    ["deny_pattern", hits],
    ["one_of", holdMember(one_of, text)],
    ["max_length", isTooLong ? `${value} exceeds maximum length ${max_length}` : undefined],
    ["within", escape && `${value} ${escape}`],
  ];
}

function holdNumber({ min, max, one_of }: ArgRules, value: number): readonly Complaint[] {
  // Written so that a limit that is no number refuses every value.
  return [
    ["one_of", holdMember(one_of, value)],
    ["min", min !== undefined && !(value >= min) ? `${describe(value)} is below minimum ${min}` : undefined],
    ["max", max !== undefined && !(value <= max) ? `${describe(value)} exceeds maximum ${max}` : undefined],
  ];
}

/** Refused as well where the pattern cannot be compiled: the compiler has let it pass, or it never saw it. */
async function usePattern(
  pattern: LinearPattern,
  isViolated: (ready: CompiledPattern & { readonly kind: "ready" }) => boolean,
  complaint: string,
): Promise<string | undefined> {
  const compiled = await pattern.compile();
  if (compiled.kind === "invalid") return `the pattern '${pattern.source}' of the policy cannot be used: ${compiled.problem}`;
  return isViolated(compiled) ? `${complaint} '${pattern.source}'` : undefined;
}

/** Compared as texts: in YAML, `one_of: [1, 2]` may stand for either. */
function holdMember(members: readonly (string | number)[] | undefined, value: string | number): string | undefined {
  if (members === undefined || members.some((member) => String(member) === String(value))) return undefined;
  return `${describe(value)} is not one of: ${members.join(", ")}`;
}

function describe(value: ScalarValue): string {
  return typeof value === "string" ? `value '${renderValue(value)}'` : `value ${value}`;
}
