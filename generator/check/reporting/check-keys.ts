/** Reports keys that a mapping cannot have: typos, names of other formats, and keys in the wrong place. */
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import type * as z from "zod";
import type { YamlPath } from "../../load/locate.ts";
import { isMapping, type YamlMapping, type YamlValue } from "../../load/values.ts";
import { accepts, fieldsOf, findByAlias } from "../keys/key-facts.ts";
import { suggestEntry } from "./entry-advice.ts";
import { shorten } from "./fixes.ts";
import type { Format, KeyAdvice } from "./format.ts";
import type { Report } from "./report.ts";

/**
 * Reports each key that the schema of the mapping lacks. Keys that start with `x-` are free. Returns the keys that the help proposes or
 * makes unnecessary, which must not be reported as missing.
 */
export function checkKeys(mapping: YamlMapping, schema: z.ZodObject, at: KeysContext): ReadonlySet<string> {
  const { path, format, report } = at;
  const known = fieldsOf(schema);
  const unindented = findUnindented(mapping, schema, at);
  const unknown = Object.keys(mapping).filter((key) => !known.has(key) && !key.startsWith("x-") && !unindented.has(key));
  const proposed = unknown.flatMap((key) => {
    const { unneeded, nested = [], ...help } = adviseOn(key, { mapping, schema, at });
    report.atKey("unknown-key", [...path, key], { key, owner: format.describeOwner(report.document.value, path), ...help });
    return [...(unneeded === undefined ? help.near : [unneeded]), ...nested];
  });
  return new Set(proposed);
}

/**
 * Returns unknown keys by the key without a value that they follow. The latter needs a list or mapping, so its lines are probably not
 * indented.
 */
export function findUnindented(mapping: YamlMapping, schema: z.ZodObject, { path, report }: KeysContext): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const written = Object.keys(mapping);
  // Most mappings have a value for each key.
  if (!written.some((key) => mapping[key] === null)) return found;
  const takes = (key: string, value: YamlValue): boolean => fieldsOf(schema).get(key)?.safeParse(value).success === true;
  const isParent = (key: string): boolean => (takes(key, []) || takes(key, {})) && !takes(key, null);
  const startOf = (key: string): number => report.locate([...path, key]).key?.start ?? 0;
  let parent: string | undefined;
  for (const key of written.toSorted((a, b) => startOf(a) - startOf(b))) {
    if (fieldsOf(schema).has(key)) parent = mapping[key] === null && isParent(key) ? key : undefined;
    else if (parent !== undefined) found.set(key, parent);
  }
  return found;
}

/** The help for an unknown key: similar keys, or other advice. */
interface KeyHelp extends Partial<KeyAdvice> {
  readonly near: readonly string[];
  /** Keys below the unknown key, which the author is advised to move next to it. */
  readonly nested?: readonly string[];
}

function adviseOn(key: string, context: UnknownKey): KeyHelp {
  const { path, report } = context.at;
  const isAlone = isRestOfText([...path, key], report);
  const [, name = "", value = ""] = (isAlone && /^(\w+):(.+)$/.exec(key)) || [];
  if (fieldsOf(context.schema).has(name))
    return { near: [], hint: `write \`${name}: ${shorten(value)}\`, with a space after the colon`, unneeded: name };
  if (isAlone) return { near: [], hint: "quote the text before it, which ends at the comma" };
  return advise(key, context);
}

interface UnknownKey {
  readonly mapping: YamlMapping;
  readonly schema: z.ZodObject;
  readonly at: KeysContext;
}

/** Returns the keys with similar names, or other advice. */
function advise(key: string, { mapping, schema, at }: UnknownKey): KeyHelp {
  const { path, format, report } = at;
  const known = fieldsOf(schema);
  const value = mapping[key] ?? null;
  const context = { root: report.document.value, path, value };
  const advice = format.findAdvice?.(key, context);
  if (advice !== undefined) return { near: [], ...advice };
  const byAlias = findByAlias(schema, key);
  const meant = byAlias.length > 0 ? byAlias : nearNames(key, known.keys(), 3);
  const fitting = meant.filter((word) => accepts(schema, word, value));
  const entry = fitting.length > 0 || value === null ? undefined : suggestEntry(meant, value, schema);
  if (entry !== undefined) return { near: [], hint: `write \`${entry.text}\``, unneeded: entry.key };
  if (meant.length > 0) return { near: fitting.length > 0 ? fitting : meant };
  const hint = format.suggestMove(key, context);
  if (hint !== undefined) return { near: [], hint };
  const name = suggestName(key, mapping, { known, path });
  if (name === undefined) return { near: [] };
  return { near: [], hint: name, unneeded: "name", nested: isMapping(value) ? Object.keys(value) : [] };
}

/** Reports whether a key has no colon: `{ description: Fast, and small }` has two keys, of which the second is the rest of a text. */
function isRestOfText(path: YamlPath, { locate, document }: Report): boolean {
  const end = locate(path).key?.end;
  return end !== undefined && /^\s*[,}]/.test(document.source.text.slice(end));
}

/** Returns advice for an item of a list that begins with its name as a key, `- git_log:`, as in many formats. */
function suggestName(key: string, mapping: YamlMapping, { known, path }: ItemContext): string | undefined {
  const isItem = typeof path.at(-1) === "number" && known.has("name");
  if (!isItem || Object.hasOwn(mapping, "name") || Object.keys(mapping)[0] !== key) return undefined;
  const isNested = typeof mapping[key] === "object" && mapping[key] !== null;
  return `write \`name: ${shorten(key)}\`${isNested ? ", and move the nested keys next to it" : ""}`;
}

interface ItemContext {
  readonly known: ReadonlyMap<string, unknown>;
  readonly path: YamlPath;
}

/** The mapping whose keys are checked. */
export interface KeysContext {
  readonly path: YamlPath;
  readonly format: Format;
  readonly report: Report;
}
