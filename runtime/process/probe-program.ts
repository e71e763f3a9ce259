/** Runs a program to obtain its exit status. */
import type { Environment } from "../tool/environment-variables.ts";

/** Timeout, in milliseconds. */
const PROBE_MS = 2000;

/** Reports whether the program exits with 0 within the timeout. Never rejects. */
export async function succeeds([command = "", ...args]: readonly string[], env: Environment): Promise<boolean> {
  // Loaded on demand to keep startup fast; see `createProcessRunner`.
  const { spawn } = await import("node:child_process");
  return await new Promise<boolean>((resolve) => {
    try {
      spawn(command, args, { env, stdio: "ignore", timeout: PROBE_MS, killSignal: "SIGKILL" })
        .once("error", () => resolve(false))
        .once("exit", (code) => resolve(code === 0));
    } catch {
      // The program cannot be started.
      resolve(false);
    }
  });
}
