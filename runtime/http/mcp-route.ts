/** Handles `/mcp`: each request is processed by its own SDK server. */
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { createProtocolServer } from "../protocol/protocol-server.ts";
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
import type { InFlightRequest, RequestTracker } from "./request-tracker.ts";

export interface McpRoute {
  /** Handles an authenticated request. Resolves when the response has been sent, or the client has disconnected. */
  readonly handle: (admitted: AdmittedRequest) => Promise<void>;
}

export interface McpRouteOptions {
  readonly tracker: RequestTracker;
  readonly refusals: RefusalLog;
  /** URL of the OAuth resource metadata. Undefined with a shared token, which has no scopes. */
  readonly metadata: string | undefined;
  readonly writeTimeoutMs: number;
}

export function createMcpRoute(services: Services, { tracker, refusals, metadata, writeTimeoutMs }: McpRouteOptions): McpRoute {
  const { toolChanges, ...silent } = services;
  const { handler, log } = services;
  // Only clients of 2026-07-28 can subscribe to changes over HTTP.
  const shared: Services = toolChanges === undefined ? { ...silent, toolsTtlMs: TOOLS_TTL_MS } : silent;
  const changing: Services = toolChanges === undefined ? shared : services;
  const mcp: McpHttpHandler = createMcpHandler(
    (request) =>
      createProtocolServer(
        forCaller(request.era === "legacy" ? shared : changing, request.authInfo?.extra?.["caller"] ?? CALLER_WITHOUT_SCOPES),
        request,
      ),
    { onerror: (error) => log.warn("protocol error", { message: error.message }) },
  );
  toolChanges?.subscribe(() => mcp.notify.toolsChanged());

  const exchange = async ({ request, response, caller, refuse }: AdmittedRequest, inFlight: InFlightRequest): Promise<void> => {
    const { subject } = caller;
    const body = await readJsonBody(request);
    if (body.kind === "broken") return;
    if (body.kind === "refused") return refuse(body.refusal, { subject });
    const missing = caller.scopes && findMissingScope(body.value, caller.scopes, handler);
    if (missing !== undefined && metadata !== undefined) {
      await recordRefusedCalls(body.value, forCaller(shared, caller), describeMissingScope(missing));
      return refuse({ kind: "insufficient_scope", scope: missing, metadata }, { subject });
    }
    const authInfo = { token: "", clientId: subject ?? "", scopes: [...(caller.scopes ?? [])], extra: { caller } };
    clearWriteTimeout(response);
    const reply = await mcp.fetch(toWebRequest(request, inFlight.signal), { parsedBody: body.value, authInfo });
    if (reply.status >= 400) refusals.note({ kind: "protocol", status: reply.status }, request.socket.remoteAddress, { subject });
    await sendWebResponse(reply, { response, disconnected: inFlight.signal, writeTimeoutMs });
  };

  return {
    async handle(admitted) {
      const inFlight = tracker.admit(admitted.request);
      if (inFlight === undefined) return admitted.refuse({ kind: "busy" }, { subject: admitted.caller.subject });
      try {
        await exchange(admitted, inFlight);
      } finally {
        inFlight.release();
      }
    },
  };
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
