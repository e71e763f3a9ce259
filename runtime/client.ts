/** Creates the typed client of a generated server, over any MCP client: `tools.git_log({ max_count: 3 })` and `searchTools`. */
import { CALL_TOOL, JSON_TEXT, OUTPUT_READ, RUNNING_ID, SEARCH_TOOL } from "./tool/meta-tool-names.ts";

/** The method of an MCP client that this module uses. */
export interface ToolCaller {
  /** Sends `tools/call`. Rejects on a protocol error. */
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
}

/** The outcome of a call: the text that the server returned. */
export interface ToolResult {
  /** The text blocks of the result, joined by line feeds. */
  readonly text: string;
  /** Whether the tool failed, or the server rejected the call. */
  readonly isError: boolean;
  /** Structured content. Omitted if the tool returned none. */
  readonly structured?: unknown;
  /**
   * Id of the call, if its command still runs, for `output_read` and `output_stop`. `text` is then the output so far. Set only with
   * `follow: false`.
   */
  readonly running?: string;
}

/** The outcome of a call of a tool with an output schema. `structured` is omitted if the call failed. */
export interface StructuredResult<Result> extends ToolResult {
  readonly structured?: Result;
}

/**
 * One method per tool. The arguments can be omitted if none is required. `Results` maps the name of a tool to the type of its structured
 * content.
 */
export type TypedTools<Args, Results = unknown> = {
  readonly [Name in keyof Args]: RequiresNothing<Args[Name]> extends true
    ? (args?: Args[Name]) => Promise<ResultOf<Name, Results>>
    : (args: Args[Name]) => Promise<ResultOf<Name, Results>>;
};

type ResultOf<Name, Results> = Name extends keyof Results ? StructuredResult<Results[Name]> : ToolResult;

/** True if no argument is required. The interface of a tool without arguments extends `Record<string, never>`. */
type RequiresNothing<Args> = Args extends Record<string, never> ? true : Partial<Args> extends Args ? true : false;

/** Options of `createTypedTools`. */
export interface TypedToolsOptions {
  /** True if the server registers every tool directly. Otherwise, tools are called with `climax_call`. Defaults to false. */
  readonly classic?: boolean;
  /**
   * Whether to wait for the end of a command that runs longer than `limits.reply_after` of the policy. Otherwise, the result has `running`.
   * Defaults to true.
   */
  readonly follow?: boolean;
}

/** The filters of a search, all of which must match, and the part of the results to return. Without a filter, the CLIs are returned. */
export interface SearchRequest {
  /** Words to find in names, descriptions, categories and tags; maximum 1,000 UTF-16 units, also for `category` and `cli`. */
  readonly query?: string;
  /** Exact name of a category, case-insensitive. */
  readonly category?: string;
  /** Exact name of a CLI, case-insensitive. */
  readonly cli?: string;
  /** Maximum number of results. Defaults to 10. */
  readonly limit?: number;
  /** Number of results to skip. Defaults to 0. */
  readonly offset?: number;
  /** Number of results with `input_schema`. Defaults to the server's `--search-schemas`, or to all results. */
  readonly schemas?: number;
  /** Maximum size of the reply in bytes. Defaults to the server's `--search-bytes`, or to 6144. */
  readonly max_bytes?: number;
}

/** A tool that a search found. It has either `input_schema`, or `required_args` and a shorter description. */
export interface FoundTool {
  readonly tool_name: string;
  readonly description: string;
  readonly cli_name: string;
  /** `category` and `tags` are omitted if the number of schemas is limited. */
  readonly category?: string | null;
  readonly tags?: readonly string[];
  /** JSON Schema of the arguments. */
  readonly input_schema?: Readonly<Record<string, unknown>>;
  /** Names of the required arguments. */
  readonly required_args?: readonly string[];
  /** Omitted if the tool does not declare a risk. */
  readonly risk?: "read" | "write" | "destructive";
  /** Names of the tools that do the same. Omitted if empty. */
  readonly also?: readonly string[];
  /** The meta-tool to call this tool with. Set only with `--split-calls`. */
  readonly call_with?: "climax_call" | "climax_read";
}

/** A CLI in a summary. */
export interface FoundCli {
  readonly name: string;
  readonly description: string;
  readonly tool_count: number;
  /** Null if the CLI declares none. */
  readonly category: string | null;
  readonly tags: readonly string[];
}

/** Part of the results, counted in tools or, without a filter, in CLIs. */
export interface SearchCounters {
  /** Number of all matches. */
  readonly total_matches: number;
  /** Number of matches before this part. */
  readonly offset: number;
  /** Number of matches in this part. */
  readonly returned: number;
  /** Whether more matches follow this part. */
  readonly has_more: boolean;
}

/** The tools that match the filters of a search. */
export interface FoundTools extends SearchCounters {
  readonly mode: "search";
  /** By descending relevance to `query`. Without a query, by CLI and name. */
  readonly results: readonly FoundTool[];
  /** The next tools, which have no space for a schema within `max_bytes`. Omitted if empty. */
  readonly more?: readonly FoundTool[];
  /** Set if even the best result is a weak match, so that the server may have no tool for the query. */
  readonly weak_match?: true;
}

/** The CLIs of a server. */
export interface FoundClis extends SearchCounters {
  readonly mode: "summary";
  readonly summary: readonly FoundCli[];
  /** Names of at most 200 CLIs that follow the CLIs in `summary`. Omitted if no CLI follows. */
  readonly other_clis?: readonly string[];
}

/**
 * Searches the tools of a server in progressive mode. Rejects with the text of the reply if the server rejects the request, and with a
 * `SyntaxError` if the reply is not a search result.
 */
export async function searchTools(client: ToolCaller, request: SearchRequest = {}): Promise<FoundTools | FoundClis> {
  const result = await client.callTool({ name: SEARCH_TOOL, arguments: { ...request } });
  const [first = "", ...hints] = textsOf(result);
  if ((result as { readonly isError?: boolean }).isError === true) throw new Error([first, ...hints].join("\n"));
  return JSON.parse(first) as FoundTools | FoundClis;
}

/**
 * Creates a client with one typed method per tool. A protocol error rejects the promise; a failure of the tool sets `isError`. A command that
 * runs for long has the result that it has at its end: the client waits in requests that each take at most `limits.reply_after`.
 */
export function createTypedTools<Args, Results = unknown>(client: ToolCaller, options: TypedToolsOptions = {}): TypedTools<Args, Results> {
  const { classic = false, follow = true } = options;
  const send = async (name: string, args: Record<string, unknown>): Promise<ToolResult> => {
    const params = classic ? { name, arguments: args } : { name: CALL_TOOL, arguments: { tool_name: name, args } };
    return toResult(await client.callTool(params));
  };
  const call = async (name: string, args: Record<string, unknown>): Promise<ToolResult> => {
    let result = await send(name, args);
    if (!follow) return result;
    while (result.running !== undefined) result = await send(OUTPUT_READ, { id: result.running, whole: true });
    return result;
  };
  const noTools = Object.create(null) as TypedTools<Args, Results>;
  return new Proxy(noTools, {
    // `await` treats an object with a method `then` as a promise.
    get: (_, name) => (typeof name === "symbol" || name === "then" ? undefined : (args: Record<string, unknown> = {}) => call(name, args)),
  });
}

function toResult(result: unknown): ToolResult {
  const { isError, structuredContent, _meta } = result as ReceivedResult;
  const texts = textsOf(result);
  const structured: unknown = _meta?.[JSON_TEXT] === true ? JSON.parse(texts[0] ?? "") : structuredContent;
  const running = _meta?.[RUNNING_ID];
  return {
    text: texts.join("\n"),
    isError: isError === true,
    ...(structured !== undefined && { structured }),
    ...(typeof running === "string" && { running }),
  };
}

interface ReceivedResult {
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Returns the text blocks. Each block after the first starts with a line feed, which separates it from the block before. */
function textsOf(result: unknown): readonly string[] {
  const { content } = result as { content?: readonly { type: string; text?: string }[] };
  const texts = (content ?? []).flatMap((item) => (item.type === "text" && item.text !== undefined ? [item.text] : []));
  return texts.map((text, index) => (index === 0 ? text : text.replace(/^\n/, "")));
}
