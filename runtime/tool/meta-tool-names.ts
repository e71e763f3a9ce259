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

/** Key in the metadata of a result whose first text is the JSON of structured content that is not sent. */
export const JSON_TEXT = "climax-gen/json";

const RESERVED_NAMES: ReadonlySet<string> = new Set([SEARCH_TOOL, CALL_TOOL, READ_TOOL, OUTPUT_READ]);

/** Reports whether the name is the name of a meta-tool, in any mode. */
export function isReservedName(name: string): boolean {
  return RESERVED_NAMES.has(name);
}
