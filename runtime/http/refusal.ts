/**
 * Builds the responses to requests that are refused before they reach the SDK. Each has an HTTP status and a JSON-RPC error that states the
 * remedy.
 */
import { HTTP_LIMITS } from "./limits.ts";
import { describeMissingScope } from "./scope.ts";

/** The reason why a request is refused before the SDK receives it. */
export type HttpRefusal =
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
  | { readonly kind: "insufficient_scope"; readonly scope: string; readonly metadata: string }
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
export function toResponse(refusal: HttpRefusal): RefusalResponse {
  const { status, message, headers } = describeRefusal(refusal);
  const error = { code: refusal.kind === "not_json" ? PARSE_ERROR : SERVER_ERROR, message };
  return {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", error, id: null }),
  };
}

/** Returns the HTTP status of a refusal. */
export function statusOf(refusal: HttpRefusal): number {
  return describeRefusal(refusal).status;
}

/** JSON-RPC error code: the body is not valid JSON. */
const PARSE_ERROR = -32_700;
/** JSON-RPC error code: first of the range for server errors, which the SDK uses for transport errors. */
const SERVER_ERROR = -32_000;

/** The response without the parts that all refusals share. The message never contains the token. */
interface RefusalFacts {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the facts of a refusal. The header values that a message quotes are already truncated. */
function describeRefusal(refusal: HttpRefusal): RefusalFacts {
  switch (refusal.kind) {
    case "unknown_path":
      return { status: 404, message: "not found: the MCP endpoint is /mcp" };
    case "wrong_method":
      return {
        status: 405,
        message: `method not allowed: use ${refusal.allowed.join(" or ")}`,
        headers: { allow: refusal.allowed.join(", ") },
      };
    case "malformed":
      return { status: 400, message: "not a valid HTTP/1.1 request" };
    case "repeated_header":
      return { status: 400, message: `duplicate header ${refusal.header}: send it once` };
    case "unknown_expectation":
      return { status: 417, message: "unsupported Expect header: omit it, or send Expect: 100-continue" };
    case "slow":
      return { status: 408, message: "the request took too long to arrive" };
    case "headers_too_large":
      return { status: 431, message: `headers too large: the maximum is ${HTTP_LIMITS.maxHeaderBytes} bytes` };
    case "wrong_host":
      return {
        status: 403,
        message: `host ${JSON.stringify(refusal.host)} is not allowed: start the server with --allow-host to allow it`,
      };
    case "wrong_origin":
      return {
        status: 403,
        message: `origin ${JSON.stringify(refusal.origin)} is not allowed: start the server with --allow-origin to allow it`,
      };
    case "unauthorized":
      return refuseToken(refusal);
    case "issuer_unavailable":
      return unavailable("the keys of the token issuer are unavailable: try again");
    case "insufficient_scope": {
      const { scope, metadata } = refusal;
      return {
        status: 403,
        message: describeMissingScope(scope),
        headers: { "www-authenticate": challenge({ error: "insufficient_scope", scope }, metadata) },
      };
    }
    case "encoded_body":
      return { status: 415, message: "unsupported Content-Encoding: send the body uncompressed" };
    case "body_too_large":
      return { status: 413, message: `body too large: the maximum is ${HTTP_LIMITS.maxBodyBytes} bytes` };
    case "too_complex":
      return {
        status: 413,
        message: `body too complex: the maximum is ${HTTP_LIMITS.maxBodyParts} objects and arrays, as many properties, and as many list items`,
      };
    case "not_json":
      return { status: 400, message: "the body must be JSON in UTF-8" };
    case "missing_session":
      return { status: 400, message: "missing session: send Mcp-Session-Id" };
    case "unknown_session":
      return { status: 404, message: "unknown session: send initialize to start a new one" };
    case "too_many_sessions":
      return unavailable("too many sessions: try again");
    case "busy":
      return unavailable("too many concurrent requests: try again");
    case "draining":
      return unavailable("server shutting down: retry on another server");
  }
}

/** `Retry-After` is in seconds. */
function unavailable(message: string): RefusalFacts {
  return { status: 503, message, headers: { "retry-after": "1" } };
}

function refuseToken({ reason, metadata }: Unauthorized): RefusalFacts {
  return {
    status: 401,
    message: reason === "missing" ? "missing token: send Authorization: Bearer TOKEN" : "invalid or expired token",
    headers: { "www-authenticate": challenge(reason === "wrong" ? { error: "invalid_token" } : {}, metadata) },
  };
}

/** Formats a challenge (RFC 6750, section 3) with `resource_metadata` (RFC 9728). Values come from the server and need no escaping. */
function challenge(parameters: Readonly<Record<string, string>>, metadata: string | undefined): string {
  const all = { ...parameters, ...(metadata !== undefined && { resource_metadata: metadata }) };
  const words = Object.entries(all).map(([name, value]) => `${name}="${value}"`);
  return words.length === 0 ? "Bearer" : `Bearer ${words.join(", ")}`;
}
