/** Answers `climax_search` (contract 001). */
import { validateArguments, withDefaults } from "../arguments/arguments.ts";
import { noteUnknown } from "../call/unknown-arguments.ts";
import type { ToolReply } from "../call/reply.ts";
import { argumentProblemsReply } from "../call/reply.ts";
import { DEFAULT_REPLY_BYTES } from "../output/encoded-size.ts";
import { toBriefEntry, toEntry, toLeanEntry } from "../tool-index/search-result.ts";
import type { ToolIndex } from "../tool-index/tool-index.ts";
import { CALL_TOOL, READ_TOOL } from "../tool/meta-tool-names.ts";
import type { ArgValue } from "../tool/tool-spec.ts";
import type { Tool, ToolArg } from "../tool/tool.ts";
import type { SearchedNames } from "./no-match.ts";
import { describeNoMatch, NO_TOOLS } from "./no-match.ts";
import type { DiscoveryOptions } from "../tool/discovery-options.ts";

/** Maximum number of results, unless a search sets `limit`. */
export const DEFAULT_SEARCH_LIMIT = 10;

/** The parameters. The parameters of the contract are first. */
export const SEARCH_ARGS: readonly ToolArg[] = [
  { name: "query", type: "string", description: "Search keyword (matched against tool name, description, CLI name, category, tags)" },
  { name: "category", type: "string", description: "Filter by CLI category (exact match, case-insensitive)" },
  { name: "cli", type: "string", description: "Filter by CLI name (exact match, case-insensitive)" },
  {
    name: "limit",
    type: "integer",
    description: `Maximum number of results to return (default: ${DEFAULT_SEARCH_LIMIT})`,
    default: DEFAULT_SEARCH_LIMIT,
  },
  { name: "offset", type: "integer", description: "Results to skip; use it to read on while has_more is true", default: 0 },
  {
    name: "schemas",
    type: "integer",
    description:
      "Results to return with input_schema; the others have required_args and a shorter description. A tool's exact name as query finds its schema",
  },
];

/** Maximum length of `query`, `category` and `cli`, in UTF-16 units. The time for matching is proportional to it. */
export const MAX_SEARCH_TEXT = 1000;

/** Maximum number of names in `other_clis`. */
const MAX_OTHER_CLIS = 200;

const INTEGERS = ["limit", "offset", "schemas"] as const;

type SearchedIndex = Pick<ToolIndex, "page" | "summary">;

/**
 * Answers a search. Without a filter, returns the summary, otherwise the matching tools. The reply has fewer entries than `limit` if it
 * would exceed `budget` bytes as JSON, but at least one.
 */
export function answerSearch(
  index: SearchedIndex,
  given: Readonly<Record<string, unknown>>,
  discovery: DiscoveryOptions = {},
  budget: number = DEFAULT_REPLY_BYTES,
): ToolReply {
  const { values, problems, omitted } = validateArguments(SEARCH_ARGS, withinRange(given));
  const faults = [...problems, ...findLongTexts(values)];
  if (faults.length > 0) return argumentProblemsReply(faults, omitted);
  const request = toRequest(withDefaults(SEARCH_ARGS, values), discovery);
  const { cli, category, query } = request.filters;
  const isUnfiltered = cli === undefined && category === undefined && query === undefined;
  const { content, advice } = isUnfiltered ? summarize(index, request, budget) : findTools(index, request, { discovery, budget });
  const hint = [advice, noteUnknown(SEARCH_ARGS, given)].filter((text) => text !== undefined).join("\n");
  return { text: JSON.stringify(content), isError: false, ...(hint !== "" && { hint }) };
}

/** Reduces integers that are too large, because a limit of 1e30 is valid and selects all results (vector search.limit_parse.014). */
function withinRange(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const large = INTEGERS.filter((name) => Object.hasOwn(given, name) && Number.isInteger(given[name]));
  return { ...given, ...Object.fromEntries(large.map((name) => [name, Math.min(Number(given[name]), Number.MAX_SAFE_INTEGER)])) };
}

function findLongTexts(values: ReadonlyMap<string, ArgValue>): readonly { readonly message: string }[] {
  const long = [...values].filter(([, value]) => typeof value === "string" && value.length > MAX_SEARCH_TEXT);
  return long.map(([name]) => ({
    message: `Argument '${name}' must have at most ${MAX_SEARCH_TEXT} characters; search for a few words`,
  }));
}

/** The arguments of a search, valid and with defaults. */
interface SearchRequest {
  readonly filters: SearchedNames;
  readonly limit: number;
  readonly offset: number;
  /** Number of results with a schema. */
  readonly schemas: number;
}

function toRequest(values: ReadonlyMap<string, ArgValue>, { searchSchemas = Infinity }: DiscoveryOptions): SearchRequest {
  const text = (name: string): string | undefined => values.get(name) as string | undefined;
  const integer = (name: (typeof INTEGERS)[number]): number => Math.max(0, values.get(name) as number);
  return {
    filters: { query: text("query"), category: text("category"), cli: text("cli") },
    limit: integer("limit"),
    offset: integer("offset"),
    schemas: values.has("schemas") ? integer("schemas") : searchSchemas,
  };
}

/** The content of a reply, and advice for the caller. */
interface Answer {
  readonly content: object;
  readonly advice: string | undefined;
}

/** Returns the tools that match the filters. */
function findTools(
  index: SearchedIndex,
  { filters, limit, offset, schemas }: SearchRequest,
  { discovery, budget }: { readonly discovery: DiscoveryOptions; readonly budget: number },
): Answer {
  const { tools, total, isWeak } = index.page({ ...filters, limit, offset });
  const toSchemaEntry = schemas === Infinity ? toEntry : toLeanEntry;
  const toResult = (tool: Tool, position: number): object => ({
    ...(position < schemas ? toSchemaEntry(tool) : toBriefEntry(tool)),
    ...(discovery.splitCalls === true && { call_with: isReadOnly(tool) ? READ_TOOL : CALL_TOOL }),
  });
  const results = takeFitting(tools, toResult, budget);
  const counters = { ...countResults(results.length, total, offset), ...(isWeak && { weak_match: true }) };
  const advice = total === 0 ? describeNoMatch(index.summary(Infinity), filters) : undefined;
  return { content: { mode: "search", results, ...counters }, advice };
}

/** Returns the CLIs. If `limit` or the budget excludes CLIs, the answer also has the names of the CLIs that are not on this page. */
function summarize(index: SearchedIndex, { limit, offset }: SearchRequest, budget: number): Answer {
  const all = index.summary(Infinity);
  const room = budget - sizeInReply(all.slice(0, MAX_OTHER_CLIS).map(({ name }) => name));
  const summary = takeFitting(all.slice(offset, offset + limit), (cli) => cli, room);
  const end = offset + summary.length;
  const others = [...all.slice(0, offset), ...all.slice(end)].map(({ name }) => name);
  const counters = countResults(summary.length, all.length, offset);
  return {
    content: { mode: "summary", summary, ...counters, ...(end < all.length && { other_clis: others.slice(0, MAX_OTHER_CLIS) }) },
    advice: all.length === 0 ? NO_TOOLS : undefined,
  };
}

/** Reports whether `climax_read` runs the tool. */
export function isReadOnly({ risk }: Pick<Tool, "risk">): boolean {
  return risk === "read";
}

/** Space of a reply that is reserved for its counters, in bytes. */
const RESERVED_BYTES = 256;

/** Converts items until the budget is used. Converts at least one. */
function takeFitting<Item>(items: readonly Item[], toEntryOf: (item: Item, position: number) => object, budget: number): readonly object[] {
  const entries: object[] = [];
  let size = 0;
  for (const [position, item] of items.entries()) {
    const entry = toEntryOf(item, position);
    size += sizeInReply(entry) + ",".length;
    if (size > budget - RESERVED_BYTES && entries.length > 0) break;
    entries.push(entry);
  }
  return entries;
}

/**
 * Returns the size of a value in a reply, whose text is JSON inside JSON, in bytes. Does not use `Buffer`, because search also runs in
 * browsers.
 */
function sizeInReply(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(JSON.stringify(value))).length;
}

/** Returns the counters, with the names of CLImax 0.5. */
function countResults(returned: number, total: number, offset: number): object {
  return { total_matches: total, offset, returned, has_more: offset + returned < total };
}
