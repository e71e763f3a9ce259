/** Counts the calls in flight, so that a server can wait for them when it closes. */
import { runRecorded } from "../call/end-call.ts";
import { shuttingDownReply } from "../call/reply.ts";
import { toMethodAnswer } from "../call/directive-reply.ts";
import { createInFlightCount } from "./in-flight.ts";
import type { RequestHandler } from "./request-handler.ts";

/** A handler whose calls are counted. */
export interface CallTracker {
  /** The given handler, with its calls counted. */
  readonly handler: RequestHandler;
  /** Refuses all further calls. They are recorded as `busy`. */
  readonly refuseCalls: () => void;
  /** Resolves when no call is in flight. */
  readonly idle: () => Promise<void>;
}

/** Wraps a handler, so that its calls are counted and can be refused. */
export function trackCalls(handler: RequestHandler): CallTracker {
  let isRefusing = false;
  const inFlight = createInFlightCount();
  const count = async <Value>(call: () => Promise<Value>): Promise<Value> => {
    inFlight.add();
    try {
      return await call();
    } finally {
      inFlight.remove();
    }
  };
  const refuse: RequestHandler["callListedTool"] = (name, _given, context) =>
    runRecorded(name, context, () => ({ reply: shuttingDownReply(), outcome: "busy" }));
  return {
    handler: {
      ...handler,
      callListedTool: (...call) => (isRefusing ? refuse(...call) : count(() => handler.callListedTool(...call))),
      callMethod: async (...call) => (isRefusing ? toMethodAnswer(await refuse(...call)) : await count(() => handler.callMethod(...call))),
    },
    refuseCalls: () => void (isRefusing = true),
    idle: inFlight.idle,
  };
}
