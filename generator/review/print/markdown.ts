/** Prints a comparison as a pull request comment: a summary line, a table of classes, and the changes of each class, folded. */
import { escapeUnprintable } from "../../text/wording.ts";
import type { Change } from "../change.ts";
import { describeEffects, FRONT_ENDS_MEANING, frontEndEffects } from "../front-ends.ts";
import type { DiffReport } from "../report.ts";
import { changesOf, CLASS_MEANINGS, HAZARDS_MEANING, nameSubject, summarizeReport } from "../report.ts";
import type { NewHazard } from "../new-hazards.ts";
import { adviceOf } from "../new-hazards.ts";
import type { ChangeClass } from "../rule.ts";
import { CHANGE_CLASSES } from "../rule.ts";

/** Maximum length of all rows, in code units. GitHub rejects comments of more than 65,536 characters. */
const MAX_LENGTH = 60_000;

/**
 * Maximum lengths of the cells of a row, in code units. Encoded, a row of the longest cells is at most 9,700 code units, so at least one row
 * fits in each of the six shares.
 */
const MAX_TEXT = { name: 200, message: 700, advice: 300 } as const;

/** Prints a report in Markdown, short enough for a comment on GitHub. Ends with a line feed. */
export function printMarkdown(report: DiffReport): string {
  const classes = CHANGE_CLASSES.filter((one) => changesOf(report, one).length > 0);
  const summary = `**climax-gen diff**: ${summarizeReport(report)}\n`;
  if (classes.length === 0 && report.hazards.length === 0) return summary;
  const rows = classes.map((one) => `| ${one} | ${changesOf(report, one).length} | ${CLASS_MEANINGS[one]} |\n`);
  if (report.hazards.length > 0) rows.push(`| hazards | ${report.hazards.length} | ${HAZARDS_MEANING} |\n`);
  const table = `| class | changes | meaning |\n| --- | --- | --- |\n${rows.join("")}`;
  const sections = [...classes.map((one) => listChanges(one, changesOf(report, one))), ...listHazards(report)];
  // Each class has its own share, so that many changes of one class do not displace those of another.
  const share = MAX_LENGTH / sections.length;
  return [summary, table, ...sections.map((section) => fold(section, share)), ...listFrontEnds(report)].join("\n");
}

/** The lines are those of the table of front ends, at most 4,000 code units, so they need no share. */
function listFrontEnds({ changes }: DiffReport): readonly string[] {
  const rows = frontEndEffects(changes).map((effect) => `- ${effect.kind} (${effect.changes}): ${describeEffects(effect)}\n`);
  return rows.length === 0 ? [] : [`Front ends: ${FRONT_ENDS_MEANING}.\n\n${rows.join("")}`];
}

interface Section {
  readonly title: string;
  readonly head: string;
  readonly rows: readonly string[];
}

function listHazards({ hazards }: DiffReport): readonly Section[] {
  const rows = hazards.map((hazard) => `| ${hazard.code} | ${printFault(hazard)} | ${printLocation(hazard)} |\n`);
  return hazards.length === 0 ? [] : [{ title: "hazards", head: "| code | hazard | location |\n| --- | --- | --- |\n", rows }];
}

function listChanges(title: ChangeClass, changes: readonly Change[]): Section {
  const rows = changes.map(
    (change) =>
      `| ${code(cut(nameSubject(change), "name"))} | ${change.code} | ${code(cut(change.message, "message"))} | ${printLocation(change)} |\n`,
  );
  return { title, head: "| subject | code | change | location |\n| --- | --- | --- | --- |\n", rows };
}

/** Prints as many rows as fit in the length, and the number of the others. */
function fold({ title, head, rows }: Section, length: number): string {
  const shown: string[] = [];
  let left = length;
  for (const row of rows) {
    left -= row.length;
    if (left < 0) break;
    shown.push(row);
  }
  const rest = rows.length > shown.length ? `\n${rows.length - shown.length} more not shown.\n` : "";
  return `<details><summary>${title} (${rows.length})</summary>\n\n${head}${shown.join("")}${rest}\n</details>\n`;
}

function printFault(hazard: NewHazard): string {
  const advice = adviceOf(hazard);
  const message = code(cut(hazard.message, "message"));
  return advice === undefined ? message : `${message}<br>${advice.label}: ${code(cut(advice.text, "advice"))}`;
}

function printLocation({ place }: Change | NewHazard): string {
  return place === undefined ? "" : code(`${cut(place.path, "name")}:${place.line}`);
}

function cut(text: string, kind: keyof typeof MAX_TEXT): string {
  return text.length > MAX_TEXT[kind] ? `${text.slice(0, MAX_TEXT[kind])}…` : text;
}

/**
 * Formats untrusted text as code, without mentions, links or references. Every character except letters, digits and spaces becomes a
 * character reference, which neither CommonMark nor HTML interprets as syntax.
 */
function code(text: string): string {
  const encoded = escapeUnprintable(text).replace(/[^\p{L}\p{N} ]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);
  return `<code>${encoded}</code>`;
}
