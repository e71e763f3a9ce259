/** Converts a comparison to a SARIF document, for `diff --format sarif`. */
import type { HazardCode } from "../diagnostics/codes-hazards.ts";
import { hazardMeanings } from "../diagnostics/codes-hazards.ts";
import type { Change } from "../review/change.ts";
import type { NewHazard } from "../review/new-hazards.ts";
import type { DiffReport } from "../review/report.ts";
import { currentPlace, fileOf, nameSubject } from "../review/report.ts";
import type { ChangeClass } from "../review/rule.ts";
import type { ChangeCode } from "../review/rules.ts";
import { isSevere } from "../review/rule.ts";
import { CHANGE_CODES, changeRules } from "../review/rules.ts";
import { sarifDocument, sarifLocations, sarifMessage, type SarifResult, type SarifRule } from "./document.ts";

/** Returns a document of one run. The rules are the codes of changes and hazards that have results. */
export function toChangesSarif(report: DiffReport): object {
  const used = CHANGE_CODES.filter((code) => report.changes.some((change) => change.code === code));
  const hazardCodes = [...new Set(report.hazards.map(({ code }) => code))];
  const rules = [...used.map(toChangeRule), ...hazardCodes.map(toHazardRule)];
  return sarifDocument(rules, [...changeResults(report), ...hazardResults(report)]);
}

function toChangeRule(id: ChangeCode): SarifRule {
  return {
    id,
    shortDescription: { text: changeRules[id].means },
    defaultConfiguration: { level: levelOf(changeRules[id].class) },
    properties: { tags: [changeRules[id].class] },
  };
}

function toHazardRule(id: HazardCode): SarifRule {
  const shortDescription = { text: hazardMeanings[id] };
  return { id, shortDescription, defaultConfiguration: { level: "warning" }, properties: { tags: ["hazard"] } };
}

function changeResults({ changes, failOn }: DiffReport): readonly SarifResult[] {
  return changes.map((change) => ({
    ruleId: change.code,
    level: failOn.includes(change.class) ? "error" : levelOf(change.class),
    message: sarifMessage(`${nameSubject(change)}: ${change.message}`, undefined),
    ...toLocations(change),
    // Several changes can have the same code and subject, such as those of two limits.
    partialFingerprints: { "change/v2": JSON.stringify([change.code, change.cli, change.tool, change.arg, change.message]) },
    properties: { class: change.class },
  }));
}

function hazardResults({ hazards, failOn }: DiffReport): readonly SarifResult[] {
  return hazards.map((hazard) => ({
    ruleId: hazard.code,
    level: hazard.acknowledged === undefined && failOn.includes("hazards") ? "error" : "warning",
    message: sarifMessage(hazard.message, hazard.help),
    // Services hide a suppressed result, and show the reason.
    ...(hazard.acknowledged !== undefined && { suppressions: [{ kind: "inSource", justification: hazard.acknowledged }] }),
    ...toLocations(hazard),
    partialFingerprints: { "hazard/v1": [hazard.code, hazard.message].join("/") },
    properties: { class: "hazard", ...(hazard.help !== undefined && { help: hazard.help }) },
  }));
}

function levelOf(one: ChangeClass): "warning" | "note" {
  return isSevere(one) ? "warning" : "note";
}

/**
 * Returns the location. A line number of the old side does not apply to the current file: instead, the result is at the enclosing part of the
 * new side, or has no line if there is none.
 */
function toLocations(change: Change | NewHazard): object {
  const place = currentPlace(change);
  if (place === undefined) return {};
  const region = place.side === "new" ? { startLine: place.line, startColumn: place.column } : undefined;
  return { locations: sarifLocations(fileOf(place), region) };
}
