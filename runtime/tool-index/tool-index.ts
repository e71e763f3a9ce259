/** Implements the searchable index of a server's tools over any `IndexReader`. */
import type { ClaimedRisk } from "../tool/annotations.ts";
import type { IndexReader } from "../search/reader.ts";
import type { ToolPart } from "./index-reader.ts";
import { createMemoryReader } from "./index-reader.ts";
import type { ListedSchema } from "../tool/listed-schema.ts";
import { toListedSchema } from "../tool/listed-schema.ts";
import type { SearchFilters } from "../search/search.ts";
import { createSearch } from "../search/search.ts";
import { narrowReader } from "./narrow-reader.ts";
import type { Policy } from "../policy/policy.ts";
import type { ToolListings } from "../tool/tool-listing.ts";
import { toListing } from "../tool/tool-listing.ts";
import type { Tool } from "../tool/tool.ts";

/** One search result, in the wire format of the CLImax contract. */
export interface ToolIndexEntry {
  readonly tool_name: string;
  readonly description: string;
  readonly cli_name: string;
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly input_schema: ListedSchema;
}

/** One CLI of the summary, in the wire format of the CLImax contract. */
export interface CliSummary {
  readonly name: string;
  readonly description: string;
  readonly tool_count: number;
  readonly category: string | null;
  readonly tags: readonly string[];
}

export interface ToolIndex {
  readonly toolCount: number;
  /** Returns the tools that match every filter, by descending score, or in index order if there is no query. */
  readonly search: (filters: SearchFilters) => readonly ToolIndexEntry[];
  /** Returns at most `limit` CLIs, in index order. */
  readonly summary: (limit: number) => readonly CliSummary[];
  /** Returns the tool with exactly this name. */
  readonly get: (name: string) => Tool | undefined;
  /** Returns all names, in unspecified order. Used to find similar names. */
  readonly names: () => readonly string[];
  /** Iterates over all tools in index order, which is the order of the classic list. */
  readonly listed: () => Iterable<Tool>;
  /** Returns the classic list: the `tools/list` entries of all tools, in index order. */
  readonly listings: () => ToolListings;
  /** Returns the distinct risks of the tools. */
  readonly risks: () => ReadonlySet<ClaimedRisk>;
  /** Tool names by JSON-RPC method. */
  readonly methods: ReadonlyMap<string, string>;
  /** Applies policies. Returns the same index if there are none. */
  readonly narrow: (policies: readonly Policy[]) => ToolIndex;
}

/** Creates the index of generated code, from one part per CLI or Directive definition. */
export function createToolIndex(parts: readonly ToolPart[]): ToolIndex {
  return createIndexOver(createMemoryReader(parts));
}

/** Creates the index over any reader. */
export function createIndexOver(reader: IndexReader): ToolIndex {
  const search = createSearch(reader);
  const index: ToolIndex = {
    toolCount: reader.toolCount,
    search: (filters) => search.find(filters).map(({ ordinal }) => toEntry(reader.readTool(ordinal))),
    summary: (limit) => reader.clis.slice(0, Math.max(0, limit)).map(({ cli }) => toSummary(cli)),
    get(name) {
      const ordinal = reader.findTool(name);
      return ordinal === undefined ? undefined : reader.readTool(ordinal);
    },
    names: () => reader.toolNames(),
    listed: () => listTools(reader),
    listings: () => reader.listings?.() ?? Array.from(listTools(reader), toListing),
    risks: () => reader.risks(),
    methods: reader.methods,
    narrow: (policies) => (policies.length === 0 ? index : createIndexOver(narrowReader(reader, policies))),
  };
  return index;
}

function toEntry(tool: Tool): ToolIndexEntry {
  return {
    tool_name: tool.name,
    description: tool.description,
    cli_name: tool.cli.name,
    category: tool.cli.category ?? null,
    tags: tool.cli.tags ?? [],
    input_schema: toListedSchema(tool),
  };
}

function toSummary(cli: Tool["cli"]): CliSummary {
  return {
    name: cli.name,
    description: cli.description,
    tool_count: cli.tool_count,
    category: cli.category ?? null,
    tags: cli.tags ?? [],
  };
}

function* listTools(reader: IndexReader): Iterable<Tool> {
  for (let ordinal = 0; ordinal < reader.toolCount; ordinal++) yield reader.readTool(ordinal);
}
