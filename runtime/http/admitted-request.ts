/** Types of the requests that have passed the checks of their route. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { LogFields } from "../record/log.ts";
import type { Caller } from "../server/caller.ts";
import type { Refusal } from "./refusal.ts";

/** A request that has passed the checks of its route. */
export interface AdmittedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly caller: Caller;
  readonly refuse: Refuse;
}

/** Sends and logs a refusal. `details`: log fields that are not sent to the client. */
export type Refuse = (refusal: Refusal, details?: LogFields) => void;
