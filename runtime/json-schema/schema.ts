/** JSON Schema as data: its two forms, its dialects, and where a schema holds others. */

/** `true` accepts everything, `false` nothing. */
export type JsonSchema = boolean | SchemaObject;

/** Read by keyword only; what a caller names is never looked up in it. */
export type SchemaObject = Readonly<Record<string, unknown>>;

export type Dialect = "2020-12" | "draft-07";

const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  ["https://json-schema.org/draft/2020-12/schema", "2020-12"],
  ["http://json-schema.org/draft-07/schema", "draft-07"],
]);

/** The dialect that `$schema` names, 2020-12 where it is absent (as MCP has it); `undefined` for any that is not supported. */
export function readDialect(schema: JsonSchema): Dialect | undefined {
  const named = isSchemaObject(schema) ? schema["$schema"] : undefined;
  if (named === undefined) return "2020-12";
  return typeof named === "string" ? DIALECTS.get(named.replace(/#$/, "").replace(/^https?:/, schemeOf)) : undefined;
}

/** Both schemes are in use for both dialects. */
function schemeOf(_scheme: string, _at: number, uri: string): string {
  return uri.includes("/draft-07/") ? "http:" : "https:";
}

/** Whether a value is a JSON object, and so may be a schema. */
export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value can be a schema at all. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || isSchemaObject(value);
}

/** What a keyword holds: one schema, a list of them, or a table of them. */
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

/** What a keyword holds in a dialect; `undefined` where it holds no schema. */
export function holdingOf(keyword: string, dialect: Dialect): Holding | undefined {
  return HOLDINGS[dialect].get(keyword);
}

/** Every keyword of a dialect that holds schemas. */
export function holdingKeywords(dialect: Dialect): readonly string[] {
  return [...HOLDINGS[dialect].keys()];
}

export interface Subschema {
  /** From the schema that holds it. */
  readonly path: readonly (string | number)[];
  readonly schema: JsonSchema;
}

/** The schemas directly inside a schema, in the order in which they are written. What is no schema where one belongs is left out. */
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
