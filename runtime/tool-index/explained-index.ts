/** Searches tools before they are generated, for `climax-gen search`. Uses the server's search, and adds explanations. */
import type { ToolPage } from "./tool-index.ts";
import { readPage } from "./tool-index.ts";
import type { CliWithTools } from "./index-reader.ts";
import { createPartsReader } from "./index-reader.ts";
import type { IndexReader } from "../search/reader.ts";
import type { ExplainedPage } from "../search/explanation.ts";
import { explainSearch } from "../search/explanation.ts";
import type { SearchFilters } from "../search/search.ts";
import { createSearch } from "../search/search.ts";

/** An index whose ranking can be explained. */
export interface ExplainedIndex {
  /** Returns the tools that `climax_search` returns, in the same order. */
  readonly find: (filters: SearchFilters) => ToolPage;
  /** Returns the results of `find`, each with an explanation of its rank. */
  readonly explain: (filters: SearchFilters) => ExplainedPage;
}

/** Creates a search over these tools, which are numbered in this order. Statistics are computed on the first query. */
export function createExplainedIndex(parts: readonly CliWithTools[]): ExplainedIndex {
  return createExplainedIndexOver(createPartsReader(parts));
}

/** Creates a search over any reader. */
export function createExplainedIndexOver(reader: IndexReader): ExplainedIndex {
  const search = createSearch(reader);
  return {
    find: (filters) => readPage(reader, search.find(filters)),
    explain: (filters) => explainSearch(reader, search, filters),
  };
}
