/** The requests under way: how many there may be, and what is told to them when the client goes or the server ends. */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

export interface Traffic {
  /** A request comes in that is going to be answered by the protocol; `undefined` where there are too many already. */
  readonly admit: (request: IncomingMessage) => Exchange | undefined;
  /** Resolves when nothing is under way any more. */
  readonly idle: () => Promise<void>;
  /** Ends the streams that would never end by themselves. */
  readonly endStreams: () => void;
}

export interface Exchange {
  /** Aborts when the client closes its connection before it has its answer, or when its stream is ended. */
  readonly signal: AbortSignal;
  /** Says that this is a stream which lasts as long as both sides want: nobody waits for it. */
  readonly lasts: () => void;
  /** The answer is given, or never will be. */
  readonly leave: () => void;
}

export function createTraffic(maxRequests: number): Traffic {
  const under = new Set<AbortController>();
  const lasting = new Set<AbortController>();
  const onSocket = createSocketWatch();
  let waiting: (() => void)[] = [];

  const tellIdle = (): void => {
    if (under.size > lasting.size) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };

  return {
    admit({ socket }) {
      if (under.size >= maxRequests) return undefined;
      const controller = new AbortController();
      under.add(controller);
      const forget = onSocket(socket, controller);
      return {
        signal: controller.signal,
        lasts() {
          lasting.add(controller);
          tellIdle();
        },
        leave() {
          forget();
          under.delete(controller);
          lasting.delete(controller);
          tellIdle();
        },
      };
    },
    idle: () => new Promise((resolve) => (waiting.push(resolve), tellIdle())),
    endStreams() {
      for (const controller of lasting) controller.abort();
    },
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
