/** Prints a comparison as a pull request comment: a summary line, a table of classes, and the changes of each class, folded. */
import { escapeUnprintable } from "../../text/wording.ts";
import type { Change } from "../change.ts";
import type { DiffReport } from "../report.ts";
import { changesOf, CLASS_MEANINGS, HAZARDS_MEANING, nameSubject, summarizeReport } from "../report.ts";
import type { NewHazard } from "../new-hazards.ts";
import { adviceOf } from "../new-hazards.ts";
import type { ChangeClass } from "../rules.ts";
import { CHANGE_CLASSES } from "../rules.ts";

/** Maximum number of changes shown per class. GitHub limits the length of a comment. */
const MAX_SHOWN = 100;

/** Prints a report in Markdown. Ends with a line feed. */
export function printMarkdown(report: DiffReport): string {
  const classes = CHANGE_CLASSES.filter((one) => changesOf(report, one).length > 0);
  const summary = `**climax-gen diff**: ${summarizeReport(report)}\n`;
  if (classes.length === 0 && report.hazards.length === 0) return summary;
  const rows = classes.map((one) => `| ${one} | ${changesOf(report, one).length} | ${CLASS_MEANINGS[one]} |\n`);
  if (report.hazards.length > 0) rows.push(`| hazards | ${report.hazards.length} | ${HAZARDS_MEANING} |\n`);
  const table = `| class | changes | meaning |\n| --- | --- | --- |\n${rows.join("")}`;
  return [summary, table, ...classes.map((one) => printClass(one, changesOf(report, one))), ...printHazards(report)].join("\n");
}

function printHazards({ hazards }: DiffReport): readonly string[] {
  const rows = hazards.map((hazard) => `| ${hazard.code} | ${printFault(hazard)} | ${printLocation(hazard)} |\n`);
  return hazards.length === 0 ? [] : [fold("hazards", "| code | hazard | location |\n| --- | --- | --- |\n", rows)];
}

function printClass(one: ChangeClass, changes: readonly Change[]): string {
  const rows = changes.map(
    (change) => `| ${code(nameSubject(change))} | ${change.code} | ${code(change.message)} | ${printLocation(change)} |\n`,
  );
  return fold(one, "| subject | code | change | location |\n| --- | --- | --- | --- |\n", rows);
}

function fold(title: string, head: string, rows: readonly string[]): string {
  const rest = rows.length > MAX_SHOWN ? `\n${rows.length - MAX_SHOWN} more not shown.\n` : "";
  return `<details><summary>${title} (${rows.length})</summary>\n\n${head}${rows.slice(0, MAX_SHOWN).join("")}${rest}\n</details>\n`;
}

function printFault(hazard: NewHazard): string {
  const advice = adviceOf(hazard);
  return advice === undefined ? code(hazard.message) : `${code(hazard.message)}<br>${advice.label}: ${code(advice.text)}`;
}

function printLocation({ place }: Change | NewHazard): string {
  return place === undefined ? "" : code(`${place.path}:${place.line}`);
}

/**
 * Formats untrusted text as code, without mentions, links or references. Every character except letters, digits and spaces becomes a
 * character reference, which neither CommonMark nor HTML interprets as syntax.
 */
function code(text: string): string {
  const encoded = escapeUnprintable(text).replace(/[^\p{L}\p{N} ]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);
  return `<code>${encoded}</code>`;
}
