/** Connects a call to the records and hooks of its server. */
import type { CallContext } from "../call/call-context.ts";
import type { CallOrigin } from "../record/call-observer.ts";
import { callerOf } from "../record/call-observer.ts";
import type { Services } from "./services.ts";

/**
 * Returns the context of a call with this origin. Log, audit, metrics and hooks receive the origin, with the sender of the services added.
 */
export function toCallContext(services: Services, received: CallOrigin): CallContext {
  const { context, sender, observe, recordStart, beforeCall } = services;
  const origin = { ...received, ...sender };
  return {
    ...context,
    caller: callerOf(origin),
    ...(beforeCall && { beforeCall: (facts) => beforeCall(facts, origin) }),
    onStarting: (facts) => recordStart(facts, origin),
    onFinished: (call, facts) => observe(call, facts, origin),
  };
}
