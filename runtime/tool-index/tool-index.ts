/** The searchable index of a server's tools: written once, over whichever `IndexReader` holds them. */
import type { ClaimedRisk } from "../tool/annotations.ts";
import type { IndexedCli, IndexReader, SearchText, ToolPart } from "./index-reader.ts";
import { createMemoryReader, SEARCH_SEPARATOR } from "./index-reader.ts";
import type { ListedSchema } from "../tool/listed-schema.ts";
import { toListedSchema } from "../tool/listed-schema.ts";
import { narrowReader } from "../policy/narrow-reader.ts";
import type { Policy } from "../policy/policy.ts";
import type { Tool } from "../tool/tool-spec.ts";

/** One search result, as it goes over the wire (contract 001). */
export interface ToolIndexEntry {
  readonly tool_name: string;
  readonly description: string;
  readonly cli_name: string;
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly input_schema: ListedSchema;
}

/** One CLI of the summary, as it goes over the wire (contract 001). */
export interface CliSummary {
  readonly name: string;
  readonly description: string;
  readonly tool_count: number;
  readonly category: string | null;
  readonly tags: readonly string[];
}

export interface SearchFilters {
  /** Case-insensitive substring of name, description, CLI name, category and tags; "" matches every tool. */
  readonly query?: string | undefined;
  /** Case-insensitive, the whole category; "" is no filter (vector search.query_empty.004). */
  readonly category?: string | undefined;
  /** Case-insensitive, the whole CLI name; "" is no filter. */
  readonly cli?: string | undefined;
  /** Most results to return; below 0 counts as 0. */
  readonly limit: number;
}

export interface ToolIndex {
  readonly toolCount: number;
  /** Tools that pass every filter given, in index order. */
  readonly search: (filters: SearchFilters) => readonly ToolIndexEntry[];
  /** The CLIs in index order. */
  readonly summary: (limit: number) => readonly CliSummary[];
  /** The tool of exactly this name. */
  readonly get: (name: string) => Tool | undefined;
  /** Every name, in no promised order: for near names. */
  readonly names: () => readonly string[];
  /** Every tool in index order, which is that of the classic list. */
  readonly listed: () => Iterable<Tool>;
  /** The risks that the tools claim, each once. */
  readonly risks: () => ReadonlySet<ClaimedRisk>;
  /** JSON-RPC method → the tool that it means. */
  readonly methods: ReadonlyMap<string, string>;
  /** The index of what these policies leave; without any, the index itself. */
  readonly narrow: (policies: readonly Policy[]) => ToolIndex;
}

/** The index of generated code: one part per CLI or Directive definition. */
export function createToolIndex(parts: readonly ToolPart[]): ToolIndex {
  return createIndexOver(createMemoryReader(parts));
}

/** The index over any source of tools. */
export function createIndexOver(reader: IndexReader): ToolIndex {
  const index: ToolIndex = {
    toolCount: reader.toolCount,
    search: (filters) => searchOrdinals(reader, filters).map((ordinal) => toEntry(reader.readTool(ordinal))),
    summary: (limit) => reader.clis.slice(0, Math.max(0, limit)).map(({ cli }) => toSummary(cli)),
    get(name) {
      const ordinal = reader.findTool(name);
      return ordinal === undefined ? undefined : reader.readTool(ordinal);
    },
    names: () => reader.toolNames(),
    listed: () => listTools(reader),
    risks: () => reader.risks(),
    methods: reader.methods,
    narrow: (policies) => (policies.length === 0 ? index : createIndexOver(narrowReader(reader, policies))),
  };
  return index;
}

function searchOrdinals(reader: IndexReader, { query = "", category, cli, limit }: SearchFilters): readonly number[] {
  const ranges = reader.clis.filter(
    (range) =>
      range.count > 0 &&
      (!category || equalsIgnoringCase(range.cli.category, category)) &&
      (!cli || equalsIgnoringCase(range.cli.name, cli)),
  );
  if (query.includes(SEARCH_SEPARATOR)) return [];
  return query === "" ? firstOrdinals(ranges, limit) : matchingOrdinals(reader.searchText(), ranges, query.toLowerCase(), limit);
}

function equalsIgnoringCase(left: string | undefined, right: string): boolean {
  return left !== undefined && left.toLowerCase() === right.toLowerCase();
}

function firstOrdinals(ranges: readonly IndexedCli[], limit: number): readonly number[] {
  const found: number[] = [];
  for (const { first, count } of ranges) {
    for (let ordinal = first; ordinal < first + count && found.length < limit; ordinal++) found.push(ordinal);
  }
  return found;
}

/** One pass over the joined text, whatever the number of ranges: a match between two ranges only moves the cursor on. */
function matchingOrdinals({ text, starts }: SearchText, ranges: readonly IndexedCli[], query: string, limit: number): readonly number[] {
  const found: number[] = [];
  let next = 0;
  for (const { first, count } of ranges) {
    const end = first + count;
    next = Math.max(next, first);
    while (next < end && found.length < limit) {
      const at = text.indexOf(query, starts[next]);
      if (at === -1) return found;
      next = ordinalAt(starts, at, next, starts.length - 1);
      if (next < end) found.push(next++);
    }
  }
  return found;
}

/** The tool whose text holds offset `at`: the last of `low`..`high - 1` that starts at or before it. */
function ordinalAt(starts: Uint32Array, at: number, low: number, high: number): number {
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  return low;
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
