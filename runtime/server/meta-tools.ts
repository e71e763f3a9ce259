/**
 * `climax_search` and `climax_call` (contract 001): their registrations, word for word, and their answers.
 * Progressive discovery registers these two and nothing else.
 */
import type { ClaimedRisk } from "../tool/annotations.ts";
import { annotationsOf, annotationsOfAll } from "../tool/annotations.ts";
import { validateArguments, withDefaults } from "../arguments/arguments.ts";
import { CALL_TOOL, SEARCH_TOOL } from "../tool/meta-tool-names.ts";
import type { ToolReply } from "../call/reply.ts";
import { argumentProblemsReply } from "../call/reply.ts";
import { toInputSchema } from "../tool/input-schema.ts";
import type { ToolIndex } from "../tool-index/tool-index.ts";
import type { ToolListing } from "../tool/tool-listing.ts";
import type { ToolArg } from "../tool/tool.ts";

const SEARCH_ARGS: readonly ToolArg[] = [
  { name: "query", type: "string", description: "Search keyword (matched against tool name, description, CLI name, category, tags)" },
  { name: "category", type: "string", description: "Filter by CLI category (exact match, case-insensitive)" },
  { name: "cli", type: "string", description: "Filter by CLI name (exact match, case-insensitive)" },
  { name: "limit", type: "integer", description: "Maximum number of results to return (default: 10)", default: 10 },
];

/** Maximum length of `query`, `category` and `cli`, in UTF-16 units. Matching takes time in proportion to it. */
export const MAX_SEARCH_TEXT = 1000;

const META_TOOLS = [
  {
    name: SEARCH_TOOL,
    description:
      "Search for available CLI tools by keyword, category, or CLI name. Call with no filters to get a summary of all available CLIs.",
    inputSchema: toInputSchema(SEARCH_ARGS),
  },
  {
    name: CALL_TOOL,
    description: "Execute a CLI tool by name. Use climax_search first to discover available tools and their argument schemas.",
    inputSchema: {
      type: "object",
      properties: {
        tool_name: { type: "string", description: "The exact name of the tool to execute (as returned by climax_search)" },
        args: { type: "object", description: "Arguments to pass to the tool (see tool's input_schema from climax_search)" },
      },
      required: ["tool_name"],
    },
  },
] as const;

/** The `tools/list` entries of progressive mode, annotated if tools of the index declare a risk. */
export function listMetaTools(risks: ReadonlySet<ClaimedRisk>): readonly ToolListing[] {
  const calls = annotationsOfAll(risks);
  if (calls === undefined) return META_TOOLS;
  const searches = annotationsOf("read");
  return META_TOOLS.map((tool) => ({ ...tool, annotations: { ...(tool.name === SEARCH_TOOL ? searches : calls) } }));
}

/** Answers `climax_search`: the summary when no filter is given, the matching tools otherwise. */
export function answerSearch(index: ToolIndex, given: Readonly<Record<string, unknown>>): ToolReply {
  const { values, problems, omitted } = validateArguments(SEARCH_ARGS, withinRange(given));
  const tooLong = [...values].filter(([, value]) => typeof value === "string" && value.length > MAX_SEARCH_TEXT);
  if (problems.length + tooLong.length > 0) return argumentProblemsReply([...problems, ...tooLong.map(tooLongProblem)], omitted);
  const text = (name: string): string | undefined => values.get(name) as string | undefined;
  const filters = { query: text("query"), category: text("category"), cli: text("cli") };
  const limit = withDefaults(SEARCH_ARGS, values).get("limit") as number;
  const isSummary = Object.values(filters).every((filter) => filter === undefined);
  const answer = isSummary
    ? { mode: "summary", summary: index.summary(limit) }
    : { mode: "search", results: index.search({ ...filters, limit }) };
  return { text: JSON.stringify(answer), isError: false };
}

function tooLongProblem([name]: readonly [name: string, value: unknown]): { readonly message: string } {
  return { message: `Argument '${name}' must have at most ${MAX_SEARCH_TEXT} characters; search for a few words` };
}

/** A limit of 1e30 is an integer all the same, and means everything (vector search.limit_parse.014). */
function withinRange(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const limit = Object.hasOwn(given, "limit") ? given["limit"] : undefined;
  return Number.isInteger(limit) ? { ...given, limit: Math.min(Number(limit), Number.MAX_SAFE_INTEGER) } : given;
}

/** The request of a `climax_call`, or the reply with its error. */
export type CallRequest =
  | { readonly kind: "call"; readonly name: string; readonly args: Readonly<Record<string, unknown>> }
  | { readonly kind: "refused"; readonly reply: ToolReply };

/** Reads the arguments of `climax_call`. `args` may be absent or any empty value (vectors call.args_type). */
export function readCallRequest(given: Readonly<Record<string, unknown>>): CallRequest {
  const toolName = Object.hasOwn(given, "tool_name") ? given["tool_name"] : undefined;
  const args = (Object.hasOwn(given, "args") ? given["args"] : undefined) || {};
  if (toolName === undefined || toolName === null) return refuse("Missing required argument 'tool_name'");
  if (typeof toolName !== "string") return refuse("Argument 'tool_name' must be a string");
  if (typeof args !== "object" || Array.isArray(args)) return refuse("Argument 'args' must be an object");
  return { kind: "call", name: toolName, args: args as Readonly<Record<string, unknown>> };
}

function refuse(text: string): CallRequest {
  return { kind: "refused", reply: { text, isError: true } };
}
