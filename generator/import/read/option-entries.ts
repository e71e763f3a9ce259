/** Finds the options of a page by its layout: names in a left column, and deeper lines that describe them. */
import { splitColumns } from "./option-columns.ts";
import { OPTION_START, type OptionSpec, parseOptionSpec } from "./option-spec.ts";
import { splitTables } from "./option-tables.ts";
import { definesOptions, readHeading } from "./sections.ts";
import { parseAlternatives, parseSeveral, splitNames } from "./several-options.ts";
import { indentOf } from "./plain-lines.ts";

/** An option and the lines that belong to it. */
export interface OptionEntry {
  readonly spec: OptionSpec;
  /** Line number, from 1. */
  readonly line: number;
  readonly section: string;
  /** Lines of the description, without indentation. An empty line separates paragraphs. */
  readonly description: readonly string[];
  readonly assigned?: AssignedBoolean;
  /** Two words stand for values: `--arg name value`. */
  readonly isPair?: boolean;
  /** Values that the page defines one by one: `--paint=never`, `--paint=always`. */
  readonly literals?: readonly string[];
}

/** A boolean after the name: `-lock=false`. `isDefault`: the boolean is the default of the option, as in `--force=false:`. */
export interface AssignedBoolean {
  readonly value: boolean;
  readonly isDefault: boolean;
}

interface OpenEntry {
  readonly specs: readonly OptionSpec[];
  readonly line: number;
  readonly section: string;
  readonly indent: number;
  /** Column of the description. Undefined until its first line. */
  textIndent: number | undefined;
  readonly description: string[];
  /** The description starts in the line of the names. */
  readonly startsInline: boolean;
  readonly assigned?: AssignedBoolean;
  readonly isPair?: boolean;
}

/** Returns the options of a page in order. An option with two definitions occurs twice. */
export function findOptionEntries(page: readonly string[]): readonly OptionEntry[] {
  const { lines, cells } = splitTables(page);
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
      continue;
    }
    const indent = indentOf(line);
    const heading = current !== undefined && indent > current.indent ? undefined : readHeading(line);
    if (heading !== undefined) {
      section = heading;
      current = undefined;
      isAfterBlank = true;
      continue;
    }
    const opened =
      mayStartEntry(line, indent, { section, current }) && !isRange(above, line)
        ? openEntryAt(lines, at, { section, isTrusted: isAfterBlank || isColumn(indent, current) })
        : undefined;
    if (opened !== undefined) {
      entries.push(opened.entry);
      current = opened.entry;
      at += opened.consumed;
    } else if (current === undefined || !describe(current, line, isAfterBlank)) {
      current = undefined;
    }
    isAfterBlank = false;
  }
  return shareLiterals(joinPairs(shareDescriptions(entries)).flatMap(closeEntry));
}

/** Adds a line to the description of an entry. Returns false if the line is not part of it. */
function describe(entry: OpenEntry, line: string, isAfterBlank: boolean): boolean {
  const indent = indentOf(line);
  const isBelowBareNames = indent === entry.indent && entry.textIndent === undefined && !isAfterBlank;
  if (indent <= entry.indent && !isBelowBareNames) return false;
  if (!isBelowBareNames) entry.textIndent ??= indent;
  entry.description.push(line.trim());
  return true;
}

/** Reports whether a line explains the end of a range, below its start: `N-M` and `-M`. */
function isRange(above = "", line: string): boolean {
  const name = /^\s*(-[A-Z])\s/.exec(line)?.[1];
  return name !== undefined && new RegExp(String.raw`^\s*\w+${name}\s`).test(above);
}

/** Reports whether a line is in the column of option names: that of the entry above it, or left of its description. */
function isColumn(indent: number, current: OpenEntry | undefined): boolean {
  return current !== undefined && (indent === current.indent || (current.textIndent !== undefined && indent < current.textIndent));
}

interface Position {
  readonly section: string;
  readonly current: OpenEntry | undefined;
}

/** Reports whether a line can start an option, and is not part of the description above it. */
function mayStartEntry(line: string, indent: number, { section, current }: Position): boolean {
  if (!definesOptions(section) || !OPTION_START.test(unquoteNames(line).trimStart())) return false;
  return current === undefined || indent <= current.indent || current.textIndent === undefined || indent < current.textIndent;
}

interface OpenedEntry {
  readonly entry: OpenEntry;
  /** Number of further lines that belong to the names. */
  readonly consumed: number;
}

function openEntryAt(lines: readonly string[], at: number, opening: Omit<Opening, "line">): OpenedEntry | undefined {
  const { text, consumed } = joinNameLines(lines, at);
  const entry = openEntry(text, { ...opening, line: at + 1 });
  return entry && { entry, consumed };
}

/** Joins lines of names that end with a comma: `-a,` and `--all` below it. */
function joinNameLines(lines: readonly string[], at: number): { readonly text: string; readonly consumed: number } {
  let text = unquoteNames(lines[at] ?? "");
  let consumed = 0;
  while (/^\s*[-+][^ ]*(?: [^ ]+)?,$/.test(text) || /^\s*-[^\s]+(?:, -[^\s]+)*,$/.test(text)) {
    const next = lines[at + consumed + 1] ?? "";
    if (!OPTION_START.test(next.trimStart())) break;
    text = `${text} ${next.trim()}`;
    consumed++;
  }
  return { text, consumed };
}

/** Removes the quotes in which manuals written in POD show code: `"-A[symspec]"`. */
function unquoteNames(line: string): string {
  return /^\s*"-[^"]*"(?:, "-[^"]*")*$/.test(line) ? line.replaceAll('"', "") : line;
}

interface Opening {
  readonly line: number;
  readonly section: string;
  /** A blank line, a heading or another option in the same column precedes. */
  readonly isTrusted: boolean;
}

function openEntry(line: string, { isTrusted, ...where }: Opening): OpenEntry | undefined {
  const indent = indentOf(line);
  // `[!]` means that a word before the option can negate it.
  const bullet = /^\s*(?:(?:[\u2022\u25CB\u25CF*\u00B7o]|\[!\]) +)?/.exec(line)?.[0].length ?? 0;
  // `-<number>, ` is a spelling without a name, and `-., ` and `-, ` are ones that no config needs.
  const start = bullet + (/^-(?:[<\u2039][^>\u203A]*[>\u203A]|\.)?, /.exec(line.slice(bullet))?.[0].length ?? 0);
  const { left, right, column } = splitColumns(line, start);
  const alternatives = parseAlternatives(left);
  if (alternatives !== undefined) {
    return {
      ...where,
      specs: alternatives,
      indent,
      textIndent: right === "" ? undefined : column,
      description: [right],
      startsInline: right !== "",
    };
  }
  const spec = parseOptionSpec(left, true);
  if (spec === undefined) return undefined;
  // An example: `--level -1`.
  if (/^-\d+$/.test(spec.rest) && spec.value === undefined && left.startsWith("--")) return undefined;
  const several = spec.rest.startsWith("-") || spec.rest.startsWith("[-") ? parseSeveral(left) : undefined;
  if (several !== undefined) {
    return { ...where, specs: several, indent, textIndent: right === "" ? undefined : column, description: [right], startsInline: true };
  }
  // A line of `ls -l`: `-rw-r-----`.
  if (/^-r[w-]/.test(spec.names[0] ?? "") && /^-+(?: |$)/.test(spec.rest)) return undefined;
  if (spec.rest !== "" && !spec.rest.startsWith(":") && (!isTrusted || /^[;.)]/.test(spec.rest))) return undefined;
  const isPair = spec.value === undefined && /^[a-z]\w* [a-z]\w*$/.test(spec.rest) && (right !== "" || line.endsWith(":"));
  const rest = isPair ? "" : spec.rest;
  const described = [
    rest
      .replace(/^,\/\S+(?: \[<\w+>\])?(?: = |$)/, "")
      .replace(/^(?::|=(?:false|true):?|\[=(?:false|true)\]|\((?:boolean|flag)\)|-(?= ))\s*/, ""),
    right,
  ]
    .filter(Boolean)
    .join("  ");
  const loose = spec.rest === "" ? spec : (parseOptionSpec(left, false) ?? spec);
  const [, value, colon] = /^\S+=(true|false)(:)?(?=\s|$)/.exec(line.slice(start)) ?? [];
  return {
    ...where,
    specs: [isPair ? { ...spec, rest } : loose],
    ...(isPair && { isPair }),
    ...(value !== undefined && { assigned: { value: value === "true", isDefault: colon !== undefined } }),
    indent,
    textIndent: right === "" ? undefined : column,
    description: described === "" ? [] : [described],
    startsInline: described !== "",
  };
}

/** Names on consecutive lines share the description below the last one. */
function shareDescriptions(entries: readonly OpenEntry[]): readonly OpenEntry[] {
  const shared = [...entries];
  for (let at = shared.length - 2; at >= 0; at--) {
    const [entry, next] = [shared[at], shared[at + 1]];
    if (entry === undefined || next === undefined) continue;
    const isBare = entry.description.every((line) => line === "") && entry.specs.every(({ rest }) => rest === "");
    const isNeighbor = entry.indent === next.indent && entry.section === next.section && next.line - entry.line <= 2;
    if (isBare && isNeighbor && !next.startsInline) shared[at] = { ...entry, description: next.description };
  }
  return shared;
}

/** Joins a short and a long name on consecutive lines, if only they share a description. */
function joinPairs(entries: readonly OpenEntry[]): readonly OpenEntry[] {
  const joined: OpenEntry[] = [];
  for (const [at, entry] of entries.entries()) {
    const before = joined.at(-1);
    const [short, long] = [onlyName(before), onlyName(entry)];
    const isPair = before?.description === entry.description && /^-[^-]$/.test(short ?? "") && long?.startsWith("--") === true;
    const isShared = [entries[at - 2], entries[at + 1]].some((other) => other?.description === entry.description);
    const [spec] = entry.specs;
    const value = spec?.value ?? before?.specs[0]?.value;
    if (!isPair || isShared || short === undefined || spec === undefined) joined.push(entry);
    else joined.splice(-1, 1, { ...before, specs: [{ ...spec, names: [short, ...spec.names], ...(value && { value }) }] } as OpenEntry);
  }
  return joined;
}

function onlyName(entry: OpenEntry | undefined): string | undefined {
  const names = entry?.specs.flatMap((spec) => spec.names) ?? [];
  return names.length === 1 ? names[0] : undefined;
}

const LITERAL = /^[a-z][\w-]*$/;

/**
 * Collects the values of an option that several entries of a section define. A short name in one of them stands for its value:
 * `-n  --paint=never`.
 */
function shareLiterals(entries: readonly OptionEntry[]): readonly OptionEntry[] {
  const keyOf = ({ section, spec }: OptionEntry): string => `${section} ${spec.names.at(-1) ?? ""}`;
  const byKey = new Map<string, OptionEntry[]>();
  for (const entry of entries) {
    const same = byKey.get(keyOf(entry));
    if (same === undefined) byKey.set(keyOf(entry), [entry]);
    else same.push(entry);
  }
  return entries.map((entry) => {
    const same = byKey.get(keyOf(entry)) ?? [];
    // An entry with another spelling shows a value that is not one of them, or none.
    const name = entry.spec.names.at(-1) ?? "";
    const isOpen = entries.some(({ section, spec }) => section === entry.section && !isLiteral(spec) && spec.names.includes(name));
    const literals = [...new Set(same.map(({ spec }) => spec.value?.text ?? ""))];
    const names = entry.spec.names.filter((one) => same.every(({ spec }) => spec.names.includes(one)));
    const isAlone = same.filter(({ spec }) => spec.names.length === names.length).length < 2;
    if (isOpen || isAlone || literals.length < 2) return entry;
    return { ...entry, spec: { ...entry.spec, names }, literals };
  });
}

function isLiteral({ value }: OptionSpec): boolean {
  return value?.form === "glued" && LITERAL.test(value.text);
}

function closeEntry({ specs, line, section, description, assigned, isPair }: OpenEntry): readonly OptionEntry[] {
  return specs
    .flatMap((spec) => splitNames(spec, description.join(" ")))
    .map((spec) => ({ spec, line, section, description, ...(assigned && { assigned }), ...(isPair && { isPair }) }));
}
