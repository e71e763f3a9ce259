/** Converts Directive tools to the runtime form. Extracts the arguments that a policy can constrain from the schema. */
import type { ArgType } from "./tool-spec.ts";
import type { Cli, Tool, ToolArg } from "./tool.ts";
import type { DirectiveSpec, DirectiveToolSpec } from "./directive-spec.ts";
import type { References, Resource } from "../json-schema/references.ts";
import { indexReferences } from "../json-schema/references.ts";
import type { JsonSchema, SchemaObject } from "../json-schema/schema.ts";
import { isSchema, isSchemaObject, readDialect } from "../json-schema/schema.ts";

/** Returns the group of a definition's tools. */
export function toDirectiveCli({ name, description, tool_count }: Pick<Cli, "name" | "description" | "tool_count">): Cli {
  return { name, description, tool_count };
}

/** Converts one tool of a definition. Its handlers only read files, so its risk is `read`. */
export function toDirectiveTool(spec: DirectiveToolSpec, { root }: Pick<DirectiveSpec, "root">, cli: Cli): Tool {
  const { name, title, description, inputSchema, handler, method } = spec;
  return {
    cli,
    name,
    ...(title !== undefined && { title }),
    description,
    risk: "read",
    args: listSimpleArgs(inputSchema),
    handler: { kind: "directive", root, inputSchema, handler, ...(method !== undefined && { method }) },
  };
}

/**
 * Returns the top-level properties of a schema that are a string, a number or a boolean, or a list of one of these. A policy can constrain
 * only these properties. The generator reports a constraint on any other property.
 */
export function listSimpleArgs(schema: SchemaObject): readonly ToolArg[] {
  const references = indexReferences(schema, readDialect(schema) ?? "2020-12");
  const properties = isSchemaObject(schema["properties"]) ? Object.entries(schema["properties"]) : [];
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return properties.flatMap(([name, property]): readonly ToolArg[] => {
    const arg = isSchema(property) ? toSimpleArg(follow(property, references.document, references)) : undefined;
    return arg === undefined ? [] : [{ name, ...arg, ...(required.includes(name) && { required: true }) }];
  });
}

/** Maximum length of a chain of references. A longer chain is a cycle. */
const MAX_REFERENCES = 20;

function follow(schema: JsonSchema, from: Resource, references: References): SchemaObject | undefined {
  let current: JsonSchema | undefined = schema;
  let resource = from;
  for (let step = 0; step < MAX_REFERENCES; step++) {
    if (!isSchemaObject(current)) return undefined;
    if (typeof current["$ref"] !== "string") return current;
    const target = references.resolve(current["$ref"], resource);
    current = target?.schema;
    resource = target?.resource ?? resource;
  }
  return undefined;
}

function toSimpleArg(schema: SchemaObject | undefined): Omit<ToolArg, "name"> | undefined {
  if (schema === undefined) return undefined;
  const about = typeof schema["description"] === "string" && schema["description"] !== "" ? { description: schema["description"] } : {};
  const items = schema["items"];
  if (schema["type"] === "array") {
    const item = isSchemaObject(items) ? toScalar(items) : undefined;
    return item && { ...item, repeat: true, ...about };
  }
  const scalar = toScalar(schema);
  return scalar && { ...scalar, ...about };
}

function toScalar({ type, enum: members }: SchemaObject): Pick<ToolArg, "type" | "enum"> | undefined {
  const texts = Array.isArray(members) && members.length > 0 && members.every((one) => typeof one === "string") ? members : undefined;
  if (type === "string" || (type === undefined && texts)) return { type: "string", ...(texts && { enum: texts }) };
  return isScalarType(type) ? { type } : undefined;
}

function isScalarType(type: unknown): type is ArgType {
  return type === "string" || type === "integer" || type === "number" || type === "boolean";
}
