/** Checks the form of the options of `createServer`, which a JavaScript program can pass in any form. */
import type { AnyPolicySpec } from "../policy/policy-spec.ts";
import { isJsonObject } from "../text/json.ts";
import { nearNames } from "../text/near-names.ts";

/** The options whose form is checked. `policy` may be any value except `undefined`, which means no policy. */
export interface CheckedOptions {
  readonly policy?: unknown;
  readonly tools?: unknown;
}

/**
 * Returns one sentence for each value of the wrong form. A policy that is not an object, or has another key, would enable or disable tools
 * that the program does not expect. The other checks need values of the right form.
 */
export function findFormProblems({ policy, tools }: CheckedOptions): readonly string[] {
  return [...(policy === undefined ? [] : findPolicyProblems(policy)), ...(tools === undefined ? [] : findToolFormProblems(tools))];
}

function findPolicyProblems(policy: unknown): readonly string[] {
  if (!Array.isArray(policy)) return findOnePolicyProblems(policy, "policy");
  return policy.flatMap((one: unknown, index) => findOnePolicyProblems(one, `policy[${index}]`));
}

/** The keys of a policy, with the form of their values. */
const POLICY_KEYS = {
  default: "enabled or disabled",
  tools: "an object",
  functions: "an object",
  executor: "an object",
  env: "an object",
  limits: "an object",
  approval: "an object",
  unknown_args: "any",
} as const satisfies Record<keyof AnyPolicySpec, string>;

function findOnePolicyProblems(policy: unknown, place: string): readonly string[] {
  if (!isJsonObject(policy)) return [`${place}: expected a policy, which is an object, received ${describe(policy)}`];
  const problems: string[] = [];
  const forms = new Map<string, string>(Object.entries(POLICY_KEYS));
  for (const [key, value] of Object.entries(policy)) {
    const form = forms.get(key);
    if (form === undefined) problems.push(`${place}: unknown key "${key}"${suggest(key, forms.keys())}`);
    else if (value !== undefined && !hasForm(value, form)) problems.push(`${place}.${key}: expected ${form}, received ${describe(value)}`);
  }
  return problems;
}

function hasForm(value: unknown, form: string): boolean {
  switch (form) {
    case "an object":
      return isJsonObject(value);
    case "enabled or disabled":
      return value === "enabled" || value === "disabled";
    default:
      return true;
  }
}

function suggest(key: string, known: Iterable<string>): string {
  const [near] = nearNames(key, known, 1);
  return near === undefined ? "" : `: did you mean "${near}"?`;
}

function findToolFormProblems(tools: unknown): readonly string[] {
  if (!Array.isArray(tools)) return [`tools: expected a list of function tools, received ${describe(tools)}`];
  return tools.flatMap((tool: unknown, index) => (isFunctionTool(tool) ? [] : [describeToolProblem(tool, `tools[${index}]`)]));
}

/** Reports whether a value has the parts that `defineTool` creates. Their content is checked with the other tools. */
function isFunctionTool(tool: unknown): boolean {
  return isJsonObject(tool) && typeof tool["name"] === "string" && Array.isArray(tool["args"]) && isJsonObject(tool["handler"]);
}

function describeToolProblem(tool: unknown, place: string): string {
  const fault = !isJsonObject(tool)
    ? `expected a function tool, received ${describe(tool)}`
    : typeof tool["name"] !== "string"
      ? `expected a text as its name, received ${describe(tool["name"])}`
      : "not a function tool";
  return `${place}: ${fault}: create it with defineTool`;
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "string") return JSON.stringify(value.slice(0, MAX_QUOTED_LENGTH));
  return Array.isArray(value) ? "a list" : `a value of the type ${typeof value}`;
}

/** Maximum length of a quoted text, in UTF-16 units. */
const MAX_QUOTED_LENGTH = 50;
