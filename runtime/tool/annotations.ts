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
 * @param isClosed whether the tool cannot reach the network; defaults to false
 */
export function annotationsOf(risk: Risk | undefined, isClosed?: boolean): ToolAnnotations | undefined {
  return annotationsOfTool({ risk }, isClosed);
}

/**
 * Returns the annotations of one tool by its facts, or `undefined` if it states none.
 * @param isClosed whether the executor denies the network, which overrides `network`; defaults to false
 */
export function annotationsOfTool(
  { risk, network, idempotent }: Pick<ToolFields, "network" | "idempotent"> & { readonly risk?: Risk | undefined },
  isClosed?: boolean,
): ToolAnnotations | undefined {
  const openWorldHint = isClosed ? false : network;
  const stated = {
    ...(risk && { readOnlyHint: risk === "read" }),
    ...(risk && risk !== "read" && { destructiveHint: risk === "destructive" }),
    ...(idempotent !== undefined && { idempotentHint: idempotent }),
    ...(openWorldHint !== undefined && { openWorldHint }),
  };
  return Object.keys(stated).length > 0 ? stated : undefined;
}

/**
 * Returns the annotations of a meta-tool that can call any of these tools: the annotations of the most dangerous tool. A tool without a
 * declared risk counts as destructive. Returns `undefined` if no tool declares a risk, and not all tools are closed.
 * @param isClosed whether none of the tools can reach the network; defaults to false
 */
export function annotationsOfAll(risks: ReadonlySet<ClaimedRisk>, isClosed?: boolean): ToolAnnotations | undefined {
  return annotationsOf(greatestRisk(risks), isClosed && risks.size > 0);
}

function greatestRisk(risks: ReadonlySet<ClaimedRisk>): Risk | undefined {
  if (risks.has("destructive") || (risks.has("none") && risks.size > 1)) return "destructive";
  return (["write", "read"] as const).find((risk) => risks.has(risk));
}
