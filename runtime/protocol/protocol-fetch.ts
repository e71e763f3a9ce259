/** Answers web-standard requests with the SDK, in both protocol eras, each with its own server. */
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { normalizeAccept } from "./accept.ts";
import type { Caller } from "../server/caller.ts";
import type { ToolServer } from "../server/tool-server.ts";
import { readCaller, toAuthInfo } from "./protocol-caller.ts";
import { createProtocolErrorLog } from "./protocol-log.ts";
import { createProtocolServer } from "./protocol-server.ts";

/** Answers requests, each with its own server. */
export interface FetchHandler {
  /** `parsedBody`: the JSON value of the body, if it has already been read. */
  readonly fetch: (request: Request, options: { readonly caller: Caller; readonly parsedBody?: unknown }) => Promise<Response>;
  /** Ends the requests in flight. */
  readonly close: () => Promise<void>;
}

/** Creates a handler. The handler does not authenticate requests: the program passes their caller. */
export function createFetchHandler(server: ToolServer): FetchHandler {
  const channel = { callerOf: readCaller, unaskable: "stateless" } as const;
  const mcp: McpHttpHandler = createMcpHandler((context) => createProtocolServer(server, channel, context), {
    onerror: createProtocolErrorLog(server.log),
  });
  return {
    fetch: (request, { caller, parsedBody }) =>
      mcp.fetch(withAccept(request), { authInfo: toAuthInfo(caller), ...(parsedBody !== undefined && { parsedBody }) }),
    close: () => mcp.close(),
  };
}

/** Returns the request with an `Accept` header that the SDK understands; see `normalizeAccept`. */
function withAccept(request: Request): Request {
  const given = request.headers.get("accept");
  const accept = normalizeAccept(given) ?? "";
  if (given === accept) return request;
  const headers = new Headers(request.headers);
  headers.set("accept", accept);
  return new Request(request, { headers });
}
