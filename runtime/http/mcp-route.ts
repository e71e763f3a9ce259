/** Handles `/mcp`: a request is processed by the SDK server of its session, or by a separate one. */
import type { HttpProtocol } from "../protocol/protocol-http.ts";
import { requestIdsOf, SESSION_HEADER } from "../protocol/protocol-messages.ts";
import { forSender } from "../server/for-sender.ts";
import type { Services } from "../server/services.ts";
import type { Tool } from "../tool/tool.ts";
import { readJsonBody } from "./body.ts";
import type { Caller } from "./caller.ts";
import { clearWriteTimeout, sendWebResponse, toWebRequest } from "./exchange.ts";
import { TOOLS_TTL_MS } from "./limits.ts";
import { findMissingScope } from "./needed-scope.ts";
import type { RefusalLog } from "./refusal-log.ts";
import { recordRefusedCalls } from "./refused-calls.ts";
import type { AdmittedRequest } from "./admitted-request.ts";
import { describeMissingScope, grantsScope, scopeOf } from "./scope.ts";
import type { SessionLimits } from "./sessions.ts";
import { createSessions } from "./sessions.ts";
import { answerInSession } from "./session-answer.ts";
import type { InFlightRequest, RequestTracker } from "./request-tracker.ts";

export interface McpRoute {
  /** Handles an authenticated POST request. Resolves when the response has been sent, or the client has disconnected. */
  readonly handle: (admitted: AdmittedRequest) => Promise<void>;
  /** Handles an authenticated DELETE request, which closes a session. Omitted if the server keeps no sessions. */
  readonly endSession?: (admitted: AdmittedRequest) => Promise<void>;
  /** Returns the current number of sessions. Omitted if the server keeps no sessions. */
  readonly countSessions?: () => number;
  /** Ends all sessions. */
  readonly endSessions: () => Promise<void>;
}

export interface McpRouteOptions {
  readonly protocol: HttpProtocol;
  readonly tracker: RequestTracker;
  readonly refusals: RefusalLog;
  /** URL of the OAuth resource metadata. Undefined with a shared token, which has no scopes. */
  readonly metadata: string | undefined;
  readonly writeTimeoutMs: number;
  /** Omitted if the server keeps no sessions. */
  readonly sessions?: SessionLimits;
}

export function createMcpRoute(services: Services, options: McpRouteOptions): McpRoute {
  const { protocol, tracker, refusals, metadata, writeTimeoutMs } = options;
  const { toolChanges, ...silent } = services;
  const { handler, log } = services;
  const unaskable = options.sessions === undefined ? "stateless" : "no_session";
  // Only clients of 2026-07-28 can subscribe to changes over HTTP.
  const shared: Services = { ...silent, unaskable, ...(toolChanges === undefined && { toolsTtlMs: TOOLS_TTL_MS }) };
  const changing: Services = { ...shared, ...(toolChanges && { toolChanges }) };
  const forRequest = (authInfo: RequestSender | undefined, all: Services = shared): Services =>
    forCaller(all, (authInfo?.extra?.["caller"] as Caller | undefined) ?? CALLER_WITHOUT_SCOPES);
  const mcp = protocol.createMcpHandler(
    (request) => protocol.createProtocolServer(forRequest(request.authInfo, request.era === "legacy" ? shared : changing), request),
    { onerror: (error) => log.warn("protocol error", { message: error.message }) },
  );
  toolChanges?.subscribe(() => mcp.notify.toolsChanged());
  const sessions =
    options.sessions &&
    createSessions({
      ...options.sessions,
      open: (id) => protocol.openProtocolSession(shared, id, ({ http }) => forRequest(http?.authInfo)),
    });
  const findSession = ({ request, caller }: AdmittedRequest) => sessions?.find(request.headers[SESSION_HEADER]?.toString(), caller);

  const exchange = async (admitted: AdmittedRequest, inFlight: InFlightRequest): Promise<void> => {
    const { request, response, caller, refuse } = admitted;
    const { subject } = caller;
    const body = await readJsonBody(request);
    if (body.kind === "broken") return;
    if (body.kind === "refused") return refuse(body.refusal, { subject });
    if (inFlight.isReserve && requestIdsOf(body.value).length > 0) return refuse({ kind: "busy" }, { subject });
    const missing = caller.scopes && findMissingScope(body.value, caller.scopes, handler);
    if (missing !== undefined && metadata !== undefined) {
      const reason = describeMissingScope(missing);
      await recordRefusedCalls(body.value, forCaller(shared, caller), { reason, readOrigin: protocol.readMessageOrigin });
      return refuse({ kind: "insufficient_scope", scope: missing, metadata }, { subject });
    }
    const authInfo = { token: "", clientId: subject ?? "", scopes: [...(caller.scopes ?? [])], extra: { caller } };
    clearWriteTimeout(response);
    const web = toWebRequest(request, inFlight.signal);
    const send = async (reply: Response): Promise<void> => {
      if (reply.status >= 400) refusals.note({ kind: "protocol", status: reply.status }, request.socket.remoteAddress, { subject });
      await sendWebResponse(reply, { response, disconnected: inFlight.signal, writeTimeoutMs });
    };
    const given = { parsedBody: body.value, authInfo };
    const answered = sessions && (await answerInSession(web, given, { protocol, sessions, admitted, send, signal: inFlight.signal }));
    if (answered === true) return;
    const alone = await protocol.answerAlone(forRequest(authInfo), web, given);
    try {
      await send(alone?.response ?? (await mcp.fetch(web, given)));
    } finally {
      alone?.close();
    }
  };

  return {
    async handle(admitted) {
      const inFlight = tracker.admit(admitted.request, findSession(admitted) !== undefined);
      if (inFlight === undefined) return admitted.refuse({ kind: "busy" }, { subject: admitted.caller.subject });
      try {
        await exchange(admitted, inFlight);
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
    endSessions: async () => await sessions?.close(),
  };
}

/** The sender as the SDK passes it on. */
interface RequestSender {
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Fails closed: if the SDK does not pass on the caller, no tool is allowed. */
const CALLER_WITHOUT_SCOPES: Caller = { scopes: [] };

/** Restricts the services to a caller: applies its scopes, binds confirmations to its subject, and records its subject. */
function forCaller(services: Services, { scopes, subject }: Caller): Services {
  const forbid = ({ risk }: Pick<Tool, "risk">): string | undefined => {
    const needed = scopeOf(risk);
    return scopes === undefined || grantsScope(scopes, needed) ? undefined : describeMissingScope(needed);
  };
  const sender = { ...(subject !== undefined && { subject }), ...(scopes && { scopes }) };
  return { ...forSender(services, sender), context: { ...services.context, forbid } };
}
