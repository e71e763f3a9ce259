/** Runs commands that stop resources that outlive a killed process, such as its container. */
import type { spawn as spawnProcess } from "node:child_process";
import type { Environment } from "../tool/environment-variables.ts";

/** Commands that stop resources that outlive a killed program, such as a container. */
export interface Cleanup {
  /** Commands to run one after the other. Each is killed after `CLEANUP_MS`, and may fail. */
  readonly commands: readonly (readonly string[])[];
  readonly env: Environment;
  readonly spawn: typeof spawnProcess;
}

/** The cleanups of a server. */
export interface Cleanups {
  readonly start: (cleanup: Cleanup) => void;
  /** Starts all commands concurrently without waiting for them: for `process.on("exit")`. */
  readonly startAllNow: (cleanup: Cleanup) => void;
  /** Resolves when no cleanup is in progress. */
  readonly settled: () => Promise<void>;
}

/** Timeout of one command, in milliseconds. */
const CLEANUP_MS = 5000;

/** Creates an empty set of cleanups in progress. */
export function createCleanups(): Cleanups {
  const inProgress = new Set<Promise<void>>();
  return {
    start(cleanup) {
      if (cleanup.commands.length === 0) return;
      const done = runInOrder(cleanup).finally(() => inProgress.delete(done));
      inProgress.add(done);
    },
    startAllNow(cleanup) {
      for (const command of cleanup.commands) startCommand(command, cleanup, undefined)?.unref();
    },
    async settled() {
      await Promise.all(inProgress);
    },
  };
}

async function runInOrder(cleanup: Cleanup): Promise<void> {
  for (const command of cleanup.commands) {
    const child = startCommand(command, cleanup, CLEANUP_MS);
    // Failures are expected: most containers have already exited with their client.
    await new Promise<void>((resolve) =>
      child === undefined ? resolve() : child.once("error", () => resolve()).once("close", () => resolve()),
    );
  }
}

/** Starts a command in its own process group, so that it continues if the server is killed. */
function startCommand([command = "", ...args]: readonly string[], { env, spawn }: Cleanup, timeout: number | undefined) {
  try {
    const limit = timeout === undefined ? {} : { timeout, killSignal: "SIGKILL" as const };
    return spawn(command, args, { env, detached: true, stdio: "ignore", ...limit }).on("error", ignore);
  } catch {
    // Best effort: a failure is unlikely, because the engine has just been started for the call.
    return undefined;
  }
}

/** Ignores an error of the engine: if the engine no longer exists, neither do its containers. */
function ignore(): void {}
