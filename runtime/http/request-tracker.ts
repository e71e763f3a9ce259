/** Tracks in-flight requests: limits their number, and aborts them when their client disconnects. */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

export interface RequestTracker {
  /** Registers a request. Returns undefined if the maximum number of requests is in flight. */
  readonly admit: (request: IncomingMessage) => InFlightRequest | undefined;
  /** Resolves when no request is in flight. */
  readonly idle: () => Promise<void>;
}

export interface InFlightRequest {
  /** Aborts if the client closes its connection before the response is complete. */
  readonly signal: AbortSignal;
  /** Unregisters the request. Must be called once, with or without a response. */
  readonly release: () => void;
}

export function createRequestTracker(maxRequests: number): RequestTracker {
  const abortOnClose = createSocketWatcher();
  let inFlight = 0;
  let waiting: (() => void)[] = [];

  const notifyIdle = (): void => {
    if (inFlight > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };

  return {
    admit({ socket }) {
      if (inFlight >= maxRequests) return undefined;
      inFlight += 1;
      const controller = new AbortController();
      const forget = abortOnClose(socket, controller);
      return {
        signal: controller.signal,
        release() {
          forget();
          inFlight -= 1;
          notifyIdle();
        },
      };
    },
    idle: () => new Promise((resolve) => (waiting.push(resolve), notifyIdle())),
  };
}

/** Installs one listener per connection, regardless of the number of pipelined requests. */
function createSocketWatcher(): (socket: Socket, controller: AbortController) => () => void {
  const watched = new WeakMap<Socket, Set<AbortController>>();
  return (socket, controller) => {
    let controllers = watched.get(socket);
    if (controllers === undefined) {
      const fresh = new Set<AbortController>();
      socket.once("close", () => fresh.forEach((one) => one.abort()));
      watched.set(socket, (controllers = fresh));
    }
    const ours = controllers.add(controller);
    return () => void ours.delete(controller);
  };
}
