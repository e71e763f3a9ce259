/** Answers `output_read` and `output_stop` for a call that has had its first reply. Waits without a slot, which the call itself may hold. */
import { validateArguments } from "../arguments/arguments.ts";
import type { CallContext } from "./call-context.ts";
import { replyBudget } from "./capture-output.ts";
import type { EndedCall } from "./end-call.ts";
import { STOP_ARGS } from "./output-args.ts";
import { argumentProblemsReply } from "./reply.ts";
import type { RunningCall } from "./running-calls.ts";
import type { OutputPage } from "./running-reply.ts";
import { EARLY_STATUS_BYTES, seconds, toFollowReply, toWholeReply } from "./running-reply.ts";
import { noteUnknown } from "./unknown-arguments.ts";
import { startWithin } from "../output/encoded-size.ts";
import type { Spool } from "../output/spool.ts";
import { withoutPartialCharacters } from "../output/spool-lines.ts";
import { GRACE_MS } from "../process/process-group.ts";

/** Time for which output is collected after the first new output, in milliseconds. */
const COLLECT_MS = 1000;

/** Minimum size of a page, in bytes. */
const MIN_PAGE = 1024;

/** The parts of a call's context that the reading of a running call uses. */
export type FollowContext = Pick<CallContext, "caller" | "execution" | "signal"> & { readonly spool: Spool };

/** The part to read. `offset` defaults to the end of the previous page, and `waitMs` is the maximum time to wait for more. */
export interface FollowRequest {
  readonly offset?: number | undefined;
  readonly waitMs: number;
}

/** Returns the whole reply of the call at its end, or its state after `waitMs` milliseconds. */
export async function followToEnd(call: RunningCall, waitMs: number, context: FollowContext): Promise<EndedCall> {
  await waitForOutput(call, Infinity, waitMs, context.signal);
  return { reply: toWholeReply(call, context.spool), outcome: "read" };
}

/** Returns the output after the previous page, and the state of the call. Waits only if there is no such output. */
export async function followOutput(
  call: RunningCall,
  { offset = call.cursor(), waitMs }: FollowRequest,
  context: FollowContext,
): Promise<EndedCall> {
  if (await waitForOutput(call, offset, waitMs, context.signal)) await waitForOutput(call, Infinity, COLLECT_MS, context.signal);
  const page = await readPage(call, offset, context);
  return { reply: toFollowReply(call, page, context.spool), outcome: "read" };
}

/**
 * Waits until there is output beyond an offset, or the call has ended. Reports whether it waited, and the call still runs with such output.
 */
async function waitForOutput(call: RunningCall, offset: number, ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  const until = performance.now() + ms;
  let hasWaited = false;
  const isOver = (): boolean => performance.now() >= until || signal?.aborted === true;
  while (call.end() === undefined && call.bytes() <= offset && !isOver()) {
    await call.changed(until - performance.now(), signal);
    hasWaited = true;
  }
  return hasWaited && call.end() === undefined && call.bytes() > offset;
}

/** Reads a page, and moves the cursor of the call to its end. */
async function readPage(call: RunningCall, offset: number, context: FollowContext): Promise<OutputPage> {
  const room = Math.max(MIN_PAGE, replyBudget({}, context) - EARLY_STATUS_BYTES);
  const found = context.spool.find(call.id, context.caller?.subject);
  if (found.kind !== "found") return { text: "", hasMore: false, isComplete: call.bytes() === 0 };
  const { text, release } = found;
  try {
    if (offset >= text.bytes) return { text: "", hasMore: false, isComplete: text.isComplete };
    const bytes = withoutPartialCharacters(await text.read(offset, room), offset + room >= text.bytes);
    const page = startWithin(bytes.text, room);
    const next = offset + bytes.skipped + Buffer.byteLength(page);
    call.moveCursor(next);
    return { text: page, hasMore: next < text.bytes, isComplete: text.isComplete };
  } finally {
    release();
  }
}

/** Time for a terminated command to end, in milliseconds. */
const STOP_MS = GRACE_MS + 1500;

/** Terminates a call as its cancellation does, and returns its output after the previous page. */
export async function stopOutput(given: Readonly<Record<string, unknown>>, context: CallContext): Promise<EndedCall> {
  const { values, problems, omitted } = validateArguments(STOP_ARGS, given);
  if (problems.length > 0) return { reply: argumentProblemsReply(problems, omitted), outcome: "invalid_arguments" };
  const { spool, running, caller } = context;
  const { id } = Object.fromEntries(values) as { readonly id: string };
  const call = running?.find(id, caller?.subject);
  if (call === undefined || spool === undefined) return { reply: { text: NO_CALL, isError: true }, outcome: "not_read" };
  const hadEnded = call.end() !== undefined;
  call.stop();
  await waitForOutput(call, Infinity, STOP_MS, context.signal);
  const page = await readPage(call, call.cursor(), { ...context, spool });
  const reply = hadEnded || page.hasMore ? toFollowReply(call, page, spool) : toStopped(call, page);
  const note = noteUnknown(STOP_ARGS, given);
  return { reply: note === undefined ? reply : { ...reply, hint: note }, outcome: "returned" };
}

const NO_CALL =
  "No running command has this id: it has ended and its output was removed, the server was restarted, or the id is wrong. Nothing was stopped";

function toStopped(call: RunningCall, page: OutputPage): EndedCall["reply"] {
  const isOver = call.end() !== undefined;
  const state = isOver ? `The command was stopped after ${seconds(call)} s` : "The command is being stopped, but has not ended yet";
  return { text: [page.text.trimEnd(), `[${state}]`].filter((part) => part !== "").join("\n\n"), isError: false };
}
