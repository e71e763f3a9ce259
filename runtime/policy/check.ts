/** Checks the values of a call against the policies on this machine, whose links decide about paths. */
import type { ArgValue } from "../tool/tool-spec.ts";
import type { Tool } from "../tool/tool.ts";
import type { PolicyViolation } from "./constraints.ts";
import { checkValues } from "./constraints.ts";
import type { Policy } from "./policy.ts";
import { findEscape } from "./within.ts";

export type { PolicyViolation } from "./constraints.ts";

/** Returns the violations that `checkValues` finds. The parameters are those of `CheckedValues`. */
export async function checkPolicy(
  tool: Tool,
  values: ReadonlyMap<string, ArgValue>,
  policies: readonly Policy[],
  workingDirectory: string,
  policyDirectories: readonly string[] = [],
): Promise<readonly PolicyViolation[]> {
  return await checkValues(tool, { values, policies, workingDirectory, policyDirectories, findEscape });
}
