/** The types and dialects of JSON Schema, and the locations of subschemas. */
import { isJsonObject } from "../text/json.ts";

/** A schema. `true` accepts every value, and `false` rejects every value. */
export type JsonSchema = boolean | SchemaObject;

/** A schema object. Code looks up only keywords in it, never names from a caller. */
export type SchemaObject = Readonly<Record<string, unknown>>;

/** The supported versions of JSON Schema. */
export type Dialect = "2020-12" | "draft-07";

const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  ["https://json-schema.org/draft/2020-12/schema", "2020-12"],
  ["http://json-schema.org/draft-07/schema", "draft-07"],
]);

/** Returns the dialect of `$schema`. Defaults to 2020-12, as in MCP. Returns `undefined` for unsupported dialects. */
export function readDialect(schema: JsonSchema): Dialect | undefined {
  const named = isSchemaObject(schema) ? schema["$schema"] : undefined;
  if (named === undefined) return "2020-12";
  return typeof named === "string" ? DIALECTS.get(named.replace(/#$/, "").replace(/^https?:/, schemeOf)) : undefined;
}

/** Returns the official scheme of a dialect's URI, because schemas use `http` and `https` for both dialects. */
function schemeOf(_scheme: string, _at: number, uri: string): string {
  return uri.includes("/draft-07/") ? "http:" : "https:";
}

/** Reports whether a value is a JSON object, and so can be a schema. */
export function isSchemaObject(value: unknown): value is SchemaObject {
  return isJsonObject(value);
}

/** Reports whether a value can be a schema: an object or a boolean. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || isSchemaObject(value);
}

/** The value of a keyword with subschemas: one schema, a list, or a table. */
export type Holding = "schema" | "list" | "table" | "schema or list" | "table of schemas or names";

const SHARED_KEYWORDS: readonly (readonly [string, Holding])[] = [
  ["additionalProperties", "schema"],
  ["allOf", "list"],
  ["anyOf", "list"],
  ["contains", "schema"],
  ["definitions", "table"],
  ["else", "schema"],
  ["if", "schema"],
  ["not", "schema"],
  ["oneOf", "list"],
  ["patternProperties", "table"],
  ["properties", "table"],
  ["propertyNames", "schema"],
  ["then", "schema"],
];

const HOLDINGS: Readonly<Record<Dialect, ReadonlyMap<string, Holding>>> = {
  "2020-12": new Map([
    ...SHARED_KEYWORDS,
    ["$defs", "table"],
    ["contentSchema", "schema"],
    ["dependentSchemas", "table"],
    ["items", "schema"],
    ["prefixItems", "list"],
    ["unevaluatedItems", "schema"],
    ["unevaluatedProperties", "schema"],
  ]),
  "draft-07": new Map([
    ...SHARED_KEYWORDS,
    ["additionalItems", "schema"],
    ["dependencies", "table of schemas or names"],
    ["items", "schema or list"],
  ]),
};

/** Returns the kind of value of a keyword in a dialect, or `undefined` if the keyword has no subschemas. */
export function holdingOf(keyword: string, dialect: Dialect): Holding | undefined {
  return HOLDINGS[dialect].get(keyword);
}

/** Returns all keywords of a dialect that have subschemas. */
export function holdingKeywords(dialect: Dialect): readonly string[] {
  return [...HOLDINGS[dialect].keys()];
}

/** A schema inside another one. */
export interface Subschema {
  /** Path from the containing schema. */
  readonly path: readonly (string | number)[];
  readonly schema: JsonSchema;
}

/** Returns the direct subschemas of a schema, in document order. Values that are not schemas are left out. */
export function listSubschemas(schema: SchemaObject, dialect: Dialect): readonly Subschema[] {
  return Object.entries(schema).flatMap(([keyword, value]): readonly Subschema[] => {
    switch (holdingOf(keyword, dialect)) {
      case undefined:
        return [];
      case "schema":
        return toSubschema([keyword], value);
      case "list":
        return toSubschemas(keyword, value, Array.isArray);
      case "table":
      case "table of schemas or names":
        return toSubschemas(keyword, value, isSchemaObject);
      case "schema or list":
        return Array.isArray(value) ? toSubschemas(keyword, value, Array.isArray) : toSubschema([keyword], value);
    }
  });
}

function toSubschemas(keyword: string, value: unknown, isHolder: (value: unknown) => boolean): readonly Subschema[] {
  if (!isHolder(value)) return [];
  return Object.entries(value as object).flatMap(([key, held]) => toSubschema([keyword, Array.isArray(value) ? Number(key) : key], held));
}

function toSubschema(path: Subschema["path"], value: unknown): readonly Subschema[] {
  return isSchema(value) ? [{ path, schema: value }] : [];
}
