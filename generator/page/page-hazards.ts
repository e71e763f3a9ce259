/** Assigns the hazards of configs and policies to tools. */
import type { CheckedFile } from "../check/files/checked-file.ts";
import { locatePart, type HazardPart } from "../hazards/hazard.ts";
import type { ReviewedHazard } from "../hazards/acknowledgements.ts";
import type { PageHazard } from "./page-data.ts";
import type { PositionTable } from "./position-table.ts";

/** Hazards by the part of the page that shows them. */
export interface AssignedHazards {
  /** Hazards by the name of a tool. */
  readonly tools: ReadonlyMap<string, readonly PageHazard[]>;
  /** Hazards of a whole file, such as the command of a CLI or a policy. */
  readonly server: readonly PageHazard[];
}

/**
 * Assigns each hazard to the tool that contains its part. Hazards of names that are not in `known`, such as globs, are assigned to the
 * server.
 */
export function assignHazards(
  hazards: readonly ReviewedHazard[],
  {
    configs,
    known,
    positions,
  }: { readonly configs: readonly CheckedFile[]; readonly known: ReadonlySet<string>; readonly positions: PositionTable },
): AssignedHazards {
  const files = new Map(configs.map((file) => [file.document, file]));
  const tools = new Map<string, PageHazard[]>();
  const server: PageHazard[] = [];
  for (const hazard of hazards) {
    const names = hazard.parts.flatMap((part) => nameTool(part, files.get(part.document)) ?? []);
    const owner = names.find((name) => known.has(name));
    const shown = toPageHazard(hazard, positions);
    if (owner === undefined) server.push(shown);
    else tools.set(owner, [...(tools.get(owner) ?? []), shown]);
  }
  return { tools, server };
}

/** Returns the name of the tool that contains a part: of a config by its position, of a policy by its key. */
function nameTool({ path: [key, owner] }: HazardPart, file: CheckedFile | undefined): string | undefined {
  if (key !== "tools" || owner === undefined) return undefined;
  return typeof owner === "number" ? file?.tools[owner]?.name : owner;
}

function toPageHazard({ diagnostic, acknowledgement }: ReviewedHazard, positions: PositionTable): PageHazard {
  const { code, message, help, source, span } = diagnostic;
  return {
    code,
    message,
    ...(help !== undefined && { help }),
    ...(source && span && { position: positions.addLocation({ source, span }) }),
    ...(acknowledgement && {
      acknowledged: { reason: acknowledgement.reason, position: positions.addLocation(locatePart(acknowledgement.place)) },
    }),
  };
}
