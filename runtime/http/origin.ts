/**
 * Who a request is addressed to, and which web page it comes from: the two headers that a browser writes and a page cannot.
 * Checking both is what keeps a web page from reaching a server on its visitor's machine (DNS rebinding, CVE-2025-66414).
 */
import { bracket } from "../serve/http-address.ts";
import type { HttpLaunch } from "../serve/http-launch.ts";
import type { Refusal } from "./refusal.ts";

/** The names that a server on a loopback address has anyway. */
const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/** The headers of a request; absent where they are not there. */
export interface Addressing {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
}

/** `undefined` where the request may come in. Ports are not compared: a server is often reached through another one's. */
export type AddressingCheck = (addressing: Addressing) => Refusal | undefined;

export function createAddressingCheck({ address, allowedHosts, allowedOrigins, oauth }: HttpLaunch): AddressingCheck {
  const hosts = new Set([
    ...LOOPBACK_HOSTS,
    bracket(address.host).toLowerCase(),
    ...allowedHosts,
    ...(oauth ? [new URL(oauth.audience).hostname] : []),
  ]);
  const origins = new Set(allowedOrigins);
  return ({ host = "", origin }) => {
    const url = `http://${host}`;
    if (!URL.canParse(url) || !hosts.has(new URL(url).hostname)) return { kind: "wrong_host", host: host.slice(0, LONGEST_SHOWN) };
    if (origin === undefined || origins.has(origin) || isSameOrigin(origin, host)) return undefined;
    return { kind: "wrong_origin", origin: origin.slice(0, LONGEST_SHOWN) };
  };
}

/** In UTF-16 units. */
const LONGEST_SHOWN = 200;

/** A page that this server itself would have sent, whose name is one of its own. */
function isSameOrigin(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

/** The headers that let a page of an allowed origin read an answer; none for others, and none where no origin is allowed. */
export function corsHeaders(origin: string | undefined, { allowedOrigins }: HttpLaunch): Readonly<Record<string, string>> {
  if (allowedOrigins.length === 0) return {};
  if (origin === undefined || !allowedOrigins.includes(origin)) return { vary: "Origin" };
  return { vary: "Origin", "access-control-allow-origin": origin, "access-control-expose-headers": EXPOSED };
}

/** What a browser is told that asks before it sends. */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  "access-control-allow-methods": "POST",
  "access-control-allow-headers":
    "Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID, traceparent, tracestate",
  "access-control-max-age": "600",
};

const EXPOSED = "WWW-Authenticate, Retry-After, MCP-Protocol-Version";
