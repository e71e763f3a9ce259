/** Connects the services to the SDK's server: handles `tools/list`, `tools/call` and JSON-RPC methods, on any transport, in both eras. */
import type {
  CallToolRequest,
  JsonSchemaValidator,
  jsonSchemaValidator,
  ListToolsResult,
  McpRequestContext,
  Server,
  ServerContext,
  StandardSchemaV1,
} from "@modelcontextprotocol/server";
import { ProtocolError } from "@modelcontextprotocol/server";
import type { CallContext } from "../call/call-context.ts";
import type { Confirmation, GivenAnswer, PendingCall } from "../call/confirmation.ts";
import type { ToolReply } from "../call/reply.ts";
import { invalidParams, ReadableErrorsServer } from "./protocol-errors.ts";
import { RPC_CODES } from "./protocol-messages.ts";
import { promptClient } from "./protocol-prompt.ts";
import type { ProtocolRequest } from "./protocol-request.ts";
import { canAsk, readAnswer, readOrigin } from "./protocol-request.ts";
import { toMethodResult, toToolResult } from "./protocol-result.ts";
import { startProgress } from "./progress.ts";
import { toCallContext } from "../server/recorded-call.ts";
import type { Services } from "../server/services.ts";
import { defined } from "../text/defined.ts";
import { messageOf } from "../text/message-of.ts";

/** Returns the services for the sender of a request. */
export type ServicesForRequest = (context: ServerContext) => Services;

/**
 * Returns a server for one connection, one session, or one request without a session. `forRequest` returns the services for a request, if
 * the requests of the server can have different senders.
 */
export function createProtocolServer(
  services: Services,
  { era }: Pick<McpRequestContext, "era">,
  forRequest: ServicesForRequest = () => services,
): Server {
  const { handler, methods, instructions, toolsTtlMs: ttlMs, toolChanges } = services;
  const cacheHints = ttlMs === undefined ? undefined : { "tools/list": { ttlMs, cacheScope: "private" as const } };
  const server = new ReadableErrorsServer(services.info, {
    capabilities: { tools: toolChanges === undefined ? {} : { listChanged: true } },
    jsonSchemaValidator: NO_SCHEMAS,
    ...defined({ cacheHints, instructions }),
  });
  const toServed = (context: ServerContext): ServedRequest => ({ services: forRequest(context), server, request: context.mcpReq, era });
  server.setRequestHandler("tools/list", ({ params }) => {
    // The list has only one page, so no result contains a cursor.
    if (params?.cursor) throw invalidParams("cursor: this server did not return it; list the tools without a cursor");
    return { tools: listTools(services) };
  });
  server.setRequestHandler("tools/call", async ({ params }, context) => await callTool(params, toServed(context)));
  // Clients of 2026-07-28 call the tools of these methods by name.
  for (const method of era === "legacy" ? methods : []) {
    server.setRequestHandler(method, { params: ANY_PARAMS }, async (params, context) =>
      toMethodResult(await handler.callMethod(method, params, contextOf(toServed(context)))),
    );
  }
  return server;
}

/** A request, and the server and services that process it. */
interface ServedRequest {
  readonly services: Services;
  readonly server: Server;
  readonly request: ProtocolRequest;
  readonly era: McpRequestContext["era"];
}

/**
 * Returns the list in the SDK's type, which accepts neither a `readonly` array nor a list that is already JSON. The SDK passes the value to
 * the transport unchanged.
 */
function listTools({ handler, log }: Services): ListToolsResult["tools"] {
  try {
    return handler.listTools() as unknown as ListToolsResult["tools"];
  } catch (error) {
    log.error("tools/list", { outcome: "internal_error", problem: messageOf(error) });
    throw new ProtocolError(RPC_CODES.internal, "Internal error: the server's log has the details");
  }
}

async function callTool(
  { name, arguments: given = {} }: CallToolRequest["params"],
  served: ServedRequest,
): Promise<ReturnType<typeof toToolResult>> {
  const { handler } = served.services;
  const progress = startProgress(served.request, () => handler.findTool(name, given)?.handler.kind === "function");
  try {
    const callWith = (answer: GivenAnswer): Promise<ToolReply> =>
      handler.callListedTool(name, given, {
        ...contextOf(served),
        ...(progress && { onOutput: progress.onOutput, onProgress: progress.report }),
        confirm: (pending) => confirm(pending, answer, served),
      });
    return toToolResult(await answerPrompts(await callWith(readAnswer(served.request)), callWith, served));
  } finally {
    progress?.stop();
  }
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

async function confirm(
  pending: PendingCall,
  answer: GivenAnswer,
  { services, server, request, era }: ServedRequest,
): Promise<Confirmation> {
  const { confirmations, unaskable } = services;
  // Without an `initialize` request, the capabilities of the client are unknown.
  if (unaskable !== undefined && era === "legacy" && server.getClientCapabilities() === undefined) return { kind: unaskable };
  return await confirmations.decide(pending, answer, canAsk(server, request));
}

function contextOf({ services, server, request }: ServedRequest): CallContext {
  return { ...toCallContext(services, readOrigin(server, request)), signal: request.signal };
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

/** Accepts all parameters, because the tool's own schema validates them. Removes `_meta`, which belongs to the protocol. */
const ANY_PARAMS: StandardSchemaV1<unknown, Record<string, unknown>> = {
  "~standard": {
    version: 1,
    vendor: "climax-gen",
    validate: (params) => {
      const { _meta, ...given } = (params ?? {}) as Record<string, unknown>;
      return { value: given };
    },
  },
};
