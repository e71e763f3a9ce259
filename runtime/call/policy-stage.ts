/** The policy stage of a call, for values of any kind. */
import type { ArgViolation, CallValues } from "./call-plan.ts";
import { checkPolicy } from "../policy/check.ts";
import type { Policy } from "../policy/policy.ts";
import { rulesFor } from "../policy/policy.ts";
import type { ArgValue, ScalarValue } from "../tool/tool-spec.ts";
import type { Tool } from "../tool/tool.ts";

export interface PolicyStageOptions {
  /** All of them must allow the call. */
  readonly policies: readonly Policy[];
  /** The directory where relative paths of arguments start. */
  readonly workingDirectory: string;
  /** For each policy, the same directory under the executor of that policy and those before it: no later policy moves it. */
  readonly policyDirectories: readonly string[];
}

/**
 * What the policies refuse. A constrained value that is neither a scalar nor a list of scalars is refused, because no constraint
 * fits it; only a Directive tool, whose schema allows any JSON, can have one.
 */
export async function checkCallPolicy(
  tool: Tool,
  values: CallValues,
  { policies, workingDirectory, policyDirectories }: PolicyStageOptions,
): Promise<readonly ArgViolation[]> {
  const checkable = new Map<string, ArgValue>();
  const misfits: ArgViolation[] = [];
  for (const [name, value] of values) {
    if (isArgValue(value)) checkable.set(name, value);
    else if (rulesFor(tool.name, name, policies).length > 0)
      misfits.push({ arg: name, message: `Argument '${name}': the policy's constraints fit no value of this kind` });
  }
  return [...misfits, ...(await checkPolicy(tool, checkable, policies, workingDirectory, policyDirectories))];
}

function isArgValue(value: unknown): value is ArgValue {
  return Array.isArray(value) ? value.every(isScalar) : isScalar(value);
}

function isScalar(value: unknown): value is ScalarValue {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
