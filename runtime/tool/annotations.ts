/** Converts `risk`, and whether the network is reachable, to the annotations of MCP. Annotations are hints for the client's display and prompts. Only policies restrict calls. */
import type { Risk } from "./tool-spec.ts";

/** The annotations of MCP that a risk results in. */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  /** False if the tool cannot reach the network. Omitted otherwise, because clients then assume that it can. */
  readonly openWorldHint?: false;
}

/** The risk of a tool in an index. `none` means that the tool does not declare a risk. */
export type ClaimedRisk = Risk | "none";

/**
 * Returns the annotations of one tool, or `undefined` if there is nothing to state: the tool does not declare a risk, and is not `isClosed`.
 * @param isClosed whether the tool cannot reach the network
 */
export function annotationsOf(risk: Risk | undefined, isClosed = false): ToolAnnotations | undefined {
  const hints = hintsOf(risk);
  return isClosed ? { ...hints, openWorldHint: false } : hints;
}

function hintsOf(risk: Risk | undefined): ToolAnnotations | undefined {
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
 * declared risk counts as destructive. Returns `undefined` if no tool declares a risk, and not all tools are closed.
 * @param isClosed whether none of the tools can reach the network
 */
export function annotationsOfAll(risks: ReadonlySet<ClaimedRisk>, isClosed = false): ToolAnnotations | undefined {
  return annotationsOf(greatestRisk(risks), isClosed && risks.size > 0);
}

function greatestRisk(risks: ReadonlySet<ClaimedRisk>): Risk | undefined {
  const claims = [...risks].filter((risk) => risk !== "none");
  if (claims.length === 0) return undefined;
  if (claims.length < risks.size || claims.includes("destructive")) return "destructive";
  return claims.includes("write") ? "write" : "read";
}
