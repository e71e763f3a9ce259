/** Compares two Directive tools. The result is exact if their schemas differ only in simple arguments, otherwise undecided. */
import { isDeepStrictEqual } from "node:util";
import type { SchemaObject } from "@climax-gen/runtime/internal/json-schema/schema";
import type { Tool, ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { isSchemaObject } from "@climax-gen/runtime/internal/json-schema/schema";
import { readingOf } from "@climax-gen/runtime/internal/tool/tool";
import type { Finding, Subject } from "../change.ts";
import { compareArgs } from "./compare-args.ts";
import { findDifference } from "./finding.ts";

/** Keywords that annotate a value without constraining it. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  "$comment",
  "default",
  "deprecated",
  "description",
  "examples",
  "readOnly",
  "title",
  "writeOnly",
]);

/** Returns the changes that are specific to Directive tools. Empty if the tool is not a Directive tool on either side. */
export function compareDirectives(old: Tool, now: Tool, subject: Subject): readonly Finding[] {
  const [before, after] = [readingOf(old), readingOf(now)];
  return [
    ...findDifference("handler-changed", subject, { key: "handler", old: before?.handler, new: after?.handler }),
    ...findDifference("method-changed", subject, { key: "method", old: before?.method, new: after?.method }),
    ...(before && after ? compareSchemas(old, now, subject) : compareArgs(old, now, subject)),
  ];
}

function compareSchemas(old: Tool, now: Tool, subject: Subject): readonly Finding[] {
  const [before, after] = [readingOf(old)?.inputSchema ?? {}, readingOf(now)?.inputSchema ?? {}];
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const shared = { subject, keys: ["inputSchema"] };
  if (isDeepStrictEqual(withoutSimple(before, old), withoutSimple(after, now))) {
    const found = compareArgs(old, now, subject);
    return found.length > 0 ? found : [{ ...shared, code: "schema-annotated", message: "only annotations of the input schema changed" }];
  }
  return [
    { ...shared, code: "schema-changed", message: "the input schema may reject values that it accepted (undecided)" },
    { ...shared, code: "schema-undecided", message: "the input schema may accept values that it rejected (undecided)" },
  ];
}

/**
 * Returns the schema without its simple arguments. Only a closed object is compared by argument: if other properties are allowed, a new
 * argument also forbids values that its name could have before.
 */
function withoutSimple(schema: SchemaObject, { args }: Tool): unknown {
  const isClosed = schema["additionalProperties"] === false;
  const simple = new Map(isClosed ? args.map((arg) => [arg.name, arg] as const) : []);
  const properties = isSchemaObject(schema["properties"]) ? Object.entries(schema["properties"]) : [];
  const rest = properties.map(([name, property]) => [name, withoutShape(withoutAnnotations(property), simple.get(name))]);
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly unknown[]) : [];
  return {
    ...(withoutAnnotations(schema) as object),
    properties: Object.fromEntries(rest.filter(([, property]) => property !== undefined)),
    required: required.filter((name) => typeof name !== "string" || !simple.has(name)),
  };
}

/** Removes the keywords that are compared as an argument. A difference in the remaining keywords is undecided. */
function withoutShape(property: unknown, arg: ToolArg | undefined): unknown {
  if (arg === undefined || !isSchemaObject(property)) return property;
  const items = property["items"] === undefined ? undefined : withoutShape(withoutAnnotations(property["items"]), arg);
  // The `enum` of a list argument is the `enum` of its items. An `enum` next to `items` applies to whole lists, not to the argument's
  // values.
  const compared = new Set(["type", "items", ...(arg.enum === undefined || property["type"] === "array" ? [] : ["enum"])]);
  const rest = Object.entries(property).filter(([key]) => !compared.has(key));
  return rest.length === 0 && items === undefined ? undefined : [Object.fromEntries(rest), items];
}

/** Removes the annotations of a schema. Subschemas are unchanged: names of properties are not keywords. */
function withoutAnnotations(schema: unknown): unknown {
  if (!isSchemaObject(schema)) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !ANNOTATIONS.has(key)));
}
