/** Classifies tools by risk. */
import type { Risk } from "@climax-gen/runtime/internal/tool/tool-spec";
import type { Tone } from "../html/base-style.ts";
import type { ToolRow } from "./page-data.ts";

/** The declared risk of a tool, or `undeclared`. */
export type RiskClass = Risk | "undeclared";

/** The classes in the order in which they are shown. `label` completes "tools that". */
export const RISKS: readonly { readonly risk: RiskClass; readonly label: string; readonly name: string; readonly tone: Tone }[] = [
  { risk: "read", label: "read", name: "read", tone: "safe" },
  { risk: "write", label: "write", name: "write", tone: "warn" },
  { risk: "destructive", label: "destroy", name: "destructive", tone: "danger" },
  { risk: "undeclared", label: "declare no risk", name: "no risk declared", tone: "neutral" },
];

/** Returns the class of a tool. */
export function riskOf({ risk }: Pick<ToolRow, "risk">): RiskClass {
  return risk ?? "undeclared";
}
