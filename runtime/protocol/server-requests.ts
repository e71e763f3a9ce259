/** Tracks the requests of the server to its client. After the end of the input, each gets an error instead of a response. */
import type { RequestId } from "./protocol-messages.ts";
import { requestIdsOf, RPC_CODES } from "./protocol-messages.ts";

/** An error instead of the client's response. */
export interface MissingResponse {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly error: { readonly code: number; readonly message: string };
}

/** Requests of the server that wait for a response of the client. */
export interface ServerRequests {
  /** Adds the request in a message to the client. Other messages have no effect. */
  readonly add: (message: object) => void;
  /** Removes the request that a message of the client responds to. */
  readonly settle: (message: object) => void;
  /** Responds to all requests, and to each later one, with an error of the code `clientGone`. */
  readonly end: () => void;
}

/** Creates an empty set of requests. `respond` receives the errors of `end`. */
export function createServerRequests(respond: (error: MissingResponse) => void): ServerRequests {
  const open = new Set<RequestId>();
  let hasEnded = false;
  const refuse = (id: RequestId): void =>
    respond({ jsonrpc: "2.0", id, error: { code: RPC_CODES.clientGone, message: "the client has closed its end of the connection" } });
  return {
    add(message) {
      const [id] = requestIdsOf(message);
      if (id === undefined) return;
      if (!hasEnded) open.add(id);
      // The sender waits for the response only after `send` has returned.
      else queueMicrotask(() => refuse(id));
    },
    settle(message) {
      const { method, id } = message as { readonly method?: unknown; readonly id?: RequestId };
      if (method === undefined && id !== undefined) open.delete(id);
    },
    end() {
      hasEnded = true;
      for (const id of open) refuse(id);
      open.clear();
    },
  };
}
