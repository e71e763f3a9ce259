/** Prints a comparison for a terminal: one line per change, grouped by class. */
import type { Colors } from "../../text/colors.ts";
import { escapeUnprintable } from "../../text/wording.ts";
import type { Change, ChangeLocation } from "../change.ts";
import { describeEffects, FRONT_ENDS_MEANING, frontEndEffects } from "../front-ends.ts";
import type { DiffReport } from "../report.ts";
import { changesOf, CLASS_MEANINGS, HAZARDS_MEANING, nameSubject, summarizeReport } from "../report.ts";
import type { NewHazard } from "../new-hazards.ts";
import { adviceOf } from "../new-hazards.ts";
import { CHANGE_CLASSES } from "../rule.ts";

/** Prints a report for a terminal. Ends with a line feed. */
export function printTerminal(report: DiffReport, colors: Colors): string {
  const blocks = CHANGE_CLASSES.flatMap((one) => {
    const changes = changesOf(report, one);
    if (changes.length === 0) return [];
    const heading = `${colors[COLORS[one]](one)}: ${CLASS_MEANINGS[one]}`;
    return [[heading, ...changes.map((change) => `  ${printChange(change, colors)}`)].join("\n")];
  });
  return `${[...blocks, ...printHazards(report, colors), ...printFrontEnds(report, colors), summarizeReport(report)].join("\n\n")}\n`;
}

function printHazards({ hazards }: DiffReport, colors: Colors): readonly string[] {
  if (hazards.length === 0) return [];
  const lines = hazards.map((hazard) => `  ${printHazard(hazard, colors)}`);
  return [[`${colors.yellow("hazards")}: ${HAZARDS_MEANING}`, ...lines].join("\n")];
}

function printFrontEnds({ changes }: DiffReport, colors: Colors): readonly string[] {
  const lines = frontEndEffects(changes).map((effect) => `  ${colors.bold(effect.kind)} (${effect.changes}): ${describeEffects(effect)}`);
  return lines.length === 0 ? [] : [[`${colors.cyan("front ends")}: ${FRONT_ENDS_MEANING}`, ...lines].join("\n")];
}

function printHazard(hazard: NewHazard, colors: Colors): string {
  const fault = `${printLocation(hazard.place, colors)}${colors.bold(hazard.code)}: ${hazard.message}`;
  const advice = adviceOf(hazard);
  return advice === undefined ? fault : `${fault}\n    ${colors.cyan(advice.label)}: ${advice.text}`;
}

function printChange(change: Change, colors: Colors): string {
  return `${printLocation(change.place, colors)}${colors.bold(change.code)} ${nameSubject(change)}: ${change.message}`;
}

function printLocation(place: ChangeLocation | undefined, colors: Colors): string {
  return place === undefined ? "" : `${colors.dim(`${escapeUnprintable(place.path)}:${place.line}:${place.column}:`)} `;
}

/** The color of each class. */
const COLORS = { breaking: "red", widening: "yellow", narrowing: "cyan", compatible: "cyan", metadata: "dim" } as const;
