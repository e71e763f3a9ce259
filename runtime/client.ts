/** The typed client of a generated server: `tools.git_log({ max_count: 3 })` over any MCP client. */
import { CALL_TOOL } from "./tool/meta-tool-names.ts";

/** The one method that every MCP client has. */
export interface ToolCaller {
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
}

/** The outcome of a call: the text that the server returned. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** One method per tool. The arguments are optional if none of them is required. */
export type TypedTools<Args> = {
  readonly [Name in keyof Args]: RequiresNothing<Args[Name]> extends true
    ? (args?: Args[Name]) => Promise<ToolResult>
    : (args: Args[Name]) => Promise<ToolResult>;
};

/** The interface of a tool without arguments extends `Record<string, never>`; others may have any further keys. */
type RequiresNothing<Args> = Args extends Record<string, never> ? true : Partial<Args> extends Args ? true : false;

/** `classic`: the server registers every tool itself. Default: calls go through `climax_call`. */
export interface TypedToolsOptions {
  readonly classic?: boolean;
}

/** A caller with one typed method per tool. A protocol error rejects; a tool's failure is `isError`. */
export function createTypedTools<Args>(client: ToolCaller, options: TypedToolsOptions = {}): TypedTools<Args> {
  const call = async (name: string, args: Record<string, unknown>): Promise<ToolResult> => {
    const params = options.classic ? { name, arguments: args } : { name: CALL_TOOL, arguments: { tool_name: name, args } };
    return toResult(await client.callTool(params));
  };
  const noTools = Object.create(null) as TypedTools<Args>;
  return new Proxy(noTools, {
    // A promise would be assumed of an object with `then`, so that name must stay free for `await`.
    get: (_, name) => (typeof name === "symbol" || name === "then" ? undefined : (args: Record<string, unknown> = {}) => call(name, args)),
  });
}

function toResult(result: unknown): ToolResult {
  const { content, isError } = result as { content?: readonly { type: string; text?: string }[]; isError?: boolean };
  const texts = (content ?? []).flatMap((item) => (item.type === "text" && item.text !== undefined ? [item.text] : []));
  return { text: texts.join("\n"), isError: isError === true };
}
