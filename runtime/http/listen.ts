/** Serving over HTTP: a server of Node.js, what is checked in front of every request, and how it all ends. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createSignedConfirmations, deriveStateKey } from "../call/signed-confirmation.ts";
import { formatAddress } from "../serve/http-address.ts";
import type { HttpLaunch } from "../serve/http-launch.ts";
import type { Services } from "../serve/services.ts";
import type { Access } from "./access.ts";
import { findStateKeyProblem, openAccess } from "./access.ts";
import { answerBrokenRequests } from "./broken-request.ts";
import { endOnSignal } from "./drain.ts";
import { HTTP_LIMITS } from "./limits.ts";
import { createMcpRoute } from "./mcp-route.ts";
import type { RefusalLog } from "./refusal-log.ts";
import { createRefusalLog } from "./refusal-log.ts";
import { metadataUrl } from "./resource-metadata.ts";
import type { ServerState } from "./routes.ts";
import { createRoutes } from "./routes.ts";
import { createRouter } from "./router.ts";
import { createTraffic } from "./traffic.ts";

/** What is secret at start, as the environment says it. */
export interface HttpSecrets {
  readonly token: string | undefined;
  readonly stateKey: string | undefined;
}

export type Listening = { readonly kind: "listening" } | { readonly kind: "failed"; readonly problem: string };

/**
 * Listens, and says on standard error where. The process ends with status 0 some time after SIGTERM, SIGINT or SIGHUP, when its calls
 * have ended or have been ended.
 */
export async function listenOnHttp(services: Services, launch: HttpLaunch, secrets: HttpSecrets): Promise<Listening> {
  const problem = findStateKeyProblem(secrets.stateKey);
  if (problem !== undefined) return { kind: "failed", problem };
  const access = await openAccess(launch, secrets.token, services.log);
  if (access.kind === "failed") return access;
  const refusals = createRefusalLog(services.log);
  const traffic = createTraffic(launch.maxRequests);
  const state: ServerState = { isDraining: false };
  const confirmations = createSignedConfirmations(deriveStateKey(secrets.stateKey?.trim() ?? access.stateSecret));
  const mcp = createMcpRoute(
    { ...services, confirmations },
    { traffic, refusals, metadata: launch.oauth && metadataUrl(launch.oauth.audience) },
  );
  const route = createRouter(createRoutes({ ...services, mcp }, launch, state), {
    launch,
    authenticate: access.authenticate,
    state,
    refusals,
  });
  const server = createNodeServer(launch, refusals, (request, response) => {
    route(request, response).catch((error: unknown) => {
      // Our mistake, or a connection that broke in the middle of an answer: there is nobody to tell.
      services.log.error("request failed", { message: error instanceof Error ? error.message : String(error) });
      response.destroy();
    });
  });
  const close = async (): Promise<void> => {
    refusals.close();
    await services.close();
  };
  const failure = await listen(server, launch);
  if (failure !== undefined) return { kind: "failed", problem: failure };
  // Whoever reads that the server listens may end it at once.
  endOnSignal({ server, traffic, state, services: { ...services, close }, drainMs: launch.drainSeconds * 1000 });
  announce(server.address() as AddressInfo, launch, access);
  return { kind: "listening" };
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

function createNodeServer({ maxConnections }: HttpLaunch, refusals: RefusalLog, handle: Handle): Server {
  const { headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs, maxHeaderBytes } = HTTP_LIMITS;
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    maxHeaderSize: maxHeaderBytes,
    connectionsCheckingInterval: 1000,
    // Node.js would refuse a request without one by itself, but say nothing.
    requireHostHeader: false,
  });
  server.maxConnections = maxConnections;
  // By default, Node.js would drop the headers after the 2,000th, and no check would see them. `maxHeaderSize` bounds them all.
  server.maxHeadersCount = 0;
  server.on("request", handle);
  // A client that asks first is told to go on only when its body is read.
  server.on("checkContinue", handle);
  // Without a listener, Node.js would refuse other expectations by itself, but report nothing.
  server.on("checkExpectation", handle);
  answerBrokenRequests(server, refusals);
  return server;
}

function listen(server: Server, { address }: HttpLaunch): Promise<string | undefined> {
  return new Promise((resolve) => {
    server.once("error", (error) => resolve(`--http: ${error.message}`));
    server.listen(address.port, address.host, () => resolve(undefined));
  });
}

/** Not through the log: whoever started the server needs it at every log level. */
function announce({ port }: AddressInfo, { address }: HttpLaunch, { madeToken }: Extract<Access, { kind: "open" }>): void {
  const lines = [
    ...(madeToken === undefined
      ? []
      : [`token for this run: ${madeToken}`, "(choose one that stays with CLIMAX_HTTP_TOKEN or --token-file)"]),
    `listening on http://${formatAddress({ host: address.host, port })}/mcp`,
  ];
  // Where nobody reads it, that is no reason not to serve.
  process.stderr.on("error", () => undefined).write(`${lines.join("\n")}\n`);
}
