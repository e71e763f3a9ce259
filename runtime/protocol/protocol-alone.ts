/** Answers a request without a session, from a client of 2025-11-25 or earlier, with a server for this request alone. */
import type { AuthInfo } from "@modelcontextprotocol/server";
import { isLegacyRequest, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { ToolServer } from "../server/tool-server.ts";
import { isJsonObject } from "../text/json.ts";
import { createProtocolErrorLog } from "./protocol-log.ts";
import type { Channel } from "./protocol-server.ts";
import { createProtocolServer } from "./protocol-server.ts";

/** The response to a request without a session. */
export interface AnsweredRequest {
  readonly response: Response;
  /** Cancels the calls of the request. Must be called when the response has been sent, or the client has disconnected. */
  readonly close: () => void;
}

/** The body of a request as a JSON value, and its authenticated sender. */
export interface StandaloneRequest {
  readonly parsedBody: unknown;
  readonly authInfo: AuthInfo;
}

/**
 * Does the same as the SDK's `createMcpHandler` for such a request, but creates one stream less. The response to a request that runs no
 * tool is one JSON text instead of a stream. Returns undefined for a request of 2026-07-28.
 */
export async function answerAlone(
  server: ToolServer,
  channel: Channel,
  { request, ...given }: StandaloneRequest & { readonly request: Request },
): Promise<AnsweredRequest | undefined> {
  if (isModernVersion(request.headers.get("mcp-protocol-version")) || !(await isLegacyRequest(request, given.parsedBody))) return undefined;
  const isAnsweredAtOnce = runsNoTool(given.parsedBody, server);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: isAnsweredAtOnce });
  const sdk = createProtocolServer(server, channel, { era: "legacy" });
  sdk.onerror = createProtocolErrorLog(server.log);
  await sdk.connect(transport);
  const response = await transport.handleRequest(request, given);
  // A request whose response is complete has no calls to cancel. Closing the server would create an error with a stack trace.
  return { response, close: isAnsweredAtOnce ? nothing : () => void sdk.close().catch(nothing) };
}

/**
 * Reports whether a version, which is a date, is 2026-07-28 or later. Such a client sends its version with each request, and the SDK
 * compares the version with the body.
 */
function isModernVersion(version: string | null): boolean {
  return version !== null && version >= "2026";
}

/** Reports whether a message is a list or a search. Its response is ready immediately, even if the client disconnects. */
function runsNoTool(body: unknown, { tools }: ToolServer): boolean {
  const { method, params } = (body ?? {}) as { readonly method?: unknown; readonly params?: unknown };
  if (method === "tools/list") return true;
  const { name, arguments: args } = (params ?? {}) as { readonly name?: unknown; readonly arguments?: unknown };
  return (
    method === "tools/call" && typeof name === "string" && tools().handler.findTool(name, isJsonObject(args) ? args : {}) === undefined
  );
}

function nothing(): void {}
