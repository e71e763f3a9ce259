/** Handles `/mcp`: each request is processed by its own SDK server. */
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { createProtocolServer } from "../serve/protocol-server.ts";
import type { Services } from "../serve/services.ts";
import type { Tool } from "../tool/tool-spec.ts";
import { readJsonBody } from "./body.ts";
import type { Caller } from "./caller.ts";
import { liftTimeout, sendWebResponse, toWebRequest } from "./exchange.ts";
import { TOOLS_TTL_MS } from "./limits.ts";
import { findMissingScope } from "./needed-scope.ts";
import type { RefusalLog } from "./refusal-log.ts";
import { recordRefusedCalls } from "./refused-calls.ts";
import type { AdmittedRequest } from "./routes.ts";
import { covers, describeNeed, scopeOf } from "./scope.ts";
import type { Exchange, Traffic } from "./traffic.ts";

export interface McpRoute {
  /** Handles an authenticated request. Resolves when the response has been sent, or the client has disconnected. */
  readonly answer: (admitted: AdmittedRequest) => Promise<void>;
}

export interface McpRouteOptions {
  readonly traffic: Traffic;
  readonly refusals: RefusalLog;
  /** URL of the OAuth resource metadata. Undefined with a shared token, which has no scopes. */
  readonly metadata: string | undefined;
}

export function createMcpRoute(services: Services, { traffic, refusals, metadata }: McpRouteOptions): McpRoute {
  const { handler, log } = services;
  const shared: Services = { ...services, toolsTtlMs: TOOLS_TTL_MS };
  const mcp: McpHttpHandler = createMcpHandler(
    (request) => createProtocolServer(forCaller(shared, request.authInfo?.extra?.["caller"] ?? NOBODY), request),
    { onerror: (error) => log.warn("protocol error", { message: error.message }) },
  );

  const exchange = async ({ request, response, caller, refuse }: AdmittedRequest, under: Exchange): Promise<void> => {
    const { subject } = caller;
    const body = await readJsonBody(request);
    if (body.kind === "broken") return;
    if (body.kind === "refused") return refuse(body.refusal, { subject });
    const missing = caller.scopes && findMissingScope(body.value, caller.scopes, handler);
    if (missing !== undefined && metadata !== undefined) {
      await recordRefusedCalls(body.value, forCaller(shared, caller), describeNeed(missing));
      return refuse({ kind: "insufficient_scope", scope: missing, metadata }, { subject });
    }
    const authInfo = { token: "", clientId: subject ?? "", scopes: [...(caller.scopes ?? [])], extra: { caller } };
    liftTimeout(response);
    const answer = await mcp.fetch(toWebRequest(request, under.signal), { parsedBody: body.value, authInfo });
    if (answer.status >= 400) refusals.note({ kind: "protocol", status: answer.status }, request.socket.remoteAddress, { subject });
    await sendWebResponse(answer, response, under.signal);
  };

  return {
    async answer(admitted) {
      const under = traffic.admit(admitted.request);
      if (under === undefined) return admitted.refuse({ kind: "busy" }, { subject: admitted.caller.subject });
      try {
        await exchange(admitted, under);
      } finally {
        under.leave();
      }
    },
  };
}

/** Fails closed: if the SDK does not pass on the caller, no tool is allowed. */
const NOBODY: Caller = { scopes: [] };

/** Restricts the services to a caller: applies its scopes, binds confirmations to its subject, and records its subject. */
function forCaller(services: Services, { scopes, subject }: Caller): Services {
  const { confirmations, context } = services;
  const forbid = ({ risk }: Pick<Tool, "risk">): string | undefined => {
    const needed = scopeOf(risk);
    return scopes === undefined || covers(scopes, needed) ? undefined : describeNeed(needed);
  };
  return {
    ...services,
    context: { ...context, forbid },
    observe: (call, facts, origin) => services.observe(call, facts, { ...origin, ...(subject !== undefined && { subject }) }),
    confirmations: {
      decide: ({ identity, question }, given, canAsk) =>
        confirmations.decide({ identity: JSON.stringify([subject ?? null, identity]), question }, given, canAsk),
    },
  };
}
