/** Finds the subcommands that a page lists. */
import { once } from "@climax-gen/runtime/internal/text/once";
import { OWN_RULES } from "../layouts/own-rules.ts";
import type { Fact, Source, UnreadText } from "../../description.ts";
import { isRemarks, listsCommands, readHeading } from "../lines/sections.ts";
import { indentOf, takeLines } from "../lines/plain-lines.ts";
import { type IsNested, isVerbName, type ListedCommand, readCommandRow, toCommand } from "./command-rows.ts";
import { classifyLine, type ListState } from "./list-state.ts";

/** The commands of a page, and the rows of its lists that could not be read. */
export interface FoundCommands {
  readonly commands: readonly ListedCommand[];
  readonly unread: readonly Fact<UnreadText>[];
}

/** Words that are not subcommands although they are in a list of them. */
const IGNORED = new Set(["help", "completion", "usage", "and", "or", "the", "see"]);

/** Summaries of commands that only print the list itself. */
const PRINTS_LIST = /^lists? (?:all )?(?:the )?commands\.?$/i;

/**
 * Returns the subcommands of a page in order, each once. `where` is the source of the page's first line. `prefix` has the words of the
 * page's command, which can precede each name.
 */
export function findCommands(lines: readonly string[], where: Source, prefix = ""): FoundCommands {
  const listed = findListedCommands(lines, where, prefix);
  const written = findWrittenCommands(lines, where, prefix);
  return written.length < listed.commands.length ? listed : { commands: written, unread: [] };
}

function findListedCommands(lines: readonly string[], where: Source, prefix: string): FoundCommands {
  const found = new Map<string, ListedCommand>();
  const unread: Fact<UnreadText>[] = [];
  const isNested = findNested(lines, prefix);
  let state: ListState | undefined;
  for (const at of lines.keys()) {
    const step = classifyLine(lines, at, state);
    state = step.state;
    if (step.kind === "continuation") continueSummary(found, lines, at, step.line);
    if (step.kind !== "row") continue;
    const source: Source = { ...where, line: at + 1 };
    const text = withoutPrefix(step.line.trim(), prefix);
    const commands = readCells(lines, at, source) ?? readCommandRow(text, source, isNested);
    const isInColumn = indentOf(step.line) === step.state.base;
    if (commands.length === 0 && isInColumn && isLost(text)) unread.push({ ...source, value: { kind: "command", text } });
    const isListed = (isInColumn || commands.length > 0) && state !== undefined;
    for (const command of commands) if (!isIgnored(command) && !found.has(command.name)) found.set(command.name, command);
    state = isListed ? { ...step.state, base: indentOf(step.line), hasRows: found.size > 0 } : undefined;
  }
  for (const command of findBraceCommands(lines, where)) if (!found.has(command.name)) found.set(command.name, command);
  return { commands: [...found.values()], unread };
}

/** Reports whether a row that cannot be read looks like a command, and not like a sentence. */
function isLost(text: string): boolean {
  return /^[a-z][\w:-]+ (?!or\b|and\b)\S/.test(text) && !/[.:;]$/.test(text) && text.split(" ").length < 8;
}

/** Reports whether a word is no subcommand although it is in a list of them. */
export function isNoCommand(name: string): boolean {
  return IGNORED.has(name);
}

function isIgnored({ name, summary, values }: ListedCommand): boolean {
  // Without a text, it only prints a number.
  if (name === "version" && summary === undefined && values === undefined) return true;
  return IGNORED.has(name.toLowerCase()) || name === "COMMAND" || PRINTS_LIST.test(summary?.value ?? "");
}

/** Returns a function that reports whether a plain word after a name in a list is a part of it: several rows start with the name. */
function findNested(lines: readonly string[], prefix: string): IsNested {
  const seconds = once(() => {
    const found = new Map<string, Set<string>>();
    for (const line of lines) {
      if (!line.startsWith(" ")) continue;
      const [first = "", second = "", third] = withoutPrefix(line.trim(), prefix).split(" ");
      const isPair = [first, second].every((word) => /^[a-z][a-z0-9-]*$/.test(word));
      if (isPair && (third === undefined || /^(?:$|[[<({-])/.test(third))) found.set(first, (found.get(first) ?? new Set()).add(second));
    }
    return found;
  });
  return (first, second) => isVerbName(second) || (seconds().get(first)?.size ?? 0) > 1;
}

/**
 * Adds a line to the summary of the last command if it is in the column of that summary. Without a summary, the line directly below the
 * command starts it.
 */
function continueSummary(found: Map<string, ListedCommand>, lines: readonly string[], at: number, line: string): void {
  const last = [...found.values()].at(-1);
  if (last === undefined) return;
  const { summary } = last;
  if (summary === undefined) {
    const isFirst = last.values !== undefined && last.source.line === at;
    if (isFirst) found.set(last.name, { ...last, summary: { ...last.source, line: at + 1, value: line.trim() } });
    return;
  }
  const [column, above = ""] = [indentOf(line), lines[at - 1]];
  const [before, text] = [above.slice(0, column), above.slice(column).replace(/\s+/g, " ")];
  const isBelow = (/\s{2,}$/.test(before) && summary.value.endsWith(text)) || (/\S\s$/.test(before) && summary.value === text);
  if (above === "" || !isBelow) return;
  found.set(last.name, { ...last, summary: { ...summary, value: `${summary.value} ${line.trim()}`.replace(/\s+/g, " ") } });
}

/** Removes the words of a command from the start of a line: `add:` for `tool add:`. The dashes of a program can be spaces. */
function withoutPrefix(text: string, prefix: string): string {
  if (text === prefix) return "";
  const gap = prefix.indexOf(" ");
  // oclif writes the words of the command without the program.
  const own = prefix.slice(gap + 1);
  const isOwn = gap !== -1 && text.startsWith(`${own} `) && /^[a-z]/.test(text.slice(own.length + 1));
  const start = [prefix, prefix.replaceAll("-", " ")].find((words) => words !== "" && text.startsWith(`${words} `));
  return start === undefined ? text.slice(isOwn ? own.length + 1 : 0) : text.slice(start.length + 1);
}

/** Reads a row of a table of names. A row above or below it has the same columns, and one of the two has three or more. */
function readCells(lines: readonly string[], at: number, source: Source): readonly ListedCommand[] | undefined {
  const cells = cellsOf(lines[at]);
  if (cells.length < 2) return undefined;
  const others = [cellsOf(lines[at - 1]), cellsOf(lines[at + 1])];
  const isTable = others.some((other) => other[1]?.column === cells[1]?.column && Math.max(other.length, cells.length) > 2);
  return isTable ? cells.map(({ name }) => ({ name, source })) : undefined;
}

/** Returns the cells of a row of names, or none if a cell is something else. */
function cellsOf(row = ""): readonly { readonly name: string; readonly column: number }[] {
  const cells = Array.from(row.matchAll(/\S+(?: \S+)*/g), ({ 0: name, index }) => ({ name, column: index }));
  return cells.every(({ name }) => /^[a-z][a-z0-9-]*$/.test(name)) ? cells : [];
}

/** Minimum number of lines that start with the program and a command. Fewer lines can be prose. */
const MIN_WRITTEN = 3;

/**
 * Returns the commands of lines such as `tool pool start <path>` in a help text, outside of examples. The summary is the more indented line
 * below, or in a list of commands, the less indented line above. Next to commands with a summary, a line with values needs none.
 */
export function findWrittenCommands(lines: readonly string[], where: Source, prefix: string): readonly ListedCommand[] {
  if (where.from !== "help" || prefix === "") return [];
  const rows: WrittenRow[] = [];
  let section = "";
  for (const [at, line] of lines.entries()) {
    section = readHeading(line) ?? section;
    const text = withoutPrefix(line.trim(), prefix);
    const [name = ""] = text.split(" ");
    if (
      /^(?:synopsis|examples?)\b/.test(section) ||
      isRemarks(section) ||
      indentOf(line) === 0 ||
      text === line.trim() ||
      !/^[a-z][\w-]*$/.test(name)
    )
      continue;
    const values = text.slice(name.length).trim();
    if (IGNORED.has(name) && !(name === "usage" && /^[[<]/.test(values))) continue;
    const command = toCommand(name, values, { ...where, line: at + 1, value: findWrittenSummary(lines, at, section) });
    rows.push({ command, indent: indentOf(line), hasValues: /^[[<]/.test(values) });
  }
  const described = rows.filter(({ command }) => command.summary !== undefined);
  if (new Set(described.map(({ command }) => command.name)).size < MIN_WRITTEN) return [];
  const columns = new Set(described.map(({ indent }) => indent));
  const isListed = ({ command, indent, hasValues }: WrittenRow): boolean =>
    command.summary !== undefined || (hasValues && columns.has(indent));
  const found = new Map<string, ListedCommand>();
  for (const row of rows) if (isListed(row) && !found.has(row.command.name)) found.set(row.command.name, row.command);
  return [...found.values()];
}

/** A line that starts with the program and a command. */
interface WrittenRow {
  readonly command: ListedCommand;
  readonly indent: number;
  readonly hasValues: boolean;
}

function findWrittenSummary(lines: readonly string[], at: number, section: string): string {
  const [above, line, below] = [lines[at - 1] ?? "", lines[at] ?? "", lines[at + 1] ?? ""];
  const isBelow = indentOf(above) < indentOf(line);
  const isBelowSummary = listsCommands(section) && isBelow && !above.endsWith(":");
  // A title of two or three words above each usage: `Create config:`.
  const title = isBelow ? /^ +([A-Z][a-z]+(?: [a-z]+){1,2}):$/.exec(above)?.[1] : undefined;
  const summary = indentOf(below) > indentOf(line) ? below.trim() : isBelowSummary ? above.trim() : (title ?? "");
  // More indented lines below a usage can continue it.
  return section === "usage" && !/^[A-Z][a-z]+ [a-z]/.test(summary) ? "" : summary;
}

/** Returns the lines directly below a line that are deeper than it, as one text. */
function textBelow(lines: readonly string[], at: number): string {
  const indent = indentOf(lines[at] ?? "");
  return takeLines(lines, at, (line) => indentOf(line) <= indent)
    .slice(1)
    .map((line) => line.trim())
    .join(" ");
}

/** Other names of a command, before its summary: `remove (rm)`. */
const ALIASES = /^\([\w-]+(?:, [\w-]+)*\)\s*/;

/** Reads the choices of argparse: `{add,remove}` at the start of a line. A single choice needs a row for it below. */
function findBraceCommands(lines: readonly string[], where: Source): readonly ListedCommand[] {
  const isList = (line: string, at: number): boolean => {
    const [, first = "", others = ""] = /^\s{0,4}\{([\w-]+)((?:,[\w-]+)*)\}/.exec(line) ?? [];
    return first !== "" && (others !== "" || new RegExp(`^\\s{3,}${first}(?:\\s{2,}|$)`).test(lines[at + 1] ?? ""));
  };
  const at = lines.findIndex(isList);
  const words = /\{([\w,-]+)\}/.exec(lines[at] ?? "")?.[1];
  if (words === undefined) return [];
  const indent = (lines[at]?.search(/\S/) ?? 0) + 1;
  const rowOf = (name: string): number =>
    lines.findIndex((text, index) => index > at && text.search(/\S/) >= indent && text.trim().split(/\s+/)[0] === name);
  const names = words.split(",");
  return names.flatMap((name): readonly ListedCommand[] => {
    const line = rowOf(name);
    const beside = line === -1 ? "" : (lines[line] ?? "").trim().slice(name.length).trim().replace(ALIASES, "");
    if (OWN_RULES.argparseHidden.pattern.test(beside)) return [];
    const summary = beside === "" && line !== -1 ? textBelow(lines, line) : beside;
    return [toCommand(name, "", { ...where, line: (line === -1 ? at : line) + 1, value: summary })];
  });
}
