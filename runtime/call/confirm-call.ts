/** Implements the confirmation stage: asks the user if a policy requires it. */
import type { CallContext, CallOutcome } from "./call-context.ts";
import type { CallPlan, GivenCall } from "./call-plan.ts";
import { argvOf } from "../command-line/command-line.ts";
import { toArgumentsQuestion, toCommandQuestion } from "./confirmation-question.ts";
import type { ToolReply } from "./reply.ts";
import { confirmationRequiredReply, unconfirmedReply } from "./reply.ts";
import { maskValues } from "../command-line/shown-line.ts";
import { needsConfirmation } from "../policy/policy.ts";
import type { Execution } from "../executor/execution.ts";

/** A call that does not run, or not before the user has confirmed it. */
export interface Unconfirmed {
  readonly reply: ToolReply;
  readonly outcome: Extract<CallOutcome, "confirmation_asked" | "not_confirmed">;
}

/** Asks for confirmation if a policy requires it. Returns `undefined` if the call may run. */
export async function confirmCall(
  { tool, given }: GivenCall,
  plan: CallPlan,
  { context, execution }: { readonly context: CallContext; readonly execution: Execution },
): Promise<Unconfirmed | undefined> {
  if (!needsConfirmation(tool.name, context.policies)) return undefined;
  const question =
    plan.kind === "command"
      ? toCommandQuestion(tool.name, plan, execution.executor)
      : toArgumentsQuestion(tool.name, maskValues(tool.args, new Map(Object.entries(given))));
  if (question === undefined) return { reply: unconfirmedReply("too_long"), outcome: "not_confirmed" };
  const identity = JSON.stringify([tool.name, ...identityOf(plan, given)]);
  const answer = (await context.confirm?.({ identity, question })) ?? { kind: "unavailable" };
  switch (answer.kind) {
    case "accepted":
      return undefined;
    case "asked":
      return { reply: confirmationRequiredReply(question, answer.token), outcome: "confirmation_asked" };
    case "declined":
    case "cancelled":
    case "unavailable":
      return { reply: unconfirmedReply(answer.kind), outcome: "not_confirmed" };
  }
}

/** Returns the data that identifies a call: an acceptance is valid only for a call with equal data. */
function identityOf(plan: CallPlan, given: GivenCall["given"]): readonly unknown[] {
  if (plan.kind !== "command") return [given];
  return [argvOf(plan.line), plan.line.stdin?.text ?? null, plan.directory ?? null];
}
