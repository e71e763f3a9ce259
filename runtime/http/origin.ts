/**
 * Checks the Host and Origin headers, which browsers set and pages cannot change. Together the checks keep a web page from reaching a
 * server on its visitor's machine (DNS rebinding, CVE-2025-66414).
 */
import { bracket } from "../launch/http-address.ts";
import type { HttpLaunch } from "../launch/http-launch.ts";
import type { HttpRefusal } from "./refusal.ts";

/** Host names that are always allowed. */
const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/** The Host and Origin headers of a request. Undefined if not sent. */
export interface Addressing {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
}

/** Returns a refusal, or undefined if the request is allowed. Ignores ports, because a proxy can listen on a different port. */
export type AddressingCheck = (addressing: Addressing) => HttpRefusal | undefined;

/** Creates the check of the Host and Origin headers for a server with these launch arguments. */
export function createAddressingCheck({ address, allowedHosts, allowedOrigins, oauth }: HttpLaunch): AddressingCheck {
  const hosts = new Set([
    ...LOOPBACK_HOSTS,
    bracket(address.host).toLowerCase(),
    ...allowedHosts,
    ...(oauth ? [new URL(oauth.audience).hostname] : []),
  ]);
  const origins = new Set(allowedOrigins);
  /** The last allowed host, because most requests have the same host. */
  let last: string | undefined;
  return ({ host = "", origin }) => {
    if (host !== last && !isAllowed(host, hosts)) return { kind: "wrong_host", host: host.slice(0, MAX_QUOTED_LENGTH) };
    last = host;
    if (origin === undefined || origins.has(origin) || isSameOrigin(origin, host)) return undefined;
    return { kind: "wrong_origin", origin: origin.slice(0, MAX_QUOTED_LENGTH) };
  };
}

/** Characters that no host or port has. In a URL, they separate the host from other parts, or are ignored. */
const NOT_IN_HOST = /[/\\?#@\s]/;

function isAllowed(host: string, hosts: ReadonlySet<string>): boolean {
  const url = `http://${host}`;
  return !NOT_IN_HOST.test(host) && URL.canParse(url) && hosts.has(new URL(url).hostname);
}

/** Maximum length of a quoted header value, in UTF-16 code units. */
const MAX_QUOTED_LENGTH = 200;

/** Reports whether the origin is the server itself, under an allowed host name. */
function isSameOrigin(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

/** Returns the CORS headers that let a page of an allowed origin read the response. Empty if no origin is allowed. */
export function corsHeaders(origin: string | undefined, { allowedOrigins }: HttpLaunch): Readonly<Record<string, string>> {
  if (allowedOrigins.length === 0) return {};
  if (origin === undefined || !allowedOrigins.includes(origin)) return { vary: "Origin" };
  return { vary: "Origin", "access-control-allow-origin": origin, "access-control-expose-headers": EXPOSED };
}

/** Headers of the response to a CORS preflight request. */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  "access-control-allow-methods": "POST, DELETE",
  "access-control-allow-headers":
    "Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID, traceparent, tracestate",
  "access-control-max-age": "600",
};

const EXPOSED = "WWW-Authenticate, Retry-After, MCP-Protocol-Version, Mcp-Session-Id";
