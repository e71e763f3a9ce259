/** Answers a request of a client of 2025-11-25 or earlier that belongs to no session, with a server for this request. */
import type { AuthInfo } from "@modelcontextprotocol/server";
import { isLegacyRequest, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { Services } from "../server/services.ts";
import { isJsonObject } from "../text/json.ts";
import { createProtocolErrorLog } from "./protocol-log.ts";
import { createProtocolServer } from "./protocol-server.ts";

/** The response to a request that belongs to no session. */
export interface AnsweredRequest {
  readonly response: Response;
  /** To be called when the response has been sent, or the client has disconnected. Cancels the calls of the request. */
  readonly close: () => void;
}

/** The body of a request as a JSON value, and its authenticated sender. */
export interface StandaloneRequest {
  readonly parsedBody: unknown;
  readonly authInfo: AuthInfo;
}

/**
 * Does the same as the SDK's `createMcpHandler` for such a request, with one stream less. The response to a request that runs no tool is
 * one JSON text instead of a stream. Returns undefined for a request of 2026-07-28.
 */
export async function answerAlone(services: Services, request: Request, given: StandaloneRequest): Promise<AnsweredRequest | undefined> {
  if (isModernVersion(request.headers.get("mcp-protocol-version")) || !(await isLegacyRequest(request, given.parsedBody))) return undefined;
  const isAnsweredAtOnce = runsNoTool(given.parsedBody, services);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: isAnsweredAtOnce });
  const server = createProtocolServer(services, { era: "legacy" });
  server.onerror = createProtocolErrorLog(services.log);
  await server.connect(transport);
  const response = await transport.handleRequest(request, given);
  // A request that has its response leaves nothing to cancel. Closing would cost an error with a stack trace.
  return { response, close: isAnsweredAtOnce ? nothing : () => void server.close().catch(nothing) };
}

/** Versions are dates. A client of 2026-07-28 sends its version with each request, which the SDK compares with the body. */
function isModernVersion(version: string | null): boolean {
  return version !== null && version >= "2026";
}

/** Reports whether a message is a list or a search. Its response is ready at once, even if the client disconnects. */
function runsNoTool(body: unknown, { handler }: Services): boolean {
  const { method, params } = (body ?? {}) as { readonly method?: unknown; readonly params?: unknown };
  if (method === "tools/list") return true;
  const { name, arguments: args } = (params ?? {}) as { readonly name?: unknown; readonly arguments?: unknown };
  return method === "tools/call" && typeof name === "string" && handler.findTool(name, isJsonObject(args) ? args : {}) === undefined;
}

function nothing(): void {}
