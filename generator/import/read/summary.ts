/** Finds the sentence that describes a command. */
import { anyOf } from "../../text/alternatives.ts";
import { OWN_RULES } from "./layouts/own-rules.ts";
import type { Fact, Source } from "../description.ts";
import { indentOf, takeLines, toText } from "./lines/plain-lines.ts";
import { listsCommands, readHeading } from "./lines/sections.ts";

const MAX_SUMMARY = 300;

/** A label before the summary: `About:   Combine files`. */
const LABEL = /^ *(?:about|summary|description|purpose): +(?=\S+ \S)/i;

/**
 * Returns the summary of a page: the NAME section of a man page, otherwise its first paragraph that is neither usage nor heading. `command`
 * has the program and the words of its command, which can be a line with a version or values.
 */
export function findSummary(lines: readonly string[], where: Source, command: string): Fact<string> | undefined {
  const name = lines.findIndex((line) => /^NAME:?$/.test(line.trim()));
  if (name !== -1) {
    const next = lines.findIndex((line, index) => index > name && line.trim() !== "");
    // Names of several programs can precede the summary: `pack - pack, unpack - compress files`.
    // The names can be in several lines.
    const own = lines.slice(next).find((line) => / (?:-{1,2}|\u2013|\u2014) /.test(line));
    const text = joinParagraph(
      takeLines(lines, next, (line) => line !== own && startsName(line)),
      0,
      NO_LEAD,
    )
      .replace(/^.*? (?:-{1,2}|\u2013|\u2014) ?/, "")
      .replace(/^[\w.+-]+(?:, [\w.+-]+)+ - (?=\S)/, "");
    return text === "" || OWN_RULES.help2manName.pattern.test(text) ? undefined : { ...where, line: next + 1, value: text };
  }
  const beside = findBesideUsage(lines, command) ?? findBelowList(lines) ?? findBelowHeading(lines);
  if (beside !== undefined) return { ...where, ...beside };
  let isUsage = false;
  let hasUsage = false;
  let isList = false;
  for (let at = 0; at < Math.min(lines.length, 60); at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "") {
      isUsage = false;
      continue;
    }
    if (/^\s*(?:usage|synopsis|syntax(?=:)|or)\b ?:?/i.test(line)) {
      isUsage = true;
      hasUsage = true;
      continue;
    }
    const heading = readHeading(line);
    if (heading !== undefined) isUsage = false;
    if (heading !== undefined || indentOf(line) === 0) isList = listsCommands(heading ?? "");
    // A row of a list of commands.
    if (isList || (line.trim().startsWith(`${command} `) && / {2,}\S/.test(line.trim()))) continue;
    if (isCommandLine(line.trim(), command) || isUsageRest(line.trim(), command)) continue;
    if (LABEL.test(line)) return { ...where, line: at + 1, value: joinParagraph(lines, at).replace(LABEL, "") };
    if (/^\s*-{1,2}[A-Za-z]/.test(line) && !isUsage) return undefined;
    const isAfterUsage = isUsage && /^[A-Z][a-z]+ .*[a-z.]$/.test(line);
    if ((isUsage && !isAfterUsage) || !(isProse(line) || isShortSummary(lines, at, hasUsage)) || isHeadingOf(line, lines[at + 1])) continue;
    const value = joinParagraph(lines, at)
      .replace(` (${command.slice(command.indexOf(" ") + 1)})`, "")
      .replace(`${command}: `, "")
      .replace(`${command} - `, "");
    const sentence = hasUsage || !isTitle(lines, at) ? undefined : findSentence(lines, at);
    if (sentence !== undefined) return { ...where, line: sentence + 1, value: joinParagraph(lines, sentence) };
    if (!/\bcopyright (?:\(c\)|\u00A9|\d{4})|^copyright\b|\(c\) ?\d{4}|\bfree software\b/i.test(value))
      return { ...where, line: at + 1, value };
  }
  return undefined;
}

type FoundSummary = Pick<Fact<string>, "line" | "value"> | undefined;

/** Returns the summary after the values of a usage line, as GOption prints it: `tool [OPTION\u2026] FILE - combine files`. */
function findBesideUsage(lines: readonly string[], command: string): FoundSummary {
  const at = lines.findIndex((line) => /^usage:$/i.test(line.trim())) + 1;
  const line = (lines[at] ?? "").trim();
  const text = at > 0 && line.startsWith(`${command} [OPTION`) ? OWN_RULES.goptionUsage.pattern.exec(line)?.[1] : undefined;
  return text === undefined ? undefined : { value: `${text.charAt(0).toUpperCase()}${text.slice(1)}`, line: at + 1 };
}

/** Returns the last paragraph of a page whose options follow the word "Where", as TCLAP prints them. */
function findBelowList(lines: readonly string[]): FoundSummary {
  const start = lines.findIndex((line) => OWN_RULES.tclapList.pattern.test(line));
  const end = lines.findLastIndex((line) => line.trim() !== "");
  const first = lines.findLastIndex((line, at) => at < end && line.trim() === "") + 1;
  const isText = start > 0 && first > start && isProse(lines[first] ?? "");
  return isText ? { value: joinParagraph(lines, first), line: first + 1 } : undefined;
}

/** Returns the paragraph below a heading of its own, which can follow the options: `Summary:`, of RubyGems. Not a table. */
function findBelowHeading(lines: readonly string[]): FoundSummary {
  const at = lines.findIndex((line) => /^ {0,4}summary:$/i.test(line)) + 1;
  const text = lines[at] ?? "";
  // Words in columns are a table.
  const isText = at > 0 && indentOf(text) > indentOf(lines[at - 1] ?? "") && !/\S {2,}\S/.test(text);
  return isText ? { value: joinParagraph(lines, at), line: at + 1 } : undefined;
}

/** Reports whether a line is a paragraph of two words after the usage, or the first paragraph of a page, directly before its usage. */
function isShortSummary(lines: readonly string[], at: number, hasUsage: boolean): boolean {
  const [above, below] = [lines.slice(0, at), lines.slice(at + 1)];
  if (!SHORT_SUMMARY.test(lines[at] ?? "") || (below[0] ?? "").trim() !== "") return false;
  if (hasUsage) return above.at(-1)?.trim() === "";
  return above.every((line) => line.trim() === "") && /^usage:/i.test(below.find((line) => line.trim() !== "") ?? "");
}

/** A name of a program instead of what it does: `My file tool`, `The Great Converter`, `Tool, version 1.2`. */
const TITLE = new RegExp(
  [
    String.raw`^(?=\S+(?: \S+){0,5}$)`,
    String.raw`(?:.*\b(?:[Tt]ool|[Uu]tility|[Pp]rogram|CLI|cli|[Cc]lient|[Mm]anager|[Aa]pp|[Aa]pplication|[Ii]nterface)`,
    String.raw`|[A-Z]\w*(?: [A-Z]\w*)+|.* v?\d[\d.]*)$`,
  ].join(""),
);

/** Reports whether a line alone between blank lines, or before the usage, only names the program. */
function isTitle(lines: readonly string[], at: number): boolean {
  const [above = "", line = "", below = ""] = [lines[at - 1], lines[at], lines[at + 1]];
  return above.trim() === "" && (below.trim() === "" || /^usage:/i.test(below)) && TITLE.test(line);
}

/** Returns the index of the first sentence after the usage, if it is above the lists of the page. */
function findSentence(lines: readonly string[], start: number): number | undefined {
  const usage = lines.findIndex((line, at) => at > start && /^usage:/i.test(line));
  const end = lines.findIndex((line, at) => at > usage && (readHeading(line) !== undefined || /^\s*-{1,2}\w/.test(line)));
  if (usage === -1) return undefined;
  const at = lines.findIndex(
    (line, index) =>
      index > usage && index < end && /^[A-Z][a-z]+ /.test(line) && isProse(line) && joinParagraph(lines, index).endsWith("."),
  );
  return at === -1 || NOTICE.test(lines[at] ?? "") ? undefined : at;
}

/** Sentences that refer to something else. */
const NOTICE = /^(?:see|run|use|try|type|note|for|please|this is|report|visit)\b/i;

/** Reports whether a line is the command, with its version or its values: `tool add 1.2.3`, `$ tool add <file>`. */
function isCommandLine(line: string, command: string): boolean {
  const text = line.replace(/^[$\u25B8] /, "");
  return text.startsWith(command) && /^(?: v?\d[\w.]*| [[<(].*)?$/.test(text.slice(command.length));
}

/** Reports whether a line describes another program: `unpack - restore files`. */
function startsName(line: string): boolean {
  return line.includes(" - ") && /^\s+[\w.+, -]*\w - \S/.test(line);
}

/**
 * Reports whether a line without a sentence is a usage: of the command, in a grammar (`tool entry { show | drop } [ at PLACE ]`), or of a
 * subcommand without the words before it (`load <file> [ <file>... ]`, `all | net [ on | off ]`).
 */
function isUsageRest(line: string, command: string): boolean {
  const [program = ""] = command.split(" ");
  const plain = line.replace(/<[^<>]*>|\[[^[\]]*\]|\{[^{}]*\}/g, " ");
  if (plain === line || /(?<!\.\.)[.:]$/.test(line) || !/^[a-z]/.test(line)) return false;
  const words = plain.match(/[A-Za-z][\w-]*/g) ?? [];
  const isAlone = words.length === 1 && !/^[a-z-]+ (?:<[^<>]*> )*[a-z]/.test(line);
  return isAlone || /^[a-z][\w-]*(?: \| [a-z][\w-]*)+ *$/.test(plain) || (line.startsWith(`${program} `) && /[[{] /.test(line));
}

/** Reports whether a line is the heading of a list: the next one is deeper and starts with a name and a gap. */
function isHeadingOf(line: string, next = ""): boolean {
  const indent = indentOf(line);
  return indentOf(next) > indent && /^\s+\S+\s{2,}\S/.test(next);
}

/** Texts that are not a summary, by example. */
const NO_SUMMARY: readonly (readonly [example: string, pattern: RegExp])[] = [
  ["aliases: up, co", /^aliases: /i],
  ["tool file ls, tool file list, tool ls", /^([a-z][\w.-]*) [a-z][a-z -]*(?:, \1 [a-z][a-z -]*)+$/],
  ["tool add [-f] <file>", /^[a-z][\w.-]*(?: [a-z][\w-]*)+ [[<].*[\]>]$/i],
  ["Web site: https://tool.example", /^[A-Za-z ]{3,16}: <?https?:/],
  ["NAME := word", /^[A-Z_]+ := /i],
  ["2. tool add DIR", /^\d+\. /],
  ["tool print: missing file", /^[\w -]{1,40}: (?:unknown|unrecognized|invalid|illegal|missing|no such)\b/i],
  ["add: usage: tool add FILE", /^\S+(?: \([^)]*\))?: usage: /i],
  ["Run 'tool help add' for details.", /^(?:run|see|use|try|type|enter)\b.{0,60}\bfor (?:further |more )?(?:details|information|help)\b/i],
  [
    "Use tool -h for usage.",
    /^(?:run|see|use|try|type|enter)\b.{0,60}\bfor (?:further |more |the |a )?(?:complete |full )?(?:usage|list|a list)\b/i,
  ],
  ["Run tool -h to see more", /^(?:run|see|use|try|type)\b.{0,60}\bto (?:see|get|show) (?:more|further)\b/i],
  ["Illegal option --", /^(?:illegal|invalid|unknown) option\b/i],
  ["tool (tool v1.2.3)", /^([\w.-]+)(?: [\w-]+)* \(\1\b.* v?\d+\.\d+\S*\)$/],
];

/** A usage without a heading: `tool add [OPTION]... (FILE | --all) DEST...`. */
const USAGE = new RegExp(
  [String.raw`^[a-z][\w.-]*(?: [a-z][\w-]*)+`, String.raw`(?: \[[^\]]*\](?:\.{3})?| \(.*\)(?:\.{3})?| [A-Z][A-Z_-]+(?:\.{3})?)+$`].join(""),
);

/** A paragraph of two words, but not a heading: `List containers`, `Deploy it.` */
const SHORT_SUMMARY = new RegExp(
  String.raw`^[A-Z][a-z]+ (?!${anyOf(
    "options? arguments? args parameters? flags? switches commands? subcommands? examples? notes? settings? topics? usage information help variables?",
  )}\b)[a-z][\w-]*\.?$`,
);

function isProse(line: string): boolean {
  const text = line.trim();
  if (
    readHeading(line) !== undefined ||
    /^[-+[<({$#|/]/.test(text) ||
    /^(?:(?:copyright|license|written by|http|version|error|warning|for more info)\b|examples?:)/i.test(text) ||
    // A row of a list: `  add  Add files`.
    /^ +[\w-]+ {2,}\S/.test(line) ||
    // A picture made of characters.
    /[_|\\/]{3}/.test(text) ||
    NO_SUMMARY.some(([, pattern]) => pattern.test(text)) ||
    USAGE.test(text)
  )
    return false;
  const words = text.split(/\s+/);
  return (
    words.length >= 3 && !/^\S+ v?\d+\.\d+|^(?:[\w-]+ ){1,3}version v?\d[\w.]*$/.test(text) && !/\s{3,}/.test(text) && !/^\S+ \[/.test(text)
  );
}

/** A usage, an option, a heading of one word, or a version: `flags:`, `tool 1.2.3`. */
const ENDS_PARAGRAPH = /^\s*(?:usage|-{1,2}\w)|^[a-z]+:$|^[a-z][\w-]* v?\d+\.\d+\S*$/i;

/** The name of a program before its summary: `tool - combine files`. */
const LEAD = /^[\w.-]{1,24} (?:--?|\u2013|\u2014) (?=\S+ \S)/;
/** Removes nothing: the line of a section NAME can have several dashes. */
const NO_LEAD = /^(?!)/;

function joinParagraph(lines: readonly string[], at: number, lead = LEAD): string {
  const text = toText(takeLines(lines, at, (line) => line.trim() === "" || ENDS_PARAGRAPH.test(line)))
    .replace(/^OVERVIEW: |^> /, "")
    .replace(/ Example: .*/, "")
    .replace(/(?: -)? <?https?:\/\/\S+$/, "")
    .replace(lead, "")
    .replace(/ \[version [^\]]*\]$/, "")
    .replace(/ \([\w.-]+(?: [\w-]+)* v\d[\w.-]*\)$/, "")
    .trim();
  if (text.length <= MAX_SUMMARY) return text;
  const stop = text.lastIndexOf(". ", MAX_SUMMARY);
  return stop > 40 ? text.slice(0, stop + 1) : `${text.slice(0, text.lastIndexOf(" ", MAX_SUMMARY))} \u2026`;
}
