/** Finds the subcommands that a page lists. */
import type { Fact, Source } from "../../description.ts";
import { listsCommands, readHeading } from "../lines/sections.ts";
import { indentOf } from "../lines/plain-lines.ts";

/** A command in a list of commands. */
export interface ListedCommand {
  readonly name: string;
  readonly summary?: Fact<string>;
  /** Text after the name in the list: `[UNIT...]`. */
  readonly values?: string;
  readonly source: Source;
}

const NAME = /^[A-Za-z0-9](?:[\w.:-]*\w)?$/;

/** Words that are not subcommands although they are in a list of them. */
const IGNORED = new Set(["help", "completion", "version", "usage", "and", "or", "the", "see"]);

/**
 * Returns the subcommands of a page in order, each once. `where` is the source of the page's first line. `prefix` has the words of the
 * page's command, which can precede each name.
 */
export function findCommands(lines: readonly string[], where: Source, prefix = ""): readonly ListedCommand[] {
  const listed = findListedCommands(lines, where, prefix);
  const written = findWrittenCommands(lines, where, prefix);
  return written.length < listed.length ? listed : written;
}

function findListedCommands(lines: readonly string[], where: Source, prefix: string): readonly ListedCommand[] {
  const found = new Map<string, ListedCommand>();
  let isInList = false;
  /** True if the following headings name groups of commands. */
  let hasGroups = false;
  /** Column of the names in the list. Undefined before the first. */
  let base: number | undefined;
  for (const [at, given] of lines.entries()) {
    if (given.trim() === "") continue;
    const inline = INLINE_HEADING.exec(given)?.[0];
    const line = inline === undefined ? given : given.slice(inline.length).padStart(given.length);
    isInList ||= inline !== undefined || startsRows(lines, at);
    const isApplication: boolean = isInList && isNameOfApplication(lines, at);
    const isStart: boolean | undefined = isApplication ? undefined : startsList(lines, at, isInList ? base : undefined);
    if (isStart !== undefined) {
      // A list of `help` alone introduces the groups below it.
      const isIntroduction: boolean = isInList && base !== undefined && found.size === 0;
      const isNextGroup: boolean = (hasGroups || isIntroduction) && isGroup(line);
      hasGroups = isStart ? startsGroups(lines, at) : isNextGroup;
      isInList = isStart || isNextGroup;
      base = undefined;
    }
    if (isStart !== undefined || !isInList) continue;
    if (isApplication || isTitle(lines, at)) {
      base = undefined;
      continue;
    }
    if (base === undefined && namesRows(lines, at)) continue;
    const indent = indentOf(line);
    base ??= indent;
    if (indent > base) {
      continueSummary(found, lines[at - 1] ?? "", { line, at });
      continue;
    }
    const source: Source = { ...where, line: at + 1 };
    const commands = readRow(lines, at, source) ?? readCommandLine(withoutPrefix(line.trim(), prefix), source);
    isInList = indent === base || commands.length > 0;
    if (isInList) base = indent;
    for (const command of commands) {
      if (!IGNORED.has(command.name.toLowerCase()) && command.name !== "COMMAND" && !found.has(command.name))
        found.set(command.name, command);
    }
  }
  for (const command of findBraceCommands(lines, where)) if (!found.has(command.name)) found.set(command.name, command);
  return [...found.values()];
}

/** A heading in the line of the first command: `Command: add   Add files`. */
const INLINE_HEADING = /^\s*Commands?:\s+(?=[a-z][\w-]*\s{2,}\S)/;

/** Reports whether a list of commands starts below a usage without a heading: `add  -- Add files`. */
function startsRows(lines: readonly string[], at: number): boolean {
  return /^\s*usage:.*<command>/i.test(lines[at - 1] ?? "") && /^\s+[a-z][\w-]*\s+-- \S/.test(lines[at] ?? "");
}

/** Reports whether a line is the placeholder of the commands below it, as argparse prints it: `command   Use one of these:`. */
function namesRows(lines: readonly string[], at: number): boolean {
  const [line = "", next = ""] = [lines[at], lines[at + 1]];
  return /^\s+(?:sub-?)?command(?: {2,}\S|$)/i.test(line) && indentOf(next) > indentOf(line) && /^\s+[a-z][\w-]*\s{2,}\S/.test(next);
}

/** Headings of command groups in the help of git. */
const PROSE_HEADINGS = /^(?:start a working area|work on the current change|examine the history|grow, mark and tweak|collaborate)/;

/** Reports whether a line is the heading of a list of commands. Returns undefined for other lines. `base`: column of the current list. */
function startsList(lines: readonly string[], at: number, base: number | undefined): boolean | undefined {
  const line = lines[at] ?? "";
  // argparse prints this line above the subcommands, below a heading such as "required arguments".
  if (/^ +<(?:sub)?command>$/i.test(line)) return true;
  const indent = indentOf(line);
  if (base !== undefined && indent >= base && !/^(?:options|flags|arguments|examples):$/i.test(line.trim())) return undefined;
  const heading = readHeading(line) ?? readProseHeading(line);
  if (heading !== undefined) return listsCommands(heading) || PROSE_HEADINGS.test(heading);
  // A heading in prose continues the list, such as git's "grow, mark and tweak your common history".
  return base !== undefined && indent === 0 ? lines[at - 1] === "" && /^\s+[a-z][\w-]*\s{2,}\S/.test(lines[at + 1] ?? "") : undefined;
}

/** Reports whether a line without a colon names the commands below it: ` Manage files`, ` -- Manage files`, `[ Files ]`. */
function isTitle(lines: readonly string[], at: number): boolean {
  const [line = "", next = ""] = [lines[at], lines[at + 1]];
  const isNext = /^\s+[a-z][\w-]*\s{2,}\S/.test(next) && indentOf(next) > indentOf(line);
  return isNext && /^\s*(?:[A-Z][a-z]+ \S+(?: \S+)*|-{2,} [A-Z].*|\[ ?[A-Z][^[\]]*\])$/.test(line);
}

/** Reports whether a line names the part of a program that the commands below it belong to: `[auth]`, and names alone below it. */
function isNameOfApplication(lines: readonly string[], at: number): boolean {
  const [line = "", next = ""] = [lines[at], lines[at + 1]];
  return /^\s*\[[\w.-]+\]$/.test(line) && indentOf(next) > indentOf(line) && NAME.test(next.trim());
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

/**
 * Adds a line to the summary of the last command if it is in the column of that summary. Without a summary, the line directly below the
 * command starts it.
 */
function continueSummary(
  found: Map<string, ListedCommand>,
  above: string,
  { line, at }: { readonly line: string; readonly at: number },
): void {
  const last = [...found.values()].at(-1);
  if (last === undefined) return;
  if (last.summary === undefined && last.values !== undefined && last.source.line === at) {
    found.set(last.name, { ...last, summary: { ...last.source, line: at + 1, value: line.trim() } });
  }
  if (last.summary === undefined) return;
  const column = line.search(/\S/);
  const isBelow = /\s{2,}$/.test(above.slice(0, column)) && last.summary.value.endsWith(above.slice(column));
  if (above === "" || !isBelow) return;
  found.set(last.name, { ...last, summary: { ...last.summary, value: `${last.summary.value} ${line.trim()}` } });
}

/** Returns the text of a heading of git: `start a working area (see also: git help tutorial)`. Undefined for other lines. */
function readProseHeading(line: string): string | undefined {
  return (
    /^[a-z][a-z ,]+ \(see also: [^)]+\)$/.exec(line)?.[0] ??
    (/^[A-Z][\w -]* [Cc]ommands?(?: \([^)]*\))?:?$/.test(line)
      ? line
          .replace(/ \([^)]*\)/, "")
          .replace(/:$/, "")
          .toLowerCase()
      : undefined)
  );
}

/** Removes the words of a command from the start of a line: `add:` for `tool add:`. The dashes of a program can be spaces. */
function withoutPrefix(text: string, prefix: string): string {
  const start = [prefix, prefix.replaceAll("-", " ")].find((words) => words !== "" && text.startsWith(`${words} `));
  return start === undefined ? text : text.slice(start.length + 1);
}

function readCommandLine(text: string, source: Source): readonly ListedCommand[] {
  const commas = text.replace(/,$/, "").split(/, /);
  if (commas.length > 1 && commas.every((word) => NAME.test(word))) return commas.map((name) => ({ name, source }));
  const bullet = /^[*\u2022o+] +(\S+)$/.exec(text)?.[1];
  if (bullet !== undefined) return NAME.test(bullet) ? [{ name: bullet, source }] : [];
  // A man page in a list of them: `install(1) install.1.html`.
  const [names = "", ...rest] = text.replace(/^([\w-]+)\(\d\)(?: \S+)?$/, "$1").split(/\s{2,}|(?<=\w): +| - /);
  const name = names.split(/[\s,|]/)[0]?.replace(/[:*,]$/, "") ?? "";
  const summary = rest.join(" ").trim().replace(/^- /, "");
  const values = names.slice(name.length).trim();
  const isPlaceholders =
    /^[a-z]/.test(name) && (/^[[<{(-]/.test(values) || values.split(" ").every((word) => /^[[<{A-Z]/.test(word) || word.endsWith("...]")));
  if (!NAME.test(name) || (summary === "" && names.split(" ").length > 2 && !isPlaceholders)) return [];
  return [{ name, source, ...(summary !== "" && { summary: { ...source, value: summary } }), ...(/^[[<A-Z]/.test(values) && { values }) }];
}

/** Reads a row of a table of names. A row above or below it has the same columns, and one of the two has three or more. */
function readRow(lines: readonly string[], at: number, source: Source): readonly ListedCommand[] | undefined {
  const cells = cellsOf(lines[at]);
  const others = [cellsOf(lines[at - 1]), cellsOf(lines[at + 1])];
  const isTable = others.some((other) => other[1]?.column === cells[1]?.column && Math.max(other.length, cells.length) > 2);
  return cells.length > 1 && isTable ? cells.map(({ name }) => ({ name, source })) : undefined;
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
 * below, or in a list of commands, the less indented line above.
 */
function findWrittenCommands(lines: readonly string[], where: Source, prefix: string): readonly ListedCommand[] {
  if (where.from !== "help" || prefix === "") return [];
  const found = new Map<string, ListedCommand>();
  let section = "";
  for (const [at, line] of lines.entries()) {
    section = readHeading(line) ?? section;
    const isExcluded = /^(?:synopsis|examples?)\b/.test(section);
    const text = withoutPrefix(line.trim(), prefix);
    const indent = indentOf(line);
    const [name = ""] = text.split(" ");
    if (isExcluded || indent === 0 || text === line.trim() || !/^[a-z][\w-]*$/.test(name) || IGNORED.has(name) || found.has(name)) continue;
    const source: Source = { ...where, line: at + 1 };
    const below = lines[at + 1] ?? "";
    const above = lines[at - 1] ?? "";
    const isBelowSummary = listsCommands(section) && indentOf(above) < indent && !above.endsWith(":");
    const summary = indentOf(below) > indent ? below.trim() : isBelowSummary ? above.trim() : "";
    // More indented lines below a usage can continue it.
    if (summary === "" || (section === "usage" && !/^[A-Z][a-z]+ [a-z]/.test(summary))) continue;
    const values = text.slice(name.length).trim();
    found.set(name, { name, source, summary: { ...source, value: summary }, ...(/^[[<A-Z]/.test(values) && { values }) });
  }
  return found.size < MIN_WRITTEN ? [] : [...found.values()];
}

/** Returns the lines directly below a line that are deeper than it, as one text. */
function textBelow(lines: readonly string[], at: number): string {
  const indent = indentOf(lines[at] ?? "");
  const end = lines.findIndex((line, index) => index > at && indentOf(line) <= indent);
  return lines
    .slice(at + 1, end === -1 ? undefined : end)
    .map((line) => line.trim())
    .join(" ");
}

/** Other names of a command, before its summary: `remove (rm)`. */
const ALIASES = /^\([\w-]+(?:, [\w-]+)*\)\s*/;

/** Reads the choices of argparse: `{add,remove}` alone in the usage or at the start of a line. */
function findBraceCommands(lines: readonly string[], where: Source): readonly ListedCommand[] {
  const at = lines.findIndex((line) => /^\s{0,4}\{[\w-]+(?:,[\w-]+)+\}/.test(line));
  const words = /\{([\w,-]+)\}/.exec(lines[at] ?? "")?.[1];
  if (words === undefined) return [];
  const indent = (lines[at]?.search(/\S/) ?? 0) + 1;
  return words.split(",").flatMap((name): readonly ListedCommand[] => {
    const line = lines.findIndex((text, index) => index > at && text.search(/\S/) >= indent && text.trim().split(/\s+/)[0] === name);
    const beside = line === -1 ? "" : (lines[line] ?? "").trim().slice(name.length).trim().replace(ALIASES, "");
    // Some versions of argparse print a command that they should hide.
    if (beside === "==SUPPRESS==") return [];
    const summary = beside === "" && line !== -1 ? textBelow(lines, line) : beside;
    const source: Source = { ...where, line: (line === -1 ? at : line) + 1 };
    return [{ name, source, ...(summary !== "" && { summary: { ...source, value: summary } }) }];
  });
}
