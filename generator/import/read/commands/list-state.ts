/** Finds the lists of commands of a page, and classifies their lines. */
import { HEADING_LAYOUTS } from "../layouts/command-layouts.ts";
import { listsCommands, readHeading } from "../lines/sections.ts";
import { indentOf, takeLines } from "../lines/plain-lines.ts";
import { isCommandName } from "./command-rows.ts";

/** A position in a list of commands. */
export interface ListState {
  /** Column of the names. Undefined before the first. */
  readonly base: number | undefined;
  /** True if the list has a command. */
  readonly hasRows: boolean;
  /** True if the following headings name groups of commands. */
  readonly hasGroups: boolean;
}

/** The meaning of a line for a list of commands. `skipped`: a title or a placeholder in the list. */
export type ListLine =
  | { readonly kind: "outside" | "blank" | "skipped"; readonly state: ListState | undefined }
  | { readonly kind: "row" | "continuation"; readonly state: ListState; readonly line: string };

/** Classifies a line. `state` is that of the line above, and undefined outside of lists. */
export function classifyLine(lines: readonly string[], at: number, state: ListState | undefined): ListLine {
  const given = lines[at] ?? "";
  if (given.trim() === "") return { kind: "blank", state };
  const inline = INLINE_HEADING.exec(given)?.[0];
  const line = inline === undefined ? given : given.slice(inline.length).padStart(given.length);
  const current = state ?? (inline !== undefined || startsRows(lines, at) ? START : undefined);
  if (current !== undefined && isNameOfApplication(lines, at)) return { kind: "skipped", state: { ...current, base: undefined } };
  const heading = classifyHeading(lines, at, current?.base);
  if (heading !== "none") return { kind: "skipped", state: afterHeading(lines, at, { heading, state: current }) };
  if (current === undefined) return { kind: "outside", state: undefined };
  if (isTitle(lines, at)) return { kind: "skipped", state: { ...current, base: undefined } };
  if (current.base === undefined && namesRows(lines, at)) return { kind: "skipped", state: current };
  const indent = indentOf(line);
  if (indent > (current.base ?? indent)) return { kind: "continuation", state: current, line };
  return { kind: "row", state: { ...current, base: current.base ?? indent }, line };
}

const START: ListState = { base: undefined, hasRows: false, hasGroups: false };

interface FoundHeading {
  readonly heading: "list" | "other";
  readonly state: ListState | undefined;
}

/** Returns the state below a heading: that of a new list, of a group of the list above, or undefined. */
function afterHeading(lines: readonly string[], at: number, { heading, state }: FoundHeading): ListState | undefined {
  if (heading === "list") return { ...START, hasRows: state?.hasRows ?? false, hasGroups: startsGroups(lines, at) };
  // A list of `help` alone introduces the groups below it.
  const isIntroduction = state?.base !== undefined && !state.hasRows;
  const isNextGroup = (state?.hasGroups === true || isIntroduction || continuesRows(lines, at)) && isGroup(lines[at] ?? "");
  return isNextGroup ? { ...START, hasRows: state?.hasRows ?? false, hasGroups: true } : undefined;
}

/** Reports whether the rows above and below a heading start with the same word, such as the name of the program: `tool add   Add files`. */
function continuesRows(lines: readonly string[], at: number): boolean {
  const firstWord = (line = ""): string | undefined => /^\s+([a-z][\w-]*) [a-z][\w-]*(?: [[<].*)?\s{2,}\S/.exec(line)?.[1];
  const above = firstWord(lines.slice(0, at).findLast((line) => line !== ""));
  return above !== undefined && above === firstWord(lines.slice(at + 1).find((line) => line !== ""));
}

/** A heading in the line of the first command: `Command: add   Add files`. */
const INLINE_HEADING = /^\s*Commands?:\s+(?=[a-z][\w-]*\s{2,}\S)/;

/** A name, a gap, and its text. */
const ROW = /^\s+[a-z][\w-]*\s{2,}\S/;

/**
 * Reports whether a row without a heading describes a command that the usage shows before its options or values: `add  Add files` below
 * `Usage: tool add [--all] FILE`.
 */
function followsUsages(lines: readonly string[], at: number): boolean {
  const name = /^ {1,4}([a-z][\w-]*) {2,}[A-Z]/.exec(lines[at] ?? "")?.[1];
  const start = name === undefined ? -1 : lines.findIndex((line) => /^usage: \S/i.test(line));
  if (name === undefined || start === -1 || start > at || (lines[at - 1] ?? "").trim() !== "") return false;
  return takeLines(lines, start).some((line) => {
    const plain = /^(?:usage:)? *[a-z][\w.-]*((?: [a-z][\w-]*)+) [[<(A-Z]/i.exec(line)?.[1];
    return plain?.split(" ").includes(name) === true;
  });
}

/** Reports whether a list of commands starts below a usage without a heading: `add  -- Add files`. */
function startsRows(lines: readonly string[], at: number): boolean {
  if (followsUsages(lines, at)) return true;
  return /^\s*usage:.*<command>/i.test(lines[at - 1] ?? "") && /^\s+[a-z][\w-]*\s+-- \S/.test(lines[at] ?? "");
}

/**
 * Reports whether a line only introduces the commands below it: the placeholder of argparse (`command   Use one of these:`), or a remark
 * in brackets (`(required)` of tyro).
 */
function namesRows(lines: readonly string[], at: number): boolean {
  const [line = "", next = ""] = [lines[at], lines[at + 1]];
  if (/^\s+\((?:required|optional|choose one)\)$/.test(line)) return true;
  return /^\s+(?:sub-?)?command(?: {2,}\S|$)/i.test(line) && indentOf(next) > indentOf(line) && ROW.test(next);
}

/** Classifies a heading. `base`: column of the current list. */
function classifyHeading(lines: readonly string[], at: number, base: number | undefined): "list" | "other" | "none" {
  const line = lines[at] ?? "";
  if (HEADING_LAYOUTS.some(({ pattern }) => pattern.test(line))) return "list";
  const indent = indentOf(line);
  if (base !== undefined && indent >= base && !/^(?:options|flags|arguments|examples|available (?:sub)?commands):$/i.test(line.trim()))
    return "none";
  const heading = readHeading(line) ?? readProseHeading(line);
  if (heading !== undefined) return listsCommands(heading) ? "list" : "other";
  // A heading in prose continues the list, such as git's "grow, mark and tweak your common history".
  if (base === undefined || indent > 0) return "none";
  return lines[at - 1] === "" && ROW.test(lines[at + 1] ?? "") ? "list" : "other";
}

/** Titles without a colon: ` Manage files`, ` -- Manage files`, `[ Files ]`. */
const TITLE = /^\s*(?:[A-Z][a-z]+ \S+(?: \S+)*|-{2,} [A-Z].*|\[ ?[A-Z][^[\]]*\])$/;

/** Reports whether a line is the title of the commands below it, or the first word of all of them: ` cache` above `  cache:clear`. */
function isTitle(lines: readonly string[], at: number): boolean {
  const [line = "", next = ""] = [lines[at], lines[at + 1]];
  if (indentOf(next) <= indentOf(line)) return false;
  const word = line.trim();
  const isFirstWord = /^[a-z][\w-]*$/.test(word) && [":", " "].some((sign) => next.trimStart().startsWith(`${word}${sign}`));
  return isFirstWord || (ROW.test(next) && TITLE.test(line));
}

/** Reports whether a line names the part of a program that the commands below it belong to: `[auth]`, and names alone below it. */
function isNameOfApplication(lines: readonly string[], at: number): boolean {
  const [line = "", next = ""] = [lines[at], lines[at + 1]];
  return /^\s*\[[\w.-]+\]$/.test(line) && indentOf(next) > indentOf(line) && isCommandName(next.trim());
}

/** Reports whether the heading of a list, such as "list of commands:", directly precedes the heading of a group. */
function startsGroups(lines: readonly string[], at: number): boolean {
  const next = lines.slice(at + 1).find((line) => line !== "") ?? "";
  return /\bcommands(?: \([^()]*\))?:$/i.test(lines[at] ?? "") && readHeading(next) !== undefined && isGroup(next);
}

/** Reports whether the heading below a list of commands can name a group of them. */
function isGroup(heading: string): boolean {
  return !/\b(?:options?|flags?|arguments?|topics|concepts|details|usage|examples?|see also)\b/i.test(heading);
}

/** Returns the text of a heading without a colon: `Other commands`. Undefined for other lines. */
function readProseHeading(line: string): string | undefined {
  return /^[A-Z][\w -]* [Cc]ommands?$/.exec(line)?.[0].toLowerCase();
}
