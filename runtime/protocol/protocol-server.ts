/** Connects a server of tools to the SDK's server: handles `tools/list`, `tools/call` and JSON-RPC methods, on any transport, in both eras. */
import type {
  CallToolRequest,
  CallToolResult,
  JsonSchemaValidator,
  jsonSchemaValidator,
  ListToolsResult,
  McpRequestContext,
  Server,
  ServerCapabilities,
  ServerContext,
} from "@modelcontextprotocol/server";
import { ProtocolError } from "@modelcontextprotocol/server";
import type { Confirmation, Confirmations, GivenAnswer, PendingCall, Unaskable } from "../call/confirmation.ts";
import type { ToolReply } from "../call/reply.ts";
import { invalidParams } from "./protocol-errors.ts";
import { ExtensionsServer } from "./protocol-extensions.ts";
import { RPC_CODES } from "./protocol-messages.ts";
import { ANY_PARAMS } from "./protocol-params.ts";
import { promptClient } from "./protocol-prompt.ts";
import type { ProtocolRequest } from "./protocol-request.ts";
import { canAsk, declaresExtension, readAnswer, readOrigin } from "./protocol-request.ts";
import { toMethodResult, toToolResult } from "./protocol-result.ts";
import { startProgress } from "./progress.ts";
import type { Caller } from "../server/caller.ts";
import { serveSkills, SKILL_CAPABILITIES } from "./protocol-skills.ts";
import { serveTasks, TASKS_EXTENSION, toTaskResult } from "./protocol-tasks.ts";
import type { ReceivedCall, ToolServer } from "../server/tool-server.ts";
import { defined } from "../text/defined.ts";
import { messageOf } from "../text/message-of.ts";

/** The way on which requests arrive, and what is known of its clients. */
export interface Channel {
  /** Returns the caller of a request. The requests of a session can have different callers. */
  readonly callerOf: (context: ServerContext) => Caller;
  /**
   * Reason why a request without a session, from a client of 2025-11-25 or earlier, cannot ask for confirmation. Omitted if every request
   * belongs to a connection.
   */
  readonly unaskable?: Extract<Unaskable, "no_session" | "stateless">;
  /** Defaults to the prompts that the server keeps in this process. */
  readonly confirmations?: Confirmations;
  /** Time for which a client of 2026-07-28 may cache a list of tools that never changes, in milliseconds. Omitted to forbid caching. */
  readonly toolsTtlMs?: number;
}

type EraContext = Pick<McpRequestContext, "era">;

/** Returns a server of the SDK for one connection, one session, or one request without a session. */
export function createProtocolServer(server: ToolServer, channel: Channel, { era }: EraContext): Server {
  const { info, instructions, methods, live } = server;
  const ttlMs = live === undefined ? channel.toolsTtlMs : undefined;
  const cacheHints = ttlMs === undefined ? undefined : { "tools/list": { ttlMs, cacheScope: "private" as const } };
  // Over HTTP, only clients of 2026-07-28 can subscribe to changes.
  const listChanged = live !== undefined && (channel.unaskable === undefined || era !== "legacy");
  const sdk = new ExtensionsServer(info, {
    capabilities: { tools: listChanged ? { listChanged } : {}, ...(era === "modern" && toModernCapabilities(server)) },
    jsonSchemaValidator: NO_SCHEMAS,
    ...defined({ cacheHints, instructions }),
  });
  const toServed = (context: ServerContext): ServedRequest => {
    const { mcpReq: request } = context;
    return { server, channel, sdk, request, era, caller: channel.callerOf(context) };
  };
  sdk.setRequestHandler("tools/list", ({ params }) => {
    // The list has only one page, so no result contains a cursor.
    if (params?.cursor) throw invalidParams("cursor: this server did not return it; list the tools without a cursor");
    return { tools: listTools(server) };
  });
  sdk.setRequestHandler("tools/call", async ({ params }, context) => await callTool(params, toServed(context)));
  if (era === "modern") {
    serveSkills(sdk, server, ttlMs ?? 0);
    const { running } = server;
    if (running.isPossible) {
      serveTasks(sdk, { running, callerOf: channel.callerOf, toReceived: (context) => toReceived(toServed(context)) });
    }
  }
  // Clients of 2026-07-28 call the tools of these methods by name.
  for (const method of era === "legacy" ? methods : []) {
    sdk.setRequestHandler(method, { params: ANY_PARAMS }, async (params, context) =>
      toMethodResult(await server.callMethod(method, params, toReceived(toServed(context)))),
    );
  }
  return sdk;
}

function toModernCapabilities({ running }: ToolServer): ServerCapabilities {
  const { resources, extensions } = SKILL_CAPABILITIES;
  return { resources, extensions: { ...extensions, ...(running.isPossible && { [TASKS_EXTENSION]: {} }) } };
}

/** A request, its caller, and the servers that process it. */
interface ServedRequest extends EraContext {
  readonly server: ToolServer;
  readonly channel: Channel;
  readonly sdk: Server;
  readonly request: ProtocolRequest;
  readonly caller: Caller;
}

/**
 * Returns the list in the SDK's type, which accepts neither a `readonly` array nor a list that is already JSON. The SDK passes the value to
 * the transport unchanged.
 */
function listTools({ tools, log }: ToolServer): ListToolsResult["tools"] {
  try {
    return tools().handler.listTools() as unknown as ListToolsResult["tools"];
  } catch (error) {
    log.error("tools/list", { outcome: "internal_error", problem: messageOf(error) });
    throw new ProtocolError(RPC_CODES.internal, "Internal error: the server's log has the details");
  }
}

async function callTool(
  { name, arguments: given = {} }: CallToolRequest["params"],
  served: ServedRequest,
): Promise<ReturnType<typeof toToolResult>> {
  const { server, request } = served;
  const progress = startProgress(request, () => server.tools().handler.findTool(name, given)?.handler.kind === "function");
  try {
    const callWith = (answer: GivenAnswer): Promise<ToolReply> =>
      server.callTool(name, given, {
        ...toReceived(served),
        ...(progress && { onOutput: progress.onOutput, onProgress: progress.report }),
        confirm: (pending) => confirm(pending, answer, served),
      });
    const reply = await answerPrompts(await callWith(readAnswer(request)), callWith, served);
    return findTask(reply, served) ?? toToolResult(reply);
  } finally {
    progress?.stop();
  }
}

/** Returns the first reply of a call as a task, if the client declares the extension. */
function findTask({ isFirst, running: id }: ToolReply, { server, request, caller }: ServedRequest): CallToolResult | undefined {
  if (isFirst !== true || id === undefined || !declaresExtension(request, TASKS_EXTENSION)) return undefined;
  const call = server.running.find(id, caller);
  return call && toTaskResult(call);
}

/** Maximum number of prompts for one call. A prompt is repeated if its token has expired, or if the policies were replaced. */
const MAX_PROMPTS = 8;

/**
 * Prompts a client of 2025-11-25 or earlier, and repeats the call with the response. A client of 2026-07-28 does the same by itself.
 * Every prompt is followed by a call with its outcome, so that the audit has the end of each confirmation.
 */
async function answerPrompts(
  first: ToolReply,
  callWith: (answer: GivenAnswer) => Promise<ToolReply>,
  { request, era }: ServedRequest,
): Promise<ToolReply> {
  if (era !== "legacy") return first;
  let reply = first;
  for (let prompts = 1; reply.question !== undefined; prompts += 1) {
    const { question } = reply;
    reply = await callWith(prompts > MAX_PROMPTS ? { ...NO_ANSWER, token: question.token } : await promptClient(question, request));
  }
  return reply;
}

const NO_ANSWER = { action: undefined, failure: { kind: "timed_out" } } as const;

/** Decides about a call. The prompt belongs to the subject of the caller, so that no other caller can accept it. */
async function confirm(
  { identity, writeQuestion }: PendingCall,
  answer: GivenAnswer,
  { server, channel, caller, sdk, request, era }: ServedRequest,
): Promise<Confirmation> {
  const { unaskable, confirmations = server.confirmations } = channel;
  // Without an `initialize` request, the capabilities of the client are unknown.
  if (unaskable !== undefined && era === "legacy" && sdk.getClientCapabilities() === undefined) return { kind: unaskable };
  const owned = { identity: JSON.stringify([caller.subject ?? null, identity]), owner: caller.subject, writeQuestion };
  return await confirmations.decide(owned, answer, canAsk(sdk, request));
}

function toReceived({ caller, sdk, request }: ServedRequest): ReceivedCall {
  return { caller, origin: readOrigin(sdk, request), signal: request.signal };
}

/**
 * Replaces the SDK's validator of form answers, which is a third of the SDK's code.
 * The confirmation reads the one field of its form itself (see `readResponse`).
 */
const NO_SCHEMAS: jsonSchemaValidator = {
  getValidator:
    <Value>(): JsonSchemaValidator<Value> =>
    (input) => ({ valid: true, data: input as Value, errorMessage: undefined }),
};
