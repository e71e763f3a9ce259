/** Answers `climax_search` in the page, with the server's own code and index. */
import type { DiscoveryOptions, ExplainedHit, LimitsSpec, SearchRequest } from "@climax-gen/runtime/browser";
import {
  answerSearch,
  combineLimits,
  createExplainedIndexOver,
  createIndexOver,
  createPartsReader,
  once,
} from "@climax-gen/runtime/browser";
import type { ServerStore } from "./page-server.ts";
import { readParts } from "./page-server.ts";
import { estimateTokens } from "../../../text/token-estimate.ts";

/** The reply of a search, and its explanation. */
export interface SearchAnswer {
  /** The text blocks of the reply, in order: the JSON, and a hint if no tool matches. */
  readonly texts: readonly string[];
  readonly isError: boolean;
  /** Estimated number of tokens of the reply. */
  readonly tokens: number;
  /** The tools of the reply, also those in `more`, with their scores. Empty if no filter is given: the reply is the summary of the CLIs. */
  readonly hits: readonly ExplainedHit[];
  /** Number of all matching tools. */
  readonly total: number;
}

/** The search of the server, over the tools of the page. */
export interface PageSearch {
  /** Returns the server's reply and its explanation. Reads all tools on the first use. */
  readonly answer: (given: SearchRequest) => SearchAnswer;
}

/** Creates the search of a page. Reads nothing before the first query. */
export function createPageSearch(store: ServerStore, discovery: DiscoveryOptions = {}): PageSearch {
  const open = once(() => {
    const reader = createPartsReader(readParts(store));
    return { index: createIndexOver(reader), explained: createExplainedIndexOver(reader) };
  });
  const { max_reply_bytes: budget } = store.policies.reduce((all: LimitsSpec, { limits }) => combineLimits(all, limits), {});
  return {
    answer(given) {
      const { index, explained } = open();
      const { text, hint, isError } = answerSearch(index, { ...given }, discovery, budget);
      const texts = [text, ...(hint === undefined ? [] : [hint])];
      const { query, cli, category, offset = 0 } = given;
      const isSummary = [query, cli, category].every((filter) => filter === undefined);
      const found =
        isSummary || isError ? { hits: [], total: 0 } : explained.explain({ query, cli, category, limit: countShown(text), offset });
      return { texts, isError, tokens: estimateTokens(texts.join("\n")), ...found };
    },
  };
}

/** Returns the number of tools in a reply, with and without schemas. It is less than `limit` if more would exceed the size of a reply. */
function countShown(reply: string): number {
  const { returned, more = [] } = JSON.parse(reply) as { readonly returned: number; readonly more?: readonly unknown[] };
  return returned + more.length;
}
