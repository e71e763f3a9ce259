/** Renders the hazards of a tool: those to review, and those that its author acknowledged with a reason. */
import { escapeLines } from "../../text/wording.ts";
import type { PageHazard, PagePosition } from "../page-data.ts";
import { PositionLabel } from "./parts.tsx";

interface HazardProps {
  readonly hazards: readonly PageHazard[];
  readonly files: readonly string[];
  /** Position of the tool. Positions in its file are shown without the name of the file. */
  readonly near?: PagePosition | undefined;
}

/** Renders hazards. Renders nothing for an empty list. */
export function Hazards({ hazards, files, near }: HazardProps) {
  if (hazards.length === 0) return null;
  return (
    <section aria-labelledby="hazards" class="hazards">
      <h2 id="hazards">Hazards</h2>
      {hazards.map((hazard, number) => (
        <Hazard key={number} hazard={hazard} files={files} near={near} />
      ))}
    </section>
  );
}

function Hazard({
  hazard: { code, message, help, position, acknowledged },
  files,
  near,
}: Omit<HazardProps, "hazards"> & { readonly hazard: PageHazard }) {
  return (
    <div class="notice" data-tone={acknowledged ? "neutral" : "warn"}>
      <p dir="auto">{escapeLines(message)}</p>
      {acknowledged ? (
        <p>
          Acknowledged: <q dir="auto">{escapeLines(acknowledged.reason)}</q>{" "}
          {acknowledged.position && <PositionLabel position={acknowledged.position} files={files} near={near} />}
        </p>
      ) : (
        help !== undefined && <p dir="auto">{escapeLines(help)}</p>
      )}
      <p class="muted">
        <code>{code}</code> {position && <PositionLabel position={position} files={files} near={near} />}
      </p>
    </div>
  );
}
