/**
 * Handles `/mcp`. The SDK server of a session processes the requests of the session. A separate SDK server processes each other request.
 */
import type { HttpProtocol } from "../protocol/protocol-http.ts";
import type { StandaloneRequest } from "../protocol/protocol-alone.ts";
import { createProtocolErrorLog } from "../protocol/protocol-log.ts";
import { requestIdsOf, SESSION_HEADER, withoutNullParams } from "../protocol/protocol-messages.ts";
import { forSender } from "../server/for-sender.ts";
import type { Services } from "../server/services.ts";
import type { Tool } from "../tool/tool.ts";
import type { ReadBody } from "./body.ts";
import { readJsonBody } from "./body.ts";
import type { Caller } from "./caller.ts";
import { clearWriteTimeout, sendJsonText, sendWebResponse, toWebRequest } from "./exchange.ts";
import { TOOLS_TTL_MS } from "./limits.ts";
import { findCalledTool, findMissingScope } from "./needed-scope.ts";
import type { RefusalLog } from "./refusal-log.ts";
import { recordRefusedCalls } from "./refused-calls.ts";
import type { AdmittedRequest } from "./admitted-request.ts";
import { describeMissingScope, grantsScope, scopeOf } from "./scope.ts";
import type { SessionLimits, Sessions } from "./sessions.ts";
import { createSessions } from "./sessions.ts";
import { answerInSession } from "./session-answer.ts";
import type { InFlightRequest, RequestTracker } from "./request-tracker.ts";
import { isJsonObject } from "../text/json.ts";

/** The handlers of the route, and the control of its sessions. */
export interface McpRoute {
  /** Handles an authenticated POST request. Resolves when the response has been sent, or the client has disconnected. */
  readonly handle: (admitted: AdmittedRequest) => Promise<void>;
  /** Handles an authenticated DELETE request, which closes a session. Omitted if the server keeps no sessions. */
  readonly endSession?: (admitted: AdmittedRequest) => Promise<void>;
  /** Returns the current number of sessions. Omitted if the server keeps no sessions. */
  readonly countSessions?: () => number;
  /** Ends the subscriptions to changes of the tools, which would otherwise last until their clients disconnect. */
  readonly endSubscriptions: () => void;
  /** Ends all sessions. */
  readonly endSessions: () => Promise<void>;
}

/** The parts of the HTTP server that the route uses, and its limits. */
export interface McpRouteOptions {
  readonly protocol: HttpProtocol;
  readonly tracker: RequestTracker;
  readonly refusals: RefusalLog;
  /** URL of the OAuth resource metadata. Undefined with a shared token, which has no scopes. */
  readonly metadata: string | undefined;
  /** In milliseconds; see `sendWebResponse`. */
  readonly writeTimeoutMs: number;
  /** Omitted if the server keeps no sessions. */
  readonly sessions?: SessionLimits;
}

/** Creates the route. It starts no process and opens no session before the first request. */
export function createMcpRoute(services: Services, options: McpRouteOptions): McpRoute {
  const { protocol, tracker } = options;
  const { shared, changing } = servicesOfRoute(services, options);
  const openHandler = (responseMode: "auto" | "sse") =>
    protocol.createMcpHandler(
      (request) => protocol.createProtocolServer(forRequest(request.era === "legacy" ? shared : changing, request.authInfo), request),
      { onerror: createProtocolErrorLog(services.log), responseMode },
    );
  const mcp = openHandler("auto");
  // Proxies close the connection of a call that sends nothing for a minute. The SDK sends a comment every 15 seconds, but only in a stream.
  const streaming = openHandler("sse");
  services.toolChanges?.subscribe(() => mcp.notify.toolsChanged());
  const sessions =
    options.sessions &&
    createSessions({
      ...options.sessions,
      open: (id) => protocol.openProtocolSession(shared, id, ({ http }) => forRequest(shared, http?.authInfo)),
    });
  const subscribing = new AbortController();
  const parts: RouteParts = {
    ...options,
    services: shared,
    answerModern: (request, given) =>
      (findCalledTool(given.parsedBody, services.handler) === undefined ? mcp : streaming).fetch(request, given),
    openSessions: sessions,
    endOfSubscriptions: subscribing.signal,
  };
  const findSession = ({ request, caller }: AdmittedRequest) => sessions?.find(request.headers[SESSION_HEADER]?.toString(), caller);

  return {
    async handle(admitted) {
      const inFlight = tracker.admit(admitted.request, findSession(admitted) !== undefined);
      if (inFlight === undefined) return admitted.refuse({ kind: "busy" }, { subject: admitted.caller.subject });
      try {
        const body = await readAllowedBody(admitted, inFlight, parts);
        if (body.kind === "refused") admitted.refuse(body.refusal, { subject: admitted.caller.subject });
        else if (body.kind === "json") await answer(body.value, { admitted, inFlight, parts });
      } finally {
        inFlight.release();
      }
    },
    ...(sessions && {
      countSessions: sessions.count,
      async endSession(admitted: AdmittedRequest) {
        const { request, response, refuse, caller } = admitted;
        const session = findSession(admitted);
        const kind = request.headers[SESSION_HEADER] === undefined ? "missing_session" : "unknown_session";
        if (session === undefined) return refuse({ kind }, { subject: caller.subject });
        await session.end();
        response.writeHead(204).end();
      },
    }),
    endSubscriptions: () => subscribing.abort(),
    endSessions: async () => await sessions?.close(),
  };
}

interface RouteParts extends Pick<McpRouteOptions, "protocol" | "refusals" | "metadata" | "writeTimeoutMs"> {
  /** Services of all requests of clients of 2025-11-25 and earlier. */
  readonly services: Services;
  /** Answers a request of a client of 2026-07-28. */
  readonly answerModern: (request: Request, given: StandaloneRequest) => Promise<Response>;
  readonly openSessions: Sessions | undefined;
  readonly endOfSubscriptions: AbortSignal;
}

/**
 * Returns the services for all requests, and the services for clients of 2026-07-28. Only those clients can subscribe to changes over HTTP.
 */
function servicesOfRoute(
  { toolChanges, ...silent }: Services,
  { sessions }: Pick<McpRouteOptions, "sessions">,
): { readonly shared: Services; readonly changing: Services } {
  const unaskable = sessions === undefined ? "stateless" : "no_session";
  const shared: Services = { ...silent, unaskable, ...(toolChanges === undefined && { toolsTtlMs: TOOLS_TTL_MS }) };
  return { shared, changing: { ...shared, ...(toolChanges && { toolChanges }) } };
}

/** Maximum number of messages in a batch, as in the SDK. */
const MAX_BATCH = 100;

/** Reads the body. Refuses the request, and records its calls as refused, if the token lacks a scope that the body requires. */
async function readAllowedBody(
  { request, caller }: AdmittedRequest,
  { isReserve }: InFlightRequest,
  { protocol, services, metadata }: RouteParts,
): Promise<ReadBody> {
  const read = await readJsonBody(request);
  if (read.kind !== "json") return read;
  const body = { ...read, value: withoutNullParams(read.value) };
  if (isReserve && requestIdsOf(body.value).length > 0) return { kind: "refused", refusal: { kind: "busy" } };
  // The SDK rejects such a batch. Recording each of its calls would occupy the server for seconds.
  if (Array.isArray(body.value) && body.value.length > MAX_BATCH) return body;
  const missing = caller.scopes && findMissingScope(body.value, caller.scopes, services.handler);
  if (missing === undefined || metadata === undefined) return body;
  const reason = describeMissingScope(missing);
  await recordRefusedCalls(body.value, forCaller(services, caller), { reason, readOrigin: protocol.readMessageOrigin });
  return { kind: "refused", refusal: { kind: "insufficient_scope", scope: missing, metadata } };
}

interface Answering {
  readonly admitted: AdmittedRequest;
  readonly inFlight: InFlightRequest;
  readonly parts: RouteParts;
}

/**
 * Answers with the first server that applies: the server of the request's session, a server for this request alone, or the SDK's server for
 * 2026-07-28.
 */
async function answer(parsedBody: unknown, { admitted, inFlight, parts }: Answering): Promise<void> {
  const { request, response, caller } = admitted;
  const { protocol, services, answerModern, openSessions: sessions, endOfSubscriptions, refusals, writeTimeoutMs } = parts;
  const { signal } = inFlight;
  const { subject, scopes = [] } = caller;
  // The SDK passes `extra` to `forRequest`.
  const given = { parsedBody, authInfo: { token: "", clientId: subject ?? "", scopes: [...scopes], extra: { caller } } };
  const send = async (reply: Response): Promise<void> => {
    if (reply.status >= 400) refusals.note({ kind: "protocol", status: reply.status }, request.socket.remoteAddress, { subject });
    await sendWebResponse(reply, { response, disconnected: signal, writeTimeoutMs });
  };
  clearWriteTimeout(response);
  const ready = protocol.answerReadySearch(services, request.headers, parsedBody);
  if (ready !== undefined) return await sendJsonText(JSON.stringify(ready), { response, disconnected: signal, writeTimeoutMs });
  const web = toWebRequest(request, isSubscription(parsedBody) ? AbortSignal.any([signal, endOfSubscriptions]) : signal);
  if (sessions && (await answerInSession(web, given, { protocol, sessions, admitted, send, signal }))) return;
  const alone = await protocol.answerAlone(forRequest(services, given.authInfo), web, given);
  try {
    await send(alone?.response ?? (await answerModern(web, given)));
  } finally {
    alone?.close();
  }
}

function isSubscription(body: unknown): boolean {
  return isJsonObject(body) && body["method"] === "subscriptions/listen";
}

/** The sender in the form that the SDK passes to `forRequest`. */
interface RequestSender {
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Fails closed: if the SDK does not pass the caller, no tool is allowed. */
const CALLER_WITHOUT_SCOPES: Caller = { scopes: [] };

/** Returns the services for the caller of a request, which `answer` has attached to it. */
function forRequest(services: Services, sender: RequestSender | undefined): Services {
  return forCaller(services, (sender?.extra?.["caller"] as Caller | undefined) ?? CALLER_WITHOUT_SCOPES);
}

/** Restricts the services to a caller: applies its scopes, binds confirmations to its subject, and records its subject. */
function forCaller(services: Services, { scopes, subject }: Caller): Services {
  const forbid = ({ risk }: Pick<Tool, "risk">): string | undefined => {
    const needed = scopeOf(risk);
    return scopes === undefined || grantsScope(scopes, needed) ? undefined : describeMissingScope(needed);
  };
  const sender = { ...(subject !== undefined && { subject }), ...(scopes && { scopes }) };
  return { ...forSender(services, sender), context: { ...services.context, forbid } };
}
