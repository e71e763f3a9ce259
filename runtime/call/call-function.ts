/** Runs a function tool within its limits. */
import type { CallContext } from "./call-context.ts";
import type { FunctionPlan } from "./call-plan.ts";
import type { EndedCall } from "./end-call.ts";
import { busyReply, cancelledReply, timedOutReply } from "./reply.ts";
import { ToolError } from "../tool/tool-error.ts";

export interface FunctionSurroundings {
  readonly context: Pick<CallContext, "limiter" | "signal">;
  /** In seconds. */
  readonly timeout: number;
}

/**
 * Calls the function and returns when it settles, when its time is up, or when the caller cancels. Its `signal` is aborted in the
 * latter two cases; the slot stays taken until the function settles, because it may still be at work. Rejects with any exception
 * of the function other than a `ToolError`.
 */
export async function callFunction(plan: FunctionPlan, { context, timeout }: FunctionSurroundings): Promise<EndedCall> {
  const { limiter, signal } = context;
  return await new Promise<EndedCall>((resolve, reject) => {
    const slot = limiter.run(async () => {
      const controller = new AbortController();
      const stop = (ended: EndedCall) => (): void => {
        controller.abort();
        resolve(ended);
      };
      const onTimeout = stop({ reply: timedOutReply(timeout), outcome: "timed_out" });
      const onAbort = stop({ reply: cancelledReply(), outcome: "cancelled" });
      const timer = setTimeout(onTimeout, timeout * 1000);
      signal?.addEventListener("abort", onAbort, { once: true });
      try {
        resolve(await run(plan, controller.signal));
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
      }
    }, signal);
    void slot.then((turn) => {
      if (turn.kind !== "done") resolve(withoutSlot(turn.kind));
      return undefined;
    }, reject);
  });
}

function withoutSlot(kind: "busy" | "cancelled"): EndedCall {
  return kind === "busy" ? { reply: busyReply(), outcome: kind } : { reply: cancelledReply(), outcome: kind };
}

async function run({ handler, values }: FunctionPlan, signal: AbortSignal): Promise<EndedCall> {
  try {
    // fromEntries defines its keys, so that an argument named `__proto__` is a property like any other.
    const text = await handler.run(Object.fromEntries(values), { signal });
    return { reply: { text, isError: false }, outcome: "returned" };
  } catch (error) {
    if (error instanceof ToolError) return { reply: { text: error.message, isError: true }, outcome: "returned" };
    throw error;
  }
}
