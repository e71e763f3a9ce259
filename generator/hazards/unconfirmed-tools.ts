/** Finds tools that modify data and that a policy enables without `confirm`. */
import { withRelated } from "../diagnostics/diagnose.ts";
import type { Hazard, EnabledTool } from "./hazard.ts";
import { hazardAt, policyPartsOf } from "./hazard.ts";

/** Only where every policy has `default: enabled`: one that names every tool that it enables has decided about this one. */
export function findUnconfirmedTools(owner: EnabledTool): readonly Hazard[] {
  const { checked, tool, path, policies } = owner;
  const policy = policies.at(-1)?.policy;
  const isDecided = policies.some(({ policy: { spec }, rules }) => spec.default !== "enabled" || rules.confirm === true);
  if (policy === undefined || isDecided) return [];
  if (tool.risk !== "write" && tool.risk !== "destructive") return [];
  const part = { document: policy.document, path: ["default"] };
  const hazard = hazardAt("unconfirmed-tool", part, policyPartsOf(owner), { tool: tool.name, risk: tool.risk });
  const span = checked.document.locate([...path, "risk"])?.value ?? { start: 0, end: 0 };
  return [{ ...hazard, diagnostic: withRelated(hazard.diagnostic, "its risk is written here", { source: checked.source, span }) }];
}
