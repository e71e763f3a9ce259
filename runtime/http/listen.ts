/** Starts the HTTP server: authentication, routes, limits and shutdown. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createSignedConfirmations, deriveStateKey } from "../call/signed-confirmation.ts";
import { formatAddress } from "../launch/http-address.ts";
import { limitHeapGrowth } from "../launch/v8-settings.ts";
import type { HttpLaunch } from "../launch/http-launch.ts";
import type { HttpProtocol } from "../protocol/protocol-http.ts";
import { createProgramCheck } from "../server/required-programs.ts";
import type { ToolServer } from "../server/tool-server.ts";
import { messageOf } from "../text/message-of.ts";
import type { Access } from "./access.ts";
import { findStateKeyProblem, openAccess } from "./access.ts";
import { handleClientErrors } from "./client-errors.ts";
import { drainOnSignal } from "./drain.ts";
import { limitUnreadTime } from "./exchange.ts";
import type { HttpTimeouts } from "./limits.ts";
import { HTTP_LIMITS, HTTP_TIMEOUTS } from "./limits.ts";
import { createMcpRoute } from "./mcp-route.ts";
import { createRefusalLog } from "./refusal-log.ts";
import { metadataUrl } from "./resource-metadata.ts";
import type { ServerState } from "./routes.ts";
import { createRoutes } from "./routes.ts";
import { createRouter } from "./router.ts";
import { createRequestTracker } from "./request-tracker.ts";

/** Secrets from the environment, as given. */
export interface HttpSecrets {
  readonly token: string | undefined;
  readonly stateKey: string | undefined;
}

/** Settings of the HTTP server that are not launch arguments. */
export interface HttpOptions {
  readonly secrets: HttpSecrets;
  readonly protocol: HttpProtocol;
  /** Whether the server is ready only if the programs of all tools are installed. Defaults to false. */
  readonly requiresPrograms?: boolean;
  /** Defaults to `HTTP_TIMEOUTS`, also for each omitted timeout. */
  readonly timeouts?: Partial<HttpTimeouts> | undefined;
}

/** The outcome of the start. `problem` is one line for standard error. */
export type Listening = { readonly kind: "listening" } | { readonly kind: "failed"; readonly problem: string };

/**
 * Starts listening, and prints the address on standard error. After SIGTERM, SIGINT or SIGHUP, in-flight calls finish or are terminated,
 * and the process exits with status 0.
 */
export async function listenOnHttp(
  server: ToolServer,
  launch: HttpLaunch,
  { secrets, protocol, timeouts: given, requiresPrograms = false }: HttpOptions,
): Promise<Listening> {
  limitHeapGrowth();
  const timeouts: HttpTimeouts = { ...HTTP_TIMEOUTS, ...given };
  const problem = findStateKeyProblem(secrets.stateKey);
  if (problem !== undefined) return { kind: "failed", problem };
  const access = await openAccess(launch, { token: secrets.token, log: server.log, tokenRereadMs: timeouts.tokenRereadMs });
  if (access.kind === "failed") return access;
  const refusals = createRefusalLog(server.log);
  const tracker = createRequestTracker(launch.maxRequests);
  const state: ServerState = { isDraining: false };
  const confirmations = createSignedConfirmations(deriveStateKey(secrets.stateKey?.trim() ?? access.stateSecret));
  const sessionIdleMs = launch.sessionIdleSeconds === undefined ? timeouts.sessionIdleMs : launch.sessionIdleSeconds * 1000;
  const mcp = createMcpRoute(server, {
    protocol,
    confirmations,
    tracker,
    refusals,
    metadata: launch.oauth && metadataUrl(launch.oauth.audience),
    writeTimeoutMs: timeouts.writeMs,
    ...(launch.maxSessions !== undefined && { sessions: { maxSessions: launch.maxSessions, idleMs: sessionIdleMs } }),
  });
  const route = createRouter(
    createRoutes({ readMetrics: server.readMetrics, mcp, hasPrograms: createProgramCheck(server, requiresPrograms) }, launch, state),
    {
      launch,
      authenticate: access.authenticate,
      state,
      refusals,
    },
  );
  const httpServer = createNodeServer(launch, timeouts, (request, response) => {
    limitUnreadTime(response, timeouts.writeMs);
    route(request, response).catch((error: unknown) => {
      // A bug in the server, or a connection that broke while a response was being sent. No response can be sent in either case.
      server.log.error("request failed", { message: messageOf(error) });
      response.destroy();
    });
  });
  handleClientErrors(httpServer, refusals, timeouts.writeMs);
  const close = async (): Promise<void> => {
    refusals.close();
    await server.close();
  };
  const failure = await listen(httpServer, launch);
  if (failure !== undefined) return { kind: "failed", problem: failure };
  // Handle signals before announcing the address, because a reader of the announcement may send one immediately.
  const drainMs = launch.drainSeconds * 1000;
  const { endSubscriptions, endSessions } = mcp;
  drainOnSignal({ httpServer, tracker, state, endSubscriptions, endSessions, server, close, drainMs });
  announce(httpServer.address() as AddressInfo, launch, access);
  return { kind: "listening" };
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

function createNodeServer({ maxConnections }: HttpLaunch, timeouts: HttpTimeouts, handle: Handle): Server {
  const server = createServer({
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    connectionsCheckingInterval: timeouts.checkMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    maxHeaderSize: HTTP_LIMITS.maxHeaderBytes,
    // By default, Node.js rejects a request without a Host header itself, and emits nothing.
    requireHostHeader: false,
  });
  server.maxConnections = maxConnections;
  // By default, Node.js drops headers after the 2,000th, which would bypass the checks. `maxHeaderSize` limits their total size.
  server.maxHeadersCount = 0;
  server.on("request", handle);
  // Clients that send `Expect: 100-continue` receive 100 Continue only after all checks have passed.
  server.on("checkContinue", handle);
  // Without a listener, Node.js rejects other expectations itself, and emits nothing.
  server.on("checkExpectation", handle);
  return server;
}

function listen(server: Server, { address }: HttpLaunch): Promise<string | undefined> {
  return new Promise((resolve) => {
    server.once("error", (error) => resolve(`--http: ${error.message}`));
    // Without a host, Node.js listens on `::`, or on 0.0.0.0 if the system has no IPv6.
    const host = address.host === "::" ? {} : { host: address.host };
    server.listen({ port: address.port, ...host }, () => resolve(undefined));
  });
}

/** Prints the address and any generated token. Bypasses the log, because the user needs both at every log level. */
function announce({ port }: AddressInfo, { address }: HttpLaunch, { generatedToken }: Extract<Access, { kind: "open" }>): void {
  const lines = [
    ...(generatedToken === undefined
      ? []
      : [`token for this run: ${generatedToken}`, "(set CLIMAX_HTTP_TOKEN or --token-file for a permanent token)"]),
    `listening on http://${formatAddress({ host: address.host, port })}/mcp`,
  ];
  // Serve even if standard error has no reader.
  process.stderr.on("error", () => undefined).write(`${lines.join("\n")}\n`);
}
