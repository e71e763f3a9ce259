/** `climax-gen schema`: prints the JSON Schemas of the formats. */
import { configJsonSchema, directiveJsonSchema, fragmentJsonSchema, policyJsonSchema } from "../check/keys/json-schema.ts";
import type { SchemaDocument } from "../check/keys/json-schema.ts";
import type { DocumentKind } from "../check/kind.ts";
import { diffJsonSchema } from "../review/print/json.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { formatJson } from "../text/json.ts";

/** The formats with a schema: those of the inputs, and the output of `diff --format json`. */
export type SchemaKind = DocumentKind | "diff";

/** Runs the command. Returns the exit status. */
export function runSchema(kind: SchemaKind, terminal: Terminal): number {
  terminal.out(formatJson(toSchema(kind)));
  return 0;
}

function toSchema(kind: SchemaKind): SchemaDocument {
  switch (kind) {
    case "cli":
      return configJsonSchema();
    case "directive":
      return directiveJsonSchema();
    case "policy":
      return policyJsonSchema();
    case "fragment":
      return fragmentJsonSchema();
    case "diff":
      return diffJsonSchema();
  }
}
