/** Edits TOML files line by line. Changes only the tables of one server. */
import { isDeepStrictEqual } from "node:util";
import { parse, TomlError } from "smol-toml";
import type { ServerKey, ConfigFormat } from "./config-format.ts";
import { lineEndingOf } from "./config-format.ts";
import type { EntryValue, ServerEntry } from "./entry-value.ts";
import type { EntryPart } from "./server-entry.ts";
import type { TomlStatement } from "./toml-statements.ts";
import { splitStatements } from "./toml-statements.ts";

/** Edits of TOML files. */
export const tomlConfig: ConfigFormat = {
  parse(text) {
    try {
      return { kind: "parsed", data: parse(text, { integersAsBigInt: "asNeeded" }) };
    } catch (error) {
      if (!(error instanceof TomlError)) throw error;
      const [, reason = "not valid"] = /^Invalid TOML document: (.*)/.exec(error.message) ?? [];
      return { kind: "invalid", reason: reason.toLowerCase(), offset: offsetOf(text, error) };
    }
  },
  locate: (text, address) => findSections(text, address)?.[0]?.header,
  put(text, address, entry) {
    const cleared = findSections(text, address)?.length === 0 ? text : tomlConfig.remove(text, address);
    return cleared === undefined ? undefined : append(cleared, printTable(address, entry, lineEndingOf(text)));
  },
  update: (text, address, parts) =>
    parts.reduce<string | undefined>((edited, part) => (edited === undefined ? undefined : setPart(edited, address, part)), text),
  remove(text, address) {
    const sections = findSections(text, address);
    if (sections === undefined || sections.length === 0) return undefined;
    return sections.toReversed().reduce(removeSection, text);
  },
  print: (address, entry) => printTable(address, entry, "\n"),
  describeLayout(text, address, entry) {
    const table = `${printTable(address, entry, lineEndingOf(text))}${lineEndingOf(text)}`;
    if (acceptsTable(text, address.container)) return { layout: "tables", snippet: table };
    return { layout: "inline", snippet: `${printPair(address.name, entry)}${lineEndingOf(text)}` };
  },
};

/**
 * Reports whether a table of another server can be appended to the text. A table cannot extend an inline table such as `mcp_servers = { …
 * }`.
 */
function acceptsTable(text: string, container: string): boolean {
  let name = "x";
  while (text.includes(name)) name += "x";
  return tomlConfig.parse(append(text, `[${container}.${name}]`)).kind === "parsed";
}

/** Converts the position of a TOML error, whose line and column start at 1, to an offset. */
function offsetOf(text: string, { line, column }: TomlError): number {
  const before = text.split("\n").slice(0, line - 1);
  return Math.min(text.length, before.join("\n").length + (before.length > 0 ? 1 : 0) + column - 1);
}

/** A table of the server: `[mcp_servers.NAME]` or a subtable. */
interface Section {
  readonly header: TomlStatement;
  readonly pairs: readonly TomlStatement[];
  /** Range of offsets. Includes an empty line before the table, and excludes comments after its last pair. */
  readonly start: number;
  readonly end: number;
}

function findSections(text: string, { container, name }: ServerKey): readonly Section[] | undefined {
  const statements = splitStatements(text);
  return statements?.flatMap((header, index): Section[] => {
    if (header.kind !== "table" || !isDeepStrictEqual(header.keys.slice(0, 2), [container, name])) return [];
    const next = statements.findIndex((other, at) => at > index && other.kind === "table");
    const pairs = statements.slice(index + 1, next === -1 ? undefined : next).filter(({ kind }) => kind === "pair");
    const before = statements[index - 1];
    const isSeparated = before !== undefined && text.slice(before.start, before.end).trim() === "";
    return [{ header, pairs, start: isSeparated ? before.start : header.start, end: (pairs.at(-1) ?? header).end }];
  });
}

function removeSection(text: string, { start, end }: Section): string {
  const head = text.slice(0, start);
  const tail = text.slice(end);
  if (head === "") return tail.replace(/^\r?\n/, "");
  // Preserve a missing line ending at the end of the file.
  return tail === "" && !text.endsWith("\n") ? head.replace(/\r?\n$/, "") : head + tail;
}

function append(text: string, table: string): string {
  const end = lineEndingOf(text);
  if (text.trim() === "") return text + table + end;
  return text.endsWith("\n") ? text + end + table + end : text + end + end + table;
}

function printTable({ container, name }: ServerKey, entry: ServerEntry, end: string): string {
  return [`[${container}.${name}]`, ...Object.entries(entry).map(([key, value]) => printPair(key, value))].join(end);
}

function printPair(key: string, value: EntryValue): string {
  return `${/^[\w-]+$/.test(key) ? key : printText(key)} = ${printValue(value)}`;
}

/** Prints a value on a single line. */
function printValue(value: EntryValue): string {
  if (typeof value === "string") return printText(value);
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `[${value.map(printText).join(", ")}]`;
  const pairs = Object.entries(value).map(([key, inner]) => printPair(key, inner));
  return `{ ${pairs.join(", ")} }`;
}

/** Prints a TOML basic string. JSON strings have the same syntax, except that TOML requires DEL to be escaped. */
function printText(text: string): string {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}

/** Sets a key of the entry: as a pair of its main table or of a subtable, or in an inline table. */
function setPart(text: string, address: ServerKey, { path, value }: EntryPart): string | undefined {
  const sections = findSections(text, address) ?? [];
  const main = sections.find(({ header }) => header.keys.length === 2);
  const [key, inner] = path;
  if (inner === undefined) return main && setPair(text, main, printPair(key, value));
  const table = sections.find(({ header }) => header.keys.length === 3 && header.keys[2] === key);
  if (table !== undefined) return setPair(text, table, printPair(inner, value));
  return main && setPair(text, main, printPair(key, { ...readInline(text, main, key), [inner]: value }));
}

function readInline(text: string, { pairs }: Section, key: string): ServerEntry {
  const pair = pairs.find(({ keys }) => keys[0] === key);
  const table: unknown = pair === undefined ? {} : parse(text.slice(pair.start, pair.end))[key];
  // Values that are not tables of strings do not survive the round trip, and `planInstall` rejects the result.
  return table as ServerEntry;
}

function setPair(text: string, section: Section, line: string): string {
  const [key] = line.split(" ", 1);
  const old = section.pairs.find(({ keys }) => keys[0] === key);
  const span = old ?? { start: section.end, end: section.end };
  const indent = /^[ \t]*/.exec(text.slice((old ?? section.pairs.at(-1) ?? section.header).start))?.[0] ?? "";
  const isCut = span.start > 0 && text[span.start - 1] !== "\n";
  const isLast = span.end === text.length && !text.endsWith("\n");
  const written = `${indent}${line}${commentAfter(text.slice(span.start, span.end))}`;
  return `${text.slice(0, span.start)}${isCut ? lineEndingOf(text) : ""}${written}${isLast ? "" : lineEndingOf(text)}${text.slice(span.end)}`;
}

/** Returns the comment after the value of a pair, with the whitespace before it. Empty if the pair has none. */
function commentAfter(pair: string): string {
  for (let at = pair.indexOf("#"); at !== -1; at = pair.indexOf("#", at + 1)) {
    const before = pair.slice(0, at).trimEnd();
    if (before !== "" && tomlConfig.parse(before).kind === "parsed") return pair.slice(before.length).trimEnd();
  }
  return "";
}
