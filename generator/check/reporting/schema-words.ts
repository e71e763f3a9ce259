/** Translates words of JSON Schema that have no key with the same meaning and value. */
import { toFlow } from "../../load/flow-text.ts";
import { isList, isMapping, type YamlValue } from "../../load/values.ts";
import { joinWords, quote } from "../../text/wording.ts";

/** Formats of JSON Schema that are addresses. */
const ADDRESS_FORMATS: ReadonlySet<YamlValue> = new Set(["uri", "url", "iri"]);

/** Suggests a `pattern` for a minimum length or a format, in an argument or in a constraint. Returns undefined for other keys. */
export function suggestPattern(key: string, value: YamlValue): string | undefined {
  switch (key) {
    case "min_length":
    case "minLength":
      return typeof value === "number" ? `write \`${toPair("pattern", `(?s).{${value},}`)}\`` : undefined;
    case "format":
      return suggestForFormat(value);
    default:
      return undefined;
  }
}

/** Suggests keys of an argument, with their values, for a word of JSON Schema. Returns undefined for other keys. */
export function suggestForSchemaWord(key: string, value: YamlValue): string | undefined {
  switch (key) {
    case "const":
      return typeof value === "string" ? `write \`${toPair("enum", [value])}\`, or move the value to \`command\`` : undefined;
    case "dependentRequired":
      return isList(value) ? `write \`${toPair("requires", value)}\`` : undefined;
    case "propertyNames":
      return isMapping(value) && typeof value["pattern"] === "string"
        ? `write \`${toPair("keys", { pattern: value["pattern"] })}\``
        : undefined;
    default:
      return suggestPattern(key, value);
  }
}

/** Suggests where a word about several properties belongs that was written for a whole tool. Returns undefined for other keys. */
export function suggestForToolWord(key: string, value: YamlValue): string | undefined {
  switch (key) {
    case "dependentRequired":
    case "dependencies":
      return suggestRequires(value);
    case "required":
      return isNames(value) && value.length > 0 ? `write \`required: true\` in ${argsOf(value)}` : undefined;
    case "oneOf":
    case "anyOf":
      return suggestRelation(key === "oneOf" ? "exactly_one" : "at_least_one", value);
    default:
      return undefined;
  }
}

/** Translates `{ a: [b] }`, which needs `b` in calls with `a`. */
function suggestRequires(value: YamlValue): string | undefined {
  const entries = isMapping(value) ? Object.entries(value) : [];
  if (entries.length === 0 || !entries.every(([, names]) => isNames(names))) return undefined;
  return `write ${joinWords(
    entries.map(([name, names]) => `\`${toPair("requires", names)}\` in the argument ${quote(name)}`),
    "and",
  )}`;
}

/** Translates `[{ required: [a] }, { required: [b] }]`. */
function suggestRelation(key: string, value: YamlValue): string | undefined {
  if (!isList(value) || value.length < 2) return undefined;
  const names = value.map((one) => (isMapping(one) ? (one["required"] ?? null) : null));
  return names.every((one) => isNames(one) && one.length === 1) ? `write \`${toPair(key, [names.flat()])}\`` : undefined;
}

function isNames(value: YamlValue | undefined): value is readonly string[] {
  return value !== undefined && isList(value) && value.every((name) => typeof name === "string");
}

function argsOf(names: readonly string[]): string {
  return `the ${names.length === 1 ? "argument" : "arguments"} ${joinWords(names.map(quote), "and")}`;
}

/** Suggests a `pattern` for the name of a format. Text with braces is the template of a value, which other formats call `format`, too. */
function suggestForFormat(value: YamlValue): string | undefined {
  if (ADDRESS_FORMATS.has(value)) return `write \`${toPair("pattern", "https://.*")}\``;
  return typeof value === "string" && /^[a-z-]+$/.test(value) ? "remove it, and describe the values with a `pattern`" : undefined;
}

function toPair(key: string, value: YamlValue): string {
  return `${key}: ${toFlow(value)}`;
}
