/** Finds the subcommands that the sections of a man page describe, each with its usage above or beside its text. */
import { indentOf, MARK_END, MARK_START, unmark } from "../lines/plain-lines.ts";
import { listsCommands, readHeading } from "../lines/sections.ts";
import type { UsageLine } from "../usage/usage-options.ts";
import { isNoCommand } from "./command-lists.ts";

/** A subcommand, and the lines that describe it. */
export interface SectionCommand {
  readonly name: string;
  /** The program, the name, and the values and options after it. */
  readonly usage: UsageLine;
  /** First sentence of its text, if there is one. */
  readonly summary?: string;
  /** The lines of its text, below and beside its usage. */
  readonly text: readonly string[];
  /** Number of the last line of its text. */
  readonly end: number;
}

/** A usage line in which a command follows the program and its options: `tool [options] COMMAND [ARGS ...]`, `tool [-q] [command [flags]]`. */
const TAKES_COMMAND = /^\S+ (?:\[(?: ?options| ?-)[^\]]*\] )*[[<{]?(?:sub)?(?:command|cmd)\b/i;

/** Minimum number of commands. Fewer can be something else. */
const MIN_COMMANDS = 3;

/** A name, and what follows it up to a text beside it. */
const ROW = /^([a-z][\w-]*)((?: \S+)*)(\s{2,}\S.*)?$/;

/** A word of a usage after the name: an option, a value in brackets, marks or capitals, alternatives, or dots. */
const USAGE_WORD = /^(?:[[\]<({|\u2039-]|[A-Z][A-Z0-9_-]*(?=$|[\].,|])|\S*\||\.\.\.)/;

/**
 * Returns the commands of a man page whose usage has a command after the program, each once. In a section of commands, a row has a name and
 * its usage. In other sections, the usage starts with an option in brackets, or the row has no usage, but the verb of another command
 * (`kill-server` next to `kill-session [-a]`) or another name. `command`: the words of the page's command.
 */
export function findSectionCommands(lines: readonly string[], usage: readonly UsageLine[], command: string): readonly SectionCommand[] {
  if (!usage.some(({ text }) => TAKES_COMMAND.test(unmark(text).slice(command.lastIndexOf(" ") + 1)))) return [];
  const shown = readRows(lines, command, isShownRow);
  if (shown.length < MIN_COMMANDS) return [];
  const verbs = new Set(shown.map(({ name }) => verbOf(name)));
  const isKnown = (name: string): boolean => name.includes("-") && verbs.has(verbOf(name));
  const bare = readRows(lines, command, (row) => row.rest === "" && (row.isAliased || isKnown(row.name)));
  const names = new Set(shown.map(({ name }) => name));
  return [...shown, ...bare.filter(({ name }) => !names.has(name))].toSorted((one, other) => one.usage.line - other.usage.line);
}

/** Returns the first part of a name of several: `kill` of `kill-server`. */
function verbOf(name: string): string {
  return name.split("-")[0] ?? "";
}

/** Reads the rows of commands, each command once. */
function readRows(lines: readonly string[], command: string, isRow: (row: Row) => boolean): readonly SectionCommand[] {
  const found = new Map<string, SectionCommand>();
  let section = "";
  let base = 0;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "") continue;
    if (/^\S/.test(line)) {
      section = readHeading(line) ?? "";
      base = indentOf(lines[at + 1] ?? "");
      continue;
    }
    const row = indentOf(line) === base && describesCommands(section) ? readRow(lines, at, listsCommands(section)) : undefined;
    if (row === undefined || found.has(row.name) || !isRow(row)) continue;
    const text = `${command} ${row.name} ${plainUsage(row.rest)}`.trim();
    const end = findEnd(lines, at, base);
    const own = [row.beside, ...lines.slice(at + row.lines, end)];
    const summary = findSentence(own);
    const usageLine = { text, line: at + 1 };
    found.set(row.name, { name: row.name, usage: usageLine, ...(summary !== undefined && { summary }), text: own, end });
  }
  return [...found.values()];
}

/** Reports whether a section can describe commands of the program: not those of a prompt, and not the program itself. */
function describesCommands(section: string): boolean {
  return !/^(?:synopsis|name|options|description|examples?|environment|files)\b|\binteractive\b/.test(section);
}

interface Row {
  readonly name: string;
  readonly rest: string;
  /** The text beside it. */
  readonly beside: string;
  /** Number of its lines. */
  readonly lines: number;
  /** True if the row is in a section of commands. */
  readonly isListed: boolean;
  /** True if its text starts with another name of the command: `(alias: mv)`. */
  readonly isAliased: boolean;
}

/** Reports whether a row has the usage of a command, which starts with an option in brackets outside of sections of commands. */
function isShownRow({ rest, isListed }: Row): boolean {
  return isListed || rest.startsWith("[-");
}

/** Reads a row of a command. Its text is beside it, or in the deeper lines directly below. */
function readRow(lines: readonly string[], at: number, isListed: boolean): Row | undefined {
  const count = countUsageLines(lines, at);
  const [, name = "", rest = "", beside] = ROW.exec(joinTrimmed(lines.slice(at, at + count))) ?? [];
  const words = rest.split(" ").filter((word) => word !== "");
  const isUsage = words.every((word, index) => USAGE_WORD.test(word) || isInBrackets(words.slice(0, index)));
  // Columns are a table, not a text.
  if (beside !== undefined && (/[^.:;!?] {2,}\S/.test(beside.trim()) || beside.trim().length === 1)) return undefined;
  const isDescribed = beside !== undefined || indentOf(lines[at + 1] ?? "") > indentOf(lines[at] ?? "");
  const isCommand = name !== "" && isUsage && isDescribed && !isNoCommand(name);
  const isAliased = /^\(alias(?:es)?:? /.test((beside ?? lines[at + count] ?? "").trim());
  return isCommand ? { name, rest: rest.trim(), beside: beside?.trim() ?? "", lines: count, isListed, isAliased } : undefined;
}

/** Other names of a command, in brackets after it. */
const ALIASES = /^\([a-z][\w-]*((?:\|[a-z][\w-]*)*)\) ?/;

/** Words that are one value: `‹something› ‹to› ‹type›`. Each is between marks. */
const PHRASE = new RegExp(`${MARK_START}\\w+${MARK_END} ${MARK_START}(?:to|of|the|an?)${MARK_END}(?: ${MARK_START}\\w+${MARK_END})+`, "g");

/** The start of another usage. */
const OTHER_USAGE = new RegExp(` ${MARK_START}?(?:OR|or)${MARK_END}? .*$`);

/** Leaves out other names of the command and other usages, and joins the words of one value. */
function plainUsage(rest: string): string {
  const hasMarks = rest.includes(MARK_START);
  return rest
    .replace(ALIASES, (all, more: string) => (more === "" || hasMarks ? "" : all))
    .replace(OTHER_USAGE, "")
    .replace(PHRASE, (words) => `${MARK_START}${unmark(words).replaceAll(" ", "_")}${MARK_END}`);
}

/** Returns the number of lines of a usage: it ends where no bracket is open, and none starts the next line. */
function countUsageLines(lines: readonly string[], at: number): number {
  let count = 1;
  const goesOn = (): boolean => countOpen(joinTrimmed(lines.slice(at, at + count))) > 0 || /^\s+\[/.test(lines[at + count] ?? "");
  while (count < MAX_USAGE_LINES && goesOn()) count += 1;
  return count;
}

function joinTrimmed(lines: readonly string[]): string {
  return lines.map((line) => line.trim()).join(" ");
}

/** Maximum number of lines of a usage. */
const MAX_USAGE_LINES = 6;

function countOpen(text: string): number {
  return text.split("[").length - text.split("]").length;
}

function isInBrackets(words: readonly string[]): boolean {
  return countOpen(words.join(" ")) > 0;
}

/** Returns the number of the last line below a row that is deeper than it, or blank. */
function findEnd(lines: readonly string[], at: number, base: number): number {
  const end = lines.findIndex((line, index) => index > at && line.trim() !== "" && indentOf(line) <= base);
  return end === -1 ? lines.length : end;
}

/** A paragraph that is a sentence: not another name, such as `(alias: ls)`, and not a title or an option. */
const SENTENCE = /^(?!See\b)[A-Z][\w'-]* (?:[\w-]+\.(?= |$)|\S+ .*?(?:[^.]\.(?= |$)|$))/;

/** Returns the first sentence of the paragraphs of a text. */
function findSentence(lines: readonly string[]): string | undefined {
  const paragraphs = unmark(lines.map((line) => line.trim()).join("\n")).split(/\n{2,}/);
  const texts = paragraphs.map((text) => text.replace(/\s+/g, " ").trim()).map((text) => text.replace(/^(?:\(alias:? [\w-]+\)|`+) /, ""));
  const sentences = texts.map((text) => SENTENCE.exec(text)?.[0]);
  // A sentence that ends with a colon starts a list.
  return sentences.find((sentence) => sentence !== undefined && !sentence.endsWith(":"));
}
