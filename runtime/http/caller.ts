/** Who sends a request, as far as its token says. */
import type { LogFields } from "../serve/log.ts";
import type { Refusal } from "./refusal.ts";

export interface Caller {
  /** Absent: the one token lets in whoever has it. */
  readonly subject?: string;
  /** Absent: every tool may be called. */
  readonly scopes?: readonly string[];
}

export type Authentication =
  | { readonly kind: "caller"; readonly caller: Caller }
  /** `details`: why, for the log of the operator only; never the token, nor its content. */
  | { readonly kind: "refused"; readonly refusal: Refusal; readonly details?: LogFields };

/** Judges the header `Authorization`. Never rejects. */
export type Authenticate = (authorization: string | undefined) => Promise<Authentication>;

/** The token of `Authorization: Bearer TOKEN` (RFC 6750, section 2.1); `undefined` for any other header. */
export function readBearer(authorization: string | undefined): string | undefined {
  return /^Bearer +([\w\-.~+/]+=*) *$/i.exec(authorization ?? "")?.[1];
}
