/** Restricts services to the calls of one authenticated sender. */
import type { Sender } from "../record/call-observer.ts";
import type { Services } from "./services.ts";

/** Records the sender with each call, and binds confirmations to its subject, so that a sender cannot accept the call of another sender. */
export function forSender(services: Services, sender: Sender): Services {
  const { confirmations } = services;
  return {
    ...services,
    sender,
    confirmations: {
      decide: ({ identity, writeQuestion }, given, canAsk) =>
        confirmations.decide({ identity: JSON.stringify([sender.subject ?? null, identity]), writeQuestion }, given, canAsk),
    },
  };
}
