/** The input schema of a Directive tool under policies: as it was given, and what they allow of its top-level properties. */
import type { PropertySchema } from "./input-schema.ts";
import { toInputSchema } from "./input-schema.ts";
import type { ToolArg } from "./tool.ts";
import type { SchemaObject } from "../json-schema/schema.ts";
import { isSchemaObject } from "../json-schema/schema.ts";

/** The schema itself where no policy says anything. What is added never replaces what the schema says: both hold. */
export function narrowSchema(schema: SchemaObject, args: readonly ToolArg[]): SchemaObject {
  const limited = args.filter(({ limits }) => limits !== undefined).map(withoutOwnEnum);
  const properties = schema["properties"];
  if (limited.length === 0 || !isSchemaObject(properties)) return schema;
  const added = new Map(Object.entries(toInputSchema(limited).properties));
  const entries = Object.entries(properties).map(([name, property]) => {
    const more = added.get(name);
    return [name, more === undefined ? property : addTo(property, more)] as const;
  });
  return { ...schema, properties: Object.fromEntries(entries) };
}

/** An enum that no policy has narrowed stands in the schema already. */
function withoutOwnEnum({ enum: members, ...arg }: ToolArg): ToolArg {
  return members !== undefined && arg.limits?.values !== undefined ? { ...arg, enum: members } : arg;
}

/** Beside what the property says, where the two do not speak of the same; else as a second schema that has to hold as well. */
function addTo(property: unknown, { type: _type, description: _description, ...limits }: PropertySchema): unknown {
  if (!isSchemaObject(property)) return { allOf: [property, limits] };
  const isApart = !("$ref" in property) && Object.keys(limits).every((keyword) => !(keyword in property));
  return isApart ? { ...property, ...limits } : { allOf: [property, limits] };
}
