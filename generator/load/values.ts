/** From nodes of YAML to plain values, in one walk: anchors, aliases and merge keys are resolved on the way. */
import { isAlias, isScalar, isSeq, type Alias, type Pair, type ParsedNode, type Scalar, type YAMLMap } from "yaml";
import { nearNames } from "@climax-gen/runtime/compiler";
import type { Diagnostic, SourceText, Span } from "../diagnostics/diagnostic.ts";
import { diagnose, withRelated } from "../diagnostics/diagnose.ts";
import { quote } from "../text/wording.ts";
import { findEscapedCharacters } from "./decode.ts";

export type YamlValue = string | number | boolean | null | readonly YamlValue[] | YamlMapping;

/** Inherits nothing, so that any key is an own property: `__proto__` and `constructor` are keys like others. */
export interface YamlMapping {
  readonly [key: string]: YamlValue;
}

/** What mappings inherit. Without any prototype, V8 keeps an object as a hash table, which takes twice the memory. */
const NOTHING = Object.freeze(Object.create(null) as object);

/** Values that all aliases of a file stand for together: 10,000 tools that share 30 arguments of 3 keys each. */
const maxAliasedValues = 1_000_000;

export interface ReadValues {
  /** Absent where a mistake leaves no value to go on with. */
  readonly value?: YamlValue;
  readonly diagnostics: readonly Diagnostic[];
  /** What each alias stands for. */
  readonly targets: ReadonlyMap<Alias, ParsedNode>;
}

/** The state of the walk: what has been read so far. */
interface Walk {
  readonly source: SourceText;
  readonly diagnostics: Diagnostic[];
  readonly anchors: Map<string, Anchor>;
  readonly targets: Map<Alias, ParsedNode>;
  /** Values read, those behind aliases counted each time. */
  size: number;
  aliasedSize: number;
  complete: boolean;
}

interface Anchor {
  readonly node: ParsedNode;
  /** Absent while the anchored node is being read. */
  read?: { readonly value: YamlValue; readonly size: number };
}

/** The value of a document without syntax errors, which `parseYaml` keeps from nesting deeply. An alias stands for the last anchor of its name above it. */
export function readValues(source: SourceText, contents: ParsedNode | null): ReadValues {
  const walk: Walk = { source, diagnostics: [], anchors: new Map(), targets: new Map(), size: 0, aliasedSize: 0, complete: true };
  const value = readNode(walk, contents);
  return { ...(walk.complete && { value }), diagnostics: walk.diagnostics, targets: walk.targets };
}

function readNode(walk: Walk, node: ParsedNode | null): YamlValue {
  if (node === null) return null;
  if (isAlias(node)) return readAlias(walk, node);
  if (node.anchor === undefined) return readContents(walk, node);
  const anchor: Anchor = { node };
  walk.anchors.set(node.anchor, anchor);
  const before = walk.size;
  const value = readContents(walk, node);
  anchor.read = { value, size: walk.size - before };
  return value;
}

function readContents(walk: Walk, node: Exclude<ParsedNode, Alias>): YamlValue {
  walk.size += 1;
  if (isScalar(node)) {
    checkEscapes(walk, node);
    return node.value as YamlValue;
  }
  if (isSeq<ParsedNode>(node)) return node.items.map((item) => readNode(walk, item));
  return readMapping(walk, node);
}

function readMapping(walk: Walk, node: YAMLMap.Parsed): YamlValue {
  const mapping = Object.create(NOTHING) as Record<string, YamlValue>;
  const merges: YamlMapping[] = [];
  for (const pair of node.items) {
    const key = readKey(walk, pair.key);
    if (key === undefined) continue;
    if (isMergeKey(pair.key)) {
      merges.push(...readMerge(walk, pair));
      continue;
    }
    if (key in mapping) walk.diagnostics.push(diagnoseDuplicate(walk, node, pair, key));
    mapping[key] = readNode(walk, pair.value);
  }
  // Keys that are written win over merged ones, and earlier merged mappings over later ones (quirks config_errors.merge.*).
  for (const merged of merges) {
    for (const key of Object.keys(merged)) if (!(key in mapping)) mapping[key] = merged[key] ?? null;
  }
  return mapping;
}

/** Undefined, and reported, where the key is no text. */
function readKey(walk: Walk, key: ParsedNode): string | undefined {
  if (isAlias(key)) readAlias(walk, key);
  const node = isAlias(key) ? walk.targets.get(key) : key;
  if (node === undefined) return undefined;
  if (!isScalar(node)) {
    refuse(walk, diagnose("yaml-complex-key", placeOf(walk, key)));
    return undefined;
  }
  checkEscapes(walk, node);
  if (key === node && key.anchor !== undefined) walk.anchors.set(key.anchor, { node, read: { value: keyText(node), size: 1 } });
  return keyText(node);
}

function readMerge(walk: Walk, { key, value }: Pair<ParsedNode, ParsedNode | null>): readonly YamlMapping[] {
  const merged = readNode(walk, value);
  const mappings = Array.isArray(merged) ? (merged as readonly YamlValue[]) : [merged];
  if (mappings.every(isMapping)) return mappings;
  const found = describeValue(mappings.find((item) => !isMapping(item)));
  // Where an alias could not be read, that is what has been reported.
  if (walk.complete) refuse(walk, diagnose("yaml-merge", placeOf(walk, value ?? key), { found }));
  return [];
}

function readAlias(walk: Walk, node: Alias): YamlValue {
  const anchor = walk.anchors.get(node.source);
  const place = placeOf(walk, node as ParsedNode);
  if (anchor === undefined) {
    return refuse(
      walk,
      diagnose("yaml-unknown-alias", place, { alias: node.source, near: nearNames(node.source, walk.anchors.keys(), 2) }),
    );
  }
  if (anchor.read === undefined) return refuse(walk, diagnose("yaml-recursive-alias", place, { alias: node.source }));
  walk.targets.set(node, anchor.node);
  walk.size += anchor.read.size;
  walk.aliasedSize += anchor.read.size;
  if (walk.aliasedSize <= maxAliasedValues) return anchor.read.value;
  return walk.complete ? refuse(walk, diagnose("yaml-alias-limit", place, { limit: maxAliasedValues })) : null;
}

function refuse(walk: Walk, diagnostic: Diagnostic): null {
  walk.diagnostics.push(diagnostic);
  walk.complete = false;
  return null;
}

/** Only double-quoted text has escapes; a text that is as long as it is written has used none. */
function checkEscapes(walk: Walk, node: Scalar.Parsed): void {
  const { type, value, range } = node;
  if (type !== "QUOTE_DOUBLE" || typeof value !== "string" || value.length === range[1] - range[0] - 2) return;
  walk.diagnostics.push(...findEscapedCharacters(value, placeOf(walk, node)));
}

function placeOf({ source }: Walk, node: ParsedNode): { readonly source: SourceText; readonly span: Span } {
  return { source, span: spanOf(node) };
}

/** What a key is called, as written: `1.0` and `yes` are texts where they are keys. */
export function keyText(node: Scalar): string {
  return typeof node.value === "string" ? node.value : (node.source ?? String(node.value));
}

/** `<<` without quotes. */
export function isMergeKey(node: ParsedNode): boolean {
  return isScalar(node) && node.value === "<<" && node.type === "PLAIN";
}

/** Without the white space and comments behind the node. */
export function spanOf(node: ParsedNode): Span {
  return { start: node.range[0], end: node.range[1] };
}

export function isMapping(value: unknown): value is YamlMapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a value is, in a message: `the number 5`, `a list`, `nothing`. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "text";
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "number") return "a mapping";
  if (Number.isFinite(value)) return `the number ${value}`;
  return Number.isNaN(value) ? "`.nan`" : "infinity";
}

/** The same where a text itself says what is wrong. */
export function describeFound(value: unknown): string {
  return typeof value === "string" ? quote(value) : describeValue(value);
}

function diagnoseDuplicate(walk: Walk, node: YAMLMap.Parsed, pair: Pair<ParsedNode>, key: string): Diagnostic {
  const first = node.items.find((item) => isScalar(item.key) && keyText(item.key) === key) ?? pair;
  return withRelated(diagnose("yaml-duplicate-key", placeOf(walk, pair.key), { key }), "first written here", placeOf(walk, first.key));
}
