/** Shuts down an HTTP server: stops accepting requests, waits for in-flight calls, terminates the remaining ones, and exits. */
import type { Server } from "node:http";
import type { ToolServer } from "../server/tool-server.ts";
import { waitAtMost } from "../server/wait-at-most.ts";
import type { ServerState } from "./routes.ts";
import type { RequestTracker } from "./request-tracker.ts";

/** The parts of a server that the shutdown uses. */
export interface Draining {
  readonly httpServer: Server;
  readonly tracker: RequestTracker;
  readonly state: ServerState;
  /** Ends subscriptions: requests that run no call, and last until their clients disconnect. */
  readonly endSubscriptions: () => void;
  /** Ends the sessions, and the calls in them that still wait for their user. */
  readonly endSessions: () => Promise<void>;
  readonly server: Pick<ToolServer, "runner" | "log" | "runningIdle">;
  /** Closes the records. Called last. */
  readonly close: () => Promise<void>;
  /** Time for in-flight calls to finish, in milliseconds. */
  readonly drainMs: number;
}

/** Time for sending the responses of terminated calls, in milliseconds. */
const FINAL_RESPONSES_MS = 1000;

/** Installs signal handlers. The first signal starts the shutdown, and a second one terminates in-flight calls immediately. */
export function drainOnSignal(draining: Draining): void {
  const { runner } = draining.server;
  const cut = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (draining.state.isDraining) cut.abort();
      else void drain(draining, cut.signal).then(() => process.exit(0));
      draining.state.isDraining = true;
    });
  }
  process.on("exit", () => runner.killAllNow());
}

async function drain(
  { httpServer, tracker, server, drainMs, endSubscriptions, endSessions, close }: Draining,
  cut: AbortSignal,
): Promise<void> {
  const { runner, log, runningIdle } = server;
  log.info("draining", { seconds: drainMs / 1000 });
  httpServer.close();
  httpServer.closeIdleConnections();
  endSubscriptions();
  await waitAtMost(drainMs, Promise.all([tracker.idle(), runningIdle()]).then(noValue), cut);
  log.info("stopping");
  await runner.terminateAll();
  await waitAtMost(FINAL_RESPONSES_MS, tracker.idle());
  await endSessions();
  await waitAtMost(FINAL_RESPONSES_MS, tracker.idle());
  await close();
}

function noValue(): void {}
