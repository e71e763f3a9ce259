/** Returns the input schema of any tool in the form that is listed to clients. */
import { narrowSchema } from "./narrow-schema.ts";
import { toInputSchema } from "./input-schema.ts";
import type { Tool } from "./tool.ts";

/** The schema of an object, as MCP requires. The schema of a Directive tool can have any other keyword. */
export interface ListedSchema {
  readonly type: "object";
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  /** Arguments of example calls. */
  readonly examples?: readonly object[];
}

/** Builds the schema from a tool's arguments, or narrows the given schema of a Directive tool. */
export function toListedSchema({ args, handler, examples }: Pick<Tool, "args" | "handler" | "examples">): ListedSchema {
  if (handler.kind !== "directive") {
    const schema = toInputSchema(args);
    return examples === undefined ? schema : { ...schema, examples: examples.map((example) => example.args) };
  }
  // The generator has checked that the schema has `type: object`.
  return narrowSchema(handler.inputSchema, args) as unknown as ListedSchema;
}
