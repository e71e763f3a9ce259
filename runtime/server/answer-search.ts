/** Answers `climax_search` (contract 001). */
import { validateArguments, withDefaults } from "../arguments/arguments.ts";
import type { ToolReply } from "../call/reply.ts";
import { argumentProblemsReply } from "../call/reply.ts";
import { toBriefEntry, toEntry, toLeanEntry } from "../tool-index/search-result.ts";
import type { ToolIndex } from "../tool-index/tool-index.ts";
import { CALL_TOOL, READ_TOOL, SEARCH_TOOL } from "../tool/meta-tool-names.ts";
import type { Tool, ToolArg } from "../tool/tool.ts";
import type { DiscoveryOptions } from "./discovery.ts";

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

const INTEGERS = ["limit", "offset", "schemas"] as const;

const NO_MATCH_HINT =
  `No tool matches. Try other or fewer words, or omit cli and category. ` +
  `Call ${SEARCH_TOOL} without arguments for the list of CLIs, and with cli alone for the tools of one.`;

/** Answers a search: the summary when no filter is given, the matching tools otherwise. */
export function answerSearch(
  index: Pick<ToolIndex, "page" | "summary">,
  given: Readonly<Record<string, unknown>>,
  discovery: DiscoveryOptions = {},
): ToolReply {
  const { values, problems, omitted } = validateArguments(SEARCH_ARGS, withinRange(given));
  const tooLong = [...values].filter(([, value]) => typeof value === "string" && value.length > MAX_SEARCH_TEXT);
  if (problems.length + tooLong.length > 0) return argumentProblemsReply([...problems, ...tooLong.map(tooLongProblem)], omitted);
  const text = (name: string): string | undefined => values.get(name) as string | undefined;
  const filled = withDefaults(SEARCH_ARGS, values);
  const integer = (name: (typeof INTEGERS)[number]): number => Math.max(0, filled.get(name) as number);
  const page: Page = { limit: integer("limit"), offset: integer("offset") };
  const filters = { query: text("query"), category: text("category"), cli: text("cli") };
  if (Object.values(filters).every((filter) => filter === undefined)) return toReply(summarize(index, page));
  const { tools, total } = index.page({ ...filters, ...page });
  const schemas = filled.has("schemas") ? integer("schemas") : (discovery.searchSchemas ?? Infinity);
  const toSchemaEntry = schemas === Infinity ? toEntry : toLeanEntry;
  const results = tools.map((tool, place) => ({
    ...(place < schemas ? toSchemaEntry(tool) : toBriefEntry(tool)),
    ...(discovery.splitCalls === true && { call_with: isReadOnly(tool) ? READ_TOOL : CALL_TOOL }),
  }));
  const reply = toReply({ mode: "search", results, ...countResults(results.length, total, page) });
  return total === 0 ? { ...reply, hint: NO_MATCH_HINT } : reply;
}

/** Reports whether `climax_read` runs the tool. A Directive tool declares no risk, but can only read files. */
export function isReadOnly({ risk, handler }: Pick<Tool, "risk" | "handler">): boolean {
  return risk === "read" || handler.kind === "directive";
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Returns the summary. If `limit` leaves CLIs out, it has the names of the CLIs that are not on this page. */
function summarize(index: Pick<ToolIndex, "summary">, page: Page): object {
  const all = index.summary(Infinity);
  const end = page.offset + page.limit;
  const summary = all.slice(page.offset, end);
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

function toReply(answer: object): ToolReply {
  return { text: JSON.stringify(answer), isError: false };
}

function tooLongProblem([name]: readonly [name: string, value: unknown]): { readonly message: string } {
  return { message: `Argument '${name}' must have at most ${MAX_SEARCH_TEXT} characters; search for a few words` };
}

/** A limit of 1e30 is an integer all the same, and means everything (vector search.limit_parse.014). */
function withinRange(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const large = INTEGERS.filter((name) => Object.hasOwn(given, name) && Number.isInteger(given[name]));
  return { ...given, ...Object.fromEntries(large.map((name) => [name, Math.min(Number(given[name]), Number.MAX_SAFE_INTEGER)])) };
}
