/** The end of every call: one reply, one record, whatever happens in between. */
import type { CallContext, CallFacts, FinishedCall } from "./call-context.ts";
import type { ToolReply } from "./reply.ts";
import { internalErrorReply } from "./reply.ts";
import { maskArgv } from "./shown-line.ts";

/** A call that has its reply: what is recorded about it, apart from its name and duration. */
export interface EndedCall extends Omit<FinishedCall, "tool" | "isError" | "argv" | "duration_ms"> {
  readonly reply: ToolReply;
  readonly facts?: CallFacts;
}

/**
 * Carries out a call and reports it to `onFinished` once. Never rejects: an exception is a fault of the server, and the caller
 * gets a reply without internals, while the record has the outcome `internal_error` and the message.
 */
export async function endCall(
  tool: string,
  { onFinished }: Pick<CallContext, "onFinished">,
  work: () => EndedCall | Promise<EndedCall>,
): Promise<ToolReply> {
  const startedAt = performance.now();
  const { reply, facts, ...record } = await settle(work);
  const isError = reply.isError && reply.question === undefined;
  const argv = facts?.line && maskArgv(facts.line);
  const duration_ms = Math.round(performance.now() - startedAt);
  onFinished?.({ tool, isError, ...record, ...(argv && { argv }), duration_ms }, facts);
  return reply;
}

async function settle(work: () => EndedCall | Promise<EndedCall>): Promise<EndedCall> {
  try {
    return await work();
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { reply: internalErrorReply(), outcome: "internal_error", problem };
  }
}
