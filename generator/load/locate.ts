/** Finds the location of a path of keys. For diagnostics only: each call walks the nodes. */
import { isAlias, isMap, isScalar, isSeq, type Alias, type ParsedNode } from "yaml";
import type { SourceText, Span } from "../diagnostics/diagnostic.ts";
import { isMergeKey, keyText, spanOf } from "./values.ts";

/** Keys and list indices from the root of a document: `["tools", 0, "name"]`. */
export type YamlPath = readonly (string | number)[];

/** The location of a value: a file, and spans in it. */
export interface ValueLocation extends ValueSpans {
  readonly source: SourceText;
}

/** Locations of a value and of its key. */
export interface ValueSpans {
  /** Absent for items of a list and for the root. */
  readonly key?: Span;
  /** Location of the value's definition, with aliases resolved. Location of the key if the value is empty. */
  readonly value: Span;
  /** The alias nearest to the value, if the path goes through an alias. */
  readonly alias?: Span;
  /** Location of the alias that stands for the value. */
  readonly standIn?: Span;
}

/** Targets of the aliases of a document. */
type Targets = ReadonlyMap<Alias, ParsedNode>;

/** Locates the value at a path. Returns undefined if the value does not exist. */
export function locatePath(contents: ParsedNode | null, targets: Targets, path: YamlPath): ValueSpans | undefined {
  let { node, alias } = resolve(contents, targets);
  let entry: ValueEntry | undefined;
  for (const segment of path) {
    entry = typeof segment === "number" ? findItem(node, segment) : findEntry(node, segment, targets);
    if (entry === undefined) return undefined;
    const found = resolve(entry.value, targets);
    node = found.node;
    alias = found.alias ?? entry.alias ?? alias;
  }
  const key = entry?.key && spanOf(entry.key);
  if (node === undefined) return key && { key, value: key };
  const written = spanOf(node);
  return {
    ...(key && { key }),
    value: key !== undefined && written.start === written.end ? key : written,
    ...(alias && { alias }),
    ...(isAlias(entry?.value) && { standIn: spanOf(entry.value as ParsedNode) }),
  };
}

/** A node that is not an alias, and the last of the aliases that stand for it. */
interface Resolved {
  readonly node: Exclude<ParsedNode, Alias> | undefined;
  readonly alias?: Span;
}

function resolve(given: ParsedNode | null | undefined, targets: Targets): Resolved {
  if (!isAlias(given)) return { node: given ?? undefined };
  const { node, alias = spanOf(given as ParsedNode) } = resolve(targets.get(given), targets);
  return { node, alias };
}

/** An entry of a mapping, or an item of a list. */
interface ValueEntry {
  /** Omitted for an item. */
  readonly key?: ParsedNode;
  readonly value: ParsedNode | null;
  /** The alias of the merged mapping that contains the entry. */
  readonly alias?: Span;
}

function findItem(node: ParsedNode | undefined, index: number): ValueEntry | undefined {
  const item = isSeq<ParsedNode>(node) ? node.items[index] : undefined;
  return item && { value: item };
}

function findEntry(parent: ParsedNode | undefined, name: string, targets: Targets): ValueEntry | undefined {
  if (!isMap(parent)) return undefined;
  const { items } = parent;
  // Duplicate keys are reported separately. The last one has the value.
  const own = items.findLast((pair) => !isMergeKey(pair.key) && nameOf(pair.key, targets) === name);
  if (own !== undefined) return { key: own.key, value: own.value };
  for (const pair of items) {
    const found = isMergeKey(pair.key) ? findMerged(pair.value, name, targets) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Finds an entry in the value of `<<`: a mapping, or a list of mappings. */
function findMerged(merged: ParsedNode | null, name: string, targets: Targets): ValueEntry | undefined {
  const { node, alias } = resolve(merged, targets);
  const mappings = isSeq<ParsedNode>(node) ? node.items : [node];
  for (const mapping of mappings) {
    const item = resolve(mapping, targets);
    const found = findEntry(item.node, name, targets);
    const nearest = found?.alias ?? item.alias ?? alias;
    if (found !== undefined) return { ...found, ...(nearest && { alias: nearest }) };
  }
  return undefined;
}

function nameOf(key: ParsedNode, targets: Targets): string | undefined {
  const { node } = resolve(key, targets);
  return isScalar(node) ? keyText(node) : undefined;
}
