/** Reads messages that the SDK has not checked. Contains no code of the SDK. */

import { isJsonObject } from "../text/json.ts";

/** Id of a JSON-RPC request. */
export type RequestId = string | number;

/** Header with the id of a session. */
export const SESSION_HEADER = "mcp-session-id";

/** Returns the ids of the requests in a message or batch. Each request expects a response. */
export function requestIdsOf(body: unknown): readonly RequestId[] {
  return messagesOf(body).flatMap(({ method, id }) => (typeof method === "string" && isRequestId(id) ? [id] : []));
}

/** Returns the ids of the requests that a message or batch cancels. */
export function cancelledIdsOf(body: unknown): readonly RequestId[] {
  return messagesOf(body).flatMap(({ method, params }) => {
    const { requestId } = (params ?? {}) as { readonly requestId?: unknown };
    return method === "notifications/cancelled" && isRequestId(requestId) ? [requestId] : [];
  });
}

/**
 * Error codes of JSON-RPC 2.0, section 5.1. The section does not define the last two: `server` is for other errors, and `clientGone` for a
 * request of the server to which the client can no longer respond.
 */
export const RPC_CODES = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  server: -32_000,
  clientGone: -32_099,
};

/**
 * The reply to a request whose id belongs to a request in flight. The id of the reply is null, so that the client does not take it for the
 * reply to the request in flight.
 */
export const ID_IN_USE = {
  jsonrpc: "2.0",
  id: null,
  error: {
    code: RPC_CODES.invalidRequest,
    message: "Invalid Request: another request in flight has this id; use a new id for each request",
  },
};

interface UnknownMessage {
  readonly method?: unknown;
  readonly id?: unknown;
  readonly params?: unknown;
}

/**
 * Returns the body without `params: null`, which some clients send instead of no parameters. JSON-RPC 2.0, section 4, has no such value, so
 * it has no other meaning. Other bodies are returned unchanged.
 */
export function withoutNullParams(body: unknown): unknown {
  return Array.isArray(body) ? body.map(removeNullParams) : removeNullParams(body);
}

function removeNullParams(message: unknown): unknown {
  if (!isJsonObject(message) || message["params"] !== null) return message;
  const { params: _, ...rest } = message;
  return rest;
}

/** Returns the messages of a body. The body can be any value. */
export function messagesOf(body: unknown): readonly UnknownMessage[] {
  return [body].flat().filter((message) => typeof message === "object" && message !== null);
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === "string" || typeof id === "number";
}
