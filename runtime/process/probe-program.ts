/** Runs a program to obtain its exit status. */
import type { Environment } from "../tool/environment-variables.ts";
import type { ProcessRequest } from "./process-request.ts";
import { createProcessRunner } from "./process.ts";

/** Timeout of a program that only reads its options, in milliseconds. */
const OPTIONS_MS = 2000;
/** Timeout of `probe`, in milliseconds. */
const PROBE_MS = 10_000;
/** Maximum length of the reason, in bytes. */
const MAX_REASON_BYTES = 500;

/** Reports whether the program exits with 0 within two seconds. Never rejects. */
export async function succeeds([command = "", ...args]: readonly string[], env: Environment): Promise<boolean> {
  // Loaded on demand to keep startup fast; see `createProcessRunner`.
  const { spawn } = await import("node:child_process");
  return await new Promise<boolean>((resolve) => {
    try {
      spawn(command, args, { env, stdio: "ignore", timeout: OPTIONS_MS, killSignal: "SIGKILL" })
        .once("error", () => resolve(false))
        .once("exit", (code) => resolve(code === 0));
    } catch {
      // The program cannot be started.
      resolve(false);
    }
  });
}

/** Runs a program like a call. Returns undefined if it exits with 0 within ten seconds, otherwise the reason, as one line. Never rejects. */
export async function probe(request: Omit<ProcessRequest, "timeoutMs" | "maxOutputBytes">): Promise<string | undefined> {
  const runner = createProcessRunner();
  const result = await runner.run({ ...request, timeoutMs: PROBE_MS, maxOutputBytes: MAX_REASON_BYTES });
  await runner.terminateAll();
  switch (result.kind) {
    case "not_started":
      return toLine(result.message) ?? result.reason;
    case "exited":
      return result.exit === 0 ? undefined : (toLine(result.stderr) ?? toLine(result.stdout) ?? `exit status ${result.exit}`);
    case "timed_out":
    case "cancelled":
      return `no result within ${PROBE_MS / 1000} s`;
  }
}

/** Returns the text on one line, or undefined if it is empty. */
function toLine(text: string): string | undefined {
  return text.trim().replaceAll(/\s*\n\s*/g, "; ") || undefined;
}
