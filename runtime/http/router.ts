/** Routes requests after a series of checks. Their order depends on their cost and on the information that they reveal. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpLaunch } from "../launch/http-launch.ts";
import type { Authenticate, Authentication, Refuse } from "./authentication.ts";
import { sendRefusal } from "./exchange.ts";
import type { Addressing } from "./origin.ts";
import { corsHeaders, createAddressingCheck, PREFLIGHT_HEADERS } from "./origin.ts";
import type { RefusalLog } from "./refusal-log.ts";
import type { HttpRefusal } from "./refusal.ts";
import type { Route, ServerState } from "./routes.ts";
import { toCredentials } from "../secrets/credentials.ts";
import { defined } from "../text/defined.ts";
import { toCaller } from "./scope.ts";

/** The checks that precede a route, and the log of their refusals. */
export interface Guards {
  readonly launch: HttpLaunch;
  readonly authenticate: Authenticate;
  readonly state: ServerState;
  readonly refusals: RefusalLog;
}

/** Security-relevant headers. If one occurred twice, a proxy could use a different value than this server. */
const SINGLE_HEADERS = ["host", "authorization", "origin", "content-type", "content-encoding"];

/** Creates the handler of all requests. It calls the route or sends a refusal. The handler rejects only because of a bug. */
export function createRouter(routes: ReadonlyMap<string, Route>, { launch, authenticate, state, refusals }: Guards) {
  const checkAddressing = createAddressingCheck(launch);

  /** Checks the host of an absolute target, too, which HTTP uses instead of the Host header. */
  const checkHosts = ({ host, origin }: Addressing, targetHost: string | undefined): HttpRefusal | undefined =>
    checkAddressing({ host, origin }) ?? (targetHost === undefined ? undefined : checkAddressing({ host: targetHost, origin }));

  const admit = async (request: IncomingMessage, target: RequestTarget, { access, methods }: Route): Promise<Authentication> => {
    const refusal = findRequestFault(request) ?? (access === "public" ? undefined : checkHosts(request.headers, target.host));
    if (refusal !== undefined) return { kind: "refused", refusal };
    if (!methods.includes(request.method ?? "")) return { kind: "refused", refusal: { kind: "wrong_method", allowed: methods } };
    if (access !== "authenticated") return { kind: "authenticated", sender: {} };
    if (state.isDraining) return { kind: "refused", refusal: { kind: "draining" } };
    return await authenticate(request.headers.authorization);
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { headers, method, url = "" } = request;
    if (state.isDraining || isMisframed(request)) response.setHeader("connection", "close");
    const target = readTarget(url);
    const route = routes.get(target.path);
    const refuse: Refuse = (refusal, details) => {
      refusals.note(refusal, request.socket.remoteAddress, details);
      sendRefusal(request, response, refusal);
    };
    if (route === undefined) return refuse({ kind: "unknown_path" });
    for (const [name, value] of Object.entries(corsHeaders(headers.origin, launch))) response.setHeader(name, value);
    if (method === "OPTIONS" && isPreflight(request, launch)) return void response.writeHead(204, PREFLIGHT_HEADERS).end();
    const admitted = await admit(request, target, route);
    if (admitted.kind === "refused") return refuse(admitted.refusal, admitted.details);
    if (headers.expect !== undefined) response.writeContinue();
    const credentials = route.access === "authenticated" ? toCredentials(request.headersDistinct, admitted.claims) : undefined;
    await route.handle({ request, response, caller: { ...toCaller(admitted.sender), ...defined({ credentials }) }, refuse });
  };
}

/** The target of a request. `host` is set for an absolute target. */
interface RequestTarget {
  readonly path: string;
  readonly host?: string;
}

/** Reads the path of a target, and its host if it is absolute, as in `POST http://host/mcp` (RFC 9112, section 3.2.2). */
function readTarget(url: string): RequestTarget {
  const [, host, rest] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  const [path = ""] = (rest ?? url).split("?", 1);
  return host === undefined ? { path } : { path, host };
}

/** Reports whether a request is a CORS preflight of an allowed origin. Preflights carry no token. */
function isPreflight({ headers }: IncomingMessage, { allowedOrigins }: HttpLaunch): boolean {
  return headers["access-control-request-method"] !== undefined && allowedOrigins.includes(headers.origin ?? "");
}

/** The only expectation that HTTP defines (RFC 9110, section 10.1.1), matched as in Node.js. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

/** HTTP/1.0 has no `Transfer-Encoding`, so that a proxy could find the end of the body elsewhere (RFC 9112, section 6.1). */
function isMisframed({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion === "1.0" && headers["transfer-encoding"] !== undefined;
}

/**
 * Rejects malformed requests that Node.js accepts: other HTTP versions and duplicate headers. HTTP/1.1 requires a Host header
 * (RFC 9112, section 3.2).
 */
function findRequestFault(request: IncomingMessage): HttpRefusal | undefined {
  const { headers, httpVersion, rawHeaders } = request;
  const isKnown = httpVersion === "1.1" ? headers.host !== undefined : httpVersion === "1.0";
  if (!isKnown || isMisframed(request)) return { kind: "malformed" };
  if (headers.expect !== undefined && !CONTINUE.test(headers.expect)) return { kind: "unknown_expectation" };
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const header = SINGLE_HEADERS.find((single) => names.indexOf(single) !== names.lastIndexOf(single));
  return header === undefined ? undefined : { kind: "repeated_header", header };
}
