/** Answers `output_read`, the tool that pages and searches output that exceeded a reply. Loaded at its first call. */
import { validateArguments } from "../arguments/arguments.ts";
import type { CallContext } from "./call-context.ts";
import { replyBudget } from "./capture-output.ts";
import type { EndedCall } from "./end-call.ts";
import { withoutSlot } from "./end-call.ts";
import { FOLLOW_ARGS, READ_ARGS } from "./output-args.ts";
import type { ToolReply } from "./reply.ts";
import { addHint, argumentProblemsReply } from "./reply.ts";
import type { PageRequest } from "../output/read-spool.ts";
import { readPage } from "../output/read-spool.ts";
import { MAX_AGE_MINUTES } from "../output/spool.ts";
import { noteUnknown } from "./unknown-arguments.ts";

/** Minimum values of the numeric arguments. */
const MINIMUM: ReadonlyMap<string, number> = new Map([
  ["from_line", 1],
  ["lines", 0],
  ["offset", 0],
  ["wait", 0],
]);

/** Maximum and default of `wait` for a call that an earlier policy has let reply early, under a policy without `reply_after`, in seconds. */
const UNLIMITED_WAIT_SECONDS = 20;

/** Maximum length of `match`, in UTF-16 units. */
const MAX_MATCH = 1000;

/**
 * Reads a page when a slot is free. With `reply_after`, reads at once, because the call itself may hold the last slot, and waits for the
 * output of a command that still runs. The reply does not exceed the budget of replies, and is never spooled itself.
 */
export async function readOutput(given: Readonly<Record<string, unknown>>, context: CallContext): Promise<EndedCall> {
  const { running, spool, caller, execution } = context;
  const args = running === undefined ? READ_ARGS : FOLLOW_ARGS;
  const { values, problems, omitted } = validateArguments(args, given);
  const { reply_after } = execution.limits;
  const maxWait = reply_after === Infinity ? UNLIMITED_WAIT_SECONDS : reply_after;
  const all = [...problems, ...findRangeProblems(values, maxWait)];
  if (all.length > 0) return { reply: argumentProblemsReply(all, omitted), outcome: "invalid_arguments" };
  const note = noteUnknown(args, given);
  const { id, wait = maxWait, whole = false, ...request } = Object.fromEntries(values) as unknown as ReadRequest;
  const call = running?.find(id, caller?.subject);
  if (call !== undefined && spool !== undefined && isFollowing(request)) {
    const { followOutput, followToEnd } = await import("./follow-output.ts");
    const following = { ...context, spool };
    const ended = whole
      ? await followToEnd(call, wait * 1000, following)
      : await followOutput(call, { offset: request.offset, waitMs: wait * 1000 }, following);
    return note === undefined ? ended : { ...ended, reply: addHint(ended.reply, note) };
  }
  const found = spool?.find(id, caller?.subject) ?? { kind: "unknown" as const };
  if (found.kind !== "found") return { reply: missingReply(found.kind), outcome: "not_read" };
  try {
    const budget = replyBudget({}, context);
    const read = (): Promise<string> => readPage(found.text, request, budget);
    const slot = running === undefined ? await context.limiter.run(read, context.signal) : ({ kind: "done", value: await read() } as const);
    if (slot.kind !== "done") return withoutSlot(slot.kind);
    return { reply: { text: slot.value, isError: false, ...(note !== undefined && { hint: note }) }, outcome: "read" };
  } finally {
    found.release();
  }
}

type ReadRequest = PageRequest & { readonly id: string; readonly wait?: number; readonly whole?: boolean };

/** Reports whether a request is for the output after the previous page, or from an offset, instead of lines or matches. */
function isFollowing({ from_line, lines, match }: PageRequest): boolean {
  return from_line === undefined && lines === undefined && match === undefined;
}

function missingReply(kind: "unknown" | "other_replica"): ToolReply {
  const text =
    kind === "unknown"
      ? `No output has this id: it was removed after ${MAX_AGE_MINUTES} minutes or to make room, or the id is wrong. Call the tool again to get its output`
      : "This id is from another replica or an earlier run of the server, and this one does not have the output. Call the tool again to get its output";
  return { text, isError: true };
}

function findRangeProblems(values: ReadonlyMap<string, unknown>, maxWait: number): readonly { readonly message: string }[] {
  return Array.from(values).flatMap(([name, value]) => {
    const minimum = MINIMUM.get(name);
    if (minimum !== undefined && Number(value) < minimum) return [{ message: `Argument '${name}' must be at least ${minimum}` }];
    if (name === "wait" && Number(value) > maxWait) return [{ message: `Argument 'wait' must be at most ${maxWait}` }];
    if (name !== "match") return [];
    if (value === "") return [{ message: "Argument 'match' must not be empty" }];
    return String(value).length > MAX_MATCH ? [{ message: `Argument 'match' must have at most ${MAX_MATCH} characters` }] : [];
  });
}
