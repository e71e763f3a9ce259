/**
 * Handles `/mcp`. The SDK server of a session processes the requests of the session. A separate SDK server processes each other request.
 */
import type { Confirmations } from "../call/confirmation.ts";
import type { HttpProtocol } from "../protocol/protocol-http.ts";
import type { StandaloneRequest } from "../protocol/protocol-alone.ts";
import { readCaller, toAuthInfo } from "../protocol/protocol-caller.ts";
import { createProtocolErrorLog } from "../protocol/protocol-log.ts";
import { requestIdsOf, SESSION_HEADER, withoutNullParams } from "../protocol/protocol-messages.ts";
import type { Channel } from "../protocol/protocol-server.ts";
import type { ToolServer } from "../server/tool-server.ts";
import type { ReadBody } from "./body.ts";
import { readJsonBody } from "./body.ts";
import { clearWriteTimeout, sendJsonText, sendWebResponse, toWebRequest } from "./exchange.ts";
import { TOOLS_TTL_MS } from "./limits.ts";
import type { RefusalLog } from "./refusal-log.ts";
import type { AdmittedRequest } from "./authentication.ts";
import { describeMissingScope, findCalledTool, findMissingScope } from "./scope.ts";
import type { Session, SessionLimits, Sessions } from "./sessions.ts";
import { createSessions } from "./sessions.ts";
import type { InFlightRequest, RequestTracker } from "./request-tracker.ts";
import { isJsonObject } from "../text/json.ts";
import { SEARCH_TOOL } from "../tool/meta-tool-names.ts";
import type { Caller } from "../server/caller.ts";

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
  readonly confirmations: Confirmations;
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
export function createMcpRoute(server: ToolServer, options: McpRouteOptions): McpRoute {
  const { protocol, tracker, confirmations } = options;
  const unaskable = options.sessions === undefined ? "stateless" : "no_session";
  const channel: Channel = { callerOf: readCaller, confirmations, unaskable, toolsTtlMs: TOOLS_TTL_MS };
  const onerror = createProtocolErrorLog(server.log);
  const openHandler = (responseMode: "auto" | "sse") =>
    protocol.createMcpHandler((request) => protocol.createProtocolServer(server, channel, request), { onerror, responseMode });
  const mcp = openHandler("auto");
  // Proxies close the connection of a call that sends nothing for a minute. The SDK sends a comment every 15 seconds, but only in a stream.
  const streaming = openHandler("sse");
  server.live?.subscribe(() => mcp.notify.toolsChanged());
  const sessions =
    options.sessions &&
    createSessions({
      ...options.sessions,
      open: (id) => protocol.openProtocolSession(server, channel, id),
    });
  const subscribing = new AbortController();
  const parts: McpRouteParts = {
    ...options,
    server,
    channel,
    answerModern: (request, given) =>
      (findCalledTool(given.parsedBody, server.tools().handler) === undefined ? mcp : streaming).fetch(request, given),
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

interface McpRouteParts extends Pick<McpRouteOptions, "protocol" | "refusals" | "metadata" | "writeTimeoutMs"> {
  readonly server: ToolServer;
  readonly channel: Channel;
  /** Answers a request of a client of 2026-07-28. */
  readonly answerModern: (request: Request, given: StandaloneRequest) => Promise<Response>;
  readonly openSessions: Sessions | undefined;
  readonly endOfSubscriptions: AbortSignal;
}

/** Maximum number of messages in a batch, as in the SDK. */
const MAX_BATCH = 100;

/** Reads the body. Refuses the request, and records its calls as refused, if the token lacks a scope that the body requires. */
async function readAllowedBody(
  { request, caller }: AdmittedRequest,
  { isReserve }: InFlightRequest,
  { protocol, server, metadata }: McpRouteParts,
): Promise<ReadBody> {
  const read = await readJsonBody(request);
  if (read.kind !== "json") return read;
  const body = { ...read, value: withoutNullParams(read.value) };
  if (isReserve && requestIdsOf(body.value).length > 0) return { kind: "refused", refusal: { kind: "busy" } };
  // The SDK rejects such a batch. Recording each of its calls would occupy the server for seconds.
  if (Array.isArray(body.value) && body.value.length > MAX_BATCH) return body;
  const missing = caller.scopes && findMissingScope(body.value, caller.scopes, server.tools());
  if (missing === undefined || metadata === undefined) return body;
  const reason = describeMissingScope(missing);
  await recordRefusedCalls(body.value, server, { caller, reason, readOrigin: protocol.readMessageOrigin });
  return { kind: "refused", refusal: { kind: "insufficient_scope", scope: missing, metadata } };
}

interface Answering {
  readonly admitted: AdmittedRequest;
  readonly inFlight: InFlightRequest;
  readonly parts: McpRouteParts;
}

/**
 * Answers with the first server that applies: the server of the request's session, a server for this request alone, or the SDK's server for
 * 2026-07-28.
 */
async function answer(parsedBody: unknown, { admitted, inFlight, parts }: Answering): Promise<void> {
  const { request, response, caller, refuse } = admitted;
  const { protocol, server, channel, answerModern, openSessions: sessions, endOfSubscriptions, refusals, writeTimeoutMs } = parts;
  const { signal } = inFlight;
  const { subject } = caller;
  const given = { parsedBody, authInfo: toAuthInfo(caller) };
  const send = async (reply: Response): Promise<void> => {
    if (reply.status >= 400) refusals.note({ kind: "protocol", status: reply.status }, request.socket.remoteAddress, { subject });
    await sendWebResponse(reply, { response, disconnected: signal, writeTimeoutMs });
  };
  clearWriteTimeout(response);
  const ready = protocol.answerReadySearch(server, request.headers, parsedBody);
  if (ready !== undefined) return await sendJsonText(JSON.stringify(ready), { response, disconnected: signal, writeTimeoutMs });
  const web = toWebRequest(request, isSubscription(parsedBody) ? AbortSignal.any([signal, endOfSubscriptions]) : signal);
  const use = sessions && (await protocol.findSessionUse(web, parsedBody));
  if (sessions && use !== undefined) {
    const session =
      use === "initialize" ? await sessions.start(caller) : sessions.find(web.headers.get(SESSION_HEADER) ?? undefined, caller);
    if (session === undefined) return refuse({ kind: use === "initialize" ? "too_many_sessions" : "unknown_session" }, { subject });
    return await answerInSession(session, use, { web, given, send, signal });
  }
  const alone = await protocol.answerAlone(server, channel, { request: web, ...given });
  try {
    await send(alone?.response ?? (await answerModern(web, given)));
  } finally {
    alone?.close();
  }
}

interface SessionExchange {
  readonly web: Request;
  readonly given: StandaloneRequest;
  /** Sends the response. Resolves when it has been sent, or the client has disconnected. */
  readonly send: (reply: Response) => Promise<void>;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Sends the response to a request that starts the session or belongs to it. */
async function answerInSession(
  session: Session,
  use: "initialize" | "session",
  { web, given, send, signal }: SessionExchange,
): Promise<void> {
  const release = session.use();
  try {
    const reply = await session.handle(web, given);
    await send(reply);
    // The client has not received the id.
    if (use === "initialize" && (!reply.ok || signal.aborted)) await session.end();
  } finally {
    session.finish(given.parsedBody, signal.aborted ? "disconnected" : "sent");
    release();
  }
}

function isSubscription(body: unknown): boolean {
  return isJsonObject(body) && body["method"] === "subscriptions/listen";
}

/** The caller, the reason for the records, and the function that reads the origin of a message. */
interface RefusedCallsOptions {
  readonly caller: Caller;
  readonly reason: string;
  readonly readOrigin: HttpProtocol["readMessageOrigin"];
}

/**
 * Passes each call of a message or batch to the server with all tools forbidden for `reason`, so that nothing runs. A call of an
 * unknown tool is recorded as `unknown_tool`. Never rejects because of client input.
 */
async function recordRefusedCalls(body: unknown, server: ToolServer, { caller, reason, readOrigin }: RefusedCallsOptions): Promise<void> {
  const forbidden: Caller = { ...caller, forbid: () => reason };
  for (const message of [body].flat().filter(isJsonObject)) {
    const { method } = message;
    const params = isJsonObject(message["params"]) ? message["params"] : {};
    if (typeof method !== "string") continue;
    const call = { caller: forbidden, origin: readOrigin(method, isJsonObject(params["_meta"]) ? params["_meta"] : {}) };
    const { _meta, ...given } = params;
    if (server.methods.includes(method)) await server.callMethod(method, given, call);
    if (method !== "tools/call" || typeof given["name"] !== "string") continue;
    // Searches run no commands and are not recorded.
    if (given["name"] === SEARCH_TOOL) continue;
    await server.callTool(given["name"], isJsonObject(given["arguments"]) ? given["arguments"] : {}, call);
  }
}
