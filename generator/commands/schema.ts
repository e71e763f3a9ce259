/** `climax-gen schema`: the JSON Schemas of the formats. */
import { configJsonSchema, directiveJsonSchema, policyJsonSchema } from "../check/keys/json-schema.ts";
import type { JsonSchema } from "../check/keys/json-schema.ts";
import type { DocumentKind } from "../check/kind.ts";
import { diffJsonSchema } from "../review/print/json.ts";
import type { Terminal } from "./terminal.ts";

/** The kinds of document that have a schema: those that people write, and what `diff --format json` prints. */
export type SchemaKind = DocumentKind | "diff";

/** Runs the command; returns the exit status. */
export function runSchema(kind: SchemaKind, terminal: Terminal): number {
  terminal.out(`${JSON.stringify(toSchema(kind), null, 2)}\n`);
  return 0;
}

function toSchema(kind: SchemaKind): JsonSchema {
  switch (kind) {
    case "cli":
      return configJsonSchema();
    case "directive":
      return directiveJsonSchema();
    case "policy":
      return policyJsonSchema();
    case "diff":
      return diffJsonSchema();
  }
}
