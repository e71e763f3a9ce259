/** Counts the calls in flight, so that a server can wait for them when it closes. */
import { endCall } from "../call/end-call.ts";
import { shuttingDownReply } from "../call/reply.ts";
import { toMethodAnswer } from "../call/directive-reply.ts";
import type { RequestHandler } from "./request-handler.ts";

export interface CallTracker {
  /** The given handler, with its calls counted. */
  readonly handler: RequestHandler;
  /** From now on, calls run nothing and are recorded as `busy`. */
  readonly refuseCalls: () => void;
  /** Resolves when no call is in flight. */
  readonly idle: () => Promise<void>;
}

export function trackCalls(handler: RequestHandler): CallTracker {
  let isRefusing = false;
  let inFlight = 0;
  let waiting: (() => void)[] = [];
  const notifyIdle = (): void => {
    if (inFlight > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  const count = async <Value>(call: () => Promise<Value>): Promise<Value> => {
    inFlight += 1;
    try {
      return await call();
    } finally {
      inFlight -= 1;
      notifyIdle();
    }
  };
  const refuse: RequestHandler["callTool"] = (name, _given, context) =>
    endCall(name, context, () => ({ reply: shuttingDownReply(), outcome: "busy" }));
  return {
    handler: {
      ...handler,
      callTool: (...call) => (isRefusing ? refuse(...call) : count(() => handler.callTool(...call))),
      callMethod: async (...call) => (isRefusing ? toMethodAnswer(await refuse(...call)) : await count(() => handler.callMethod(...call))),
    },
    refuseCalls: () => void (isRefusing = true),
    idle: () => new Promise((resolve) => (waiting.push(resolve), notifyIdle())),
  };
}
