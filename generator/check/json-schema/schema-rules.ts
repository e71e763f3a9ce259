/** Checks that an input schema is a valid, self-contained JSON Schema of an object. */
import type { Dialect, SchemaObject } from "@climax-gen/runtime/internal/json-schema/schema";
import { holdingOf, isSchemaObject, readDialect } from "@climax-gen/runtime/internal/json-schema/schema";
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import type { YamlPath } from "../../load/locate.ts";
import { readPath, type Report } from "../reporting/report.ts";
import { checkReferences } from "./schema-references.ts";
import { checkKeywordValue, describeSchemaValue, isSchemaType, suggestSchema } from "./schema-values.ts";
import { expectationOf, isKnown, knownKeywords, remedyOf, translationOf } from "./schema-keywords.ts";

/** Checks the input schema at a path of the file. Throws if the value is not a mapping. */
export function checkInputSchema(path: YamlPath, report: Report): void {
  const root = checkAll(path, report);
  if (root === undefined) return;
  const { type } = root;
  if (type === undefined) report.atMissing("schema-not-object", [...path, "type"]);
  // An unknown type is reported.
  else if (type !== "object" && (Array.isArray(type) || isSchemaType(type))) report.atValue("schema-not-object", [...path, "type"]);
}

/** Validates the schema of a tool's output, which is a mapping. Its `type` decides how values are wrapped. */
export function checkOutputSchema(path: YamlPath, report: Report): void {
  const root = checkAll(path, report);
  if (root !== undefined && typeof root["type"] !== "string") report.atMissing("output-schema-type", [...path, "type"]);
}

/** Returns the schema unless its dialect is unknown. */
function checkAll(path: YamlPath, report: Report): SchemaObject | undefined {
  const root = readPath(report.document.value, path);
  if (!isSchemaObject(root)) throw new Error(`no schema at ${path.join(".")}`);
  const dialect = readDialect(root);
  if (dialect === undefined) {
    report.atValue("schema-dialect", [...path, "$schema"], { found: describeSchemaValue(root["$schema"]) });
    return undefined;
  }
  const context: SchemaContext = { root, dialect, report };
  checkSchema(root, path, context);
  checkReferences(root, dialect, { path, report });
  return root;
}

interface SchemaContext {
  readonly root: SchemaObject;
  readonly dialect: Dialect;
  readonly report: Report;
}

function checkSchema(schema: unknown, path: YamlPath, context: SchemaContext): void {
  const { dialect, report } = context;
  if (typeof schema === "boolean") return;
  if (!isSchemaObject(schema)) {
    const fix = suggestSchema(schema);
    return report.atValue("schema-keyword", path, {
      what: describeSubject(path),
      expected: "a schema, which is a mapping, `true` or `false`",
      found: describeSchemaValue(schema),
      fix,
    });
  }
  for (const [keyword, value] of Object.entries(schema)) {
    const at = [...path, keyword];
    const expectation = expectationOf(keyword, dialect);
    if (expectation !== undefined) checkKeywordValue(keyword, expectation, at, report);
    else if (holdingOf(keyword, dialect) !== undefined) checkHolder(keyword, value, at, context);
    else checkUnknownKeyword(keyword, at, context);
  }
  checkRequired(schema, path, report);
  checkRanges(schema, path, report);
  checkDefault(schema, path, report);
}

/** Reports required properties that the schema rejects, because it allows only others. */
function checkRequired(
  { properties = {}, patternProperties, additionalProperties, required }: SchemaObject,
  path: YamlPath,
  report: Report,
): void {
  if (additionalProperties !== false || patternProperties !== undefined || !isSchemaObject(properties) || !Array.isArray(required)) return;
  const names = Object.keys(properties);
  for (const [index, name] of required.entries()) {
    if (typeof name !== "string" || names.includes(name)) continue;
    report.atValue("schema-required", [...path, "required", index], { name, near: nearNames(name, names, 2) });
  }
}

/** Pairs of keywords that limit the same number. */
const RANGES = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
] as const;

function checkRanges(schema: SchemaObject, path: YamlPath, report: Report): void {
  for (const [least, most] of RANGES) {
    const [min, max] = [schema[least], schema[most]];
    if (typeof min === "number" && typeof max === "number" && min > max) report.atValue("limits-reversed", [...path, most], { min, max });
  }
}

/** Reports a default outside the schema's own `type` or `enum`, which misleads callers. Other keywords are not compared. */
function checkDefault({ default: value, type, enum: members }: SchemaObject, path: YamlPath, report: Report): void {
  if (value === undefined) return;
  const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === "string");
  const isInTypes = types.length === 0 || types.some((one) => isOfSchemaType(one, value));
  const isMember = !Array.isArray(members) || typeof value === "object" || members.includes(value);
  if (!isInTypes || !isMember) report.atValue("schema-default", [...path, "default"], { key: isInTypes ? "enum" : "type" });
}

function isOfSchemaType(type: string, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isSchemaObject(value);
    case "integer":
      return Number.isInteger(value);
    case "string":
    case "number":
    case "boolean":
      return typeof value === type;
    default:
      // An unknown type is reported.
      return true;
  }
}

function describeSubject(path: YamlPath): string {
  const last = path.at(-1);
  return typeof last === "number" ? `each of \`${String(path.at(-2))}\`` : `\`${String(last)}\``;
}

/** Checks a keyword that contains schemas: the kind of its value, and each schema in it. */
function checkHolder(keyword: string, value: unknown, path: YamlPath, context: SchemaContext): void {
  const holding = holdingOf(keyword, context.dialect);
  const refuse = (expected: string, fix?: string): void => {
    const found = describeSchemaValue(value);
    context.report.atValue("schema-keyword", path, { what: `\`${keyword}\``, expected, found, fix });
  };
  switch (holding) {
    case undefined:
      return;
    case "schema":
      // Before 2020-12, `items` could be a list.
      if (Array.isArray(value)) return refuse("one schema", "use `prefixItems` for a list of schemas");
      return checkSchema(value, path, context);
    case "schema or list":
      return Array.isArray(value) ? checkList(value, path, context) : checkSchema(value, path, context);
    case "list":
      return Array.isArray(value) && value.length > 0 ? checkList(value, path, context) : refuse("a list of at least one schema");
    case "table":
    case "table of schemas or names":
      return isSchemaObject(value) ? checkTable(keyword, value, path, context) : refuse("a mapping of names to schemas");
  }
}

function checkList(schemas: readonly unknown[], path: YamlPath, context: SchemaContext): void {
  for (const [index, schema] of schemas.entries()) checkSchema(schema, [...path, index], context);
}

function checkTable(keyword: string, table: SchemaObject, path: YamlPath, context: SchemaContext): void {
  for (const [name, schema] of Object.entries(table)) {
    const at = [...path, name];
    if (keyword === "patternProperties") checkKeywordValue(name, "pattern", at, context.report);
    if (Array.isArray(schema) && keyword === "dependencies") checkKeywordValue(keyword, "names", at, context.report);
    else checkSchema(schema, at, context);
  }
}

/** Reports a likely typo, because JSON Schema ignores unknown keywords, and a keyword that only the other dialect supports. */
function checkUnknownKeyword(keyword: string, path: YamlPath, { dialect, report }: SchemaContext): void {
  if (keyword.startsWith("x-")) return;
  const remedy = remedyOf(keyword, dialect);
  if (remedy !== undefined) return report.atKey("schema-dynamic-keyword", path, { keyword, remedy });
  const other: Dialect = dialect === "2020-12" ? "draft-07" : "2020-12";
  const translation = isKnown(keyword, other) || keyword === "nullable" ? translationOf(keyword) : undefined;
  const near = translation === undefined ? nearNames(keyword, knownKeywords(dialect), 1) : [];
  if (translation === undefined && near.length === 0) return;
  report.atKey("schema-unknown-keyword", path, { keyword, dialect, near, translation });
}
