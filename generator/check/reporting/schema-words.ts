/** Translates words of JSON Schema that have no key with the same meaning and value. */
import { toFlow } from "../../load/flow-text.ts";
import { isList, isMapping, type YamlValue } from "../../load/values.ts";

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

/** Suggests a `pattern` for the name of a format. Text with braces is the template of a value, which other formats call `format`, too. */
function suggestForFormat(value: YamlValue): string | undefined {
  if (ADDRESS_FORMATS.has(value)) return `write \`${toPair("pattern", "https://.*")}\``;
  return typeof value === "string" && /^[a-z-]+$/.test(value) ? "remove it, and describe the values with a `pattern`" : undefined;
}

function toPair(key: string, value: YamlValue): string {
  return `${key}: ${toFlow(value)}`;
}
