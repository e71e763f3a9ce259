/** Puts a call to the user, through whatever the server has to ask with. */
import type { CallContext, CallOutcome } from "./call-context.ts";
import type { ToolReply } from "./reply.ts";
import { askingReply, unconfirmedReply } from "./reply.ts";

/** Why a call does not run, or not yet. */
export interface Unconfirmed {
  readonly reply: ToolReply;
  readonly outcome: Extract<CallOutcome, "confirmation_asked" | "not_confirmed">;
}

/**
 * `undefined` when the call may run. `question` is what the user reads, `undefined` where it would be too long to be shown;
 * `identity` is everything that makes two calls the same.
 */
export async function confirmCall(
  question: string | undefined,
  identity: readonly unknown[],
  { confirm }: CallContext,
): Promise<Unconfirmed | undefined> {
  if (question === undefined) return { reply: unconfirmedReply("too_long"), outcome: "not_confirmed" };
  const answer = (await confirm?.({ identity: JSON.stringify(identity), question })) ?? { kind: "unavailable" };
  switch (answer.kind) {
    case "accepted":
      return undefined;
    case "asked":
      return { reply: askingReply(question, answer.token), outcome: "confirmation_asked" };
    case "declined":
    case "cancelled":
    case "unavailable":
      return { reply: unconfirmedReply(answer.kind), outcome: "not_confirmed" };
  }
}
