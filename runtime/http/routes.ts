/** Creates the routes of the HTTP server. */
import type { ServerResponse } from "node:http";
import type { HttpLaunch } from "../launch/http-launch.ts";
import type { ToolServer } from "../server/tool-server.ts";
import type { Caller } from "../server/caller.ts";
import type { Labels, Metric } from "../telemetry/metric.ts";
import { PROMETHEUS_CONTENT_TYPE, renderPrometheus } from "../telemetry/prometheus.ts";
import { sendJson } from "./exchange.ts";
import type { McpRoute } from "./mcp-route.ts";
import { METADATA_PATH, metadataUrl, toResourceMetadata } from "./resource-metadata.ts";
import type { AdmittedRequest } from "./authentication.ts";

/** Set once, by the signal that starts the shutdown. */
export interface ServerState {
  isDraining: boolean;
}

/** The handler of a path, and the checks before it. */
export interface Route {
  readonly methods: readonly string[];
  /**
   * Required checks. `public`: no checks, because probes use addresses that the server cannot predict. `addressed`: Host and Origin must be
   * allowed. `authenticated`: a valid token is required as well.
   */
  readonly access: "public" | "addressed" | "authenticated";
  readonly handle: (admitted: AdmittedRequest) => void | Promise<void>;
}

const READ = ["GET", "HEAD"];

/** The parts of the server that routes use. */
export interface RouteParts extends Pick<ToolServer, "readMetrics"> {
  readonly mcp: McpRoute;
  /** Reports whether the required programs are installed. */
  readonly hasPrograms: () => boolean;
}

/** Returns the routes by path. The router applies the checks in `access`, so that routes contain none. */
export function createRoutes(parts: RouteParts, { oauth }: HttpLaunch, state: ServerState): ReadonlyMap<string, Route> {
  const { mcp, readMetrics, hasPrograms } = parts;
  const { endSession } = mcp;
  const mcpRoute: Route =
    endSession === undefined
      ? { methods: ["POST"], access: "authenticated", handle: mcp.handle }
      : {
          methods: ["POST", "DELETE"],
          access: "authenticated",
          handle: (admitted) => (admitted.request.method === "DELETE" ? endSession(admitted) : mcp.handle(admitted)),
        };
  const routes: [string, Route][] = [
    ["/mcp", mcpRoute],
    ["/mcp/", mcpRoute],
    ["/healthz", { methods: READ, access: "public", handle: ({ response }) => sendJson(response, 200, { status: "alive" }) }],
    ["/readyz", { methods: READ, access: "public", handle: ({ response }) => sendReadiness(response, state, hasPrograms()) }],
    [
      "/metrics",
      {
        methods: READ,
        access: "authenticated",
        handle: ({ response, caller }) => sendMetrics(response, [...selectMetrics(readMetrics(), caller), ...readSessions(mcp)]),
      },
    ],
  ];
  if (oauth !== undefined) {
    const metadata: Route = {
      methods: READ,
      access: "addressed",
      handle: ({ response }) => sendJson(response, 200, toResourceMetadata(oauth)),
    };
    // Clients try all three: with the path of the public URL, with the path of this server, and without a path.
    for (const path of [new URL(metadataUrl(oauth.audience)).pathname, `${METADATA_PATH}/mcp`, METADATA_PATH])
      routes.push([path, metadata]);
  }
  return new Map(routes);
}

/** Scope of access tokens that shows the metrics of all callers. */
const METRICS_SCOPE = "climax:metrics";

/** Returns the metrics without those of other callers, unless the token of the caller has the scope for them, or all share one token. */
function selectMetrics(metrics: readonly Metric[], { scopes, subject }: Pick<Caller, "scopes" | "subject">): readonly Metric[] {
  if (scopes === undefined || scopes.includes(METRICS_SCOPE)) return metrics;
  return metrics.map((metric) =>
    metric.type === "histogram" ? metric : { ...metric, samples: metric.samples.filter(({ labels }) => isOf(labels, subject)) },
  );
}

/** Reports whether a time series is about no caller, or about this one. */
function isOf({ subject }: Labels, own: string | undefined): boolean {
  return subject === undefined || subject === own;
}

function readSessions({ countSessions }: McpRoute): readonly Metric[] {
  if (countSessions === undefined) return [];
  const samples = [{ labels: {}, value: countSessions() }];
  return [{ type: "gauge", name: "climax_sessions", help: "Sessions of clients of 2025-11-25 and earlier.", samples }];
}

function sendMetrics(response: ServerResponse, metrics: readonly Metric[]): void {
  const body = Buffer.from(renderPrometheus(metrics));
  response
    .writeHead(200, { "content-type": PROMETHEUS_CONTENT_TYPE, "content-length": body.length, "cache-control": "no-store" })
    .end(body);
}

/** The programs are not named, because the response needs no token. The log names them. */
function sendReadiness(response: ServerResponse, { isDraining }: ServerState, hasPrograms: boolean): void {
  if (isDraining) sendJson(response, 503, { status: "draining" });
  else if (!hasPrograms) sendJson(response, 503, { status: "not ready", reason: "a program of the tools is not installed" });
  else sendJson(response, 200, { status: "ready" });
}
