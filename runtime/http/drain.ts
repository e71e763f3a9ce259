/** How a server over HTTP ends: it takes nothing new, lets calls finish for a while, ends the rest, and is gone. */
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
  /** How long calls may take to finish. */
  readonly drainMs: number;
}

/** How long the answers of ended calls may take to reach their clients, in milliseconds. */
const LAST_ANSWERS_MS = 1000;

/** Begins with the first signal; a second one ends the calls at once. */
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

/** Resolves with the work, or when its time is over, or cut short. */
async function within(milliseconds: number, work: Promise<void>, cut?: AbortSignal): Promise<void> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, ...(cut ? [cut] : [])]);
  // Rejects when it is aborted, which is not a failure.
  const time = setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);
  await Promise.race([work, time]);
  over.abort();
}
