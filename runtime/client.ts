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
  /** Structured content. Omitted if the tool returned none. */
  readonly structured?: unknown;
}

/** The outcome of a call of a tool with a schema of its output. `structured` is omitted if the call failed. */
export interface StructuredResult<Result> extends ToolResult {
  readonly structured?: Result;
}

/** One method per tool. The arguments are optional if none of them is required. `Results` has the types of structured content by tool. */
export type TypedTools<Args, Results = unknown> = {
  readonly [Name in keyof Args]: RequiresNothing<Args[Name]> extends true
    ? (args?: Args[Name]) => Promise<ResultOf<Name, Results>>
    : (args: Args[Name]) => Promise<ResultOf<Name, Results>>;
};

type ResultOf<Name, Results> = Name extends keyof Results ? StructuredResult<Results[Name]> : ToolResult;

/** The interface of a tool without arguments extends `Record<string, never>`; others may have any further keys. */
type RequiresNothing<Args> = Args extends Record<string, never> ? true : Partial<Args> extends Args ? true : false;

/** `classic`: the server registers every tool itself. Default: calls go through `climax_call`. */
export interface TypedToolsOptions {
  readonly classic?: boolean;
}

/** A caller with one typed method per tool. A protocol error rejects; a tool's failure is `isError`. */
export function createTypedTools<Args, Results = unknown>(client: ToolCaller, options: TypedToolsOptions = {}): TypedTools<Args, Results> {
  const call = async (name: string, args: Record<string, unknown>): Promise<ToolResult> => {
    const params = options.classic ? { name, arguments: args } : { name: CALL_TOOL, arguments: { tool_name: name, args } };
    return toResult(await client.callTool(params));
  };
  const noTools = Object.create(null) as TypedTools<Args, Results>;
  return new Proxy(noTools, {
    // A promise would be assumed of an object with `then`, so that name must stay free for `await`.
    get: (_, name) => (typeof name === "symbol" || name === "then" ? undefined : (args: Record<string, unknown> = {}) => call(name, args)),
  });
}

function toResult(result: unknown): ToolResult {
  const { content, isError, structuredContent } = result as CallResult;
  const texts = (content ?? []).flatMap((item) => (item.type === "text" && item.text !== undefined ? [item.text] : []));
  const structured = structuredContent === undefined ? {} : { structured: structuredContent };
  return { text: texts.join("\n"), isError: isError === true, ...structured };
}

interface CallResult {
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
}
