/** Suggests replacements for values of the wrong type. */
import { toFlow } from "../../load/flow-text.ts";
import type { YamlValue } from "../../load/values.ts";
import { quote } from "../../text/wording.ts";

const EXPECTED = {
  text: "text",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  list: "a list",
  mapping: "a mapping of keys to values",
} as const;

/** The type of value that a key takes. */
export type Expected = keyof typeof EXPECTED;

/** Returns the type in words: `an integer`. */
export function describeExpected(expected: Expected): string {
  return EXPECTED[expected];
}

/**
 * Returns the help for a value of the wrong type. Undefined if no help is known.
 * @param written the source text of the value
 * @param namedList the key of the expected list if its items have names
 */
export function suggestFix(expected: Expected, value: unknown, written: string, namedList?: NamedList): string | undefined {
  if (value === null || value === undefined) return "set a value, or remove the key";
  switch (expected) {
    case "text":
      return typeof value === "object" ? suggestQuotes(written) : `enclose it in quotes: ${quote(written)}`;
    case "number":
    case "integer": {
      const number = readNumber(expected, value);
      return number === undefined ? undefined : `write \`${number}\``;
    }
    case "boolean":
      return suggestBoolean(value);
    case "list":
      return typeof value === "object" ? suggestItems(value, written, namedList) : `write \`[${shorten(written)}]\``;
    case "mapping":
      return Array.isArray(value)
        ? "write each as `key: value`, without `- ` or brackets"
        : "write its keys below it, each as `key: value`";
  }
}

/**
 * Text that probably needs quotes: a placeholder, a class of characters, or a text with a colon: `{}`, `{name}`, `[a-z]`, `[\\d]`, `a: b`.
 */
const UNQUOTED = /^(?:\{[^{}:,]*\}|\[[^[\],]*[-\\][^[\],]*\]|[^\s{[-].*)$/;

/** Returns the help for a text that YAML reads as a mapping or a list. Returns undefined for any other mapping or list. */
function suggestQuotes(written: string): string | undefined {
  if (written.length > 60 || !UNQUOTED.test(written)) return undefined;
  const isBare = /["\\]/.test(written) && !written.includes("'");
  return `enclose it in quotes: ${isBare ? `'${written}'` : JSON.stringify(written)}`;
}

/** Keys of lists whose items have names. */
export type NamedList = "tools" | "args" | "global_args";

/** The key of an item that a text after its name most likely means. */
const MAIN_KEYS: Readonly<Record<NamedList, string>> = { tools: "description", args: "type", global_args: "default" };

/**
 * Returns the help for a mapping instead of a list, which in many formats has the names of the items as keys. In a JSON Schema, these are
 * below `properties`.
 */
function suggestItems(mapping: object, written: string, list: NamedList | undefined): string {
  const { properties } = mapping as { readonly properties?: unknown };
  const isSchema = list === "args" && typeof properties === "object" && properties !== null;
  const entries = Object.entries(isSchema ? properties : mapping) as readonly (readonly [string, YamlValue])[];
  const [first] = entries;
  if (list === undefined || first === undefined || (!isSchema && Object.hasOwn(mapping, "name"))) {
    return written.startsWith("{") ? `write \`[${shorten(written)}]\`` : "start each item with `- `";
  }
  const [name, value] = first;
  if (isSchema) return suggestProperties(name);
  if (typeof value === "object") return `start each item with its name, for example \`- name: ${shorten(name)}\``;
  // Several words cannot be a type.
  const key = list === "args" && /\s/.test(String(value)) ? "description" : MAIN_KEYS[list];
  return `write each as an item, for example \`- ${toFlow({ name, [key]: value })}\``;
}

/** Returns the help for the JSON Schema of a tool's arguments. */
export function suggestProperties(name: string): string {
  return `write each property as an item of \`args\`, for example \`- name: ${shorten(name)}\``;
}

/** Returns the number of the type that a text contains. Undefined if the type is not numeric or the text is not such a number. */
export function readNumber(expected: Expected, value: unknown): number | undefined {
  if (typeof value !== "string" || (expected !== "number" && expected !== "integer")) return undefined;
  const text = value.replaceAll("_", "").trim();
  const number = text === "" ? NaN : Number(text);
  const isAllowed = expected === "integer" ? Number.isSafeInteger(number) : Number.isFinite(number);
  return isAllowed ? number : undefined;
}

const trueWords: ReadonlySet<string> = new Set(["true", "yes", "on", "y", "1"]);
const falseWords: ReadonlySet<string> = new Set(["false", "no", "off", "n", "0"]);

/** Returns the help for a text or number that means a boolean, as `yes` does in YAML 1.1. Undefined for any other value. */
export function suggestBoolean(value: unknown): string | undefined {
  // Mappings have no prototype, so `String` throws for them.
  const word = typeof value === "string" || typeof value === "number" ? String(value).toLowerCase() : "";
  if (trueWords.has(word)) return "write `true`";
  return falseWords.has(word) ? "write `false`" : undefined;
}

/** Shortens text for backquotes to its first line and 40 characters. */
export function shorten(written: string): string {
  const line = written.split(/[\r\n]/, 1)[0] ?? "";
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
}
