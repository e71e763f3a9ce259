/** Builds the tools of a search, and finds them. */
import type { IndexReader } from "../../../runtime/search/reader.ts";
import type { SearchFilters } from "../../../runtime/search/search.ts";
import { createSearch } from "../../../runtime/search/search.ts";
import type { CliPart } from "../../../runtime/tool-index/index-reader.ts";
import type { AnyToolSpec, ArgSpec, CliSpec } from "../../../runtime/tool/tool-spec.ts";

/** Keys of a tool, or only its description. */
type ToolText = string | (Partial<AnyToolSpec> & { readonly description: string });

/** Returns a CLI with these tools. */
export function part(name: string, tools: Readonly<Record<string, ToolText>>, more: Partial<CliSpec> = {}): CliPart {
  const entries = Object.entries(tools).map(([tool, text]): [string, AnyToolSpec] => {
    const given = typeof text === "string" ? { description: text } : text;
    return [tool, { name: tool, command: [name, tool], args: {}, ...given }];
  });
  return {
    cli: { name, description: "", command: [name], tool_count: entries.length, ...more },
    tools: Object.fromEntries(entries),
  };
}

export const argument = (description: string, more: Partial<ArgSpec> = {}): ArgSpec => ({ type: "string", description, ...more });

/** Returns the names of the tools that a search finds, in their order. */
export const found = (reader: IndexReader, query: string | Partial<SearchFilters>): readonly string[] =>
  createSearch(reader)
    .find({ limit: 10, ...(typeof query === "string" ? { query } : query) })
    .hits.map(({ ordinal }) => reader.readTool(ordinal).name);
