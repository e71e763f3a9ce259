/** Answers `climax_search` (contract 001). */
import { validateArguments, withDefaults } from "../arguments/arguments.ts";
import { noteUnknown } from "../call/unknown-arguments.ts";
import type { ToolReply } from "../call/reply.ts";
import { argumentProblemsReply } from "../call/reply.ts";
import { DEFAULT_REPLY_BYTES } from "../output/encoded-size.ts";
import { utf8Length } from "../tool-index/result-texts.ts";
import type { ToolIndex } from "../tool-index/tool-index.ts";
import { CALL_TOOL, READ_TOOL } from "../tool/meta-tool-names.ts";
import type { ArgValue } from "../tool/tool-spec.ts";
import type { Cli, Tool, ToolArg } from "../tool/tool.ts";
import type { ChosenResult } from "./choose-results.ts";
import { chooseResults } from "./choose-results.ts";
import type { SearchedNames } from "./no-match.ts";
import { describeNoMatch, NO_TOOLS } from "./no-match.ts";
import type { DiscoveryOptions } from "../tool/discovery-options.ts";
import { DEFAULT_SEARCH_BYTES } from "../tool/discovery-options.ts";

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
  { name: "offset", type: "integer", description: "Results to skip (see has_more)", default: 0 },
  {
    name: "schemas",
    type: "integer",
    description: "Results with input_schema; a tool's exact name as query has it whole",
  },
  {
    name: "max_bytes",
    type: "integer",
    description: "Maximum size of the reply",
  },
];

/** Maximum length of `query`, `category` and `cli`, in UTF-16 units. The time for matching is proportional to it. */
export const MAX_SEARCH_TEXT = 1000;

/** Maximum number of names in `other_clis`. */
const MAX_OTHER_CLIS = 200;

const INTEGERS = ["limit", "offset", "schemas", "max_bytes"] as const;

type SearchedIndex = Pick<ToolIndex, "results" | "summary">;

/**
 * Answers a search. Without a filter, returns the summary, otherwise the matching tools. The reply has fewer entries than `limit` if it
 * would exceed `max_bytes`, or `budget` bytes as JSON, but at least one.
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
  const { text, advice } = isUnfiltered ? summarize(index, request, budget) : findTools(index, request, { discovery, budget });
  const hint = [advice, noteUnknown(SEARCH_ARGS, given)].filter((line) => line !== undefined).join("\n");
  return { text, isError: false, ...(hint !== "" && { hint }) };
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
interface ParsedSearch {
  readonly filters: SearchedNames;
  readonly limit: number;
  readonly offset: number;
  /** Number of results with a schema. */
  readonly schemas: number;
  /** Maximum size of the reply, in bytes of UTF-8. */
  readonly maxBytes: number;
}

interface AnswerLimits {
  readonly discovery: DiscoveryOptions;
  /** Maximum size of the reply as JSON in JSON, in bytes. */
  readonly budget: number;
}

function toRequest(values: ReadonlyMap<string, ArgValue>, discovery: DiscoveryOptions): ParsedSearch {
  const { searchSchemas = Infinity, searchBytes = DEFAULT_SEARCH_BYTES } = discovery;
  const text = (name: string): string | undefined => values.get(name) as string | undefined;
  const integer = (name: (typeof INTEGERS)[number]): number => Math.max(0, values.get(name) as number);
  return {
    filters: { query: text("query"), category: text("category"), cli: text("cli") },
    limit: integer("limit"),
    offset: integer("offset"),
    schemas: values.has("schemas") ? integer("schemas") : searchSchemas,
    maxBytes: values.has("max_bytes") ? integer("max_bytes") : searchBytes,
  };
}

/** The content of a reply, and advice for the caller. */
interface Answer {
  /** JSON. */
  readonly text: string;
  readonly advice: string | undefined;
}

/** Returns the tools that match the filters. */
function findTools(index: SearchedIndex, request: ParsedSearch, { discovery, budget }: AnswerLimits): Answer {
  const { filters, limit, offset, maxBytes } = request;
  const { results: found, total, isWeak } = index.results({ ...filters, limit, offset });
  const advice = total === 0 ? describeNoMatch(index.summary(Infinity), filters) : undefined;
  const print = (bytes: number): PrintedReply => {
    const room = { schemas: request.schemas, bytes: bytes - RESERVED_BYTES, extra: discovery.splitCalls === true ? CALL_WITH_BYTES : 1 };
    const { results, more, fits } = chooseResults(found, room);
    const printAll = (list: readonly ChosenResult[]): string => `[${list.map((one) => printResult(one, request, discovery)).join(",")}]`;
    const counters = printKeys(countResults(results.length, total, offset));
    const rest = `${more.length > 0 ? `,"more":${printAll(more)}` : ""}${isWeak ? ',"weak_match":true' : ""}`;
    return { text: `{"mode":"search","results":${printAll(results)},${counters}${rest}}`, fits };
  };
  return { text: fitInto(budget, Math.min(maxBytes, budget), print), advice };
}

interface PrintedReply {
  readonly text: string;
  /** Whether the text is within the given size. */
  readonly fits: boolean;
}

/** Prints smaller replies until one is within the budget as JSON in JSON, or cannot become smaller. */
function fitInto(budget: number, bytes: number, print: (bytes: number) => PrintedReply): string {
  const { text, fits } = print(bytes);
  // Only quotes and backslashes of JSON are escaped again, so the text at most doubles.
  if (fits && 2 * bytes <= budget) return text;
  const size = encodedSize(text);
  if (size <= budget || bytes <= 0) return text;
  const { text: smaller } = print(Math.floor((bytes * budget) / size) - RESERVED_BYTES);
  return encodedSize(smaller) <= budget ? smaller : print(0).text;
}

/** Prints a result. Without a limit on the number of schemas, it has the category and the tags of its CLI, as in CLImax. */
function printResult({ result, form }: ChosenResult, { schemas }: ParsedSearch, { splitCalls }: DiscoveryOptions): string {
  const text = result.text(form);
  const lean = schemas === Infinity || form === "brief" ? text : text.replace(printCliKeys(result.cli), () => "");
  if (splitCalls !== true) return lean;
  const tool = READS.test(lean) ? READ_TOOL : CALL_TOOL;
  return `${lean.slice(0, -1)},"call_with":"${tool}"}`;
}

/** Matches the risk at the end of a result. A text in a result cannot contain it, because its quotes are escaped. */
const READS = /,"risk":"read"(?:,"also":\[[^\]]*\])?\}$/;

/** Size of `call_with` in a result, with a comma. */
const CALL_WITH_BYTES = `,"call_with":"${CALL_TOOL}",`.length;

/** Returns the keys of a result that repeat the summary of its CLI, as they are printed. */
function printCliKeys({ category, tags }: Cli): string {
  return `${printKeys({ category: category ?? null, tags: tags ?? [] })},`;
}

/** Prints an object without its braces. */
function printKeys(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}

/** Returns the CLIs. If `limit` or the size excludes CLIs, the answer also has the names of the CLIs that are not on this page. */
function summarize(index: SearchedIndex, { limit, offset, maxBytes }: ParsedSearch, budget: number): Answer {
  const all = index.summary(Infinity);
  const room = Math.min(maxBytes, budget) - sizeInReply(all.slice(0, MAX_OTHER_CLIS).map(({ name }) => name));
  const summary = takeFitting(all.slice(offset, offset + limit), room);
  const end = offset + summary.length;
  const others = [...all.slice(0, offset), ...all.slice(end)].map(({ name }) => name);
  const counters = countResults(summary.length, all.length, offset);
  return {
    text: JSON.stringify({
      mode: "summary",
      summary,
      ...counters,
      ...(end < all.length && { other_clis: others.slice(0, MAX_OTHER_CLIS) }),
    }),
    advice: all.length === 0 ? NO_TOOLS : undefined,
  };
}

/** Reports whether `climax_read` runs the tool. */
export function isReadOnly({ risk }: Pick<Tool, "risk">): boolean {
  return risk === "read";
}

/** Space of a reply that is reserved for its counters, in bytes. */
const RESERVED_BYTES = 256;

/** Returns the first items, as far as the budget allows, but at least one. */
function takeFitting<Item extends object>(items: readonly Item[], budget: number): readonly Item[] {
  let size = 0;
  const end = items.findIndex((item, place) => {
    size += sizeInReply(item) + ",".length;
    return size > budget - RESERVED_BYTES && place > 0;
  });
  return end === -1 ? items : items.slice(0, end);
}

/** Returns the size of a value in a reply, whose text is JSON inside JSON, in bytes. */
function sizeInReply(value: unknown): number {
  return encodedSize(JSON.stringify(value));
}

/** Returns the size of a text as JSON, in bytes. */
function encodedSize(text: string): number {
  return utf8Length(JSON.stringify(text));
}

/** Returns the counters, with the names of CLImax 0.5. */
function countResults(returned: number, total: number, offset: number): object {
  return { total_matches: total, offset, returned, has_more: offset + returned < total };
}
