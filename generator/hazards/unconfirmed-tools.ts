/** Finds tools that modify data and that a policy enables without `confirm`. */
import { addressOf, locateClosest, WHOLE_FILE } from "../check/files/locations.ts";
import { withRelated } from "../diagnostics/diagnose.ts";
import type { EnabledCommand, Hazard } from "./hazard.ts";
import { hazardAt, partAt, policyPartsOf } from "./hazard.ts";

/**
 * Returns the hazard of a tool if every policy has `default: enabled`. A policy that lists its enabled tools allows the tool explicitly.
 */
export function findUnconfirmedTools(owner: EnabledCommand): readonly Hazard[] {
  const { file, tool, policies } = owner;
  const policy = policies.at(-1)?.policy;
  const isDecided = policies.some(({ policy: { spec }, rules }) => spec.default !== "enabled" || rules.confirm === true);
  if (policy === undefined || isDecided) return [];
  if (tool.risk !== "write" && tool.risk !== "destructive") return [];
  const hazard = hazardAt("unconfirmed-tool", partAt(policy, WHOLE_FILE, ["default"]), policyPartsOf(owner), {
    tool: tool.name,
    risk: tool.risk,
  });
  const risk = locateClosest(file, addressOf(tool.name), ["risk"]);
  return [{ ...hazard, diagnostic: withRelated(hazard.diagnostic, "its risk is written here", risk) }];
}
