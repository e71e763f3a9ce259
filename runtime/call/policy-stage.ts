/** Implements the policy stage of a call, for values of any type. */
import type { ArgViolation, CallValues } from "./call-plan.ts";
import type { CheckedValues } from "../policy/constraints.ts";
import { checkPresence, checkValues } from "../policy/constraints.ts";
import type { ArgRules } from "../constraint/arg-constraint.ts";
import { rulesFor } from "../policy/policy.ts";
import type { ArgValue, ScalarValue } from "../tool/tool-spec.ts";
import type { Tool } from "../tool/tool.ts";

/** The policies, and the parts of the call that their checks depend on. */
export interface PolicyStageOptions extends Omit<CheckedValues, "values"> {
  /** The arguments that the call passes, without defaults. */
  readonly given: ReadonlySet<string>;
}

/**
 * Returns the policy violations of a call. A constrained value must be a scalar or a list of scalars, because no constraint applies to
 * other values. Only a Directive tool can have other values, because its schema allows any JSON.
 */
export async function checkCallPolicy(
  tool: Tool,
  values: CallValues,
  { given, ...checks }: PolicyStageOptions,
): Promise<readonly ArgViolation[]> {
  const { policies } = checks;
  const checkable = new Map<string, ArgValue>();
  const misfits: ArgViolation[] = [];
  const maps = new Set(tool.args.filter(({ type }) => type === "map").map(({ name }) => name));
  for (const [name, value] of values) {
    if (isArgValue(value) || maps.has(name)) checkable.set(name, value as ArgValue);
    else if (rulesFor(tool.name, name, policies).some(constrainsValue))
      misfits.push({ arg: name, message: `Argument '${name}': the policy's constraints do not apply to values of this kind` });
  }
  return [...checkPresence(tool, given, policies), ...misfits, ...(await checkValues(tool, { ...checks, values: checkable }))];
}

/** Reports whether a rule has a constraint on values, in addition to constraints on the presence of the argument. */
function constrainsValue({ forbid: _forbid, required: _required, message: _message, ...constraints }: ArgRules): boolean {
  return Object.keys(constraints).length > 0;
}

function isArgValue(value: unknown): value is ArgValue {
  return Array.isArray(value) ? value.every(isScalar) : isScalar(value);
}

function isScalar(value: unknown): value is ScalarValue {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
