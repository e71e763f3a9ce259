/** Answers web-standard requests with the SDK, in both protocol eras, each with its own server. */
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { normalizeAccept } from "./accept.ts";
import type { Sender } from "../record/call-observer.ts";
import { forSender } from "../server/for-sender.ts";
import type { Services } from "../server/services.ts";
import { createProtocolErrorLog } from "./protocol-log.ts";
import { createProtocolServer } from "./protocol-server.ts";

/** Answers requests, each with its own server. */
export interface FetchHandler {
  /** `parsedBody`: the JSON value of the body, if it has already been read. */
  readonly fetch: (request: Request, options: { readonly sender: Sender; readonly parsedBody?: unknown }) => Promise<Response>;
  /** Ends the requests in flight. */
  readonly close: () => Promise<void>;
}

/** Creates a handler. The handler does not authenticate requests: the caller passes their sender. */
export function createFetchHandler(services: Services): FetchHandler {
  const mcp: McpHttpHandler = createMcpHandler(
    (context) => createProtocolServer(forSender({ ...services, unaskable: "stateless" }, toSender(context.authInfo?.extra)), context),
    { onerror: createProtocolErrorLog(services.log) },
  );
  return {
    fetch: (request, { sender, parsedBody }) => {
      const authInfo = { token: "", clientId: sender.subject ?? "", scopes: [...(sender.scopes ?? [])], extra: { sender } };
      return mcp.fetch(withAccept(request), { authInfo, ...(parsedBody !== undefined && { parsedBody }) });
    },
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

function toSender(extra: Readonly<Record<string, unknown>> | undefined): Sender {
  const { sender = {} }: { readonly sender?: Sender } = extra ?? {};
  return sender;
}
