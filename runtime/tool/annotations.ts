/** Converts the facts of a tool to the annotations of MCP. Annotations are hints for the client's display and prompts. Only policies restrict calls. */
import type { Risk, ToolFields } from "./tool-spec.ts";

/** The annotations of MCP that the facts of a tool result in. */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  /** Omitted if the tool does not state it. Clients then assume that a repeated call has a further effect. */
  readonly idempotentHint?: boolean;
  /** False if the tool cannot reach the network. Omitted if it does not state it, because clients then assume that it can. */
  readonly openWorldHint?: boolean;
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

/**
 * Returns the annotations of one tool by its facts, or `undefined` if it states none.
 * @param isClosed whether the executor denies the network, which overrides `network`
 */
export function annotationsOfTool(
  { risk, network, idempotent }: Pick<ToolFields, "risk" | "network" | "idempotent">,
  isClosed = false,
): ToolAnnotations | undefined {
  const isOpen = isClosed ? false : network;
  if (idempotent === undefined && isOpen === undefined) return annotationsOf(risk);
  return {
    ...hintsOf(risk),
    ...(idempotent !== undefined && { idempotentHint: idempotent }),
    ...(isOpen !== undefined && { openWorldHint: isOpen }),
  };
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
