/** A comparison in SARIF 2.1.0 (OASIS), as code scanning services read it. */
import type { Change } from "../change.ts";
import type { DiffReport } from "../report.ts";
import { fileOf, nameSubject } from "../report.ts";
import type { ChangeClass } from "../rules.ts";
import { CHANGE_CODES, changeRules } from "../rules.ts";

/** The log of one run. Rules that found nothing are not listed. */
export function toSarif({ changes, failOn }: DiffReport): object {
  const used = CHANGE_CODES.filter((code) => changes.some((change) => change.code === code));
  const rules = used.map((id) => ({
    id,
    shortDescription: { text: changeRules[id].means },
    defaultConfiguration: { level: levelOf(changeRules[id].class) },
    properties: { tags: [changeRules[id].class] },
  }));
  const results = changes.map((change) => ({
    ruleId: change.code,
    ruleIndex: used.indexOf(change.code),
    level: failOn.includes(change.class) ? "error" : levelOf(change.class),
    message: { text: `${nameSubject(change)}: ${change.message}` },
    ...toLocations(change),
    partialFingerprints: { "change/v1": [change.code, change.cli, change.tool, change.arg].join("/") },
    properties: { class: change.class },
  }));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "climax-gen", rules } }, columnKind: "utf16CodeUnits", results }],
  };
}

function levelOf(one: ChangeClass): "warning" | "note" {
  return one === "breaking" || one === "widening" ? "warning" : "note";
}

/** A line of the old side says nothing about the file as it is: then only the file is named. */
function toLocations({ place }: Change): object {
  if (place === undefined) return {};
  const uri = fileOf(place).split("/").map(encodeURIComponent).join("/");
  const region = place.side === "new" ? { region: { startLine: place.line, startColumn: place.column } } : {};
  return { locations: [{ physicalLocation: { artifactLocation: { uri }, ...region } }] };
}
