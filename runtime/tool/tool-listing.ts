/** Converts a tool to its entry in `tools/list`. */
import { toPortableProperties } from "../json-schema/portable.ts";
import type { ToolAnnotations } from "./annotations.ts";
import { annotationsOfTool } from "./annotations.ts";
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
  /** Omitted if the tool states no facts, so that the list equals the list of CLImax. */
  readonly annotations?: ToolAnnotations;
  /** Keys that clients of one maker read. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Facts about the server that its list of tools depends on. */
export interface ListingFacts {
  /** Whether programs cannot reach the network. Defaults to false. */
  readonly isOffline?: boolean;
  /** Tools for which it differs, by name. Defaults to none. */
  readonly offlineTools?: ReadonlyMap<string, boolean>;
}

/**
 * Metadata of a tool with a reply of any size: Claude Code shows a longer reply as a file. Replies are smaller unless a policy or a tool
 * sets their size.
 */
export const REPLY_META = { "anthropic/maxResultSizeChars": 200_000 } as const;

/** Metadata of a tool that Claude Code must not hide from the model until a search of its own. */
export const ALWAYS_LOADED = { "anthropic/alwaysLoad": true } as const;

/** Returns the entry of a tool in `tools/list` of classic mode. */
export function toListing(tool: Tool, facts: ListingFacts = {}): ToolListing {
  const { name, title, handler } = tool;
  const isOffline = facts.offlineTools?.get(name) ?? facts.isOffline;
  // A function of the embedding program is not run by the executor.
  const annotations = annotationsOfTool(tool, isOffline && handler.kind !== "function");
  const output = handler.kind === "command" ? handler.output : undefined;
  const outputSchema = output && toOutputSchema(output);
  const inputSchema = toListedSchema(tool);
  return {
    name,
    ...(title !== undefined && { title }),
    description: describeTool(tool),
    // The schema of a Directive definition is shown as its author wrote it.
    inputSchema: handler.kind === "directive" ? inputSchema : toPortable(inputSchema),
    ...(outputSchema && { outputSchema }),
    ...(annotations && { annotations }),
    _meta: REPLY_META,
  };
}

/** Maximum size of a list of tools that `--discovery auto` registers directly, in estimated tokens. */
export const MAX_DIRECT_TOKENS = 1500;

/** Bytes of a list of tools per token, on average. */
const BYTES_PER_TOKEN = 4;

/** Returns the estimated tokens of the classic list of these tools. Metadata does not count, because hosts do not show it to models. */
export function estimateListTokens(tools: readonly Tool[]): number {
  const list = tools.map((tool) => ({ ...toListing(tool), _meta: undefined }));
  return Math.ceil(new TextEncoder().encode(JSON.stringify(list)).length / BYTES_PER_TOKEN);
}

/** Returns the schema in the forms that hosts pass on to models. */
function toPortable(schema: ListedSchema): ListedSchema {
  const { properties = {} } = schema;
  return { ...schema, properties: toPortableProperties(properties) };
}
