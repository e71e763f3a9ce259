/** Tracks the requests of a connection or session that have no response yet. Two such requests must not have the same id. */
import type { RequestId } from "./protocol-messages.ts";
import { messagesOf, requestIdsOf } from "./protocol-messages.ts";

/** Requests that have no response yet. A body is a message or a batch of messages. */
export interface OpenRequests {
  /** Adds the requests of a body. Returns false, and adds no request, if an id is in use or occurs twice in the body. */
  readonly open: (body: unknown) => boolean;
  /** Removes the request that a message responds to. Requests and notifications of the server have no effect. */
  readonly settleResponse: (message: object) => void;
  /** Removes a request that gets no response because it is cancelled. */
  readonly settle: (id: RequestId) => void;
  /**
   * Removes the requests of a body whose response has ended. Returns the ids of the body's requests, except ids that now belong to another
   * body.
   */
  readonly close: (body: unknown) => readonly RequestId[];
  /** Resolves when no request waits for its response, except for subscriptions, which get none before the connection ends. */
  readonly answered: () => Promise<void>;
  /** Returns the ids of the requests that `answered` waits for. */
  readonly unanswered: () => readonly RequestId[];
  /** Reports whether the body of a request contained several requests, even after `settle`. */
  readonly isBatched: (id: RequestId) => boolean;
}

function isSubscription(body: unknown): boolean {
  return messagesOf(body).every(({ method }) => method === "subscriptions/listen");
}

/** Creates an empty set of open requests. */
export function createOpenRequests(): OpenRequests {
  const bodies = new Map<RequestId, unknown>();
  const batched = new Set<RequestId>();
  let waiting: (() => void)[] = [];
  const unanswered = (): readonly RequestId[] => Array.from(bodies).flatMap(([id, body]) => (isSubscription(body) ? [] : [id]));
  const notifyAnswered = (): void => {
    if (waiting.length === 0 || unanswered().length > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  const remove = (id: RequestId): void => {
    bodies.delete(id);
    notifyAnswered();
  };
  return {
    open(body) {
      const ids = requestIdsOf(body);
      if (new Set(ids).size < ids.length || ids.some((id) => bodies.has(id))) return false;
      for (const id of ids) bodies.set(id, body);
      if (ids.length > 1) for (const id of ids) batched.add(id);
      return true;
    },
    settleResponse(message) {
      const { method, id } = message as { readonly method?: unknown; readonly id?: RequestId };
      if (method === undefined && id !== undefined) remove(id);
    },
    settle: remove,
    close(body) {
      const ids = requestIdsOf(body).filter((id) => !bodies.has(id) || bodies.get(id) === body);
      for (const id of ids) {
        remove(id);
        batched.delete(id);
      }
      return ids;
    },
    answered: () => new Promise((resolve) => (waiting.push(resolve), notifyAnswered())),
    unanswered,
    isBatched: (id) => batched.has(id),
  };
}
