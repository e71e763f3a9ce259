/** The names of the two meta-tools: apart from their definitions, so that the typed client loads nothing else. */
export const SEARCH_TOOL = "climax_search";
export const CALL_TOOL = "climax_call";
