/** How the server says no before a request reaches the protocol: always a status, and always JSON that says what to do instead. */
import { HTTP_LIMITS } from "./limits.ts";
import type { Scope } from "./scope.ts";
import { describeNeed } from "./scope.ts";

export type Refusal =
  | { readonly kind: "unknown_path" }
  | { readonly kind: "wrong_method"; readonly allowed: readonly string[] }
  | { readonly kind: "malformed" }
  | { readonly kind: "repeated_header"; readonly header: string }
  | { readonly kind: "unknown_expectation" }
  | { readonly kind: "slow" }
  | { readonly kind: "headers_too_large" }
  | { readonly kind: "wrong_host"; readonly host: string }
  | { readonly kind: "wrong_origin"; readonly origin: string }
  | Unauthorized
  | { readonly kind: "issuer_unavailable" }
  | { readonly kind: "insufficient_scope"; readonly scope: Scope; readonly metadata: string }
  | { readonly kind: "encoded_body" }
  | { readonly kind: "body_too_large" }
  | { readonly kind: "not_json" }
  | { readonly kind: "busy" }
  | { readonly kind: "draining" };

/** `metadata`: where a client learns how to get a token; absent with one token for everybody. */
export interface Unauthorized {
  readonly kind: "unauthorized";
  readonly reason: "missing" | "wrong";
  readonly metadata?: string;
}

/** What goes over the wire. */
export interface RefusedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function toAnswer(refusal: Refusal): RefusedAnswer {
  const error = { code: refusal.kind === "not_json" ? PARSE_ERROR : SERVER_ERROR, message: messageOf(refusal) };
  return {
    status: statusOf(refusal),
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headersOf(refusal) },
    body: JSON.stringify({ jsonrpc: "2.0", error, id: null }),
  };
}

/** Of JSON-RPC: the text is no JSON. */
const PARSE_ERROR = -32_700;
/** Of JSON-RPC: the first of those that a server gives a meaning to, as the SDK does for the transport. */
const SERVER_ERROR = -32_000;

/** In seconds. */
const RETRY_AFTER = "1";

/** The HTTP status of a refusal. */
export function statusOf(refusal: Refusal): number {
  switch (refusal.kind) {
    case "malformed":
    case "repeated_header":
    case "not_json":
      return 400;
    case "unauthorized":
      return 401;
    case "wrong_host":
    case "wrong_origin":
    case "insufficient_scope":
      return 403;
    case "unknown_path":
      return 404;
    case "wrong_method":
      return 405;
    case "slow":
      return 408;
    case "body_too_large":
      return 413;
    case "encoded_body":
      return 415;
    case "unknown_expectation":
      return 417;
    case "headers_too_large":
      return 431;
    case "busy":
    case "draining":
    case "issuer_unavailable":
      return 503;
  }
}

/** Never the token, and nothing of a request that is longer than a header may be. */
function messageOf(refusal: Refusal): string {
  switch (refusal.kind) {
    case "unknown_path":
      return "there is nothing here: the server is at /mcp";
    case "wrong_method":
      return `this path takes ${refusal.allowed.join(" and ")} only`;
    case "malformed":
      return "not a valid HTTP/1.1 request";
    case "repeated_header":
      return `the header ${refusal.header} may be given once only`;
    case "unknown_expectation":
      return "leave out the header Expect, or send Expect: 100-continue";
    case "slow":
      return "the request took too long to arrive";
    case "headers_too_large":
      return `the headers may have at most ${HTTP_LIMITS.maxHeaderBytes} bytes`;
    case "wrong_host":
      return `this server does not answer for the host ${JSON.stringify(refusal.host)}: start it with --allow-host to change that`;
    case "wrong_origin":
      return `web pages of ${JSON.stringify(refusal.origin)} may not use this server: start it with --allow-origin to change that`;
    case "unauthorized":
      return refusal.reason === "missing" ? "send a token: Authorization: Bearer TOKEN" : "this token is not valid here, or no longer";
    case "issuer_unavailable":
      return "the keys of the token issuer cannot be read at the moment";
    case "insufficient_scope":
      return describeNeed(refusal.scope);
    case "encoded_body":
      return "send the body as it is, without Content-Encoding";
    case "body_too_large":
      return `the body may have at most ${HTTP_LIMITS.maxBodyBytes} bytes`;
    case "not_json":
      return "the body must be JSON in UTF-8";
    case "busy":
      return "too many requests at a time: try again";
    case "draining":
      return "the server is ending: try another one";
  }
}

function headersOf(refusal: Refusal): Readonly<Record<string, string>> {
  switch (refusal.kind) {
    case "wrong_method":
      return { allow: refusal.allowed.join(", ") };
    case "unauthorized":
      return { "www-authenticate": challenge(refusal.reason === "wrong" ? { error: "invalid_token" } : {}, refusal.metadata) };
    case "insufficient_scope":
      return { "www-authenticate": challenge({ error: "insufficient_scope", scope: refusal.scope }, refusal.metadata) };
    case "busy":
    case "draining":
    case "issuer_unavailable":
      return { "retry-after": RETRY_AFTER };
    default:
      return {};
  }
}

/** RFC 6750, section 3, with the parameter of RFC 9728. All values are ours and need no escaping. */
function challenge(parameters: Readonly<Record<string, string>>, metadata: string | undefined): string {
  const all = { ...parameters, ...(metadata !== undefined && { resource_metadata: metadata }) };
  const words = Object.entries(all).map(([name, value]) => `${name}="${value}"`);
  return words.length === 0 ? "Bearer" : `Bearer ${words.join(", ")}`;
}
