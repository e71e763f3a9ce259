/** Ends every call with one reply and one record, even after an internal error. */
import type { CallContext, CallFacts, FinishedCall } from "./call-context.ts";
import type { ToolReply } from "./reply.ts";
import { busyReply, cancelledReply, internalErrorReply } from "./reply.ts";
import { maskArgv } from "../command-line/shown-line.ts";
import { now } from "../process/pacer.ts";
import { messageOf } from "../text/message-of.ts";

/** A call that has ended: its reply, and the data of its record except the tool's name and the duration. */
export interface EndedCall extends Omit<FinishedCall, "tool" | "isError" | "argv" | "duration_ms"> {
  readonly reply: ToolReply;
  readonly facts?: CallFacts;
}

/**
 * Runs a call and reports it to `onFinished` once. Never rejects: if `work` throws, the caller receives a reply without internal
 * details, and the record has the outcome `internal_error` and the error message.
 */
export async function runRecorded(
  tool: string,
  { onFinished }: Pick<CallContext, "onFinished">,
  work: () => EndedCall | Promise<EndedCall>,
): Promise<ToolReply> {
  const startedAt = now();
  const { reply, facts, ...record } = await settle(work);
  const isError = reply.isError && reply.question === undefined;
  const argv = facts?.line && maskArgv(facts.line);
  const duration_ms = Math.round(now() - startedAt);
  onFinished?.({ tool, isError, ...record, ...(argv && { argv }), duration_ms }, facts);
  return reply;
}

/** Returns the ended call if the limiter gave it no slot: the queue was full, or the caller cancelled the call in the queue. */
export function withoutSlot(kind: "busy" | "cancelled"): EndedCall {
  return { reply: kind === "busy" ? busyReply() : cancelledReply(), outcome: kind };
}

async function settle(work: () => EndedCall | Promise<EndedCall>): Promise<EndedCall> {
  try {
    return await work();
  } catch (error) {
    const problem = messageOf(error);
    return { reply: internalErrorReply(), outcome: "internal_error", problem };
  }
}
