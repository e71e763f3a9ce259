/** Reads and checks the launch arguments for HTTP, without loading the code for HTTP. */
import { bracket, isLoopback, parseAddress } from "./http-address.ts";
import type { HttpAddress } from "./http-address.ts";
import type { OptionValues } from "./option-values.ts";
import { WrongOption } from "./option-values.ts";

/** Options of a server over HTTP. */
export interface HttpLaunch {
  readonly address: HttpAddress;
  /** Defaults to `CLIMAX_HTTP_TOKEN`, or to a token generated at startup. */
  readonly tokenFile?: string;
  /** Host names that requests may use, in addition to the server's own names. In lower case, without a port. */
  readonly allowedHosts: readonly string[];
  /** Origins of web pages that may use the server, in the form of the `Origin` header. */
  readonly allowedOrigins: readonly string[];
  /** Maximum number of concurrent requests. Further requests are rejected with a time to retry. */
  readonly maxRequests: number;
  /** Maximum number of open connections. Further connections are closed. */
  readonly maxConnections: number;
  /** Maximum number of sessions of clients of 2025-11-25 and earlier. Omitted if the server keeps none. */
  readonly maxSessions?: number;
  /** Time after which a session without requests ends, in seconds. Defaults to `DEFAULT_SESSION_IDLE_SECONDS`. */
  readonly sessionIdleSeconds?: number;
  /** Time for calls in flight to finish when the server shuts down, in seconds. */
  readonly drainSeconds: number;
  /** Omitted if all clients share one token. */
  readonly oauth?: OAuthLaunch;
}

/** Options of a server that accepts access tokens of an issuer. */
export interface OAuthLaunch {
  /** The issuer, unchanged, because the claim `iss` must be equal to it. */
  readonly issuer: string;
  /** The public address of the server, which its tokens must name as their audience (RFC 8707). Unchanged, like the issuer. */
  readonly audience: string;
  /** URL of the issuer's keys. Defaults to the URL in the issuer's metadata. */
  readonly jwks?: string;
}

/** The options of `parseArgs`. */
export const HTTP_OPTIONS = {
  http: { type: "string" },
  "token-file": { type: "string" },
  "allow-host": { type: "string", multiple: true },
  "allow-origin": { type: "string", multiple: true },
  "max-requests": { type: "string" },
  "max-connections": { type: "string" },
  "max-sessions": { type: "string" },
  "session-idle": { type: "string" },
  stateless: { type: "boolean" },
  drain: { type: "string" },
  "oauth-issuer": { type: "string" },
  "oauth-audience": { type: "string" },
  "oauth-jwks": { type: "string" },
} as const;

/** Default of `--max-requests`. */
export const DEFAULT_MAX_REQUESTS = 256;
/** Default of `--max-connections`. */
export const DEFAULT_MAX_CONNECTIONS = 1024;
/** Default of `--max-sessions`. */
export const DEFAULT_MAX_SESSIONS = 1000;
/** Default of `--session-idle`. */
export const DEFAULT_SESSION_IDLE_SECONDS = 1800;
/** Default of `--drain`. */
export const DEFAULT_DRAIN_SECONDS = 10;

/** The part of `--help` about HTTP. */
export const HTTP_USAGE = `
Serving over HTTP, as docs/http.md of climax-gen describes:
  --http [HOST:]PORT   serve on /mcp of this address (default host: 127.0.0.1; port 0: any free port)
  --token-file FILE    file of the token that clients must send (default: CLIMAX_HTTP_TOKEN; on a loopback host, a new token, which is printed)
  --allow-host NAME    accept requests for this host; can be repeated
  --allow-origin URL   accept requests of web pages of this origin; can be repeated
  --max-requests N     maximum number of concurrent requests (default: ${DEFAULT_MAX_REQUESTS})
  --max-connections N  maximum number of connections (default: ${DEFAULT_MAX_CONNECTIONS})
  --max-sessions N     maximum number of sessions of clients of 2025-11-25 and earlier (default: ${DEFAULT_MAX_SESSIONS})
  --session-idle SECONDS
                       time for which a session may be unused (default: ${DEFAULT_SESSION_IDLE_SECONDS})
  --stateless          keep no sessions, for replicas without session affinity; clients of 2025-11-25 then cannot confirm calls
  --drain SECONDS      time for calls to finish after SIGTERM (default: ${DEFAULT_DRAIN_SECONDS})
  --oauth-issuer URL   accept access tokens of this issuer instead of one token
  --oauth-audience URL public address of the server, for which tokens must be issued
  --oauth-jwks URL     address of the issuer's keys (default: from its metadata)
`;

type HttpValues = OptionValues<typeof HTTP_OPTIONS>;

/** Reads the options of HTTP. Returns `undefined` if none is given. Throws `WrongOption`. */
export function readHttpLaunch(values: HttpValues): HttpLaunch | undefined {
  if (values.http === undefined) {
    const given = Object.keys(HTTP_OPTIONS).find((name) => Object.hasOwn(values, name));
    if (given !== undefined) throw new WrongOption(`--${given} needs --http`);
    return undefined;
  }
  const address = parseAddress(values.http);
  if (address === undefined) throw new WrongOption("--http needs a port, or a host and a port: 8080, 127.0.0.1:8080, [::1]:8080");
  const oauth = readOAuth(values);
  const tokenFile = values["token-file"];
  if (tokenFile === "") throw new WrongOption("--token-file needs the name of a file");
  if (oauth !== undefined && tokenFile !== undefined) throw new WrongOption("--token-file and --oauth-issuer are mutually exclusive");
  return {
    address,
    ...(tokenFile !== undefined && { tokenFile }),
    allowedHosts: (values["allow-host"] ?? []).map(readHost),
    allowedOrigins: (values["allow-origin"] ?? []).map(readOrigin),
    maxRequests: readCount("--max-requests", values["max-requests"], { least: 1, otherwise: DEFAULT_MAX_REQUESTS }),
    maxConnections: readCount("--max-connections", values["max-connections"], { least: 1, otherwise: DEFAULT_MAX_CONNECTIONS }),
    ...readSessionLimits(values),
    drainSeconds: readCount("--drain", values.drain, { least: 0, otherwise: DEFAULT_DRAIN_SECONDS }),
    ...(oauth && { oauth }),
  };
}

/** Maximum number of digits of a count. */
const MAX_DIGITS = 6;

function readCount(option: string, word: string | undefined, { least, otherwise }: { least: number; otherwise: number }): number {
  if (word === undefined) return otherwise;
  const isWhole = /^\d+$/.test(word) && word.length <= MAX_DIGITS;
  if (!isWhole || Number(word) < least) throw new WrongOption(`${option} needs a whole number from ${least} to ${10 ** MAX_DIGITS - 1}`);
  return Number(word);
}

function readSessionLimits(values: HttpValues): Pick<HttpLaunch, "maxSessions" | "sessionIdleSeconds"> {
  const { stateless = false, "max-sessions": most, "session-idle": idle } = values;
  if (stateless && most !== undefined) throw new WrongOption("--stateless and --max-sessions are mutually exclusive");
  if (stateless && idle !== undefined) throw new WrongOption("--stateless and --session-idle are mutually exclusive");
  if (stateless) return {};
  const maxSessions = readCount("--max-sessions", most, { least: 1, otherwise: DEFAULT_MAX_SESSIONS });
  if (idle === undefined) return { maxSessions };
  return { maxSessions, sessionIdleSeconds: readCount("--session-idle", idle, { least: 1, otherwise: 1 }) };
}

function readHost(word: string): string {
  const host = bracket(word).toLowerCase();
  const url = parseUrl(`http://${host}`);
  if (url === undefined || url.host !== host || url.port !== "" || url.host.includes("*"))
    throw new WrongOption("--allow-host needs a name or an address without a port: tools.example.com, 10.0.0.5, [fd00::5]");
  return url.hostname;
}

function readOrigin(word: string): string {
  const url = parseUrl(word);
  if (url === undefined || (url.origin !== word && `${url.origin}/` !== word) || !/^https?:$/.test(url.protocol))
    throw new WrongOption("--allow-origin needs an origin as browsers write it: https://app.example.com, http://localhost:3000");
  return url.origin;
}

function readOAuth(values: HttpValues): OAuthLaunch | undefined {
  const { "oauth-issuer": issuer, "oauth-audience": audience, "oauth-jwks": jwks } = values;
  if (issuer === undefined && audience === undefined && jwks === undefined) return undefined;
  if (issuer === undefined || audience === undefined) throw new WrongOption("OAuth needs both --oauth-issuer and --oauth-audience");
  return {
    issuer: readEndpoint("--oauth-issuer", issuer),
    audience: readAudience(audience),
    ...(jwks !== undefined && { jwks: readEndpoint("--oauth-jwks", jwks) }),
  };
}

function readEndpoint(option: string, word: string): string {
  if (isTrustedEndpoint(word)) return word;
  throw new WrongOption(`${option} needs an https address (http only for a loopback host)`);
}

/** Reports whether the network cannot change the response: the URL uses https, or names this machine. */
export function isTrustedEndpoint(word: string): boolean {
  const url = parseUrl(word);
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
}

function readAudience(word: string): string {
  const url = parseUrl(word);
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.hash === "") return word;
  throw new WrongOption("--oauth-audience needs the public address of the server: https://tools.example.com/mcp");
}

function parseUrl(word: string): URL | undefined {
  return URL.canParse(word) ? new URL(word) : undefined;
}
