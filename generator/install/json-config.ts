/** Edits JSON files with comments and trailing commas. Changes only the text of the entry. */
import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";
import type { ConfigFormat } from "./config-format.ts";
import { lineEndingOf } from "./config-format.ts";
import type { EntryValue } from "./entry-value.ts";

const OPTIONS = { allowTrailingComma: true, allowEmptyContent: true };

/** Edits of JSON files. */
export const jsonConfig: ConfigFormat = {
  parse(text) {
    const errors: ParseError[] = [];
    const root = parseTree(text, errors, OPTIONS);
    const [first] = errors;
    if (first === undefined) return { kind: "parsed", data: root === undefined ? {} : getNodeValue(root) };
    return { kind: "invalid", reason: toWords(printParseErrorCode(first.error)), offset: first.offset };
  },
  locate(text, { container, name }) {
    const node = nodeAt(parseTree(text, [], OPTIONS), [container, name])?.parent;
    return node && { start: node.offset, end: endOf(node) };
  },
  put: (text, { container, name }, entry) => setAt(text, [container, name], entry),
  update: (text, { container, name }, parts) =>
    parts.reduce<string | undefined>((edited, { path, value }) => edited && setAt(edited, [container, name, ...path], value), text),
  remove(text, { container, name }) {
    const property = nodeAt(parseTree(text, [], OPTIONS), [container, name])?.parent;
    return property && removeProperty(text, property);
  },
  print: ({ name }, entry) => `${JSON.stringify(name)}: ${JSON.stringify(entry, null, 2)}`,
  describeLayout(text, { container }) {
    const root = parseTree(text, [], OPTIONS);
    const isUnique = [root, nodeAt(root, [container])].every(hasUniqueKeys);
    return { layout: isUnique ? "entry" : "duplicates" };
  },
};

/** Converts `CommaExpected` to `comma expected`. */
function toWords(code: string): string {
  return code.replaceAll(/(?<=.)([A-Z])/g, " $1").toLowerCase();
}

function nodeAt(root: Node | undefined, path: readonly string[]): Node | undefined {
  return root && findNodeAtLocation(root, [...path]);
}

function hasUniqueKeys(object: Node | undefined): boolean {
  const keys = (object?.children ?? []).map((property) => property.children?.[0]?.value as unknown);
  return new Set(keys).size === keys.length;
}

const endOf = ({ offset, length }: Node): number => offset + length;

/** Sets the value at a path, and creates missing parent objects. Returns undefined if a parent is not an object. */
export function setAt(text: string, path: readonly string[], value: EntryValue): string | undefined {
  const root = parseTree(text, [], OPTIONS);
  if (root === undefined) return startFile(text, path, value);
  const depth = path.findIndex((_, index) => nodeAt(root, path.slice(0, index + 1)) === undefined);
  const layout = findLayout(text, root);
  if (depth === -1) {
    const old = nodeAt(root, path);
    return old && splice(text, old.offset, endOf(old), print(value, layout, indentAt(text, old.offset), isOneLine(text, old)));
  }
  const object = nodeAt(root, path.slice(0, depth));
  if (object?.type !== "object") return undefined;
  const [key = "", ...inner] = path.slice(depth);
  return insertProperty(text, object, { key, value: nest(inner, value), layout });
}

/** Adds the first value to a file that is empty or contains only comments. */
function startFile(text: string, path: readonly string[], value: EntryValue): string {
  const end = lineEndingOf(text);
  const layout = { unit: "  ", end, isCompact: false };
  const head = text.trim() === "" ? "" : `${text.trimEnd()}${end}`;
  return `${head}${print(nest(path, value), layout, "", false)}${end}`;
}

function nest(path: readonly string[], value: EntryValue): EntryValue {
  return path.reduceRight<EntryValue>((inner, key) => ({ [key]: inner }), value);
}

interface Layout {
  /** One level of indentation. */
  readonly unit: string;
  readonly end: string;
  /** True if the file is a single line. */
  readonly isCompact: boolean;
}

function findLayout(text: string, root: Node): Layout {
  const first = root.children?.[0];
  const unit = first && isFirstOnLine(text, first.offset) ? indentAt(text, first.offset) : "";
  return { unit: unit || "  ", end: lineEndingOf(text), isCompact: first !== undefined && isOneLine(text, root) };
}

function isOneLine(text: string, node: Node): boolean {
  return node.type === "object" && (node.children?.length ?? 0) > 0 && !text.slice(node.offset, endOf(node)).includes("\n");
}

/** Returns the indentation of the line that contains an offset. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function isFirstOnLine(text: string, offset: number): boolean {
  return text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset).trim() === "";
}

function print(value: EntryValue, { unit, end, isCompact }: Layout, indent: string, isInline: boolean): string {
  if (isCompact || isInline) return JSON.stringify(value);
  return JSON.stringify(value, null, unit).replaceAll("\n", `${end}${indent}`);
}

interface NewProperty {
  readonly key: string;
  readonly value: EntryValue;
  readonly layout: Layout;
}

function insertProperty(text: string, object: Node, { key, value, layout }: NewProperty): string {
  const isInline = layout.isCompact || isOneLine(text, object);
  const write = (indent: string): string => `${JSON.stringify(key)}:${isInline ? "" : " "}${print(value, layout, indent, isInline)}`;
  return insertChild(text, object, { layout, isInline, space: "", write });
}

/** Adds a string to the end of the list at a path. Creates a missing list and its parents. Returns undefined if one has another type. */
export function addItem(text: string, path: readonly string[], item: string): string | undefined {
  const root = parseTree(text, [], OPTIONS);
  const list = nodeAt(root, path);
  if (root === undefined || list === undefined) return setAt(text, path, [item]);
  if (list.type !== "array") return undefined;
  const isInline = (list.children?.length ?? 0) > 0 && !text.slice(list.offset, endOf(list)).includes("\n");
  return insertChild(text, list, { layout: findLayout(text, root), isInline, space: " ", write: () => JSON.stringify(item) });
}

/** Removes a string from the list at a path. Returns undefined if the list does not contain it. */
export function removeItem(text: string, path: readonly string[], item: string): string | undefined {
  const found = nodeAt(parseTree(text, [], OPTIONS), path)?.children?.find(({ type, value }) => type === "string" && value === item);
  return found && removeProperty(text, found);
}

interface NewChild {
  readonly layout: Layout;
  /** Whether the child stays on the line of the others. */
  readonly isInline: boolean;
  /** Text before a child on the line of the others. */
  readonly space: string;
  readonly write: (indent: string) => string;
}

/** Adds a property or an item after the last one. */
function insertChild(text: string, parent: Node, { layout, isInline, space, write }: NewChild): string {
  const last = parent.children?.at(-1);
  const outer = indentAt(text, parent.offset);
  const indent = last && isFirstOnLine(text, last.offset) ? indentAt(text, last.offset) : outer + layout.unit;
  const child = write(indent);
  if (last === undefined) {
    const inner = text.slice(parent.offset + 1, endOf(parent) - 1).trimEnd();
    const content = isInline ? `${inner}${child}` : `${inner}${layout.end}${indent}${child}${layout.end}${outer}`;
    return splice(text, parent.offset + 1, endOf(parent) - 1, content);
  }
  const comma = commaAfter(text, endOf(last));
  const next = comma ?? endOf(last);
  const at = isInline ? next : next + sameLineComment(text.slice(next)).length;
  const inserted = `${isInline ? space : `${layout.end}${indent}`}${child}${comma === undefined ? "" : ","}`;
  const edited = splice(text, at, at, inserted);
  return comma === undefined ? splice(edited, endOf(last), endOf(last), ",") : edited;
}

/** Removes a property or an item, the whitespace before it, and the comma that is no longer needed. Comments around it remain. */
function removeProperty(text: string, property: Node): string {
  const siblings = property.parent?.children ?? [];
  const before = siblings[siblings.indexOf(property) - 1];
  const comma = commaAfter(text, endOf(property));
  const start = text.slice(0, property.offset).trimEnd().length;
  const edited = splice(text, start, comma ?? endOf(property), "");
  if (siblings.length === 1 && property.parent) return closeEmpty(edited, property.parent.offset);
  if (comma !== undefined || before === undefined) return edited;
  const extraComma = commaAfter(edited, endOf(before)) ?? endOf(before) + 1;
  return splice(edited, extraComma - 1, extraComma, "");
}

/** Converts `{\n  }` to `{}`, and the same of a list. */
function closeEmpty(text: string, offset: number): string {
  const [blank = ""] = /^\s*(?=[}\]])/.exec(text.slice(offset + 1)) ?? [];
  return splice(text, offset + 1, offset + 1 + blank.length, "");
}

/** Whitespace and comments before a comma. Unambiguous, so that it does not backtrack, for example on a long line of slashes. */
const BEFORE_COMMA = /^(?:\s|\/\/[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*,/;

/** Returns the offset after the next comma, skipping whitespace and comments. Returns undefined if anything else comes first. */
function commaAfter(text: string, offset: number): number | undefined {
  const found = BEFORE_COMMA.exec(text.slice(offset));
  return found ? offset + found[0].length : undefined;
}

/** Returns the comment on the rest of the line, which belongs to the preceding property. */
function sameLineComment(text: string): string {
  return /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^]*?\*\/)/.exec(text)?.[0] ?? "";
}

function splice(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
