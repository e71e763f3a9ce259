/** Compares two Directive tools: exactly where their schemas differ only in simple arguments, and else as undecided. */
import { isDeepStrictEqual } from "node:util";
import type { SchemaObject, Tool, ToolArg } from "@climax-gen/runtime";
import { isSchemaObject, readingOf } from "@climax-gen/runtime";
import type { Finding, Subject } from "../change.ts";
import { compareArgs } from "./compare-args.ts";
import { findDifference } from "./finding.ts";

/** Keywords that say something about a value and never refuse one. */
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

/** Every change of a tool that is, or was, a Directive tool, beside what every tool has. */
export function compareDirectives(old: Tool, now: Tool, subject: Subject): readonly Finding[] {
  const [before, after] = [readingOf(old), readingOf(now)];
  return [
    ...findDifference("handler-changed", subject, { key: "handler", old: before?.handler, new: after?.handler }),
    ...findDifference("root-changed", subject, { key: "root", old: before?.root, new: after?.root }),
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
    return found.length > 0 ? found : [{ ...shared, code: "schema-annotated", message: "the input schema says the same in other words" }];
  }
  return [
    { ...shared, code: "schema-changed", message: "the input schema may refuse what it accepted, which is not decided" },
    { ...shared, code: "schema-undecided", message: "the input schema may accept what it refused, which is not decided" },
  ];
}

/**
 * What a schema says beyond its simple arguments. Where other properties are allowed, a new argument also forbids values that any
 * property could have: only a closed object is compared argument by argument.
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

/** Without the keywords that the comparison as an argument is about; what is left over makes a difference undecided. */
function withoutShape(property: unknown, arg: ToolArg | undefined): unknown {
  if (arg === undefined || !isSchemaObject(property)) return property;
  const items = property["items"] === undefined ? undefined : withoutShape(withoutAnnotations(property["items"]), arg);
  const compared = new Set(["type", "items", ...(arg.enum === undefined ? [] : ["enum"])]);
  const rest = Object.entries(property).filter(([key]) => !compared.has(key));
  return rest.length === 0 && items === undefined ? undefined : [Object.fromEntries(rest), items];
}

/** Annotations of the schema itself and of those directly below its keywords; names of properties are no keywords. */
function withoutAnnotations(schema: unknown): unknown {
  if (!isSchemaObject(schema)) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !ANNOTATIONS.has(key)));
}
