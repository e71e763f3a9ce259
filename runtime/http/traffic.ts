/** Tracks in-flight requests: limits their number, and aborts them when their client disconnects. */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

export interface Traffic {
  /** Registers a request. Returns undefined if the maximum number of requests is in flight. */
  readonly admit: (request: IncomingMessage) => Exchange | undefined;
  /** Resolves when no request is in flight. */
  readonly idle: () => Promise<void>;
}

export interface Exchange {
  /** Aborts if the client closes its connection before the response is complete. */
  readonly signal: AbortSignal;
  /** Unregisters the request. Must be called once, with or without a response. */
  readonly leave: () => void;
}

export function createTraffic(maxRequests: number): Traffic {
  const onSocket = createSocketWatch();
  let under = 0;
  let waiting: (() => void)[] = [];

  const tellIdle = (): void => {
    if (under > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };

  return {
    admit({ socket }) {
      if (under >= maxRequests) return undefined;
      under += 1;
      const controller = new AbortController();
      const forget = onSocket(socket, controller);
      return {
        signal: controller.signal,
        leave() {
          forget();
          under -= 1;
          tellIdle();
        },
      };
    },
    idle: () => new Promise((resolve) => (waiting.push(resolve), tellIdle())),
  };
}

/** Installs one listener per connection, regardless of the number of pipelined requests. */
function createSocketWatch(): (socket: Socket, controller: AbortController) => () => void {
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
