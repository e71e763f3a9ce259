/** Answers `climax_search` (contract 001). */
import { validateArguments, withDefaults } from "../arguments/arguments.ts";
import { noteUnknown } from "../call/unknown-arguments.ts";
import type { ToolReply } from "../call/reply.ts";
import { argumentProblemsReply } from "../call/reply.ts";
import { DEFAULT_REPLY_BYTES } from "../output/encoded-size.ts";
import { toBriefEntry, toEntry, toLeanEntry } from "../tool-index/search-result.ts";
import type { ToolIndex } from "../tool-index/tool-index.ts";
import { CALL_TOOL, READ_TOOL, SEARCH_TOOL } from "../tool/meta-tool-names.ts";
import { nearNames } from "../text/near-names.ts";
import { renderValue } from "../text/render-value.ts";
import type { Tool, ToolArg } from "../tool/tool.ts";
import type { DiscoveryOptions } from "../tool/discovery-options.ts";

/** The parameters. Those of the contract are first. */
export const SEARCH_ARGS: readonly ToolArg[] = [
  { name: "query", type: "string", description: "Search keyword (matched against tool name, description, CLI name, category, tags)" },
  { name: "category", type: "string", description: "Filter by CLI category (exact match, case-insensitive)" },
  { name: "cli", type: "string", description: "Filter by CLI name (exact match, case-insensitive)" },
  { name: "limit", type: "integer", description: "Maximum number of results to return (default: 10)", default: 10 },
  { name: "offset", type: "integer", description: "Results to skip; use it to read on while has_more is true", default: 0 },
  {
    name: "schemas",
    type: "integer",
    description:
      "Results to return with input_schema; the others have required_args and a shorter description. A tool's exact name as query finds its schema",
  },
];

/** Maximum length of `query`, `category` and `cli`, in UTF-16 units. Matching takes time in proportion to it. */
export const MAX_SEARCH_TEXT = 1000;

/** Maximum number of names in `other_clis`. */
const MAX_OTHER_CLIS = 200;

/** Maximum number of similar names for an unknown CLI or category. */
const MAX_NEAR = 3;

const INTEGERS = ["limit", "offset", "schemas"] as const;

const NEXT_STEPS = `Call ${SEARCH_TOOL} without arguments for the list of CLIs, and with cli alone for the tools of one.`;

const NO_TOOLS = "No tool of this server is enabled: tell its operator.";

/**
 * Answers a search: the summary when no filter is given, the matching tools otherwise. A reply has fewer entries than `limit`, but at least
 * one, if it would exceed `budget` bytes as JSON.
 */
export function answerSearch(
  index: Pick<ToolIndex, "page" | "summary">,
  given: Readonly<Record<string, unknown>>,
  discovery: DiscoveryOptions = {},
  budget: number = DEFAULT_REPLY_BYTES,
): ToolReply {
  const { values, problems, omitted } = validateArguments(SEARCH_ARGS, withinRange(given));
  const tooLong = [...values].filter(([, value]) => typeof value === "string" && value.length > MAX_SEARCH_TEXT);
  if (problems.length + tooLong.length > 0) return argumentProblemsReply([...problems, ...tooLong.map(tooLongProblem)], omitted);
  const text = (name: string): string | undefined => values.get(name) as string | undefined;
  const filled = withDefaults(SEARCH_ARGS, values);
  const integer = (name: (typeof INTEGERS)[number]): number => Math.max(0, filled.get(name) as number);
  const page: Page = { limit: integer("limit"), offset: integer("offset") };
  const filters = { query: text("query"), category: text("category"), cli: text("cli") };
  const note = noteUnknown(SEARCH_ARGS, given);
  const withNote = (advice: string | undefined): string => [advice ?? [], note ?? []].flat().join("\n");
  if (Object.values(filters).every((filter) => filter === undefined)) {
    return toReply(summarize(index, page, budget), withNote(index.summary(1).length === 0 ? NO_TOOLS : undefined));
  }
  const { tools, total, isWeak } = index.page({ ...filters, ...page });
  const schemas = filled.has("schemas") ? integer("schemas") : (discovery.searchSchemas ?? Infinity);
  const toSchemaEntry = schemas === Infinity ? toEntry : toLeanEntry;
  const toResult = (tool: Tool, place: number): object => ({
    ...(place < schemas ? toSchemaEntry(tool) : toBriefEntry(tool)),
    ...(discovery.splitCalls === true && { call_with: isReadOnly(tool) ? READ_TOOL : CALL_TOOL }),
  });
  const results = takeFitting(tools, toResult, budget);
  const counters = { ...countResults(results.length, total, page), ...(isWeak && { weak_match: true }) };
  return toReply({ mode: "search", results, ...counters }, withNote(total === 0 ? describeNoMatch(index, filters) : undefined));
}

/** Returns what to do after a search without results. A name of a CLI or category that does not exist explains the result. */
function describeNoMatch(
  index: Pick<ToolIndex, "summary">,
  filters: Readonly<Record<"query" | "category" | "cli", string | undefined>>,
): string {
  const clis = index.summary(Infinity);
  if (clis.length === 0) return NO_TOOLS;
  const known: KnownNames = {
    cli: clis.map(({ name }) => name),
    category: [...new Set(clis.flatMap(({ category }) => category ?? []))],
    query: clis.flatMap(({ tags }) => tags),
  };
  const fault = describeUnknownName("cli", filters.cli, known) ?? describeUnknownName("category", filters.category, known);
  return `${fault ?? `No tool matches. ${suggestOtherFilters(filters)}.`} ${NEXT_STEPS}`;
}

function suggestOtherFilters({ query, category, cli }: Readonly<Record<"query" | "category" | "cli", string | undefined>>): string {
  const names = [...(cli ? ["cli"] : []), ...(category ? ["category"] : [])];
  if (!query) return `Omit ${names.join(" or ")}`;
  const words = "Try other or fewer words, in the language of the descriptions, because queries are not translated";
  return `${words}${names.length === 0 ? "" : `; or omit ${names.join(" and ")}`}`;
}

/** Nouns for the names that each filter finds. A query also finds the tools with a tag. */
const NOUNS = { cli: "CLI", category: "category", query: "tag" } as const;

type KnownNames = Readonly<Record<keyof typeof NOUNS, readonly string[]>>;

/** Returns undefined if the filter is not set or empty, or names one of the known values. */
function describeUnknownName(filter: "cli" | "category", wanted: string | undefined, known: KnownNames): string | undefined {
  const isKnown = (name: keyof typeof NOUNS): boolean => known[name].some((value) => value.toLowerCase() === wanted?.toLowerCase());
  if (!wanted || isKnown(filter)) return undefined;
  const fault = `There is no ${NOUNS[filter]} '${renderValue(wanted)}'`;
  const other = (["cli", "category", "query"] as const).find(isKnown);
  if (other !== undefined) return `${fault}, but a ${NOUNS[other]}: pass it as ${other}.`;
  const typos = nearNames(wanted, known[filter], MAX_NEAR);
  const near = typos.length > 0 ? typos : overlappingNames(wanted, known[filter]);
  return near.length === 0 ? `${fault}.` : `${fault}. Did you mean ${near.map((name) => `'${renderValue(name)}'`).join(" or ")}?`;
}

/** Minimum length of a name that another one starts with: `g` says nothing. */
const MIN_START = 3;

/** Returns known names that contain the wanted name or are contained in it, as words or as a start: `kubectl` for `kubectl-tools` and `kube`. */
function overlappingNames(wanted: string, known: readonly string[]): readonly string[] {
  const isPart = (part: string, name: string): boolean => {
    const words = wordsOf(name);
    return (part.length >= MIN_START && name.startsWith(part)) || wordsOf(part).every((word) => words.includes(word));
  };
  const target = wanted.toLowerCase();
  return known.filter((name) => isPart(name.toLowerCase(), target) || isPart(target, name.toLowerCase())).slice(0, MAX_NEAR);
}

function wordsOf(name: string): readonly string[] {
  return name.match(/[\p{L}\p{N}]+/gu) ?? [name];
}

/** Reports whether `climax_read` runs the tool. */
export function isReadOnly({ risk }: Pick<Tool, "risk">): boolean {
  return risk === "read";
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Bytes of a reply for its counters. */
const RESERVED_BYTES = 256;

/** Returns the size of a value in a reply, whose text is JSON inside JSON. Without `Buffer`, because pages search in browsers too. */
function sizeInReply(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(JSON.stringify(value))).length;
}

/** Converts items until the budget is used. Converts at least one. */
function takeFitting<Item>(items: readonly Item[], toEntryOf: (item: Item, place: number) => object, budget: number): readonly object[] {
  const entries: object[] = [];
  let size = 0;
  for (const [place, item] of items.entries()) {
    const entry = toEntryOf(item, place);
    size += sizeInReply(entry) + ",".length;
    if (size > budget - RESERVED_BYTES && entries.length > 0) break;
    entries.push(entry);
  }
  return entries;
}

/** Returns the summary. If `limit` or the budget leaves CLIs out, it has the names of the CLIs that are not on this page. */
function summarize(index: Pick<ToolIndex, "summary">, page: Page, budget: number): object {
  const all = index.summary(Infinity);
  const room = budget - sizeInReply(all.slice(0, MAX_OTHER_CLIS).map(({ name }) => name));
  const summary = takeFitting(all.slice(page.offset, page.offset + page.limit), (cli) => cli, room);
  const end = page.offset + summary.length;
  const others = [...all.slice(0, page.offset), ...all.slice(end)].map(({ name }) => name);
  return {
    mode: "summary",
    summary,
    ...countResults(summary.length, all.length, page),
    ...(end < all.length && { other_clis: others.slice(0, MAX_OTHER_CLIS) }),
  };
}

/** The counters have the names of CLImax 0.5. */
function countResults(returned: number, total: number, { offset }: Page): object {
  return { total_matches: total, offset, returned, has_more: offset + returned < total };
}

function toReply(answer: object, hint = ""): ToolReply {
  return { text: JSON.stringify(answer), isError: false, ...(hint !== "" && { hint }) };
}

function tooLongProblem([name]: readonly [name: string, value: unknown]): { readonly message: string } {
  return { message: `Argument '${name}' must have at most ${MAX_SEARCH_TEXT} characters; search for a few words` };
}

/** A limit of 1e30 is an integer all the same, and means everything (vector search.limit_parse.014). */
function withinRange(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const large = INTEGERS.filter((name) => Object.hasOwn(given, name) && Number.isInteger(given[name]));
  return { ...given, ...Object.fromEntries(large.map((name) => [name, Math.min(Number(given[name]), Number.MAX_SAFE_INTEGER)])) };
}
