/** What stands in front of every route: the checks of a request, in the order of what they cost and give away. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpLaunch } from "../serve/http-launch.ts";
import type { Authenticate, Authentication } from "./caller.ts";
import { sendRefusal } from "./exchange.ts";
import { corsHeaders, createAddressingCheck, PREFLIGHT_HEADERS } from "./origin.ts";
import type { RefusalLog } from "./refusal-log.ts";
import type { Refusal } from "./refusal.ts";
import type { Refuse, Route, ServerState } from "./routes.ts";

export interface Guards {
  readonly launch: HttpLaunch;
  readonly authenticate: Authenticate;
  readonly state: ServerState;
  readonly refusals: RefusalLog;
}

/** Headers that decide something and that a proxy in front might read another one of, were there two. */
const SINGLE_HEADERS = ["host", "authorization", "origin", "content-type", "content-encoding"];

/** Answers every request: by its route, or with why not. Rejects only by our own mistake. */
export function createRouter(routes: ReadonlyMap<string, Route>, { launch, authenticate, state, refusals }: Guards) {
  const checkAddressing = createAddressingCheck(launch);

  const admit = async (request: IncomingMessage, { access, methods }: Route): Promise<Authentication> => {
    const refusal = findFault(request) ?? (access === "anybody" ? undefined : checkAddressing(request.headers));
    if (refusal !== undefined) return { kind: "refused", refusal };
    if (!methods.includes(request.method ?? "")) return { kind: "refused", refusal: { kind: "wrong_method", allowed: methods } };
    if (access !== "caller") return { kind: "caller", caller: {} };
    if (state.isDraining) return { kind: "refused", refusal: { kind: "draining" } };
    return await authenticate(request.headers.authorization);
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { headers, method, url = "" } = request;
    if (state.isDraining) response.setHeader("connection", "close");
    const route = routes.get(url.split("?", 1)[0] ?? "");
    const refuse: Refuse = (refusal, details) => {
      refusals.note(refusal, request.socket.remoteAddress, details);
      sendRefusal(request, response, refusal);
    };
    if (route === undefined) return refuse({ kind: "unknown_path" });
    for (const [name, value] of Object.entries(corsHeaders(headers.origin, launch))) response.setHeader(name, value);
    if (method === "OPTIONS" && isPreflight(request, launch)) return void response.writeHead(204, PREFLIGHT_HEADERS).end();
    const admitted = await admit(request, route);
    if (admitted.kind === "refused") return refuse(admitted.refusal, admitted.details);
    if (headers.expect !== undefined) response.writeContinue();
    await route.answer({ request, response, caller: admitted.caller, refuse });
  };
}

/** A browser asks for an allowed page; it sends no token with that, and gets nothing for it. */
function isPreflight({ headers }: IncomingMessage, { allowedOrigins }: HttpLaunch): boolean {
  return headers["access-control-request-method"] !== undefined && allowedOrigins.includes(headers.origin ?? "");
}

/** The one expectation of HTTP (RFC 9110, section 10.1.1), found as Node.js finds it. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

/** What Node.js lets through: any version that looks like one, and headers twice. RFC 9112, section 3.2, demands a Host of HTTP/1.1. */
function findFault({ headers, httpVersion, rawHeaders }: IncomingMessage): Refusal | undefined {
  const isKnown = httpVersion === "1.1" ? headers.host !== undefined : httpVersion === "1.0";
  if (!isKnown) return { kind: "malformed" };
  if (headers.expect !== undefined && !CONTINUE.test(headers.expect)) return { kind: "unknown_expectation" };
  const names = rawHeaders.filter((_, place) => place % 2 === 0).map((name) => name.toLowerCase());
  const header = SINGLE_HEADERS.find((single) => names.indexOf(single) !== names.lastIndexOf(single));
  return header === undefined ? undefined : { kind: "repeated_header", header };
}
