/** Lists the JSON Schema keywords whose values are not schemas, with the expected value of each. */
import type { Dialect } from "@climax-gen/runtime/internal/json-schema/schema";
import { holdingKeywords, holdingOf } from "@climax-gen/runtime/internal/json-schema/schema";

/** The kind of value that a keyword of JSON Schema takes. */
export type Expectation =
  | "text"
  | "true or false"
  | "number"
  | "positive"
  | "count"
  | "types"
  | "values"
  | "names"
  | "names by name"
  | "pattern"
  | "reference"
  | "anything";

const shared: readonly (readonly [Expectation, readonly string[]])[] = [
  ["text", ["$schema", "$id", "$comment", "title", "description", "format", "contentEncoding", "contentMediaType"]],
  ["true or false", ["uniqueItems", "readOnly", "writeOnly"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]],
  ["positive", ["multipleOf"]],
  ["count", ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"]],
  ["types", ["type"]],
  ["values", ["enum", "examples"]],
  ["names", ["required"]],
  ["pattern", ["pattern"]],
  ["reference", ["$ref"]],
  ["anything", ["const", "default"]],
];

const newer: readonly (readonly [Expectation, readonly string[]])[] = [
  ["text", ["$anchor"]],
  ["true or false", ["deprecated"]],
  ["count", ["minContains", "maxContains"]],
  ["names by name", ["dependentRequired"]],
  ["anything", ["$vocabulary"]],
];

const toMap = (rows: typeof shared): ReadonlyMap<string, Expectation> =>
  new Map(rows.flatMap(([expectation, keywords]) => keywords.map((keyword) => [keyword, expectation] as const)));

const expectations: Readonly<Record<Dialect, ReadonlyMap<string, Expectation>>> = {
  "2020-12": toMap([...shared, ...newer]),
  "draft-07": toMap(shared),
};

/** Returns the expected value of a keyword. Returns undefined for keywords that contain schemas and for unknown keywords. */
export function expectationOf(keyword: string, dialect: Dialect): Expectation | undefined {
  return expectations[dialect].get(keyword);
}

/** Returns all keywords of the dialect. */
export function knownKeywords(dialect: Dialect): readonly string[] {
  return [...expectations[dialect].keys(), ...holdingKeywords(dialect)];
}

/** Reports whether the dialect defines the keyword. */
export function isKnown(keyword: string, dialect: Dialect): boolean {
  return expectations[dialect].has(keyword) || holdingOf(keyword, dialect) !== undefined;
}

/**
 * Keywords of 2020-12 and 2019-09 whose target depends on the path of a value through the schemas, with the keyword that replaces each.
 * They are not supported: types cannot express them, and no tool is known to need them.
 */
const dynamicKeywords: ReadonlyMap<string, string> = new Map([
  ["$dynamicRef", "$ref"],
  ["$dynamicAnchor", "$anchor"],
  ["$recursiveRef", "$ref"],
  ["$recursiveAnchor", ""],
]);

/** Returns the change that removes an unsupported dynamic reference. Undefined for any other keyword. */
export function remedyOf(keyword: string, dialect: Dialect): string | undefined {
  const replacement = dynamicKeywords.get(keyword);
  if (replacement === undefined) return undefined;
  if (replacement === "") return "remove it";
  return `write ${isKnown(replacement, dialect) ? `\`${replacement}\`` : (translationOf(replacement) ?? "")}`;
}

/** Returns the replacement in this dialect for a keyword that only the other dialect, or OpenAPI, has. */
export function translationOf(keyword: string): string | undefined {
  return translations.get(keyword);
}

const translations: ReadonlyMap<string, string> = new Map([
  ["additionalItems", "`items` next to `prefixItems`"],
  ["dependencies", "`dependentRequired` or `dependentSchemas`"],
  ["prefixItems", "a list of schemas as `items`"],
  ["dependentRequired", "`dependencies`"],
  ["dependentSchemas", "`dependencies`"],
  ["$defs", "`definitions`"],
  ["unevaluatedProperties", "`additionalProperties`"],
  ["unevaluatedItems", "`additionalItems`"],
  ["$anchor", '`$id: "#name"`'],
  ["minContains", "`contains` alone"],
  ["maxContains", "`contains` alone"],
  ["nullable", '`type: [string, "null"]`, with the type of the value'],
]);
