/** Finds the defaults and enum values of a config that a policy rejects. Uses the runtime's check of a call. */
import type { ArgConstraint } from "@climax-gen/runtime/internal/constraint/arg-constraint";
import type { PolicyViolation } from "@climax-gen/runtime/internal/policy/constraints";
import type { Tool, ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import type { ArgValue, ScalarValue } from "@climax-gen/runtime/internal/tool/tool-spec";
import { listedValues } from "@climax-gen/runtime/internal/constraint/constraints";
import { findViolations } from "@climax-gen/runtime/internal/policy/find-violations";
import { toPolicy } from "@climax-gen/runtime/internal/policy/policy";
import { compileLanguage, findInIntersection } from "../../patterns/language.ts";
import type { DefinedTool } from "../files/definitions.ts";
import type { ConstraintKey } from "../keys/policy-schema.ts";

type CheckedTool = DefinedTool["tool"];

/** The default and the enum values of an argument that a policy rejects. */
export interface RejectedValues {
  /** The constraint that the argument's default violates. Omitted if it violates none, or if no call uses the default. */
  readonly ofDefault?: ConstraintKey;
  /**
   * True if every value of the enum, or every value that the policy lists, is rejected, or if no text matches the patterns of both config and policy.
   */
  readonly leavesNothing: boolean;
}

/** Checks the values, except for `within`, which depends on the machine that the server runs on. */
export async function findRefusal(tool: CheckedTool, arg: ToolArg, rules: ArgConstraint): Promise<RejectedValues> {
  const judged: ArgConstraint = Object.fromEntries(Object.entries(rules).filter(([key]) => key !== "within"));
  const args = Object.fromEntries([[arg.name, judged]]);
  const policies = [toPolicy({ tools: Object.fromEntries([[tool.name, { args }]]) })];
  const check = async (value: ArgValue): Promise<PolicyViolation | undefined> => {
    const values = new Map([[arg.name, value]]);
    const [violation] = await findViolations(toTool(tool), { values, policies, workingDirectory: "" });
    return violation;
  };
  const candidates: readonly ScalarValue[] | undefined = arg.enum ?? listedValues(rules);
  let isAnyLeft = candidates === undefined;
  for (const candidate of candidates ?? []) isAnyLeft ||= (await check(candidate)) === undefined;
  const ofDefault = arg.default === undefined || arg.required || rules.required ? undefined : await check(arg.default);
  return { leavesNothing: !isAnyLeft || hasDisjointPatterns(arg, rules), ...(ofDefault && { ofDefault: ofDefault.constraint }) };
}

/** Reports whether no text matches both patterns. Ranges are not compared: `max: 0` can be meant to forbid an optional number. */
function hasDisjointPatterns({ pattern }: ToolArg, rules: ArgConstraint): boolean {
  if (pattern === undefined || rules.pattern === undefined || pattern === rules.pattern) return false;
  return findInIntersection(compileLanguage(pattern), compileLanguage(rules.pattern)).kind === "none";
}

/** Returns the parts of a tool that a policy check needs. */
function toTool({ name, description, args }: CheckedTool): Tool {
  const program = { command: [], global_args: [] };
  const cli = { name: "", description: "", program, tool_count: 1 };
  return { cli, name, description, args, handler: { kind: "command", program, command: [] } };
}
