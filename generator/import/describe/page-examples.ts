/** Finds the command lines that a page shows as examples, with their captions. Pure. */
import type { CommandExample, Fact, Source } from "../description.ts";
import { indentOf, MARK_END, MARK_START } from "../read/lines/plain-lines.ts";
import { readHeading } from "../read/lines/sections.ts";

/** A command line of an example, with the words before it. */
interface CommandLine {
  readonly at: number;
  readonly text: string;
  /** Number of the note that explains the line: `(1)`. */
  readonly note?: string;
}

/** Returns the examples of a page. `words` has the program and the words of its command, with which a command line starts. */
export function findExamples(lines: readonly string[], words: readonly string[], where: Source): readonly Fact<CommandExample>[] {
  const start = lines.findIndex((line) => /^examples?\b/.test(readHeading(line) ?? ""));
  if (start === -1) return [];
  const indent = indentOf(lines[start] ?? "");
  const end = lines.findIndex(
    (line, index) => index > start && line.trim() !== "" && indentOf(line) <= indent && readHeading(line) !== undefined,
  );
  const section = lines.slice(start + 1, end === -1 ? undefined : end).map(clean);
  return section.flatMap((_line, at): readonly Fact<CommandExample>[] => {
    const command = readCommand(section, at, words.join(" "));
    if (command === undefined) return [];
    const caption = findCaption(section, command, words[0] ?? "");
    return [{ ...where, line: start + at + 2, value: { text: command.text, ...(caption !== undefined && { caption }) } }];
  });
}

function clean(line: string): string {
  return line.replaceAll(MARK_START, "").replaceAll(MARK_END, "").replaceAll("\u2019", "'").replaceAll("\u2018", "'");
}

const PROMPT = /^(?:[\w@~-]{0,20}[$%#>] +)?/;

function readCommand(section: readonly string[], at: number, start: string): CommandLine | undefined {
  const text = (section[at] ?? "").trim().replace(PROMPT, "");
  if (text !== start && !text.startsWith(`${start} `)) return undefined;
  const [, shown = text, note] = /^(.*?)\s+[(<](\d{1,2})[)>]$/.exec(text) ?? [];
  return { at, text: shown.trim(), ...(note !== undefined && { note }) };
}

/**
 * Returns the caption of a command line: its numbered note, the comment or sentence directly above it, or the more indented text directly
 * below. Returns undefined without one.
 */
function findCaption(section: readonly string[], { at, note }: CommandLine, program: string): string | undefined {
  if (note !== undefined) return readNote(section, at, note);
  return readBelow(section, at) ?? readAbove(section, at, program);
}

function readNote(section: readonly string[], at: number, note: string): string | undefined {
  const line = section.findIndex((text, index) => index > at && text.trim().startsWith(`${note}. `));
  return line === -1 ? undefined : toCaption(paragraphAt(section, line).replace(/^\d+\. /, ""));
}

function readBelow(section: readonly string[], at: number): string | undefined {
  const below = section[at + 1] ?? "";
  const marked = /^\s*#=> (.+)$/.exec(below)?.[1];
  if (marked !== undefined) return toCaption(marked);
  return indentOf(below) > indentOf(section[at] ?? "") && isSentence(below) ? toCaption(paragraphAt(section, at + 1)) : undefined;
}

function readAbove(section: readonly string[], at: number, program: string): string | undefined {
  const above = (section[at - 1] ?? "").trim() === "" ? at - 2 : at - 1;
  const line = section[above] ?? "";
  const first = line.trim();
  if (COMMENT.test(first)) {
    const start = section.findLastIndex((_text, index) => index <= above && !COMMENT.test(section[index - 1]?.trim() ?? ""));
    return toCaption(
      section
        .slice(Math.max(start, 0), above + 1)
        .map((text) => text.trim().replace(COMMENT, ""))
        .join(" "),
    );
  }
  if (!isSentence(line) || indentOf(line) > indentOf(section[at] ?? "") || first.replace(PROMPT, "").startsWith(`${program} `))
    return undefined;
  const start = section.findLastIndex((_text, index) => index <= above && (section[index - 1] ?? "").trim() === "");
  return toCaption(section.slice(Math.max(start, 0), above + 1).join(" "));
}

/** The sign of a comment. */
const COMMENT = /^(?:#|\/\/)+ (?=\S)/;

/** Reports whether a line is prose: a capital letter, and several words. */
function isSentence(line: string): boolean {
  return /^(?:[\u2022*\u00B7o-] +|\d+\. )?["'(]?[A-Z][\w'-]*,? \S/.test(line.trim());
}

function paragraphAt(section: readonly string[], at: number): string {
  const end = section.findIndex((line, index) => index > at && (line.trim() === "" || /^\s*\d+\. /.test(line)));
  return section.slice(at, end === -1 ? undefined : end).join(" ");
}

/** Maximum length of a caption. A longer text tells a story about several commands. */
const MAX_CAPTION = 240;

function toCaption(given: string): string | undefined {
  const text = given
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(?:[\u2022*\u00B7o-]|\d{1,2}\.) +/, "")
    .replace(/[:.]$/, "");
  // A command line above another one is no caption.
  return text.length < 4 || text.length > MAX_CAPTION || text.startsWith("$ ") ? undefined : text;
}
