/** Converts `risk` to the annotations of MCP. Annotations are hints for the client's display and prompts. Only policies restrict calls. */
import type { Risk } from "./tool-spec.ts";

/** The annotations of MCP that a risk results in. */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
}

/** The risk of a tool in an index. `none` means that the tool does not declare a risk. */
export type ClaimedRisk = Risk | "none";

/** Returns the annotations of one tool, or `undefined` if the tool does not declare a risk. */
export function annotationsOf(risk: Risk | undefined): ToolAnnotations | undefined {
  switch (risk) {
    case undefined:
      return undefined;
    case "read":
      return { readOnlyHint: true };
    case "write":
      return { readOnlyHint: false, destructiveHint: false };
    case "destructive":
      return { readOnlyHint: false, destructiveHint: true };
  }
}

/**
 * Returns the annotations of a meta-tool that can call any of these tools: the annotations of the most dangerous tool. A tool without a
 * declared risk counts as destructive. Returns `undefined` if no tool declares a risk.
 */
export function annotationsOfAll(risks: ReadonlySet<ClaimedRisk>): ToolAnnotations | undefined {
  const claims = [...risks].filter((risk) => risk !== "none");
  if (claims.length === 0) return undefined;
  if (claims.length < risks.size || claims.includes("destructive")) return annotationsOf("destructive");
  return annotationsOf(claims.includes("write") ? "write" : "read");
}
