/** Converts a comparison to SARIF 2.1.0 (OASIS), for code scanning services. */
import type { HazardCode } from "../../diagnostics/codes-hazards.ts";
import type { Change } from "../change.ts";
import type { NewHazard } from "../new-hazards.ts";
import { hazardMeanings } from "../new-hazards.ts";
import type { DiffReport } from "../report.ts";
import { fileOf, nameSubject } from "../report.ts";
import type { ChangeClass, ChangeCode } from "../rules.ts";
import { CHANGE_CODES, changeRules, isSevere } from "../rules.ts";

/** Returns a log of one run. Lists only the rules that have results. */
export function toSarif(report: DiffReport): object {
  const used = CHANGE_CODES.filter((code) => report.changes.some((change) => change.code === code));
  const hazardCodes = [...new Set(report.hazards.map(({ code }) => code))];
  const rules = [...used.map(toChangeRule), ...hazardCodes.map(toHazardRule)];
  const ruleIndexes = new Map(rules.map(({ id }, index) => [id, index]));
  const found = [...changeResults(report), ...hazardResults(report)];
  const results = found.map((result) => ({ ...result, ruleIndex: ruleIndexes.get(result.ruleId) }));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "climax-gen", rules } }, columnKind: "utf16CodeUnits", results }],
  };
}

interface Rule {
  readonly id: ChangeCode | HazardCode;
  readonly [property: string]: unknown;
}

interface Result {
  readonly ruleId: ChangeCode | HazardCode;
  readonly [property: string]: unknown;
}

function toChangeRule(id: ChangeCode): Rule {
  return {
    id,
    shortDescription: { text: changeRules[id].means },
    defaultConfiguration: { level: levelOf(changeRules[id].class) },
    properties: { tags: [changeRules[id].class] },
  };
}

function toHazardRule(id: HazardCode): Rule {
  const shortDescription = { text: hazardMeanings[id] };
  return { id, shortDescription, defaultConfiguration: { level: "warning" }, properties: { tags: ["hazard"] } };
}

function changeResults({ changes, failOn }: DiffReport): readonly Result[] {
  return changes.map((change) => ({
    ruleId: change.code,
    level: failOn.includes(change.class) ? "error" : levelOf(change.class),
    message: { text: `${nameSubject(change)}: ${change.message}` },
    ...toLocations(change),
    partialFingerprints: { "change/v1": [change.code, change.cli, change.tool, change.arg].join("/") },
    properties: { class: change.class },
  }));
}

function hazardResults({ hazards, failOn }: DiffReport): readonly Result[] {
  return hazards.map((hazard) => ({
    ruleId: hazard.code,
    level: failOn.includes("hazards") ? "error" : "warning",
    message: { text: hazard.help === undefined ? hazard.message : `${hazard.message}\nhelp: ${hazard.help}` },
    ...toLocations(hazard),
    partialFingerprints: { "hazard/v1": [hazard.code, hazard.message].join("/") },
    properties: { class: "hazard", ...(hazard.help !== undefined && { help: hazard.help }) },
  }));
}

function levelOf(one: ChangeClass): "warning" | "note" {
  return isSevere(one) ? "warning" : "note";
}

/** Returns the location. A line number of the old side does not apply to the current file, so it is omitted. */
function toLocations({ place }: Change | NewHazard): object {
  if (place === undefined) return {};
  const uri = fileOf(place).split("/").map(encodeURIComponent).join("/");
  const region = place.side === "new" ? { region: { startLine: place.line, startColumn: place.column } } : {};
  return { locations: [{ physicalLocation: { artifactLocation: { uri }, ...region } }] };
}
