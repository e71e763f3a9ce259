/** Tools that change something and that a policy enables without having named anybody to ask. */
import { withRelated } from "../diagnostics/diagnose.ts";
import type { Hazard, ToolInForce } from "./hazard.ts";
import { hazardAt, policyPartsOf } from "./hazard.ts";

/** Only under `default: enabled`: a policy that names every tool that it enables has decided about this one. */
export function findUnconfirmedTools(owner: ToolInForce): readonly Hazard[] {
  const { checked, tool, path, policy, rules } = owner;
  if (policy?.spec.default !== "enabled" || rules.confirm === true) return [];
  if (tool.risk !== "write" && tool.risk !== "destructive") return [];
  const part = { document: policy.document, path: ["default"] };
  const hazard = hazardAt("unconfirmed-tool", part, policyPartsOf(owner), { tool: tool.name, risk: tool.risk });
  const span = checked.document.locate([...path, "risk"])?.value ?? { start: 0, end: 0 };
  return [{ ...hazard, diagnostic: withRelated(hazard.diagnostic, "its risk is written here", { source: checked.source, span }) }];
}
