/** Opens a session of a client of 2025-11-25 or earlier. One server of the SDK processes all HTTP requests of the session. */
import type { AuthInfo, RequestId } from "@modelcontextprotocol/server";
import { isLegacyRequest, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { ToolServer } from "../server/tool-server.ts";
import type { Channel } from "./protocol-server.ts";
import { createProtocolErrorLog } from "./protocol-log.ts";
import { createProtocolServer } from "./protocol-server.ts";
import { createOpenRequests } from "./open-requests.ts";
import { cancelledIdsOf, ID_IN_USE, messagesOf, RPC_CODES, SESSION_HEADER } from "./protocol-messages.ts";

/** The part of a session that handles the protocol. */
export interface ProtocolSession {
  /** Answers a request of the session. `parsedBody`: the JSON value of its body. */
  readonly handle: (request: Request, options: { readonly parsedBody: unknown; readonly authInfo: AuthInfo }) => Promise<Response>;
  /**
   * Must be called when the response to a body has ended. `disconnected`: cancels the requests in the body, because their responses can no
   * longer be sent.
   */
  readonly finish: (body: unknown, end: "sent" | "disconnected") => void;
  /** Cancels all requests in flight, and ends their responses. Never rejects. */
  readonly close: () => Promise<void>;
}

/** Opens a session with a given id, which the response to `initialize` carries. */
export async function openProtocolSession(server: ToolServer, channel: Channel, id: string): Promise<ProtocolSession> {
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
  const sdk = createProtocolServer(server, channel, { era: "legacy" });
  let isEnding = false;
  const logError = createProtocolErrorLog(server.log);
  sdk.onerror = (error) => {
    if (!isEnding) logError(error);
  };
  await sdk.connect(transport);

  /**
   * Ends the response to a cancelled request, which gets no result. Otherwise, the SDK would keep the response open for the rest of the
   * session. `isAlone`: no other request of a batch needs the response.
   */
  const endResponse = (requestId: RequestId, isAlone: boolean): void => {
    isEnding = true;
    if (isAlone) transport.closeSSEStream(requestId);
    // Rejects if the request already has a result. If the response has ended, sends nothing and only removes the SDK's data about the
    // request.
    transport.send({ jsonrpc: "2.0", id: requestId, error: CANCELLED }).catch(() => undefined);
    isEnding = false;
  };

  const requests = createOpenRequests();
  const send = transport.send.bind(transport);
  transport.send = (message, sendOptions) => {
    requests.settleResponse(message);
    return send(message, sendOptions);
  };

  return {
    async handle(request, options) {
      // The SDK finds the HTTP response for a reply by the id of the request. With equal ids, a caller would receive the reply to another
      // caller.
      if (!requests.open(options.parsedBody)) return Response.json(ID_IN_USE, { status: 400 });
      const response = await transport.handleRequest(request, options);
      for (const cancelled of cancelledIdsOf(options.parsedBody)) endResponse(cancelled, !requests.isBatched(cancelled));
      return response;
    },
    finish(body, end) {
      const ids = requests.close(body);
      if (end === "sent") return;
      for (const requestId of ids) {
        const params = { requestId, reason: "the client disconnected" };
        transport.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params });
        // The notification is handled in a later microtask.
        setImmediate(endResponse, requestId, true);
      }
    },
    close: () => sdk.close().catch(() => undefined),
  };
}

/** Response to a cancelled request of a batch. */
const CANCELLED = { code: RPC_CODES.server, message: "cancelled" };

/**
 * Returns `initialize` for a request that starts a session, and `session` for a request that belongs to one. Returns undefined for any
 * other request, and for every request of 2026-07-28.
 */
export async function findSessionUse(request: Request, body: unknown): Promise<"initialize" | "session" | undefined> {
  const use = messagesOf(body).some(({ method }) => method === "initialize")
    ? "initialize"
    : request.headers.has(SESSION_HEADER)
      ? "session"
      : undefined;
  return use !== undefined && (await isLegacyRequest(request, body)) ? use : undefined;
}
