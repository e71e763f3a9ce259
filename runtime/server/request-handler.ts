/**
 * Answers `tools/list` and `tools/call` in both modes, independent of the protocol. First, the mode reads the name and the arguments of a
 * call. Then `callByName` finds the tool, and refuses callers that may not run it. Finally, `call/execute-call.ts` executes the other
 * stages.
 */
import type { CallContext } from "../call/call-context.ts";
import { executeCall } from "../call/execute-call.ts";
import type { EndedCall } from "../call/end-call.ts";
import type { GivenCall } from "../call/call-plan.ts";
import { replyBudget } from "../call/capture-output.ts";
import { runRecorded } from "../call/end-call.ts";
import {
  addHint,
  argumentProblemsReply,
  forbiddenReply,
  hiddenToolReply,
  notReadOnlyReply,
  unauditedReply,
  unknownToolReply,
} from "../call/reply.ts";
import type { ToolReply } from "../call/reply.ts";
import type { RunningCall } from "../call/running-calls.ts";
import { noteIgnored, refusesName, refusesUnknown } from "../call/unknown-arguments.ts";
import { scopesOf } from "../policy/policy.ts";
import { renderValue } from "../text/render-value.ts";
import type { MethodAnswer } from "../call/directive-reply.ts";
import { toMethodAnswer } from "../call/directive-reply.ts";
import { CALL_TOOL, isReservedName, OUTPUT_READ, OUTPUT_STOP, READ_TOOL, SEARCH_TOOL } from "../tool/meta-tool-names.ts";
import { answerSearch, isReadOnly } from "./answer-search.ts";
import type { DiscoveryOptions } from "../tool/discovery-options.ts";
import { describeClis } from "./discovery.ts";
import { listMetaTools, listOutputTools, readCallRequest } from "./meta-tools.ts";
import type { ToolIndex } from "../tool-index/tool-index.ts";
import type { ListingFacts, ToolListing } from "../tool/tool-listing.ts";
import { LOST_KEY, toOutputSchema } from "../tool/output-schema.ts";
import type { Tool } from "../tool/tool.ts";
import { valueOr } from "../text/value-or.ts";

/** Answers requests in one mode, progressive or classic, from one index. */
export interface RequestHandler {
  readonly listTools: () => readonly ToolListing[];
  /** Calls a tool that `listTools` returns: a meta-tool in progressive mode. Never rejects: a fault of the server is a reply too. */
  readonly callListedTool: (name: string, given: GivenArguments, context: CallContext) => Promise<ToolReply>;
  /** Calls the tool of a JSON-RPC method, in both modes. The call has the same stages as a call by name. */
  readonly callMethod: (method: string, given: GivenArguments, context: CallContext) => Promise<MethodAnswer>;
  /** Returns the reply that a call has without a first reply, complete for clients that list its tool. Undefined while its command runs. */
  readonly readEnd: (call: RunningCall) => Promise<ToolReply | undefined>;
  /** Answers `climax_search` at once. Records nothing, and throws if the index is damaged. Omitted in classic mode. */
  readonly answerSearch?: (given: GivenArguments, context: Pick<CallContext, "execution">) => ToolReply;
  /** Returns the tool that `callListedTool` would run, or `undefined`. */
  readonly findTool: (name: string, given: GivenArguments) => Tool | undefined;
  /** Returns the tool of a JSON-RPC method. */
  readonly findMethod: (method: string) => Tool | undefined;
}

/** The arguments of a call, as the caller passed them. */
export type GivenArguments = Readonly<Record<string, unknown>>;

/** Options of the handler. */
export interface HandlerOptions extends DiscoveryOptions, ListingFacts {
  /** Whether tools of the index are functions, which no executor confines. Defaults to false. */
  readonly hasFunctions?: boolean;
  /** Time after which a running command has its first reply, in seconds. Defaults to a reply at its end. */
  readonly replyAfter?: number;
  /** Reports whether there are calls that have had their first reply, perhaps with an earlier `replyAfter`. Defaults to no calls. */
  readonly isFollowing?: () => boolean;
}

/** Creates the handler of a mode. Progressive mode registers only the meta-tools. Classic mode registers every tool and no meta-tool. */
export function createRequestHandler(index: ToolIndex, classic: boolean, discovery: HandlerOptions = {}): RequestHandler {
  const mode = classic ? createClassicMode(index, discovery) : createProgressiveMode(index, discovery);
  const searchIndex = (given: GivenArguments, context: Pick<CallContext, "execution">): ToolReply =>
    answerSearch(index, given, discovery, replyBudget({}, context));
  return {
    ...(!classic && { answerSearch: searchIndex }),
    listTools: mode.listTools,
    async callListedTool(name, given, context) {
      const call = mode.readCall(name, given);
      switch (call.kind) {
        case "search":
          return await search(() => searchIndex(given, context), context);
        case "call":
          return await complete(await callByName(index, call, context), classic ? findTool(index, call.name) : undefined);
        case "read_output":
          return await runRecorded(OUTPUT_READ, context, async () => {
            const { readOutput } = await import("../call/read-output.ts");
            return await readOutput(call.args, context);
          }).then((reply) => complete(reply, undefined));
        case "stop_output":
          return await runRecorded(OUTPUT_STOP, context, async () => {
            const { stopOutput } = await import("../call/follow-output.ts");
            return await stopOutput(call.args, context);
          });
        case "refused":
          return await runRecorded(name, context, () => ({ reply: call.reply(), outcome: call.outcome }));
      }
    },
    async readEnd(call) {
      const reply = call.end()?.reply;
      return reply && (await complete(reply, classic ? findTool(index, call.tool) : undefined));
    },
    async callMethod(method, given, context) {
      const name = index.methods.get(method) ?? method;
      const call = { name, args: given, unknownReply: () => unknownToolReply(name, index.names()) };
      return toMethodAnswer(await callByName(index, call, { ...context, isMethod: true }));
    },
    findTool(name, given) {
      const call = mode.readCall(name, given);
      if (call.kind !== "call") return undefined;
      const tool = findTool(index, call.name);
      return tool !== undefined && needsOtherTool(call, tool) ? undefined : tool;
    },
    findMethod(method) {
      const name = index.methods.get(method);
      return name === undefined ? undefined : findTool(index, name);
    },
  };
}

/** Returns a reply in which structured content says everything. `listed` is the tool if `tools/list` shows it. */
async function complete(reply: ToolReply, listed: Tool | undefined): Promise<ToolReply> {
  const { structured, hint, notes } = reply;
  if (structured === undefined || (hint === undefined && notes === undefined && !Object.hasOwn(structured, LOST_KEY))) return reply;
  const { completeStructured } = await import("./complete-structured.ts");
  const output = listed?.handler.kind === "command" ? listed.handler.output : undefined;
  return await completeStructured(reply, output && toOutputSchema(output));
}

/** A `tools/call` request, interpreted by the mode. */
type RequestedCall =
  | { readonly kind: "search" }
  | ({ readonly kind: "call" } & NamedCall)
  | { readonly kind: "read_output" | "stop_output"; readonly args: GivenArguments }
  | { readonly kind: "refused"; readonly outcome: "invalid_arguments" | "unknown_tool" | "forbidden"; readonly reply: () => ToolReply };

interface NamedCall {
  readonly name: string;
  readonly args: GivenArguments;
  /** The meta-tool that the client called. Omitted in classic mode. `climax_read` runs only tools that read. */
  readonly callTool?: typeof CALL_TOOL | typeof READ_TOOL;
  /** Whether the call is explained instead of run. Defaults to false. */
  readonly isDry?: boolean;
  /** Names of arguments next to `args`. Defaults to none. */
  readonly misplaced?: readonly string[];
  /** Returns the reply if the tool is unknown. */
  readonly unknownReply: () => ToolReply;
}

interface Mode {
  readonly listTools: () => readonly ToolListing[];
  readonly readCall: (name: string, given: GivenArguments) => RequestedCall;
}

const UNKNOWN_HINT = `Find tools with ${SEARCH_TOOL}, and call them through ${CALL_TOOL}.`;

/** The hint for callers of a meta-tool in classic mode, which registers no meta-tools. */
const CLASSIC_HINT = "Call a tool of this server directly, by its name in tools/list.";

function createProgressiveMode(index: ToolIndex, discovery: HandlerOptions): Mode {
  const isOffline = discovery.isOffline === true && [...(discovery.offlineTools ?? new Map<string, boolean>()).values()].every(Boolean);
  const isClosed = isOffline && discovery.hasFunctions !== true;
  const isSplit = discovery.splitCalls === true;
  const canStop = (): boolean => canFollow(discovery);
  const registered = [SEARCH_TOOL, CALL_TOOL, ...(isSplit ? [READ_TOOL] : [])];
  const toUnregisteredReply = (name: string): ToolReply => {
    const tool = index.get(name);
    if (name === OUTPUT_STOP && canStop()) return hiddenToolReply(name, CALL_TOOL);
    if (tool === undefined && name !== OUTPUT_READ) return cliReply(index, name) ?? unknownToolReply(name, registered, UNKNOWN_HINT);
    return hiddenToolReply(name, isSplit && (tool === undefined || isReadOnly(tool)) ? READ_TOOL : CALL_TOOL);
  };
  const refuse = (name: string): RequestedCall => ({ kind: "refused", outcome: "unknown_tool", reply: () => toUnregisteredReply(name) });
  return {
    listTools: () => listMetaTools(index.risks(), { ...discovery, isClosed, overview: describeClis(index) }),
    readCall(name, given) {
      switch (name) {
        case SEARCH_TOOL:
          return { kind: "search" };
        case CALL_TOOL:
          return readNamedCall(index, CALL_TOOL, given, canStop());
        case READ_TOOL:
          return isSplit ? readNamedCall(index, READ_TOOL, given, canStop()) : refuse(name);
        default:
          return refuse(name);
      }
    },
  };
}

/** Reads the call of a tool in the arguments of a meta-tool. A call of `output_read` or `output_stop` needs no tool of the index. */
function readNamedCall(
  index: ToolIndex,
  callTool: typeof CALL_TOOL | typeof READ_TOOL,
  given: GivenArguments,
  canStop: boolean,
): RequestedCall {
  const call = readCallRequest(callTool, given);
  if (call.kind !== "call") return { kind: "refused", outcome: "invalid_arguments", reply: () => call.reply };
  if (call.name === OUTPUT_READ) return { kind: "read_output", args: call.args };
  const { name } = call;
  if (name === OUTPUT_STOP && canStop) {
    if (callTool === CALL_TOOL) return { kind: "stop_output", args: call.args };
    return { kind: "refused", outcome: "forbidden", reply: () => notReadOnlyReply(name) };
  }
  const hint = isReservedName(name) ? `Call ${name} directly, not through ${callTool}.` : UNKNOWN_HINT;
  return { ...call, callTool, unknownReply: () => cliReply(index, name) ?? unknownToolReply(name, index.names(), hint) };
}

/** Returns the reply to a call that names a CLI instead of a tool. Undefined if no CLI has the name. */
function cliReply(index: ToolIndex, name: string): ToolReply | undefined {
  const cli = index.summary(Infinity).find((one) => one.name.toLowerCase() === name.toLowerCase());
  return cli && unknownToolReply(name, [], `It is a CLI. Find its tools with ${SEARCH_TOOL}: {"cli":${JSON.stringify(cli.name)}}`);
}

/** Reports whether callers can follow and stop commands after their first reply. */
function canFollow({ replyAfter, isFollowing }: Pick<HandlerOptions, "replyAfter" | "isFollowing">): boolean {
  return replyAfter !== undefined || isFollowing?.() === true;
}

function createClassicMode(index: ToolIndex, options: HandlerOptions): Mode {
  const { replyAfter, isFollowing: _, ...facts } = options;
  return {
    listTools: () => [...index.listings(facts), ...(replyAfter === undefined ? [] : listOutputTools(replyAfter))],
    readCall(name, args) {
      if (name === OUTPUT_READ && canFollow(options)) return { kind: "read_output", args };
      if (name === OUTPUT_STOP && canFollow(options)) return { kind: "stop_output", args };
      const hint = isReservedName(name) ? CLASSIC_HINT : undefined;
      return { kind: "call", name, args, unknownReply: () => unknownToolReply(name, index.names(), hint) };
    },
  };
}

/** Runs a search. Only a failure of the server is recorded as a call. */
async function search(answer: () => ToolReply, context: CallContext): Promise<ToolReply> {
  try {
    return answer();
  } catch (error) {
    return await runRecorded(SEARCH_TOOL, context, () => {
      throw error;
    });
  }
}

/**
 * Calls a tool of the index, and records the call at its end. A tool that a policy disables is not in the index, so it counts as unknown.
 * With `reply_after`, returns the first reply of a command that runs longer.
 */
async function callByName(index: ToolIndex, named: NamedCall, context: CallContext): Promise<ToolReply> {
  const { name, isDry, callTool } = named;
  const run = (inner: CallContext): Promise<ToolReply> => callRecorded(index, named, inner);
  const { running, execution, isMethod } = context;
  const repliesEarly = running !== undefined && execution.limits.reply_after !== Infinity;
  if (!repliesEarly || isMethod === true || isDry === true) return await run(context);
  const { replyEarly } = await import("../call/early-reply.ts");
  return await replyEarly({ name, isListed: callTool === undefined }, context, run);
}

async function callRecorded(index: ToolIndex, named: NamedCall, context: CallContext): Promise<ToolReply> {
  const { name, args, unknownReply } = named;
  return await runRecorded(name, context, async (): Promise<EndedCall> => {
    const tool = index.get(name);
    if (tool === undefined) return { reply: unknownReply(), outcome: "unknown_tool" };
    const call = { tool, given: args };
    if (needsOtherTool(named, tool)) return { reply: notReadOnlyReply(name), outcome: "forbidden", facts: call };
    const reason = context.forbid?.(tool) ?? findMissingScope(tool, context);
    if (reason !== undefined) return { reply: forbiddenReply(reason), outcome: "forbidden", facts: call };
    if (context.isAudited?.() === false) return { reply: unauditedReply(), outcome: "not_started", facts: call };
    return await callWithMisplaced(named, call, context);
  });
}

/**
 * Returns why the caller lacks a scope that a policy requires, or `undefined`. A caller without a request is the user of this
 * machine, or the embedding program. One with a shared token has no scopes.
 */
function findMissingScope({ name }: Tool, { policies, caller, credentials }: CallContext): string | undefined {
  const { scopes } = caller ?? {};
  if (scopes === undefined && credentials === undefined) return undefined;
  const missing = scopesOf(name, policies).find((scope) => scopes?.includes(scope) !== true);
  return missing === undefined ? undefined : `this call requires a token with the scope ${missing}`;
}

/**
 * Calls the tool. Arguments next to `args` are treated as unknown arguments of the tool, also those with the name of an argument, because
 * their values would be lost.
 */
async function callWithMisplaced(
  { misplaced = [], callTool = CALL_TOOL, isDry = false }: NamedCall,
  call: GivenCall,
  context: CallContext,
): Promise<EndedCall> {
  const execute = isDry ? (await import("./dry-run.ts")).explainDryRun : executeCall;
  if (misplaced.length === 0) return await execute(call, context);
  const faults = misplaced
    .slice(0, MAX_MISPLACED)
    .map((name) => `${callTool} has no argument '${renderValue(name)}'; pass the arguments of the tool in 'args'`);
  const omitted = misplaced.length - faults.length;
  const isRefused = misplaced.some((name) => refusesName(name, call.tool, context.policies));
  if (isRefused && (refusesUnknown(call.tool, context.policies) || !isMissingAny(misplaced, call))) {
    const problems = faults.map((message) => ({ message }));
    return { reply: argumentProblemsReply(problems, omitted), outcome: "invalid_arguments", facts: call };
  }
  const { reply, ...ended } = await execute(call, context);
  return { ...ended, reply: addHint(reply, noteIgnored(faults, omitted)) };
}

/** Reports whether the call lacks a required argument of one of these names. Such a call runs nothing, and its reply says why. */
function isMissingAny(names: readonly string[], { tool, given }: GivenCall): boolean {
  return tool.args.some(({ name, required }) => required === true && names.includes(name) && !Object.hasOwn(given, name));
}

/** Maximum number of names in a reply. */
const MAX_MISPLACED = 10;

/** Reports whether a call of `climax_read` names a tool that only `climax_call` may run. */
function needsOtherTool({ callTool }: NamedCall, tool: Tool): boolean {
  return callTool === READ_TOOL && !isReadOnly(tool);
}

/** Returns the tool, or `undefined` if the index does not have it or cannot be read. The call itself reports an unreadable index. */
function findTool(index: ToolIndex, name: string): Tool | undefined {
  // `callByName` reports the error, because it records the failed call.
  return valueOr(undefined, () => index.get(name));
}
