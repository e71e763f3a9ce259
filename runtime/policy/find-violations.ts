/** Checks the values of a call against the policies on this machine, whose links decide about paths. */
import type { Tool } from "../tool/tool.ts";
import type { CheckedValues, PolicyViolation } from "./constraints.ts";
import { checkValues } from "./constraints.ts";
import { findEscape } from "./within.ts";

/** Returns the violations that `checkValues` finds. Paths are checked as in a server. */
export async function findViolations(tool: Tool, checked: Omit<CheckedValues, "findEscape">): Promise<readonly PolicyViolation[]> {
  return await checkValues(tool, { ...checked, findEscape });
}
