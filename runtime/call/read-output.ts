/** Answers `output_read`, the tool that pages and searches output that exceeded a reply. Loaded at its first call. */
import { validateArguments } from "../arguments/arguments.ts";
import type { CallContext } from "./call-context.ts";
import { replyBudget } from "./capture-output.ts";
import type { EndedCall } from "./end-call.ts";
import { withoutSlot } from "./end-call.ts";
import type { ToolReply } from "./reply.ts";
import { argumentProblemsReply } from "./reply.ts";
import type { PageRequest } from "../output/read-spool.ts";
import { readPage } from "../output/read-spool.ts";
import { MAX_AGE_MINUTES } from "../output/spool.ts";
import { noteUnknown } from "./unknown-arguments.ts";
import type { ToolArg } from "../tool/tool.ts";

const ARGS: readonly ToolArg[] = [
  { name: "id", type: "string", required: true },
  { name: "from_line", type: "integer" },
  { name: "lines", type: "integer" },
  { name: "match", type: "string" },
  { name: "offset", type: "integer" },
];

/** Minimum values of the numeric arguments. */
const MINIMUM: ReadonlyMap<string, number> = new Map([
  ["from_line", 1],
  ["lines", 0],
  ["offset", 0],
]);

/** Maximum length of `match`, in UTF-16 units. */
const MAX_MATCH = 1000;

/** Reads a page when a slot is free. The reply does not exceed the budget of replies, and is never spooled itself. */
export async function readOutput(given: Readonly<Record<string, unknown>>, context: CallContext): Promise<EndedCall> {
  const { values, problems, omitted } = validateArguments(ARGS, given);
  const all = [...problems, ...findRangeProblems(values)];
  if (all.length > 0) return { reply: argumentProblemsReply(all, omitted), outcome: "invalid_arguments" };
  const note = noteUnknown(ARGS, given);
  const { id, ...request } = Object.fromEntries(values) as unknown as { readonly id: string } & PageRequest;
  const found = context.spool?.find(id, context.caller?.subject) ?? { kind: "unknown" as const };
  if (found.kind !== "found") return { reply: missingReply(found.kind), outcome: "not_read" };
  try {
    const budget = replyBudget({}, context);
    const slot = await context.limiter.run(() => readPage(found.text, request, budget), context.signal);
    if (slot.kind !== "done") return withoutSlot(slot.kind);
    return { reply: { text: slot.value, isError: false, ...(note !== undefined && { hint: note }) }, outcome: "read" };
  } finally {
    found.release();
  }
}

function missingReply(kind: "unknown" | "other_replica"): ToolReply {
  const text =
    kind === "unknown"
      ? `No output has this id: it was removed after ${MAX_AGE_MINUTES} minutes or to make room, or the id is wrong. Call the tool again to get its output`
      : "This id is from another replica or an earlier run of the server, and this one does not have the output. Call the tool again to get its output";
  return { text, isError: true };
}

function findRangeProblems(values: ReadonlyMap<string, unknown>): readonly { readonly message: string }[] {
  return Array.from(values).flatMap(([name, value]) => {
    const minimum = MINIMUM.get(name);
    if (minimum !== undefined && Number(value) < minimum) return [{ message: `Argument '${name}' must be at least ${minimum}` }];
    if (name !== "match") return [];
    if (value === "") return [{ message: "Argument 'match' must not be empty" }];
    return String(value).length > MAX_MATCH ? [{ message: `Argument 'match' must have at most ${MAX_MATCH} characters` }] : [];
  });
}
