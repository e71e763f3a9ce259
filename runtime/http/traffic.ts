/** The requests under way: how many there may be, and what is told to them when their client goes. */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

export interface Traffic {
  /** A request comes in that is going to be answered by the protocol; `undefined` where there are too many already. */
  readonly admit: (request: IncomingMessage) => Exchange | undefined;
  /** Resolves when nothing is under way any more. */
  readonly idle: () => Promise<void>;
}

export interface Exchange {
  /** Aborts when the client closes its connection before it has its answer. */
  readonly signal: AbortSignal;
  /** The answer is given, or never will be. */
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

/** One listener for each connection, however many requests it carries one behind the other. */
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
