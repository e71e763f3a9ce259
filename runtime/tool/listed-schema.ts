/** Builds the input schema of any tool in the form that clients receive. */
import type { SchemaObject } from "../json-schema/schema.ts";
import { isSchemaObject } from "../json-schema/schema.ts";
import type { PropertySchema } from "./input-schema.ts";
import { toInputSchema } from "./input-schema.ts";
import type { Tool, ToolArg } from "./tool.ts";
import { isListed } from "./tool.ts";

/** The schema of an object, as MCP requires. The schema of a Directive tool can have any other keyword. */
export interface ListedSchema {
  readonly type: "object";
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  /** Arguments of example calls. */
  readonly examples?: readonly object[];
}

/** Builds the schema from a tool's arguments. Adds the limits of policies to the given schema of a Directive tool. */
export function toListedSchema({ args, handler, examples }: Pick<Tool, "args" | "handler" | "examples">): ListedSchema {
  if (handler.kind !== "directive") {
    const schema = toInputSchema(args);
    return examples === undefined ? schema : { ...schema, examples: examples.map((example) => example.args) };
  }
  // The generator has checked that the schema has `type: object`.
  return narrowSchema(handler.inputSchema, args) as unknown as ListedSchema;
}

/** Adds the limits of arguments to the top-level properties. Returns the same schema without limits. Never replaces a keyword. */
function narrowSchema(schema: SchemaObject, args: readonly ToolArg[]): SchemaObject {
  const limited = args.filter(({ limits }) => limits !== undefined).map(withoutOwnEnum);
  const properties = schema["properties"];
  if (limited.length === 0 || !isSchemaObject(properties)) return schema;
  const added = new Map(Object.entries(toInputSchema(limited).properties));
  const hidden = new Set(limited.filter((arg) => !isListed(arg)).map(({ name }) => name));
  const shown = Object.entries(properties).filter(([name]) => !hidden.has(name));
  const entries = shown.map(([name, property]) => {
    const more = added.get(name);
    return [name, more === undefined ? property : addTo(property, more)] as const;
  });
  const required = addRequired(schema["required"], limited);
  return { ...schema, properties: Object.fromEntries(entries), ...(required.length > 0 && { required }) };
}

function addRequired(own: unknown, args: readonly ToolArg[]): readonly string[] {
  const names = Array.isArray(own) ? own.filter((name) => typeof name === "string") : [];
  return [...new Set([...names, ...args.filter(({ limits }) => limits?.required).map(({ name }) => name)])];
}

/** Removes an enum that no policy has narrowed, because the schema already contains it. */
function withoutOwnEnum({ enum: members, ...arg }: ToolArg): ToolArg {
  return members !== undefined && arg.limits?.values !== undefined ? { ...arg, enum: members } : arg;
}

/** Adds limits to a property: as further keywords, or as a second schema in `allOf` if the property already has one of the keywords. */
function addTo(property: unknown, { type: _type, description: _description, ...limits }: PropertySchema): unknown {
  if (!isSchemaObject(property)) return { allOf: [property, limits] };
  if (Object.keys(limits).length === 0) return property;
  const isApart = !("$ref" in property) && Object.keys(limits).every((keyword) => !(keyword in property));
  return isApart ? { ...property, ...limits } : { allOf: [property, limits] };
}
