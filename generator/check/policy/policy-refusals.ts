/** What a policy refuses of the values that a config itself names: defaults and enums. The runtime decides, as it does at a call. */
import type { ArgConstraint, ArgValue, PolicyViolation, ScalarValue, Tool, ToolArg } from "@climax-gen/runtime/compiler";
import { checkPolicy as findViolations, toPolicy } from "@climax-gen/runtime/compiler";
import type { ToolDefinition } from "../files/definitions.ts";
import type { ConstraintKey } from "../keys/policy-schema.ts";

type CheckedTool = ToolDefinition["tool"];

export interface Refusal {
  /** The constraint that the argument's default breaks; absent where there is none, or none that a call would use. */
  readonly ofDefault?: ConstraintKey;
  /** Whether every value of the enum, or of `one_of`, is refused. */
  readonly leavesNothing: boolean;
}

/** `within` is left out: it depends on the machine that the server runs on. */
export async function findRefusal(tool: CheckedTool, arg: ToolArg, rules: ArgConstraint): Promise<Refusal> {
  const judged: ArgConstraint = Object.fromEntries(Object.entries(rules).filter(([key]) => key !== "within"));
  const args = Object.fromEntries([[arg.name, judged]]);
  const policies = [toPolicy({ tools: Object.fromEntries([[tool.name, { args }]]) })];
  const check = async (value: ArgValue): Promise<PolicyViolation | undefined> => {
    const [violation] = await findViolations(toTool(tool), new Map([[arg.name, value]]), policies, "");
    return violation;
  };
  const candidates: readonly ScalarValue[] | undefined = arg.enum ?? rules.one_of;
  let isAnyLeft = candidates === undefined;
  for (const candidate of candidates ?? []) isAnyLeft ||= (await check(candidate)) === undefined;
  const ofDefault = arg.default === undefined || arg.required ? undefined : await check(arg.default);
  return { leavesNothing: !isAnyLeft, ...(ofDefault && { ofDefault: ofDefault.constraint }) };
}

/** As much of a tool as a policy looks at. */
function toTool({ name, description, args }: CheckedTool): Tool {
  const program = { command: [], global_args: [] };
  const cli = { name: "", description: "", program, tool_count: 1 };
  return { cli, name, description, args, handler: { kind: "command", program, command: [] } };
}
