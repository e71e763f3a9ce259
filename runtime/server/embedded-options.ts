/** Checks the form of the options of `createServer`, which a JavaScript program can pass in any form. */
import { describeReceived, findPolicyFormProblems } from "../policy/policy-form.ts";
import { isJsonObject } from "../text/json.ts";

/** The options whose form is checked. `policy` may be any value except `undefined`, which means no policy. */
export interface CheckedOptions {
  readonly policy?: unknown;
  readonly tools?: unknown;
}

/**
 * Returns one sentence for each value of the wrong form. A policy of another form would enable or disable tools that the program does not
 * expect. The other checks need values of the right form.
 */
export function findFormProblems({ policy, tools }: CheckedOptions): readonly string[] {
  return [...(policy === undefined ? [] : findPolicyProblems(policy)), ...(tools === undefined ? [] : findToolFormProblems(tools))];
}

function findPolicyProblems(policy: unknown): readonly string[] {
  if (!Array.isArray(policy)) return findPolicyFormProblems(policy, "policy");
  return policy.flatMap((one: unknown, index) => findPolicyFormProblems(one, `policy[${index}]`));
}

function findToolFormProblems(tools: unknown): readonly string[] {
  if (!Array.isArray(tools)) return [`tools: expected a list of function tools, received ${describeReceived(tools)}`];
  return tools.flatMap((tool: unknown, index) => (isFunctionTool(tool) ? [] : [describeToolProblem(tool, `tools[${index}]`)]));
}

/** Reports whether a value has the parts that `defineTool` creates. Their content is checked with the other tools. */
function isFunctionTool(tool: unknown): boolean {
  return isJsonObject(tool) && typeof tool["name"] === "string" && Array.isArray(tool["args"]) && isJsonObject(tool["handler"]);
}

function describeToolProblem(tool: unknown, place: string): string {
  const fault = !isJsonObject(tool)
    ? `expected a function tool, received ${describeReceived(tool)}`
    : typeof tool["name"] !== "string"
      ? `expected a text as its name, received ${describeReceived(tool["name"])}`
      : "not a function tool";
  return `${place}: ${fault}: create it with defineTool`;
}
