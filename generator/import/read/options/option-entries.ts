/** Finds the options of a page by its layout: names in a left column, and more indented lines that describe them. */
import { joinPairs, joinStacked, readNarrowValues, shareDescriptions, shareLiterals, withoutLevels } from "./joined-entries.ts";
import { closeEntry, type OpenEntry, openEntryAt, type OptionEntry, startsEntry } from "./option-entry.ts";
import { splitTables } from "./option-columns.ts";
import { toCommonLines } from "../layouts/line-layouts.ts";
import { indentOf } from "../lines/plain-lines.ts";
import { definesOptions, nameGroup, readHeading } from "../lines/sections.ts";

/** Returns the options of a page in order. An option with two definitions occurs twice. */
export function findOptionEntries(page: readonly string[]): readonly OptionEntry[] {
  const { lines, cells } = splitTables(toCommonLines(page));
  const inCells = cells.flatMap(({ at, text }) => findEntries([text]).map((entry) => ({ ...entry, line: at + 1 })));
  return [...findEntries(lines), ...inCells].toSorted((one, other) => one.line - other.line);
}

function findEntries(lines: readonly string[]): readonly OptionEntry[] {
  const entries: OpenEntry[] = [];
  let current: OpenEntry | undefined;
  let section = "";
  let isAfterBlank = true;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const above = lines.slice(Math.max(0, at - 2), at).findLast((one) => one.trim() !== "");
    if (line.trim() === "") {
      current?.description.push("");
      isAfterBlank = true;
      if (endsAtBlank(section, above, lines[at + 1])) section = "";
      continue;
    }
    const indent = indentOf(line);
    const heading = current !== undefined && indent > current.indent ? undefined : readHeading(line);
    if (heading !== undefined) {
      section = line.endsWith(":") ? nameGroup(heading) : heading;
      current = undefined;
      isAfterBlank = true;
      continue;
    }
    const opened =
      definesOptions(section) && mayStartEntry(line, indent, current) && !isRange(above, line)
        ? openEntryAt(lines, at, {
            section,
            isTrusted: isAfterBlank || isColumn(indent, current) || startsColumn(above, line, lines[at + 1]),
          })
        : undefined;
    if (opened !== undefined) {
      entries.push(opened.entry);
      current = opened.entry;
      at += opened.consumed;
    } else if (current === undefined || !describe(current, line, { above: lines[at - 1] ?? "", isAfterBlank })) {
      current = undefined;
    }
    isAfterBlank = false;
  }
  return withoutLevels(shareLiterals(joinPairs(shareDescriptions(joinStacked(readNarrowValues(entries)))).flatMap(closeEntry)));
}

/**
 * Reports whether a blank line ends a section. The section NAME is one paragraph: in some manuals, text without a heading follows it. Options
 * with descriptions can follow a usage without a heading.
 */
function endsAtBlank(section: string, above = "", below = ""): boolean {
  return (section === "name" && readHeading(above) === undefined) || (section === "usage" && DESCRIBED.test(below));
}

/** An option and its description. */
const DESCRIBED = /^\s+-{1,2}[A-Za-z?][^\s].*\s{2,}[^\s-]|^\s+-[A-Za-z?],? .*\s{2,}[^\s-]/;

/** Minimum length of a line that the next line can continue in the same column. */
const MIN_WRAPPED = 65;

/** Adds a line to the description of an entry. Returns false if the line is not part of it. `above` is the previous line. */
function describe(
  entry: OpenEntry,
  line: string,
  { above, isAfterBlank }: { readonly above: string; readonly isAfterBlank: boolean },
): boolean {
  const indent = indentOf(line);
  const isBelowBareNames = indent === entry.indent && entry.textIndent === undefined && !isAfterBlank;
  // In manuals, a paragraph can start with the names.
  const isParagraph =
    indent === entry.indent &&
    indent > 4 &&
    (isAfterBlank ? isBare(entry) && /^ +[A-Z]/.test(line) : above.length >= MIN_WRAPPED && !/^ +-|\S {4,}/.test(line));
  if (indent <= entry.indent && !isBelowBareNames && !isParagraph) return false;
  if (indent > entry.indent) entry.textIndent ??= indent;
  entry.description.push(line.trim());
  return true;
}

function isBare({ description, specs }: OpenEntry): boolean {
  return description.every((line) => line === "") && specs.every(({ rest }) => rest === "" || rest === "(boolean)");
}

/** Reports whether a line is the end of a range, not an option: `-M` below `N-M`. */
function isRange(above = "", line: string): boolean {
  const name = /^\s*(-[A-Z])\s/.exec(line)?.[1];
  return name !== undefined && new RegExp(String.raw`^\s*\w+${name}\s`).test(above);
}

/** Reports whether a line is in the column of option names: in the column of the previous entry, or left of its description. */
function isColumn(indent: number, current: OpenEntry | undefined): boolean {
  return current !== undefined && (indent === current.indent || (current.textIndent !== undefined && indent < current.textIndent));
}

/** An option with only one space before its description. */
const SPACED_ENTRY = /^ +-[^ |]+(?: [<[][^ |]*)? [A-Za-z(](?!.*\\$)/;

/**
 * Reports whether a line and the next one are options in one column. Below a usage or a wider column, such options need no blank line
 * before them.
 */
function startsColumn(above = "", line: string, next = ""): boolean {
  const indent = indentOf(line);
  const isStart = indentOf(above) < indent || startsEntry(above);
  return isStart && indentOf(next) === indent && startsEntry(next) && SPACED_ENTRY.test(line);
}

/** Reports whether a line can start an option, and is not part of the description above it. */
function mayStartEntry(line: string, indent: number, current: OpenEntry | undefined): boolean {
  if (!startsEntry(line)) return false;
  return current === undefined || indent <= current.indent || current.textIndent === undefined || indent < current.textIndent;
}
