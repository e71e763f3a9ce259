/** Checks the values of JSON Schema keywords that do not contain schemas. */
import { isSchemaObject } from "@climax-gen/runtime/internal/json-schema/schema";
import { findSchemaPatternProblem } from "@climax-gen/runtime/internal/json-schema/schema-pattern";
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import { quote } from "../../text/wording.ts";
import type { YamlPath } from "../../load/locate.ts";
import { toFlow } from "../../load/flow-text.ts";
import { describeFound, describeValue, type YamlValue } from "../../load/values.ts";
import { readNumber, shorten, suggestBoolean } from "../reporting/fixes.ts";
import { readPath, type Report } from "../reporting/report.ts";
import type { Expectation } from "./schema-keywords.ts";

/** Checks a keyword's value. `path` is the path of the value, or of the key if a pattern is written as a key. */
export function checkKeywordValue(keyword: string, expectation: Expectation, path: YamlPath, report: Report): void {
  const value = readPath(report.document.value, path);
  const refuse = (expected: string, found = describeSchemaValue(value)): void => {
    const fix = suggestValue(expectation, value);
    report.atValue("schema-keyword", path, { what: `\`${keyword}\``, expected, found, fix });
  };
  switch (expectation) {
    case "text":
    case "reference":
      return typeof value === "string" ? undefined : refuse("text");
    case "true or false":
      return typeof value === "boolean" ? undefined : refuse("`true` or `false`");
    case "number":
      return isNumber(value) ? undefined : refuse("a number");
    case "positive":
      return isNumber(value) && value > 0 ? undefined : refuse("a number above 0");
    case "count":
      return Number.isInteger(value) && Number(value) >= 0 ? undefined : refuse("an integer of at least 0");
    case "types":
      return checkTypes(value, path, report, refuse);
    case "values":
      return Array.isArray(value) && (keyword !== "enum" || value.length > 0) && isJson(value)
        ? undefined
        : refuse(keyword === "enum" ? "a list of at least one value" : "a list of values");
    case "names":
      return isNames(value) ? undefined : refuse("a list of names, each once", describeTexts(value));
    case "names by name":
      return isSchemaObject(value) && Object.values(value).every(isNames) ? undefined : refuse("a mapping of names to lists of names");
    case "pattern":
      return checkPattern(keyword, value, path, report);
    case "anything":
      return isJson(value) ? undefined : refuse("a value that JSON supports");
  }
}

/** Returns the help for a value in another form than expected. Undefined if no help is known. */
function suggestValue(expectation: Expectation, value: unknown): string | undefined {
  switch (expectation) {
    case "true or false":
      return suggestBoolean(value);
    case "number":
    case "positive":
    case "count": {
      const number = readNumber(expectation === "count" ? "integer" : "number", value);
      return number === undefined || number < 0 ? undefined : `write \`${number}\``;
    }
    case "names":
      if (value === true) return "list the name of the property in `required` of the schema around it";
      return typeof value === "string" ? `write \`[${shorten(toFlow(value))}]\`` : undefined;
    case "values":
      return typeof value === "object" ? undefined : `write \`[${shorten(toFlow(value as YamlValue))}]\``;
    case "text":
      return typeof value === "number" || typeof value === "boolean" ? `write \`${quote(String(value))}\`` : undefined;
    default:
      return undefined;
  }
}

/** Returns the help for a value that must be a schema: a boolean in other words, or the name of a type. */
export function suggestSchema(value: unknown): string | undefined {
  const type = typeof value === "string" ? toType(value) : undefined;
  return type === undefined ? suggestBoolean(value) : `write \`{ type: ${type} }\``;
}

/** Describes a value for a message. Names an empty list as such, because some keywords require a nonempty list. */
export function describeSchemaValue(value: unknown): string {
  return Array.isArray(value) && value.length === 0 ? "an empty list" : describeFound(value);
}

/** Describes a value that should be a list of unique strings: names the item of another type, or the duplicate. */
function describeTexts(value: unknown): string {
  if (!Array.isArray(value)) return describeSchemaValue(value);
  const items: readonly unknown[] = value;
  const other = items.findIndex((item) => typeof item !== "string");
  if (other !== -1) return `a list with ${describeValue(items[other])} in it`;
  const twice = items.find((item, index) => items.indexOf(item) < index);
  return twice === undefined ? describeSchemaValue(items) : `a list with ${describeSchemaValue(twice)} twice`;
}

/** Reports whether JSON can represent a value. YAML also has infinities and `.nan`. */
function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "object" || value === null || Object.values(value).every(isJson);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === "string") && new Set(value).size === value.length;
}

const types: readonly string[] = ["string", "integer", "number", "boolean", "array", "object", "null"];

/** Type names of other languages, in lower case. */
const foreignTypes: ReadonlyMap<string, string> = new Map([
  ["str", "string"],
  ["text", "string"],
  ["int", "integer"],
  ["long", "integer"],
  ["float", "number"],
  ["double", "number"],
  ["bool", "boolean"],
  ["list", "array"],
  ["tuple", "array"],
  ["dict", "object"],
  ["map", "object"],
  ["none", "null"],
  ["nil", "null"],
]);

function checkTypes(value: unknown, path: YamlPath, report: Report, refuse: (expected: string, found: string) => void): void {
  if (Array.isArray(value)) {
    if (value.length === 0 || new Set(value).size < value.length)
      return refuse("a type, or a list of types, each once", describeTexts(value));
    for (const [index, type] of value.entries()) checkType(type, [...path, index], report);
    return;
  }
  checkType(value, path, report);
}

/** Returns the type that a word names, also in other languages. Undefined for other words. */
function toType(word: string): string | undefined {
  return types.includes(word) ? word : foreignTypes.get(word.toLowerCase());
}

/** Reports whether a value is the name of a type. */
export function isSchemaType(value: unknown): boolean {
  return typeof value === "string" && types.includes(value);
}

function checkType(type: unknown, path: YamlPath, report: Report): void {
  if (isSchemaType(type)) return;
  const word = typeof type === "string" ? type.toLowerCase() : type === null ? "null" : "";
  const meant = toType(word);
  const near = meant === undefined ? nearNames(word, types, 1) : [meant];
  report.atValue("unknown-value", path, {
    key: "type",
    found: describeSchemaValue(type),
    allowed: types.map(quote),
    near: near.map(quote),
  });
}

function checkPattern(keyword: string, value: unknown, path: YamlPath, report: Report): void {
  const pattern = keyword === "pattern" ? value : keyword;
  if (typeof pattern !== "string") {
    return report.atValue("schema-keyword", path, {
      what: "`pattern`",
      expected: "a regular expression",
      found: describeSchemaValue(value),
    });
  }
  const found = findSchemaPatternProblem(pattern);
  if (found === undefined) return;
  const { problem } = found;
  const code = found.kind === "syntax" ? "schema-pattern" : "schema-pattern-linear";
  if (keyword === "pattern") report.atValue(code, path, { problem });
  else report.atKey(code, path, { problem });
}
