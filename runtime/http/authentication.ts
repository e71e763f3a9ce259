/** Types of the authentication of requests, and of the requests that have passed the checks of their route. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Sender } from "../record/call-observer.ts";
import type { LogFields } from "../record/log.ts";
import type { Caller } from "../server/caller.ts";
import type { HttpRefusal } from "./refusal.ts";

/** The outcome of authentication. */
export type Authentication =
  /**
   * `subject`: that of the access token, or `client_id:ID` for a token that names only its client; omitted with a shared token. `scopes`:
   * those of the access token; omitted for all tools. `claims`: those of the access token, which secrets can be read from.
   */
  | { readonly kind: "authenticated"; readonly sender: Sender; readonly claims?: Readonly<Record<string, unknown>> }
  /** `details`: reason for the server log. Not sent to the client, and never contains the token or its content. */
  | { readonly kind: "refused"; readonly refusal: HttpRefusal; readonly details?: LogFields };

/** Validates the `Authorization` header. Never rejects. */
export type Authenticate = (authorization: string | undefined) => Promise<Authentication>;

/** A request that has passed the checks of its route. */
export interface AdmittedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly caller: Caller;
  readonly refuse: Refuse;
}

/** Sends and logs a refusal. `details`: log fields that are not sent to the client. */
export type Refuse = (refusal: HttpRefusal, details?: LogFields) => void;

/** Parses the token of `Authorization: Bearer TOKEN` (RFC 6750, section 2.1). Returns undefined for any other header. */
export function readBearer(authorization: string | undefined): string | undefined {
  return /^Bearer +([\w\-.~+/]+=*) *$/i.exec(authorization ?? "")?.[1];
}
