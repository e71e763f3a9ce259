/** Converts YAML nodes to plain values in one walk that resolves anchors, aliases and merge keys. */
import { isAlias, isScalar, isSeq, type Alias, type Pair, type ParsedNode, type Scalar, type YAMLMap } from "yaml";
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import type { Diagnostic, SourceText, Span } from "../diagnostics/diagnostic.ts";
import { diagnose, withRelated } from "../diagnostics/diagnose.ts";
import { nameCharacter, quote } from "../text/wording.ts";
import { findEscapedCharacters } from "./decode.ts";
import { findSpaceOfKey } from "./text-faults.ts";

/** A value of a document. */
export type YamlValue = string | number | boolean | null | readonly YamlValue[] | YamlMapping;

/** A mapping that inherits nothing, so that every key is an own property: `__proto__` and `constructor` are ordinary keys. */
export interface YamlMapping {
  readonly [key: string]: YamlValue;
}

/** Prototype of mappings. V8 stores objects without any prototype as hash tables, which take twice the memory. */
const NOTHING = Object.freeze(Object.create(null) as object);

/** Maximum number of values that all aliases of a file expand to: 10,000 tools that share 30 arguments of 3 keys each. */
const maxAliasedValues = 1_000_000;

/** The plain value of a parsed document. */
export interface ReadValues {
  /** Omitted if an error prevents reading the value. */
  readonly value?: YamlValue;
  readonly diagnostics: readonly Diagnostic[];
  /** Target of each alias. */
  readonly targets: ReadonlyMap<Alias, ParsedNode>;
}

/** State of the walk. */
interface ReadState {
  readonly source: SourceText;
  readonly diagnostics: Diagnostic[];
  readonly anchors: Map<string, Anchor>;
  /** All anchors of values, also those whose name a later anchor has. */
  readonly defined: Anchor[];
  readonly targets: Map<Alias, ParsedNode>;
  /** Number of values, including the values that each alias expands to. */
  size: number;
  aliasedSize: number;
  complete: boolean;
}

interface Anchor {
  readonly node: ParsedNode;
  /** Set by the first alias. */
  isUsed?: true;
  /** Omitted while the anchored node is being read. */
  read?: { readonly value: YamlValue; readonly size: number };
}

/**
 * Reads the value of a document without syntax errors, whose depth `parseYaml` limits. An alias refers to the last preceding anchor of its
 * name.
 */
export function readValues(source: SourceText, contents: ParsedNode | null): ReadValues {
  const walk: ReadState = {
    source,
    diagnostics: [],
    anchors: new Map(),
    defined: [],
    targets: new Map(),
    size: 0,
    aliasedSize: 0,
    complete: true,
  };
  const value = readNode(walk, contents);
  const unused = walk.defined.filter(({ isUsed }) => isUsed !== true).map(({ node }) => diagnoseUnused(source, node));
  // Next to an error, such as a misspelled alias, the anchor is probably needed.
  walk.diagnostics.push(...unused.filter(({ code }) => walk.complete || code !== "unused-anchor"));
  return { ...(walk.complete && { value }), diagnostics: walk.diagnostics, targets: walk.targets };
}

function readNode(walk: ReadState, node: ParsedNode | null): YamlValue {
  if (node === null) return null;
  if (isAlias(node)) return readAlias(walk, node);
  if (node.anchor === undefined) return readContents(walk, node);
  const anchor: Anchor = { node };
  walk.anchors.set(node.anchor, anchor);
  walk.defined.push(anchor);
  const before = walk.size;
  const value = readContents(walk, node);
  anchor.read = { value, size: walk.size - before };
  return value;
}

function readContents(walk: ReadState, node: Exclude<ParsedNode, Alias>): YamlValue {
  walk.size += 1;
  if (isScalar(node)) {
    checkEscapes(walk, node);
    checkComment(walk, node);
    return node.value as YamlValue;
  }
  if (isSeq<ParsedNode>(node)) return node.items.map((item) => readNode(walk, item));
  return readMapping(walk, node);
}

function readMapping(walk: ReadState, node: YAMLMap.Parsed): YamlValue {
  const mapping = Object.create(NOTHING) as Record<string, YamlValue>;
  const merges: YamlMapping[] = [];
  let hasDuplicate = false;
  for (const pair of node.items) {
    const key = readKey(walk, pair.key);
    if (key === undefined) continue;
    if (isMergeKey(pair.key)) {
      merges.push(...readMerge(walk, pair));
      continue;
    }
    if (key in mapping) {
      // A second duplicate probably starts another item, so the mapping does not have the intended value.
      if (hasDuplicate) walk.complete = false;
      else reportDuplicate(walk, node, pair, key);
      hasDuplicate = true;
    }
    mapping[key] = readNode(walk, pair.value);
  }
  // Written keys override merged ones, and earlier merged mappings override later ones (quirks config_errors.merge.*).
  for (const merged of merges) {
    for (const key of Object.keys(merged)) if (!(key in mapping)) mapping[key] = merged[key] ?? null;
  }
  return mapping;
}

/** Reads a key. Reports a key that is not a string and returns undefined. */
function readKey(walk: ReadState, key: ParsedNode): string | undefined {
  if (isAlias(key)) readAlias(walk, key);
  const node = isAlias(key) ? walk.targets.get(key) : key;
  if (node === undefined) return undefined;
  if (!isScalar(node)) {
    refuse(walk, diagnose("yaml-complex-key", placeOf(walk, key)));
    return undefined;
  }
  checkEscapes(walk, node);
  const space = node.type === "PLAIN" ? findSpaceOfKey(keyText(node)) : undefined;
  if (space !== undefined) {
    const start = node.range[0];
    const span = { start, end: start + space.length };
    refuse(walk, diagnose("yaml-space", { source: walk.source, span }, { name: nameCharacter(space) }));
    return undefined;
  }
  if (key === node && key.anchor !== undefined) walk.anchors.set(key.anchor, { node, read: { value: keyText(node), size: 1 } });
  return keyText(node);
}

function readMerge(walk: ReadState, { key, value }: Pair<ParsedNode, ParsedNode | null>): readonly YamlMapping[] {
  const merged = readNode(walk, value);
  const mappings = isList(merged) ? merged : [merged];
  if (mappings.every(isMapping)) return mappings;
  const found = describeValue(mappings.find((item) => !isMapping(item)));
  // If an alias could not be read, it has already been reported.
  if (walk.complete) refuse(walk, diagnose("yaml-merge", placeOf(walk, value ?? key), { found }));
  return [];
}

function readAlias(walk: ReadState, node: Alias): YamlValue {
  const anchor = walk.anchors.get(node.source);
  const place = placeOf(walk, node as ParsedNode);
  if (anchor === undefined) {
    return refuse(
      walk,
      diagnose("yaml-unknown-alias", place, { alias: node.source, near: nearNames(node.source, walk.anchors.keys(), 2) }),
    );
  }
  anchor.isUsed = true;
  if (anchor.read === undefined) return refuse(walk, diagnose("yaml-recursive-alias", place, { alias: node.source }));
  walk.targets.set(node, anchor.node);
  walk.size += anchor.read.size;
  walk.aliasedSize += anchor.read.size;
  if (walk.aliasedSize <= maxAliasedValues) return anchor.read.value;
  return walk.complete ? refuse(walk, diagnose("yaml-alias-limit", place, { limit: maxAliasedValues })) : null;
}

function refuse(walk: ReadState, diagnostic: Diagnostic): null {
  walk.diagnostics.push(diagnostic);
  walk.complete = false;
  return null;
}

/** Checks a string for escaped characters. Only double quotes have escapes; an escaped string is shorter than its source. */
function checkEscapes(walk: ReadState, node: Scalar.Parsed): void {
  const { type, value, range } = node;
  if (type !== "QUOTE_DOUBLE" || typeof value !== "string" || value.length === range[1] - range[0] - 2) return;
  walk.diagnostics.push(...findEscapedCharacters(value, placeOf(walk, node)));
}

/**
 * Reports a comment that cuts a text: in `description: See issue #12`, YAML reads only `See issue`. A comment after a space, as in `# note`,
 * and after a single word is probably intended.
 */
function checkComment(walk: ReadState, node: Scalar.Parsed): void {
  const { type, value, range } = node;
  const { text } = walk.source;
  if (type !== "PLAIN" || text[range[1]] !== " " || typeof value !== "string" || !value.includes(" ")) return;
  const [, blanks, comment] = /^( +)(#[^\s#!].*)/.exec(text.slice(range[1], range[1] + 200)) ?? [];
  if (blanks === undefined || comment === undefined) return;
  const start = range[1] + blanks.length;
  const span = { start, end: start + comment.trimEnd().length };
  walk.diagnostics.push(diagnose("yaml-comment", { source: walk.source, span }));
}

function placeOf({ source }: ReadState, node: ParsedNode): { readonly source: SourceText; readonly span: Span } {
  return { source, span: spanOf(node) };
}

/** Returns the text of a key as written: `1.0` and `yes` are strings if they are keys. */
export function keyText(node: Scalar): string {
  return typeof node.value === "string" ? node.value : (node.source ?? String(node.value));
}

/** Reports whether a key is `<<` without quotes. */
export function isMergeKey(node: ParsedNode): boolean {
  return isScalar(node) && node.value === "<<" && node.type === "PLAIN";
}

/** Returns the location of a node without trailing whitespace and comments. */
export function spanOf(node: ParsedNode): Span {
  return { start: node.range[0], end: node.range[1] };
}

/** Reports whether a value is a mapping. */
export function isMapping(value: unknown): value is YamlMapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reports whether a value is a list. */
export function isList(value: unknown): value is readonly YamlValue[] {
  return Array.isArray(value);
}

/** Describes a value in a message: `the number 5`, `a list`, `nothing`. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "text";
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "number") return "a mapping";
  if (Number.isFinite(value)) return `the number ${value}`;
  return Number.isNaN(value) ? "`.nan`" : value > 0 ? "`.inf`" : "`-.inf`";
}

/** Describes a value in a message. A string is quoted. */
export function describeFound(value: unknown): string {
  return typeof value === "string" ? quote(value) : describeValue(value);
}

/**
 * Reports an anchor that no alias uses. Before a text without quotes, it is probably a part of the text: in
 * `description: &c is a character`, YAML reads only `is a character`.
 */
function diagnoseUnused(source: SourceText, node: ParsedNode): Diagnostic {
  const name = isAlias(node) ? "" : (node.anchor ?? "");
  const anchor = `&${name}`;
  const start = source.text.lastIndexOf(anchor, node.range[0]);
  const place = { source, span: { start, end: start + anchor.length } };
  const isText = isScalar(node) && node.type === "PLAIN" && typeof node.value === "string";
  return isText ? diagnose("yaml-unused-anchor", place, { anchor }) : diagnose("unused-anchor", place, { anchor, name });
}

/** Reports a duplicate key. If it follows a key without a value, it probably belongs below that key. */
function reportDuplicate(walk: ReadState, node: YAMLMap.Parsed, pair: Pair<ParsedNode>, key: string): void {
  const isEmpty = ({ value }: Pair<ParsedNode>): boolean => isScalar(value) && value.value === null && value.source === "";
  const before =
    node.flow === true
      ? []
      : node.items.slice(
          0,
          node.items.findIndex((item) => item.key === pair.key),
        );
  const empty = before.findLastIndex(isEmpty);
  const [parent, child] = [node.items[empty], node.items[empty + 1]];
  if (parent === undefined || child === undefined) walk.diagnostics.push(diagnoseDuplicate(walk, node, pair, key));
  else
    refuse(
      walk,
      diagnose("yaml-indentation", placeOf(walk, child.key), { isItem: false, parent: isScalar(parent.key) ? keyText(parent.key) : "" }),
    );
}

function diagnoseDuplicate(walk: ReadState, node: YAMLMap.Parsed, pair: Pair<ParsedNode>, key: string): Diagnostic {
  const first = node.items.find((item) => isScalar(item.key) && keyText(item.key) === key) ?? pair;
  const place = placeOf(walk, pair.key);
  const isBelowItem = startsBelowItem(walk.source.text, place.span.start);
  return withRelated(diagnose("yaml-duplicate-key", place, { key, isBelowItem }), "first written here", placeOf(walk, first.key));
}

/** Reports whether the line above a key is a list item whose dash is in the column of the key, so that the key may belong to the item. */
function startsBelowItem(text: string, start: number): boolean {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const above = text.slice(text.lastIndexOf("\n", lineStart - 2) + 1, lineStart);
  return above.startsWith(`${text.slice(lineStart, start)}- `) && text.slice(lineStart, start).trim() === "";
}
