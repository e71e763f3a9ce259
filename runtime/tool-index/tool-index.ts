/** Implements the searchable index of a server's tools over any `IndexReader`. */
import type { ClaimedRisk } from "../tool/annotations.ts";
import type { IndexReader, ResultForm } from "../search/reader.ts";
import type { CliWithTools, ToolPart } from "./index-reader.ts";
import { createMemoryReader, extendReader } from "./index-reader.ts";
import type { SearchHits, SearchFilters } from "../search/search.ts";
import { createSearch } from "../search/search.ts";
import { narrowReader } from "./narrow-reader.ts";
import type { ToolIndexEntry } from "./search-result.ts";
import { once } from "../text/once.ts";
import { listTwins } from "../search/twins.ts";
import { toWholeEntry } from "./search-result.ts";
import type { Policy } from "../policy/policy.ts";
import type { ListingFacts, ToolListing } from "../tool/tool-listing.ts";
import { toListing } from "../tool/tool-listing.ts";
import type { Tool, ToolProgram } from "../tool/tool.ts";
import { collectPrograms } from "./tool-programs.ts";

/** One CLI of the summary, in the wire format of the CLImax contract. */
export interface CliSummary {
  readonly name: string;
  readonly description: string;
  readonly tool_count: number;
  /** Null if the CLI declares none. */
  readonly category: string | null;
  readonly tags: readonly string[];
}

/** One page of the results of a search, as JSON. */
export interface ResultPage extends Omit<ToolPage, "tools"> {
  readonly results: readonly FoundResult[];
}

/** A result. */
export interface FoundResult {
  readonly text: (form: ResultForm | "whole") => string;
  /** Returns the size of a text, in bytes of UTF-8. */
  readonly size: (form: ResultForm) => number;
  /** Whether the query is the name of the tool. */
  readonly isNamed: boolean;
  readonly cli: Tool["cli"];
}

/** One page of the tools that match a search. */
export interface ToolPage {
  readonly tools: readonly Tool[];
  /** Number of all matching tools, including tools on other pages. */
  readonly total: number;
  /** Whether even the best match is weak, so that the server may have no tool for the query. */
  readonly isWeak: boolean;
}

/** The tools of a server. Its data does not change: `narrow` and `extend` return another index. */
export interface ToolIndex {
  /** Number of tools in the index. */
  readonly toolCount: number;
  /** Returns the tools that match every filter, by descending score, or in index order if there is no query. */
  readonly search: (filters: SearchFilters) => readonly ToolIndexEntry[];
  /** Returns the tools of `search`, with the number of all matches. */
  readonly page: (filters: SearchFilters) => ToolPage;
  /** Returns the results of `search`, with the number of all matches. Tools with the same effect are one result. */
  readonly results: (filters: SearchFilters) => ResultPage;
  /** Returns at most `limit` CLIs, in index order. */
  readonly summary: (limit: number) => readonly CliSummary[];
  /** Returns all CLIs, in index order. */
  readonly clis: () => readonly Tool["cli"][];
  /** Returns the tool with exactly this name. */
  readonly get: (name: string) => Tool | undefined;
  /** Returns all names, in unspecified order. Used to find similar names. */
  readonly names: () => readonly string[];
  /** Returns every tool in index order, which is also the order of the classic list. */
  readonly listed: () => readonly Tool[];
  /** Returns the classic list: the `tools/list` entry of every tool, in index order. */
  readonly listings: (facts?: ListingFacts) => readonly ToolListing[];
  /** Returns the risks that the tools claim, each once. */
  readonly risks: () => ReadonlySet<ClaimedRisk>;
  /** Returns the programs of the tools that match, each once. */
  readonly findPrograms: (matches: (program: ToolProgram) => boolean) => readonly ToolProgram[];
  /** Tool names by JSON-RPC method. */
  readonly methods: ReadonlyMap<string, string>;
  /** Applies policies. Returns the same index for an empty list. */
  readonly narrow: (policies: readonly Policy[]) => ToolIndex;
  /** Returns the tools with changed handlers. Calls the function once for each tool, before it returns. */
  readonly change: (change: (tool: Tool) => Tool) => ToolIndex;
  /** Returns an index with another group of tools at its end. */
  readonly extend: (group: CliWithTools) => ToolIndex;
}

/** Creates the index of generated code, from one part per CLI or Directive definition. */
export function createToolIndex(parts: readonly ToolPart[]): ToolIndex {
  return createIndexOver(createMemoryReader(parts));
}

/** Creates the index over any reader. */
export function createIndexOver(reader: IndexReader): ToolIndex {
  const search = once(() => createSearch(reader));
  const twins = once(() => listTwins(reader.twins()));
  const toWhole = (ordinal: number): string => {
    const also = (twins().get(ordinal) ?? []).map((other) => reader.readTool(other).name);
    return JSON.stringify({ ...toWholeEntry(reader.readTool(ordinal)), ...(also.length > 0 && { also }) });
  };
  const index: ToolIndex = {
    toolCount: reader.toolCount,
    search: (filters) => index.page(filters).tools.map(toWholeEntry),
    page: (filters) => readPage(reader, search().find(filters)),
    results: (filters) => readResults(reader, search().find(filters), toWhole),
    summary: (limit) => reader.clis.slice(0, Math.max(0, limit)).map(({ cli }) => toSummary(cli)),
    clis: () => reader.clis.map(({ cli }) => cli),
    get(name) {
      const ordinal = reader.findTool(name);
      return ordinal === undefined ? undefined : reader.readTool(ordinal);
    },
    names: () => reader.toolNames(),
    listed: () => reader.readTools(),
    listings: (facts = {}) =>
      (facts.isOffline === true || facts.offlineTools !== undefined ? undefined : reader.readListings?.()) ??
      reader.readTools().map((tool) => toListing(tool, facts)),
    risks: () => reader.risks(),
    findPrograms: reader.findPrograms,
    methods: reader.methods,
    change: (change) => createIndexOver(changeReader(reader, change)),
    narrow: (policies) => (policies.length === 0 ? index : createIndexOver(narrowReader(reader, policies))),
    extend: (group) => createIndexOver(extendReader(reader, group)),
  };
  return index;
}

/** Reads the tools of a search's results. */
export function readPage(reader: IndexReader, { hits, ...found }: SearchHits): ToolPage {
  return { tools: hits.map(({ ordinal }) => reader.readTool(ordinal)), ...found };
}

function readResults(reader: IndexReader, { hits, ...found }: SearchHits, toWhole: (ordinal: number) => string): ResultPage {
  const results = hits.map(({ ordinal, phrase }): FoundResult => {
    return {
      text: (form) => (form === "whole" ? toWhole(ordinal) : reader.results.text(ordinal, form)),
      size: (form) => reader.results.size(ordinal, form),
      isNamed: phrase === "the name",
      cli: ownerOf(reader, ordinal),
    };
  });
  return { results, ...found };
}

function ownerOf({ clis }: IndexReader, ordinal: number): Tool["cli"] {
  const owner = clis.find(({ first, count }) => ordinal >= first && ordinal < first + count);
  if (owner === undefined) throw new RangeError(`no tool ${ordinal}`);
  return owner.cli;
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

/** Creates a reader of the changed tools. Only their handlers may change, so that what searches and lists read stays the same. */
function changeReader(reader: IndexReader, change: (tool: Tool) => Tool): IndexReader {
  const tools = reader.readTools().map(change);
  const programs = once(() => collectPrograms(tools));
  return {
    ...reader,
    readTool: (ordinal) => tools[ordinal] ?? reader.readTool(ordinal),
    readTools: () => tools,
    findPrograms: (matches) => programs().filter(matches),
  };
}
