/** Converts a tool to its entry in `tools/list`. */
import type { ToolAnnotations } from "./annotations.ts";
import { annotationsOf } from "./annotations.ts";
import type { ListedSchema } from "./listed-schema.ts";
import { toListedSchema } from "./listed-schema.ts";
import type { OutputSchema } from "./output-schema.ts";
import { toOutputSchema } from "./output-schema.ts";
import { describeTool } from "./relations.ts";
import type { Tool } from "./tool.ts";

/** One entry of `tools/list`. */
export interface ToolListing {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: ListedSchema;
  /** Omitted if the tool declares no output schema. */
  readonly outputSchema?: OutputSchema;
  /** Omitted if the tool has no risk, so that the list equals the list of CLImax. */
  readonly annotations?: ToolAnnotations;
}

/** Returns the entry of a tool in `tools/list` of classic mode. */
export function toListing(tool: Tool): ToolListing {
  const { name, title } = tool;
  const annotations = annotationsOf(tool.risk);
  const output = tool.handler.kind === "command" ? tool.handler.output : undefined;
  const outputSchema = output && toOutputSchema(output);
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description: describeTool(tool),
    inputSchema: toListedSchema(tool),
    ...(outputSchema && { outputSchema }),
    ...(annotations && { annotations }),
  };
}
