/** Small parts of several views. */
import type { Place } from "../page-data.ts";
import { RISKS, type RiskClass } from "../risks.ts";

export function RiskBadge({ risk }: { readonly risk: RiskClass }) {
  const { name, tone } = RISKS.find((one) => one.risk === risk) ?? { name: risk, tone: "neutral" };
  return (
    <span class="badge" data-tone={tone}>
      {name}
    </span>
  );
}

/** A position in a YAML file: the path and the line. In the file `near`, only the line. */
export function PlaceLabel({
  place,
  files,
  near,
}: {
  readonly place: Place;
  readonly files: readonly string[];
  readonly near?: Place | undefined;
}) {
  const [file, line] = place;
  const path = `${files[file] ?? ""}:${line}`;
  return near?.[0] === file ? (
    <span class="place" title={path}>
      line {line}
    </span>
  ) : (
    <code class="place">{path}</code>
  );
}
