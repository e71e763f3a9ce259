/** Returns the input schema of any tool in the form that is listed to clients. */
import { narrowSchema } from "./narrow-schema.ts";
import { toInputSchema } from "./input-schema.ts";
import type { Tool } from "./tool.ts";

/** The schema of an object, as MCP requires. The schema of a Directive tool can have any other keyword. */
export interface ListedSchema {
  readonly type: "object";
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

/** Builds the schema from a tool's arguments, or narrows the given schema of a Directive tool. */
export function toListedSchema({ args, handler }: Pick<Tool, "args" | "handler">): ListedSchema {
  if (handler.kind !== "directive") return toInputSchema(args);
  // The generator has checked that the schema has `type: object`.
  return narrowSchema(handler.inputSchema, args) as unknown as ListedSchema;
}
