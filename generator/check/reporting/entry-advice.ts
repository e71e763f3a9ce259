/** Suggests another form of a misnamed key's value if the right key does not accept the value as written. */
import type * as z from "zod";
import type { YamlMapping, YamlValue } from "../../load/values.ts";
import { isList } from "../../load/values.ts";
import { isMapping } from "../../load/values.ts";
import type { KeyFacts, Unit } from "../keys/key-facts.ts";
import { accepts, factsOf } from "../keys/key-facts.ts";
import { toFlow } from "../../load/flow-text.ts";

/** Maximum length of an entry in a message, in characters. */
export const MAX_SHOWN = 80;

/**
 * Returns an entry with the first of the keys of the schema that accepts the value in another form: `tags: [vcs]`. Undefined if none does.
 */
export function suggestEntry(keys: readonly string[], value: YamlValue, schema: z.ZodObject): SuggestedEntry | undefined {
  for (const key of keys) {
    const form = listForms(key, value, factsOf(schema, key)).find((candidate) => accepts(schema, key, candidate));
    const text = form === undefined ? "" : `${key}: ${toFlow(form)}`;
    if (text !== "" && text.length <= MAX_SHOWN) return { key, text };
  }
  return undefined;
}

/** An entry that the help of a diagnostic suggests. */
export interface SuggestedEntry {
  readonly key: string;
  /** The entry in YAML, on one line. */
  readonly text: string;
}

/** Forms in which other formats write the same value. */
function listForms(key: string, value: YamlValue, { unit, fromText }: KeyFacts): readonly YamlValue[] {
  if (isList(value)) return listFormsOfList(key, value, fromText);
  if (isMapping(value)) {
    const entries = Object.entries(value);
    const items = entries.map(([name, item]): YamlValue => (isMapping(item) ? { name, ...item } : { name }));
    return key === "tools" || key === "args" || key === "global_args" ? [items] : [Object.keys(value)];
  }
  const text = typeof value === "object" ? "" : String(value);
  if (text.trim() === "") return [];
  const amount = suggestAmountValue(unit, value);
  const parts = splitText(text);
  const list = fromText?.(parts) ?? [];
  return [...(amount === undefined ? [] : [amount]), Number(text), parts, parts.map(Number), list, text, ...listFormsOfWord(key, value)];
}

/** Returns the mapping of a policy that a single word stands for, such as an executor for the name of its type. */
function listFormsOfWord(key: string, value: YamlValue): readonly YamlValue[] {
  switch (key) {
    case "executor":
      return value === true || typeof value === "string" ? [toExecutor(value === true ? "bubblewrap" : value)] : [];
    case "tools":
      return typeof value === "string" ? [Object.fromEntries(splitText(value).map((name) => [name, {}]))] : [];
    case "env":
      return typeof value === "string" ? [{ inherit: value === "all" || value === "minimal" ? value : splitText(value) }] : [];
    default:
      return [];
  }
}

/** Returns an executor of a type, with the image that Docker needs. */
export function toExecutor(type: string): YamlMapping {
  return { type, ...(type === "docker" && { image: "alpine:3" }) };
}

function listFormsOfList(key: string, items: readonly YamlValue[], fromText: KeyFacts["fromText"]): readonly YamlValue[] {
  if (!items.every((item) => typeof item === "string" || typeof item === "number")) return [];
  const words = items.map(String);
  if (key.endsWith("pattern")) return [words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join("|")];
  const line = words.map((word) => (/[\s'"]/.test(word) ? `"${word}"` : word)).join(" ");
  return [line, fromText?.(words) ?? [], ...listFormsOfNames(key, words)];
}

function listFormsOfNames(key: string, names: readonly string[]): readonly YamlValue[] {
  if (key === "tools") return [Object.fromEntries(names.map((name) => [name, {}]))];
  return key === "env" ? [{ inherit: names }] : [];
}

/** Returns the parts of `a|b|c` and `a, b, c`. */
export function splitText(text: string): readonly string[] {
  return text
    .split(/[|,]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Converts `30s` or `1MiB` to the unit of the key. Returns undefined if the value is another text, or has another kind of unit. */
export function suggestAmountValue(unit: Unit | undefined, value: unknown): number | undefined {
  if (unit === undefined) return undefined;
  const [, digits = "", written = ""] = typeof value === "string" ? (/^(\d+(?:\.\d+)?) ?([a-zµ]+)$/i.exec(value) ?? []) : [];
  const factor = (unit === "seconds" ? seconds : bytes).get(written.toLowerCase());
  if (factor === undefined) return undefined;
  const amount = Number((Number(digits) * factor).toPrecision(12));
  return unit === "bytes" ? Math.round(amount) : amount;
}

const seconds: ReadonlyMap<string, number> = new Map([
  ...["ms", "millisecond", "milliseconds"].map((unit) => [unit, 0.001] as const),
  ...["s", "sec", "secs", "second", "seconds"].map((unit) => [unit, 1] as const),
  ...["m", "min", "mins", "minute", "minutes"].map((unit) => [unit, 60] as const),
  ...["h", "hour", "hours"].map((unit) => [unit, 3600] as const),
]);

/** `k` and `M` are powers of 1024, as for the memory of Docker. */
const bytes: ReadonlyMap<string, number> = new Map([
  ...["b", "byte", "bytes"].map((unit) => [unit, 1] as const),
  ...["k", "kb", "kib"].map((unit) => [unit, 1024] as const),
  ...["m", "mb", "mib"].map((unit) => [unit, 1024 ** 2] as const),
  ...["g", "gb", "gib"].map((unit) => [unit, 1024 ** 3] as const),
]);
