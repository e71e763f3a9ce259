/** The names of the two meta-tools, separate from their definitions, so that the typed client does not load these. */
export const SEARCH_TOOL = "climax_search";
export const CALL_TOOL = "climax_call";
