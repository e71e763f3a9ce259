/** Answers the call of a Directive tool: schema, policy, confirmation, files, reply. Loaded with the first such call. */
import type { CallContext, CallOutcome } from "../call/call-context.ts";
import { confirmCall } from "../call/confirm-call.ts";
import { toArgumentsQuestion } from "../call/confirmation-question.ts";
import { needsConfirmation } from "../policy/policy.ts";
import type { ToolReply } from "../call/reply.ts";
import { busyReply } from "../call/reply.ts";
import type { DirectiveCall } from "./directive-refusal.ts";
import { findDirectiveRefusal } from "./directive-refusal.ts";
import { toDirectiveReply } from "./directive-reply.ts";
import type { DirectivePlace } from "./handlers.ts";
import { runDirectiveHandler } from "./handlers.ts";

/** Answers from the files as they are now; writes nothing. Every failure that can be expected is a reply. */
export async function callDirectiveTool(call: DirectiveCall, context: CallContext): Promise<ToolReply> {
  const startedAt = performance.now();
  const { reply, outcome } = await answer(call, context);
  const duration_ms = Math.round(performance.now() - startedAt);
  context.onFinished?.({ tool: call.tool.name, outcome, duration_ms }, { tool: call.tool, given: call.given });
  return reply;
}

interface Answer {
  readonly reply: ToolReply;
  readonly outcome: CallOutcome;
}

/** The stages in a row, each of which may be the last. */
async function answer(call: DirectiveCall, context: CallContext): Promise<Answer> {
  const { tool, directive, given } = call;
  const place: DirectivePlace = { directory: context.directory ?? process.cwd(), root: directive.root };
  const refusal = await findDirectiveRefusal(call, place, context.policies);
  if (refusal !== undefined) return refusal;

  const isAsked = needsConfirmation(tool.name, context.policies);
  const unconfirmed = isAsked ? await confirmCall(toArgumentsQuestion(tool.name, given), [tool.name, given], context) : undefined;
  if (unconfirmed !== undefined) return unconfirmed;

  const turn = await context.limiter.run(() => runDirectiveHandler(directive.handler, given, place), context.signal);
  switch (turn.kind) {
    case "busy":
      return { reply: busyReply(), outcome: "busy" };
    case "cancelled":
      return { reply: { text: "Call cancelled", isError: true }, outcome: "cancelled" };
    case "done":
      return { reply: toDirectiveReply(turn.value), outcome: turn.value.kind === "answered" ? "read" : "not_read" };
  }
}
