/** Runs a function tool within its limits. */
import type { CallContext, CallFacts } from "./call-context.ts";
import type { FunctionPlan } from "./call-plan.ts";
import type { EndedCall } from "./end-call.ts";
import { withoutSlot } from "./end-call.ts";
import { cancelledReply, internalErrorReply, timedOutReply, unauditedReply } from "./reply.ts";
import type { TaskOutcome } from "../process/limiter.ts";
import { MAX_TIMER_MS } from "../tool/timeout.ts";
import type { CallLog, ToolCall } from "../tool/tool-call.ts";
import { ToolError } from "../tool/tool-error.ts";
import { messageOf } from "../text/message-of.ts";

/**
 * Size of the output in the record of a call that was cancelled or threw after its function had started. Its presence makes the audit's
 * verdict `ran`.
 */
const NO_OUTPUT = { stdout: 0, stderr: 0 };

/** The parts of a call that a function needs in addition to its values. */
export interface FunctionSurroundings {
  readonly context: Pick<CallContext, "limiter" | "signal" | "caller" | "onProgress" | "onStarting" | "log">;
  readonly facts: CallFacts;
  /** In seconds. */
  readonly timeout: number;
}

/**
 * Calls the function. Returns when the function settles, its timeout expires, or the caller cancels. A timeout or cancellation aborts the
 * `signal` of the function. The slot is released only when the function settles, because it may still be running. Never rejects: a
 * `ToolError` becomes a reply, and any other exception becomes `internal_error`.
 */
export async function callFunction(plan: FunctionPlan, surroundings: FunctionSurroundings): Promise<EndedCall> {
  const { limiter, signal } = surroundings.context;
  const askedAt = performance.now();
  return await new Promise<EndedCall>((resolve, reject) => {
    const task = async (): Promise<void> => {
      const queue_ms = Math.round(performance.now() - askedAt);
      await runInSlot(plan, surroundings, (ended) => resolve({ ...ended, ...(queue_ms > 0 && { queue_ms }) }));
    };
    const onSlot = (slot: TaskOutcome<void>): void => {
      if (slot.kind !== "done") resolve(withoutSlot(slot.kind));
    };
    limiter.run(task, signal).then(onSlot, reject);
  });
}

/**
 * Resolves when the function settles. Calls `end` with the result, or earlier with the timeout or the cancellation. Only the first call of
 * `end` counts.
 */
async function runInSlot(
  plan: FunctionPlan,
  { context, facts, timeout }: FunctionSurroundings,
  end: (ended: EndedCall) => void,
): Promise<void> {
  const { signal, onStarting } = context;
  if (onStarting?.(facts) === false) return end({ reply: unauditedReply(), outcome: "not_started" });
  const controller = new AbortController();
  const onTimeout = (): void => {
    end({ reply: timedOutReply(timeout), outcome: "timed_out" });
    controller.abort();
  };
  const onAbort = (): void => {
    end({ reply: cancelledReply(), outcome: "cancelled", bytes: NO_OUTPUT });
    controller.abort();
  };
  const timer = setTimeout(onTimeout, Math.min(timeout * 1000, MAX_TIMER_MS));
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    end(await run(plan, toToolCall(facts.tool.name, context, controller.signal)));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

function toToolCall(tool: string, { caller, onProgress, log }: FunctionSurroundings["context"], signal: AbortSignal): ToolCall {
  return {
    signal,
    caller: caller ?? { client: null },
    progress(update) {
      if (!signal.aborted) onProgress?.(update);
    },
    log: log === undefined ? SILENT : nameTool(log, tool),
  };
}

const SILENT: CallLog = { debug() {}, info() {}, warn() {}, error() {} };

function nameTool(log: CallLog, tool: string): CallLog {
  return {
    debug: (message, fields) => log.debug(message, { ...fields, tool }),
    info: (message, fields) => log.info(message, { ...fields, tool }),
    warn: (message, fields) => log.warn(message, { ...fields, tool }),
    error: (message, fields) => log.error(message, { ...fields, tool }),
  };
}

async function run({ handler, values }: FunctionPlan, call: ToolCall): Promise<EndedCall> {
  try {
    // fromEntries defines its keys, so that an argument named `__proto__` is a property like any other.
    const text: unknown = await handler.run(Object.fromEntries(values), call);
    // A program without TypeScript can return any value.
    if (typeof text !== "string") throw new TypeError(`the function returned a value of type ${typeof text}, not a string`);
    return { reply: { text, isError: false }, outcome: "returned" };
  } catch (error) {
    if (error instanceof ToolError) return { reply: { text: messageOf(error), isError: true }, outcome: "returned" };
    const problem = messageOf(error);
    return { reply: internalErrorReply(), outcome: "internal_error", problem, bytes: NO_OUTPUT };
  }
}
