/** The names of the server's own tools. They are separate from the definitions, so that the typed client does not load the definitions. */

/** Searches for tools, and lists the CLIs. */
export const SEARCH_TOOL = "climax_search";

/** Runs a tool by its name. */
export const CALL_TOOL = "climax_call";

/** Runs a tool that only reads. Registered only with `--split-calls`. */
export const READ_TOOL = "climax_read";

/**
 * Reads output that exceeded a reply. Called with `climax_call` or `climax_read`, and not found by searches. No tool of a config can have
 * this name.
 */
export const OUTPUT_READ = "output_read";

/**
 * Ends a call that has had its first reply. Exists only with `limits.reply_after` of a policy, and is called like `output_read`. No tool of
 * a config can have this name.
 */
export const OUTPUT_STOP = "output_stop";

/**
 * Returns the words for a call of `output_read` or `output_stop`, for replies.
 * @param callTool the meta-tool through which callers call it, or its own name in classic mode
 * @param args the arguments as JSON
 */
export function writeOutputCall(callTool: string, name: typeof OUTPUT_READ | typeof OUTPUT_STOP, args: string): string {
  return callTool === name ? `${name} with ${args}` : `${callTool} with {"tool_name":"${name}","args":${args}}`;
}

/** Key in the metadata of a result whose first text is the JSON of structured content that is not sent. */
export const JSON_TEXT = "climax-gen/json";

/** Key in the metadata of a result of a call whose command still runs. Its value is the id of the call, for `output_read`. */
export const RUNNING_ID = "climax-gen/running";

const RESERVED_NAMES: ReadonlySet<string> = new Set([SEARCH_TOOL, CALL_TOOL, READ_TOOL, OUTPUT_READ]);

/** Reports whether the name is the name of a meta-tool, in any mode. */
export function isReservedName(name: string): boolean {
  return RESERVED_NAMES.has(name);
}
