/** The stages of a Directive call before anything is read: schema and policy. */
import { dirname, resolve } from "node:path";
import type { PolicyViolation } from "../policy/check.ts";
import { checkPolicy } from "../policy/check.ts";
import type { Policy } from "../policy/policy.ts";
import { rulesFor } from "../policy/policy.ts";
import type { ToolReply } from "../call/reply.ts";
import { argumentProblemsReply, policyViolationsReply } from "../call/reply.ts";
import type { ArgValue, ScalarValue, Tool } from "../tool/tool-spec.ts";
import { findArgumentProblems } from "./arguments.ts";
import type { DirectiveAnswer } from "./directive-spec.ts";
import type { DirectivePlace } from "./handlers.ts";

export interface DirectiveCall {
  readonly tool: Tool;
  readonly directive: DirectiveAnswer;
  readonly given: Readonly<Record<string, unknown>>;
}

export interface DirectiveRefusal {
  readonly reply: ToolReply;
  readonly outcome: "invalid_arguments" | "policy";
  /** What the policies say against single arguments. */
  readonly violations: readonly ArgViolation[];
}

/** Without `constraint` where a value fits no constraint at all. */
export type ArgViolation = Pick<PolicyViolation, "arg" | "message"> & Partial<Pick<PolicyViolation, "constraint">>;

/** Why the arguments cannot be used, or are not allowed; `undefined` where they can be and are. */
export async function findDirectiveRefusal(
  call: DirectiveCall,
  place: DirectivePlace,
  policies: readonly Policy[],
): Promise<DirectiveRefusal | undefined> {
  const problems = await findArgumentProblems(call.directive, call.given);
  if (problems.length > 0) {
    const reply = argumentProblemsReply(problems.map((message) => ({ message })));
    return { reply, outcome: "invalid_arguments", violations: [] };
  }
  const violations = await findViolations(call, place, policies);
  return violations.length > 0 ? { reply: policyViolationsReply(violations), outcome: "policy", violations } : undefined;
}

/**
 * What the policies refuse. Their constraints are about top-level properties, and start paths where listed ones start: in the folder
 * that holds the root. A value that is neither a text, a number nor a boolean, nor a list of them, fits no constraint (design 4.8).
 */
async function findViolations(
  { tool, given }: DirectiveCall,
  { directory, root }: DirectivePlace,
  policies: readonly Policy[],
): Promise<readonly ArgViolation[]> {
  const constrained = Object.entries(given).filter(([name]) => rulesFor(tool.name, name, policies).length > 0);
  const values = new Map(constrained.flatMap(([name, value]) => (isArgValue(value) ? [[name, value] as const] : [])));
  const misfits = constrained.filter(([name]) => !values.has(name));
  const refused = await checkPolicy(tool, values, policies, dirname(resolve(directory, root)));
  return [
    ...misfits.map(([name]) => ({ arg: name, message: `Argument '${name}': the policy's constraints fit no value of this kind` })),
    ...refused,
  ];
}

function isArgValue(value: unknown): value is ArgValue {
  return Array.isArray(value) ? value.every(isScalar) : isScalar(value);
}

function isScalar(value: unknown): value is ScalarValue {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
