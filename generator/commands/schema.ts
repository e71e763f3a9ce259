/** `climax-gen schema`: the JSON Schema of the config format. */
import { configJsonSchema } from "../check/json-schema.ts";
import type { Terminal } from "./terminal.ts";

/** Runs the command; returns the exit status. */
export function runSchema(terminal: Terminal): number {
  terminal.out(`${JSON.stringify(configJsonSchema(), null, 2)}\n`);
  return 0;
}
