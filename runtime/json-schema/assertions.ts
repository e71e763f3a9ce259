/** Checks the keywords that constrain a value directly, without subschemas. */
import { countCodePoints } from "../text/code-points.ts";
import { findFormatProblem } from "./formats.ts";
import type { Noun, SchemaProblem, ValuePath } from "./problem.ts";
import { countOf, listValues } from "./problem.ts";
import type { PatternMatcher } from "./schema-pattern.ts";
import type { Dialect, SchemaObject } from "./schema.ts";
import { isSchemaObject } from "./schema.ts";
import { byKey } from "../text/code-unit-order.ts";

/** The settings of a validation, equal for all keywords and values. */
export interface Validation {
  readonly dialect: Dialect;
  readonly matches: PatternMatcher;
  /** The word for a part of the value in messages; see `describeAlternatives`. */
  readonly noun: Noun;
}

/** Checks a value against the schema's own keywords. If the type is wrong, reports only the type. */
export function findOwnProblems(
  schema: SchemaObject,
  value: unknown,
  path: ValuePath,
  { dialect, matches }: Validation,
): readonly SchemaProblem[] {
  const problem = (keyword: string, must: string): SchemaProblem => ({ path, keyword, must });
  const misfit = findTypeProblem(schema["type"], value);
  if (misfit !== undefined) return [{ ...problem("type", misfit), given: describeType(value) }];
  const found = [...findMemberProblems(schema, value), ...findSizeProblems(schema, value, matches)].map(([keyword, must]) =>
    problem(keyword, must),
  );
  return isSchemaObject(value) ? [...found, ...findMissing(schema, value, path, dialect)] : found;
}

type BrokenKeyword = readonly [keyword: string, must: string];

const TYPE_NOUNS: ReadonlyMap<unknown, string> = new Map([
  ["string", "a string"],
  ["number", "a number"],
  ["integer", "a whole number"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "an object"],
  ["null", "null"],
]);

function findTypeProblem(type: unknown, value: unknown): string | undefined {
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const actual = typeOf(value);
  const fits = (one: unknown): boolean => one === actual || (one === "integer" && Number.isInteger(value));
  if (types.length === 0 || types.some(fits)) return undefined;
  return `be ${types.map((one) => TYPE_NOUNS.get(one) ?? String(one)).join(" or ")}`;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function describeType(value: unknown): string {
  return typeof value === "boolean" || typeof value === "number" ? String(value) : (TYPE_NOUNS.get(typeOf(value)) ?? typeOf(value));
}

function findMemberProblems(schema: SchemaObject, value: unknown): readonly BrokenKeyword[] {
  const members = Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
  const key = members || "const" in schema ? toEqualityKey(value) : "";
  const isMember = members === undefined || members.some((member) => toEqualityKey(member) === key);
  return [
    ...(isMember ? [] : [["enum", `be one of: ${listValues(members)}`] as const]),
    ...("const" in schema && toEqualityKey(schema["const"]) !== key ? [["const", `be ${listValues([schema["const"]])}`] as const] : []),
  ];
}

function findSizeProblems(schema: SchemaObject, value: unknown, matches: PatternMatcher): readonly BrokenKeyword[] {
  if (typeof value === "number") return findNumberProblems(schema, value);
  if (typeof value === "string") return findTextProblems(schema, value, matches);
  if (Array.isArray(value)) return findListProblems(schema, value);
  return isSchemaObject(value) ? findCountProblems(schema, ["minProperties", "maxProperties"], Object.keys(value).length, "property") : [];
}

function findNumberProblems(schema: SchemaObject, value: number): readonly BrokenKeyword[] {
  const hold = (keyword: string, words: string, holds: (limit: number) => boolean): readonly BrokenKeyword[] => {
    const limit = schema[keyword];
    return typeof limit === "number" && !holds(limit) ? [[keyword, `be ${words} ${limit}`]] : [];
  };
  return [
    ...hold("minimum", "at least", (limit) => value >= limit),
    ...hold("exclusiveMinimum", "more than", (limit) => value > limit),
    ...hold("maximum", "at most", (limit) => value <= limit),
    ...hold("exclusiveMaximum", "less than", (limit) => value < limit),
    ...hold("multipleOf", "a multiple of", (limit) => isMultiple(value, limit)),
  ];
}

/** Reports whether a value is a multiple. Compares decimal digits, not their binary approximations: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, divisor: number): boolean {
  const quotient = value / divisor;
  if (!Number.isFinite(quotient)) return value % divisor === 0;
  return Math.abs(quotient - Math.round(quotient)) <= 4 * Number.EPSILON * Math.abs(quotient);
}

function findTextProblems(schema: SchemaObject, text: string, matches: PatternMatcher): readonly BrokenKeyword[] {
  const { pattern, format } = schema as { readonly pattern?: unknown; readonly format?: unknown };
  const noun = typeof format === "string" ? findFormatProblem(format, text) : undefined;
  return [
    ...findCountProblems(schema, ["minLength", "maxLength"], countCharacters(schema, text), "character"),
    ...(typeof pattern === "string" && !matches(pattern, text) ? [["pattern", `match the pattern '${pattern}'`] as const] : []),
    ...(noun === undefined ? [] : [["format", `be ${noun}`] as const]),
  ];
}

/** Returns the number of code points, or 0 if the schema limits no length, because counting is slow. */
function countCharacters(schema: SchemaObject, text: string): number {
  return "minLength" in schema || "maxLength" in schema ? countCodePoints(text) : 0;
}

function findListProblems(schema: SchemaObject, list: readonly unknown[]): readonly BrokenKeyword[] {
  const hasEqual = schema["uniqueItems"] === true && new Set(list.map(toEqualityKey)).size < list.length;
  return [
    ...findCountProblems(schema, ["minItems", "maxItems"], list.length, "item"),
    ...(hasEqual ? [["uniqueItems", "not have the same item twice"] as const] : []),
  ];
}

function findCountProblems(
  schema: SchemaObject,
  [min, max]: readonly [string, string],
  count: number,
  noun: string,
): readonly BrokenKeyword[] {
  const [least, most] = [schema[min], schema[max]];
  return [
    ...(typeof least === "number" && count < least ? [[min, `have at least ${countOf(least, noun)}`] as const] : []),
    ...(typeof most === "number" && count > most ? [[max, `have at most ${countOf(most, noun)}`] as const] : []),
  ];
}

/** Checks required properties, including properties that another property requires. Only own properties count. */
function findMissing(schema: SchemaObject, value: SchemaObject, path: ValuePath, dialect: Dialect): readonly SchemaProblem[] {
  const missing = (keyword: string, names: unknown): readonly SchemaProblem[] =>
    (Array.isArray(names) ? names : [])
      .filter((name): name is string => typeof name === "string" && !Object.hasOwn(value, name))
      .map((name) => ({ path: [...path, name], keyword, must: "be given" }));
  const dependent = schema[dialect === "draft-07" ? "dependencies" : "dependentRequired"];
  return [
    ...missing("required", schema["required"]),
    ...(isSchemaObject(dependent) ? Object.entries(dependent) : []).flatMap(([name, names]) =>
      Object.hasOwn(value, name) ? missing("dependentRequired", names) : [],
    ),
  ];
}

/**
 * Returns a key for comparing JSON values: two keys are equal if and only if JSON Schema defines the values as equal. Ignores the order of
 * properties.
 */
function toEqualityKey(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toEqualityKey).join()}]`;
  if (typeof value !== "object" || value === null) return typeof value === "string" ? JSON.stringify(value) : String(value);
  const members = Object.entries(value).toSorted(byKey);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${toEqualityKey(member)}`).join()}}`;
}
