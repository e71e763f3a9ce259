/** The input schema of a tool as clients see it, whatever the tool is. */
import { narrowSchema } from "./narrow-schema.ts";
import { toInputSchema } from "./input-schema.ts";
import type { Tool } from "./tool.ts";

/** MCP wants the schema of an object; of a Directive tool it may have any other keyword as well. */
export interface ListedSchema {
  readonly type: "object";
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

/** Made from the arguments of a command; as it was given, and as policies narrow it, of a Directive tool. */
export function toListedSchema({ args, handler }: Pick<Tool, "args" | "handler">): ListedSchema {
  if (handler.kind !== "directive") return toInputSchema(args);
  // The compiler has seen that it says `type: object`.
  return narrowSchema(handler.inputSchema, args) as unknown as ListedSchema;
}
