/**
 * Builds the responses to requests that are refused before they reach the SDK. Each has an HTTP status and a JSON-RPC error that states the
 * remedy.
 */
import { HTTP_LIMITS } from "./limits.ts";
import type { Scope } from "./scope.ts";
import { describeMissingScope } from "./scope.ts";

/** The reason why a request is refused before the SDK receives it. */
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
  | { readonly kind: "too_complex" }
  | { readonly kind: "not_json" }
  | { readonly kind: "missing_session" }
  | { readonly kind: "unknown_session" }
  | { readonly kind: "too_many_sessions" }
  | { readonly kind: "busy" }
  | { readonly kind: "draining" };

/** `metadata`: URL of the OAuth resource metadata. Omitted with a shared token. */
export interface Unauthorized {
  readonly kind: "unauthorized";
  readonly reason: "missing" | "wrong";
  readonly metadata?: string;
}

/** HTTP response to a refused request. */
export interface RefusalResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns the response to a refused request. Its body is a JSON-RPC error. */
export function toResponse(refusal: Refusal): RefusalResponse {
  const error = { code: refusal.kind === "not_json" ? PARSE_ERROR : SERVER_ERROR, message: messageOf(refusal) };
  return {
    status: statusOf(refusal),
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headersOf(refusal) },
    body: JSON.stringify({ jsonrpc: "2.0", error, id: null }),
  };
}

/** JSON-RPC error code: the body is not valid JSON. */
const PARSE_ERROR = -32_700;
/** JSON-RPC error code: first of the range for server errors, which the SDK uses for transport errors. */
const SERVER_ERROR = -32_000;

/** Value of the `Retry-After` header, in seconds. */
const RETRY_AFTER = "1";

/** Returns the HTTP status of a refusal. */
export function statusOf(refusal: Refusal): number {
  switch (refusal.kind) {
    case "malformed":
    case "repeated_header":
    case "not_json":
    case "missing_session":
      return 400;
    case "unauthorized":
      return 401;
    case "wrong_host":
    case "wrong_origin":
    case "insufficient_scope":
      return 403;
    case "unknown_path":
    case "unknown_session":
      return 404;
    case "wrong_method":
      return 405;
    case "slow":
      return 408;
    case "body_too_large":
    case "too_complex":
      return 413;
    case "encoded_body":
      return 415;
    case "unknown_expectation":
      return 417;
    case "headers_too_large":
      return 431;
    case "too_many_sessions":
    case "busy":
    case "draining":
    case "issuer_unavailable":
      return 503;
  }
}

/** Returns the message for the client. Never contains the token. Quoted header values are truncated. */
function messageOf(refusal: Refusal): string {
  switch (refusal.kind) {
    case "unknown_path":
      return "not found: the MCP endpoint is /mcp";
    case "wrong_method":
      return `method not allowed: use ${refusal.allowed.join(" or ")}`;
    case "malformed":
      return "not a valid HTTP/1.1 request";
    case "repeated_header":
      return `duplicate header ${refusal.header}: send it once`;
    case "unknown_expectation":
      return "unsupported Expect header: omit it, or send Expect: 100-continue";
    case "slow":
      return "the request took too long to arrive";
    case "headers_too_large":
      return `headers too large: the maximum is ${HTTP_LIMITS.maxHeaderBytes} bytes`;
    case "wrong_host":
      return `host ${JSON.stringify(refusal.host)} is not allowed: start the server with --allow-host to allow it`;
    case "wrong_origin":
      return `origin ${JSON.stringify(refusal.origin)} is not allowed: start the server with --allow-origin to allow it`;
    case "unauthorized":
      return refusal.reason === "missing" ? "missing token: send Authorization: Bearer TOKEN" : "invalid or expired token";
    case "issuer_unavailable":
      return "the keys of the token issuer are unavailable: try again";
    case "insufficient_scope":
      return describeMissingScope(refusal.scope);
    case "encoded_body":
      return "unsupported Content-Encoding: send the body uncompressed";
    case "body_too_large":
      return `body too large: the maximum is ${HTTP_LIMITS.maxBodyBytes} bytes`;
    case "too_complex":
      return `body too complex: the maximum is ${HTTP_LIMITS.maxBodyParts} objects and arrays, as many properties, and as many list items`;
    case "not_json":
      return "the body must be JSON in UTF-8";
    case "missing_session":
      return "missing session: send Mcp-Session-Id";
    case "unknown_session":
      return "unknown session: send initialize to start a new one";
    case "too_many_sessions":
      return "too many sessions: try again";
    case "busy":
      return "too many concurrent requests: try again";
    case "draining":
      return "server shutting down: retry on another server";
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
    case "too_many_sessions":
    case "busy":
    case "draining":
    case "issuer_unavailable":
      return { "retry-after": RETRY_AFTER };
    default:
      return {};
  }
}

/** Formats a challenge (RFC 6750, section 3) with `resource_metadata` (RFC 9728). Values come from the server and need no escaping. */
function challenge(parameters: Readonly<Record<string, string>>, metadata: string | undefined): string {
  const all = { ...parameters, ...(metadata !== undefined && { resource_metadata: metadata }) };
  const words = Object.entries(all).map(([name, value]) => `${name}="${value}"`);
  return words.length === 0 ? "Bearer" : `Bearer ${words.join(", ")}`;
}
