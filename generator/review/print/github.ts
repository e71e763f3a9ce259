/** Prints a comparison as GitHub Actions workflow commands, which create annotations. */
import type { Change } from "../change.ts";
import type { NewHazard } from "../new-hazards.ts";
import { adviceOf } from "../new-hazards.ts";
import type { DiffReport } from "../report.ts";
import { currentPlace, fileOf, nameSubject } from "../report.ts";
import type { Failure } from "../rule.ts";
import { isSevere } from "../rule.ts";

/** Prints one command per line. Returns an empty string without changes and hazards. */
export function printGithub({ changes, hazards, failOn }: DiffReport): string {
  const commands = [...changes.map((change) => printChange(change, failOn)), ...hazards.map((hazard) => printHazard(hazard, failOn))];
  return commands.map((command) => `${command}\n`).join("");
}

function printHazard(hazard: NewHazard, failOn: readonly Failure[]): string {
  const properties = [...locationProperties(hazard), ["title", `hazard: ${hazard.code}`] as const];
  const advice = adviceOf(hazard);
  const level = hazard.acknowledged !== undefined ? "notice" : failOn.includes("hazards") ? "error" : "warning";
  return printCommand(level, properties, advice === undefined ? hazard.message : `${hazard.message}\n${advice.label}: ${advice.text}`);
}

function printChange(change: Change, failOn: readonly Failure[]): string {
  const level = failOn.includes(change.class) ? "error" : isSevere(change.class) ? "warning" : "notice";
  const properties = [...locationProperties(change), ["title", `${change.class}: ${change.code}`] as const];
  return printCommand(level, properties, `${nameSubject(change)}: ${change.message}`);
}

type Properties = readonly (readonly [name: string, value: string | number])[];

function printCommand(level: string, properties: Properties, text: string): string {
  const listed = properties.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(",");
  return `::${level} ${listed}::${escapeData(text)}`;
}

/**
 * Returns the location properties. A line number of the old side does not apply to the current file: instead, the annotation is at the
 * enclosing part of the new side, or has no line if the new side does not have it.
 */
function locationProperties(change: Change | NewHazard): Properties {
  const place = currentPlace(change);
  if (place === undefined) return [];
  const file = ["file", fileOf(place)] as const;
  return place.side === "old" ? [file] : [file, ["line", place.line], ["col", place.column]];
}

/** Escapes percent signs and line endings, which would start another command. The runner decodes them. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
