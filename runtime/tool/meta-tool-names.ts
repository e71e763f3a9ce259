/** The names of the server's own tools, separate from their definitions, so that the typed client does not load these. */
export const SEARCH_TOOL = "climax_search";
export const CALL_TOOL = "climax_call";
/** Registered with `--split-calls` only. */
export const READ_TOOL = "climax_read";
/** Reserved, and not found by searches. */
export const OUTPUT_TOOL = "output_read";

const RESERVED_NAMES: ReadonlySet<string> = new Set([SEARCH_TOOL, CALL_TOOL, READ_TOOL, OUTPUT_TOOL]);

/** Reports whether the server has a tool of its own with this name, or may have one. */
export function isReservedName(name: string): boolean {
  return RESERVED_NAMES.has(name);
}
