/** Tracks in-flight requests: limits their number, and aborts them when their client disconnects. */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { createInFlightCount } from "../server/in-flight.ts";

/** Admits requests, and tracks them while they are in flight. */
export interface RequestTracker {
  /**
   * Registers a request. Returns undefined if the maximum number of requests is in flight. `useReserve`: also admits a few requests beyond
   * the maximum, for answers and cancellations, which requests in flight may need to end.
   */
  readonly admit: (request: IncomingMessage, useReserve?: boolean) => InFlightRequest | undefined;
  /** Resolves when no request is in flight. */
  readonly idle: () => Promise<void>;
}

/** An admitted request that has not been released. */
export interface InFlightRequest {
  /** Aborts if the client closes its connection before the response is complete. */
  readonly signal: AbortSignal;
  /** Whether the request is beyond the maximum, so that it must not start a call. */
  readonly isReserve: boolean;
  /** Unregisters the request. Must be called once, with or without a response. */
  readonly release: () => void;
}

/** Number of requests that are admitted beyond the maximum if they carry only answers and cancellations. */
const RESERVE = 16;

/** Creates a tracker that admits `maxRequests` requests at the same time. */
export function createRequestTracker(maxRequests: number): RequestTracker {
  const abortOnClose = createSocketWatcher();
  const inFlight = createInFlightCount();

  return {
    admit({ socket }, useReserve = false) {
      const isReserve = inFlight.size() >= maxRequests;
      if (inFlight.size() >= maxRequests + (useReserve ? RESERVE : 0)) return undefined;
      inFlight.add();
      const controller = new AbortController();
      const forget = abortOnClose(socket, controller);
      return {
        signal: controller.signal,
        isReserve,
        release() {
          forget();
          inFlight.remove();
        },
      };
    },
    idle: inFlight.idle,
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
