/** What `risk` says to an MCP client (design 4.14). Hints for showing and asking, never a guard: policies are that. */
import type { Risk } from "./tool-spec.ts";

export interface ToolAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
}

/** The risk of a tool as an index counts it; "none" is a tool that claims nothing. */
export type ClaimedRisk = Risk | "none";

/** The annotations of one tool; `undefined` where it claims nothing. */
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
 * The annotations of a call that may reach any of these tools: those of the worst of them, and a tool that claims nothing counts
 * as the worst. `undefined` where no tool claims anything.
 */
export function annotationsOfAll(risks: ReadonlySet<ClaimedRisk>): ToolAnnotations | undefined {
  const claims = [...risks].filter((risk) => risk !== "none");
  if (claims.length === 0) return undefined;
  if (claims.length < risks.size || claims.includes("destructive")) return annotationsOf("destructive");
  return annotationsOf(claims.includes("write") ? "write" : "read");
}
