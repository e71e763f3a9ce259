/**
 * The server's own tools (contract 001): `climax_search` and `climax_call`, and `climax_read` with `--split-calls`. Progressive discovery
 * registers only these tools. The descriptions of the contract are verbatim, and additions follow them.
 */
import { FOLLOW_ARGS, STOP_ARGS } from "../call/output-args.ts";
import type { ToolReply } from "../call/reply.ts";
import type { ClaimedRisk } from "../tool/annotations.ts";
import { annotationsOf, annotationsOfAll } from "../tool/annotations.ts";
import { toInputSchema } from "../tool/input-schema.ts";
import { CALL_TOOL, OUTPUT_READ, OUTPUT_STOP, READ_TOOL, SEARCH_TOOL } from "../tool/meta-tool-names.ts";
import { isComplexJson } from "../text/json-size.ts";
import { nearNames } from "../text/near-names.ts";
import { renderValue } from "../text/render-value.ts";
import type { ToolListing } from "../tool/tool-listing.ts";
import { ALWAYS_LOADED, REPLY_META } from "../tool/tool-listing.ts";
import { DEFAULT_SEARCH_BYTES } from "../tool/discovery-options.ts";
import { SEARCH_ARGS } from "./answer-search.ts";
import type { DiscoveryOptions } from "../tool/discovery-options.ts";
import { valueOr } from "../text/value-or.ts";

const SEARCH_DESCRIPTION =
  "Search for available CLI tools by keyword, category, or CLI name. Call with no filters to get a summary of all available CLIs.";

const CALL_SCHEMA = {
  type: "object",
  properties: {
    tool_name: { type: "string", description: "The exact name of the tool to execute (as returned by climax_search)" },
    // Strict modes of frameworks close an object, so that it can only be empty. They keep `additionalProperties: true` or the text.
    args: {
      anyOf: [{ type: "object", additionalProperties: true }, { type: "string" }],
      description: "Arguments to pass to the tool (see tool's input_schema from climax_search)",
    },
    dry_run: { type: "boolean", description: "Only show the command and the verdict" },
  },
  required: ["tool_name"],
} as const;

const CALL_LISTING = {
  name: CALL_TOOL,
  description: "Execute a CLI tool by name. Use climax_search first to discover available tools and their argument schemas.",
  inputSchema: CALL_SCHEMA,
  _meta: { ...REPLY_META, ...ALWAYS_LOADED },
} as const;

const READ_LISTING = {
  name: READ_TOOL,
  description: `Execute a CLI tool that only reads: one whose call_with is ${READ_TOOL} in the results of ${SEARCH_TOOL}.`,
  inputSchema: CALL_SCHEMA,
  _meta: CALL_LISTING._meta,
} as const;

/**
 * Returns the `tools/list` entries that classic mode adds for commands that run longer than `replyAfter` seconds. In progressive mode,
 * callers call these tools through the meta-tools.
 */
export function listOutputTools(replyAfter: number): readonly ToolListing[] {
  return [
    {
      name: OUTPUT_READ,
      description: `Read on in the output of a command that runs longer than ${replyAfter} s, or is longer than a reply. Waits for new output, and says when the command has ended.`,
      inputSchema: toInputSchema(FOLLOW_ARGS),
      annotations: { ...annotationsOf("read"), openWorldHint: false },
      _meta: REPLY_META,
    },
    {
      name: OUTPUT_STOP,
      description: `Stop a command that runs longer than ${replyAfter} s.`,
      inputSchema: toInputSchema(STOP_ARGS),
      annotations: { ...annotationsOf("write"), idempotentHint: true, openWorldHint: false },
      _meta: REPLY_META,
    },
  ];
}

/** Options of the listing of the meta-tools. */
export interface MetaToolOptions extends DiscoveryOptions {
  /** Second paragraph of the description of `climax_search`. Defaults to none. */
  readonly overview?: string;
  /** Whether no tool can reach the network. Defaults to false. */
  readonly isClosed?: boolean;
}

/** Returns the `tools/list` entries of progressive mode, annotated if tools of the index declare a risk. */
export function listMetaTools(risks: ReadonlySet<ClaimedRisk>, options: MetaToolOptions = {}): readonly ToolListing[] {
  const { splitCalls, overview = "", isClosed } = options;
  const calls = annotationsOfAll(risks, isClosed);
  const searches = calls && annotationsOf("read");
  const search = {
    name: SEARCH_TOOL,
    description: overview === "" ? SEARCH_DESCRIPTION : `${SEARCH_DESCRIPTION}\n\n${overview}`,
    inputSchema: toInputSchema(searchArgs(options)),
  };
  return [
    { ...search, ...(searches && { annotations: searches }), _meta: ALWAYS_LOADED },
    { ...CALL_LISTING, ...(calls && { annotations: calls }) },
    ...(splitCalls === true ? [{ ...READ_LISTING, annotations: annotationsOf("read", isClosed) ?? {} }] : []),
  ];
}

/** Returns the parameters of a search with the defaults of the server. */
function searchArgs({ searchSchemas, searchBytes = DEFAULT_SEARCH_BYTES }: DiscoveryOptions): typeof SEARCH_ARGS {
  const defaults = new Map([
    ["schemas", searchSchemas],
    ["max_bytes", searchBytes],
  ]);
  return SEARCH_ARGS.map((arg) => {
    const value = defaults.get(arg.name);
    return value === undefined ? arg : { ...arg, default: value };
  });
}

/** The request of a `climax_call`, or the reply with its error. */
export type CallRequest =
  | {
      readonly kind: "call";
      readonly name: string;
      readonly args: Readonly<Record<string, unknown>>;
      /** Whether the caller wants an explanation instead of a run. */
      readonly isDry: boolean;
      /** Names of parameters that the meta-tool does not have. */
      readonly misplaced?: readonly string[];
    }
  | { readonly kind: "refused"; readonly reply: ToolReply };

/**
 * Reads the arguments of the meta-tool `callTool`: `climax_call` or `climax_read`. `args` may be absent or any empty value (vectors
 * call.args_type), or the JSON text of an object, because models send it. A name that resembles `dry_run` is refused: nothing may run by
 * mistake.
 */
export function readCallRequest(callTool: string, given: Readonly<Record<string, unknown>>): CallRequest {
  const toolName = Object.hasOwn(given, "tool_name") ? given["tool_name"] : undefined;
  const args = parseArgs((Object.hasOwn(given, "args") ? given["args"] : undefined) || {});
  if (toolName === undefined || toolName === null) return refuse("Missing required argument 'tool_name'", suggestCall(callTool, given));
  if (typeof toolName !== "string") return refuse("Argument 'tool_name' must be a string");
  if (typeof args !== "object" || Array.isArray(args)) return refuse("Argument 'args' must be an object", showCall(callTool, toolName));
  const dry = readDryRun(Object.hasOwn(given, "dry_run") ? given["dry_run"] : undefined);
  if (dry === undefined) return refuse("Argument 'dry_run' must be a boolean");
  const misplaced = Object.keys(given).filter((name) => !Object.hasOwn(CALL_SCHEMA.properties, name));
  const misspelled = misplaced.find((name) => nearNames(name, [DRY_RUN], 1).length > 0);
  if (misspelled !== undefined) return refuse(`${callTool} has no argument '${renderValue(misspelled)}', did you mean '${DRY_RUN}'?`);
  const call = { kind: "call", name: toolName, args: args as Readonly<Record<string, unknown>>, isDry: dry } as const;
  return { ...call, ...(misplaced.length > 0 && { misplaced }) };
}

const DRY_RUN = "dry_run";

/** Reads a boolean, also as text. Absent and `null` are false. Returns undefined for any other value: nothing may run by mistake. */
function readDryRun(given: unknown): boolean | undefined {
  if (given === undefined || given === null) return false;
  return typeof given === "boolean" ? given : [true, false].find((value) => String(value) === given);
}

/** Parses an object in JSON text. Returns any other value unchanged, and a text that would take much memory. */
function parseArgs(args: unknown): unknown {
  if (typeof args !== "string" || isComplexJson(Buffer.from(args))) return args;
  return valueOr(args, () => JSON.parse(args) ?? args);
}

/** Names that callers use by mistake for `tool_name`. */
const TOOL_NAME_ALIASES = ["name", "tool", "toolName"];

/**
 * Returns the correct form of a call, with the name that the caller passed in another parameter. Undefined if the caller passed no
 * arguments.
 */
function suggestCall(callTool: string, given: Readonly<Record<string, unknown>>): string | undefined {
  const [name] = TOOL_NAME_ALIASES.flatMap((alias) => (Object.hasOwn(given, alias) ? [given[alias]] : []));
  if (typeof name === "string") return showCall(callTool, name);
  return Object.keys(given).length === 0 ? undefined : showCall(callTool, "…");
}

/** Maximum length of a name in the form of a call. */
const MAX_SHOWN_NAME = 100;

/** Returns the form of a call of a tool. */
function showCall(callTool: string, name: string): string {
  const shown = name.length > MAX_SHOWN_NAME ? "…" : name;
  return `Arguments of ${callTool}: {"tool_name":${JSON.stringify(shown)},"args":{…}}`;
}

function refuse(text: string, hint?: string): CallRequest {
  return { kind: "refused", reply: { text, ...(hint !== undefined && { hint }), isError: true } };
}
