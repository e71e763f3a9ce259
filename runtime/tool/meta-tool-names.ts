/** The names of the two meta-tools and of the tool that reads long output, separate from their definitions, so that the typed client does not load these. */
export const SEARCH_TOOL = "climax_search";
export const CALL_TOOL = "climax_call";

/** Called through `climax_call`. No tool of a config can have the name. */
export const OUTPUT_READ = "output_read";
