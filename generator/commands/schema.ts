/** `climax-gen schema`: the JSON Schemas of the formats. */
import { configJsonSchema, policyJsonSchema } from "../check/json-schema.ts";
import type { Terminal } from "./terminal.ts";

/** The kinds of document that have a schema. */
export type SchemaKind = "cli" | "policy";

/** Runs the command; returns the exit status. */
export function runSchema(kind: SchemaKind, terminal: Terminal): number {
  const schema = kind === "policy" ? policyJsonSchema() : configJsonSchema();
  terminal.out(`${JSON.stringify(schema, null, 2)}\n`);
  return 0;
}
