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
  /** The alias nearest to the value, if the path leads through one. */
  readonly alias?: Span;
  /** Location of the alias that stands for the value. */
  readonly standIn?: Span;
}

/** Locates the value at a path. Returns undefined if the value does not exist. */
export function locatePath(contents: ParsedNode | null, targets: ReadonlyMap<Alias, ParsedNode>, path: YamlPath): ValueSpans | undefined {
  let alias: Span | undefined;
  let standIn: Span | undefined;
  let key: ParsedNode | undefined;
  let node = resolve(contents);
  for (const segment of path) {
    const entry = typeof segment === "number" ? findItem(node, segment) : findEntry(node, segment);
    if (entry === undefined) return undefined;
    key = entry.key;
    standIn = isAlias(entry.value) ? spanOf(entry.value as ParsedNode) : undefined;
    node = resolve(entry.value);
  }
  if (node === undefined) return key && { key: spanOf(key), value: spanOf(key) };
  const written = spanOf(node);
  const value = key !== undefined && written.start === written.end ? spanOf(key) : written;
  return {
    ...(key !== undefined && { key: spanOf(key) }),
    value,
    ...(alias !== undefined && { alias }),
    ...(standIn !== undefined && { standIn }),
  };

  function resolve(given: ParsedNode | null | undefined): Exclude<ParsedNode, Alias> | undefined {
    if (!isAlias(given)) return given ?? undefined;
    alias = spanOf(given as ParsedNode);
    return resolve(targets.get(given));
  }

  function findEntry(parent: ParsedNode | undefined, name: string): Entry | undefined {
    if (!isMap(parent)) return undefined;
    const { items } = parent;
    // Of duplicate keys, which are reported, the last one has the value.
    const own = items.findLast((pair) => !isMergeKey(pair.key) && nameOf(pair.key) === name);
    if (own !== undefined) return { key: own.key, value: own.value };
    for (const pair of items) {
      const found = isMergeKey(pair.key) ? findMerged(resolve(pair.value), name) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  function findMerged(merged: ParsedNode | undefined, name: string): Entry | undefined {
    if (!isSeq<ParsedNode>(merged)) return findEntry(merged, name);
    for (const item of merged.items) {
      const found = findEntry(resolve(item), name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  function nameOf(given: ParsedNode): string | undefined {
    const scalar = resolve(given);
    return isScalar(scalar) ? keyText(scalar) : undefined;
  }
}

interface Entry {
  readonly key?: ParsedNode;
  readonly value: ParsedNode | null;
}

function findItem(node: ParsedNode | undefined, index: number): Entry | undefined {
  const item = isSeq<ParsedNode>(node) ? node.items[index] : undefined;
  return item && { value: item };
}
