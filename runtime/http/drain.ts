/** Shuts down an HTTP server: stops accepting requests, waits for in-flight calls, terminates the remaining ones, and exits. */
import type { Server } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { Services } from "../serve/services.ts";
import type { ServerState } from "./routes.ts";
import type { Traffic } from "./traffic.ts";

export interface Draining {
  readonly server: Server;
  readonly traffic: Traffic;
  readonly state: ServerState;
  readonly services: Pick<Services, "runner" | "log" | "close">;
  /** Time for in-flight calls to finish, in milliseconds. */
  readonly drainMs: number;
}

/** Time for sending the responses of terminated calls, in milliseconds. */
const LAST_ANSWERS_MS = 1000;

/** Installs signal handlers. The first signal starts the shutdown, and a second one terminates in-flight calls immediately. */
export function endOnSignal(draining: Draining): void {
  const { runner } = draining.services;
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

async function drain({ server, traffic, services, drainMs }: Draining, cut: AbortSignal): Promise<void> {
  const { runner, log } = services;
  log.info("draining", { seconds: drainMs / 1000 });
  server.close();
  server.closeIdleConnections();
  await within(drainMs, traffic.idle(), cut);
  log.info("stopping");
  await runner.endAll();
  await within(LAST_ANSWERS_MS, traffic.idle());
  await services.close();
}

/** Resolves when the work is done, the time has elapsed, or `cut` is aborted. */
async function within(milliseconds: number, work: Promise<void>, cut?: AbortSignal): Promise<void> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, ...(cut ? [cut] : [])]);
  // The timer rejects on abort, which is expected.
  const time = setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);
  await Promise.race([work, time]);
  over.abort();
}
