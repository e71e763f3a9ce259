/** Types of the authentication of requests. */
import type { LogFields } from "../record/log.ts";
import type { Refusal } from "./refusal.ts";

/** The authenticated sender of a request. */
export interface Caller {
  /** Subject of the access token, or `client_id:ID` for a token that names only its client. Omitted with a shared token. */
  readonly subject?: string;
  /** Scopes of the access token. Defaults to all tools. */
  readonly scopes?: readonly string[];
}

/** The outcome of authentication. */
export type Authentication =
  | { readonly kind: "caller"; readonly caller: Caller }
  /** `details`: reason for the server log. Not sent to the client, and never contains the token or its content. */
  | { readonly kind: "refused"; readonly refusal: Refusal; readonly details?: LogFields };

/** Validates the `Authorization` header. Never rejects. */
export type Authenticate = (authorization: string | undefined) => Promise<Authentication>;

/** Parses the token of `Authorization: Bearer TOKEN` (RFC 6750, section 2.1). Returns undefined for any other header. */
export function readBearer(authorization: string | undefined): string | undefined {
  return /^Bearer +([\w\-.~+/]+=*) *$/i.exec(authorization ?? "")?.[1];
}
