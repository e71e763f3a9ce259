/** Commands that end what a killed process leaves elsewhere, such as its container. */
import type { spawn as spawnProcess } from "node:child_process";
import type { Environment } from "../tool/environment-variables.ts";

export interface Cleanup {
  /** Run one after the other. None is waited for longer than `CLEANUP_MS`, and none of them has to succeed. */
  readonly commands: readonly (readonly string[])[];
  readonly env: Environment;
  readonly spawn: typeof spawnProcess;
}

export interface Cleanups {
  readonly start: (cleanup: Cleanup) => void;
  /** Starts all commands at once and leaves them to themselves: for `process.on("exit")`. */
  readonly startAllNow: (cleanup: Cleanup) => void;
  /** Resolves when nothing that was started is under way any more. */
  readonly settled: () => Promise<void>;
}

/** How long one command may take, in milliseconds. */
const CLEANUP_MS = 5000;

export function createCleanups(): Cleanups {
  const underWay = new Set<Promise<void>>();
  return {
    start(cleanup) {
      if (cleanup.commands.length === 0) return;
      const done = runInOrder(cleanup).finally(() => underWay.delete(done));
      underWay.add(done);
    },
    startAllNow(cleanup) {
      for (const command of cleanup.commands) startCommand(command, cleanup, undefined)?.unref();
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}

async function runInOrder(cleanup: Cleanup): Promise<void> {
  for (const command of cleanup.commands) {
    const child = startCommand(command, cleanup, CLEANUP_MS);
    // A command that fails finds nothing to end: most containers are gone with their client.
    await new Promise<void>((resolve) =>
      child === undefined ? resolve() : child.once("error", () => resolve()).once("close", () => resolve()),
    );
  }
}

/** In a group of its own, so that it goes on where the server is killed. */
function startCommand([command = "", ...args]: readonly string[], { env, spawn }: Cleanup, timeout: number | undefined) {
  try {
    const limit = timeout === undefined ? {} : { timeout, killSignal: "SIGKILL" as const };
    return spawn(command, args, { env, detached: true, stdio: "ignore", ...limit }).on("error", ignore);
  } catch {
    // The engine ran a moment ago, so nobody can be told more than that its container may still be there.
    return undefined;
  }
}

/** The engine is gone: then so are its containers. */
function ignore(): void {}
