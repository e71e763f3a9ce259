/** Starts and terminates the programs of a run. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A program to run. */
export interface Started {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Maximum duration, in seconds. */
  readonly seconds: number;
}

/** Result of a program. */
export interface Ended {
  /** Exit status. Null after a signal. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly isTimeout: boolean;
}

/** Variable by which the processes of a run are found at its end. */
export const RUN_VARIABLE = "CLIMAX_HOSTS_RUN";

/** Runs a program in its own process group until it ends. Then terminates its orphan processes. */
export async function runProgram({ command, cwd, env, seconds }: Started): Promise<Ended> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  let isTimeout = false;
  const timer = setTimeout(() => {
    isTimeout = true;
    endGroup(child.pid);
  }, seconds * 1000);
  // An orphan process can hold the streams open, so this waits for the program, not for the end of its output.
  const status = await new Promise<number | null>((resolve) => {
    child.on("exit", resolve);
    child.on("error", (error) => {
      stderr += error.message;
      resolve(null);
    });
  });
  clearTimeout(timer);
  await sleep(50);
  endGroup(child.pid);
  await endRun(env[RUN_VARIABLE]);
  return { status, stdout, stderr, isTimeout };
}

function endGroup(pid: number | undefined): void {
  if (pid !== undefined) signal(-pid, "SIGKILL");
}

/** Terminates the processes whose environment has the value, such as daemons in separate sessions. Linux only. */
export async function endRun(run: string | undefined): Promise<void> {
  if (run === undefined) return;
  for (const kind of ["SIGTERM", "SIGKILL"] as const) {
    const found = processesOf(run);
    if (found.length === 0) return;
    for (const pid of found) signal(pid, kind);
    await sleep(500);
  }
}

function processesOf(run: string): readonly number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => readEnvironment(pid).includes(`${RUN_VARIABLE}=${run}\0`)).map(Number);
}

function readEnvironment(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    // The process ended, or belongs to another user.
    return "";
  }
}

function signal(pid: number, kind: NodeJS.Signals): void {
  try {
    process.kill(pid, kind);
  } catch {
    // The process has ended.
  }
}
