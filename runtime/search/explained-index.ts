/** Search over tools that are not generated yet, for `climax-gen search`: the server's own, with reasons. */
import type { Tool } from "../tool/tool.ts";
import type { CliWithTools } from "../tool-index/index-reader.ts";
import { createListReader, numberClis } from "../tool-index/index-reader.ts";
import type { ExplainedHit } from "./explanation.ts";
import { explainSearch } from "./explanation.ts";
import type { SearchFilters } from "./search.ts";
import { createSearch } from "./search.ts";

export interface ExplainedIndex {
  /** The tools that `climax_search` finds, in its order. */
  readonly find: (filters: SearchFilters) => readonly Tool[];
  /** The same, each with its reasons. */
  readonly explain: (filters: SearchFilters) => readonly ExplainedHit[];
}

/** Search over these tools, in this order. Statistics are made with the first query. */
export function createExplainedIndex(parts: readonly CliWithTools[]): ExplainedIndex {
  const reader = createListReader(
    numberClis(parts),
    parts.flatMap(({ tools }) => tools),
  );
  const search = createSearch(reader);
  return {
    find: (filters) => search.find(filters).map(({ ordinal }) => reader.readTool(ordinal)),
    explain: (filters) => explainSearch(reader, search, filters),
  };
}
