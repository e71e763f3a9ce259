/** Checks that an input schema is a valid, self-contained JSON Schema of an object. */
import type { Dialect, SchemaObject } from "@climax-gen/runtime/compiler";
import { holdingOf, isSchemaObject, nearNames, readDialect } from "@climax-gen/runtime/compiler";
import type { YamlPath } from "../../load/locate.ts";
import { readPath, type Report } from "../reporting/report.ts";
import { checkReferences } from "./schema-references.ts";
import { checkKeywordValue, describeSchemaValue, suggestSchema } from "./schema-values.ts";
import { expectationOf, isKnown, knownKeywords, remedyOf, translationOf } from "./schema-keywords.ts";

/** Checks the input schema at a path of the file. Throws if the value is not a mapping. */
export function checkInputSchema(path: YamlPath, report: Report): void {
  const root = checkAll(path, report);
  if (root === undefined) return;
  if (root["type"] === undefined) report.atMissing("schema-not-object", [...path, "type"]);
  else if (root["type"] !== "object") report.atValue("schema-not-object", [...path, "type"]);
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
      ...(fix !== undefined && { fix }),
    });
  }
  for (const [keyword, value] of Object.entries(schema)) {
    const at = [...path, keyword];
    const expectation = expectationOf(keyword, dialect);
    if (expectation !== undefined) checkKeywordValue(keyword, expectation, at, report);
    else if (holdingOf(keyword, dialect) !== undefined) checkHolder(keyword, value, at, context);
    else checkUnknownKeyword(keyword, at, context);
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
    context.report.atValue("schema-keyword", path, { what: `\`${keyword}\``, expected, found, ...(fix !== undefined && { fix }) });
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
  const translation = isKnown(keyword, other) ? translationOf(keyword) : undefined;
  const near = translation === undefined ? nearNames(keyword, knownKeywords(dialect), 1) : [];
  if (translation === undefined && near.length === 0) return;
  report.atKey("schema-unknown-keyword", path, { keyword, dialect, near, ...(translation !== undefined && { translation }) });
}
