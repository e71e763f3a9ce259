/** Runs a program with the standard streams of this process, in its process group, as a shell would. */
import type { ChildProcess } from "node:child_process";
import { createStdioCover } from "./inherited-descriptors.ts";
import { removePrivateFiles } from "./private-files.ts";
import { createCleanups } from "./process-cleanup.ts";
import { explainStartFailure } from "./process-failure.ts";
import { GRACE_MS } from "./process-group.ts";
import type { ProcessRequest } from "./process-request.ts";
import { isInForeground, listTree, signalAll } from "./process-tree.ts";
import type { ProcessResult } from "./process.ts";
import { loadStarter, startProcess, writeFilesOf } from "./process.ts";
import { watchStart } from "./program-starter.ts";
import { listUnnamedFileFolders } from "./unnamed-file.ts";
import { MAX_TIMER_MS } from "../tool/timeout.ts";

/** Options of a run. */
export interface ThroughOptions {
  /** Whether a program without an input in its request reads the standard input of this process. By default, it reads /dev/null. */
  readonly passesInput?: boolean;
  /** Time between SIGTERM and SIGKILL, in milliseconds. Defaults to `GRACE_MS`. */
  readonly graceMs?: number;
}

/** The signals that the program receives when this process does. Without a listener, SIGUSR1 opens the debugger of Node.js. */
const FORWARDED = ["SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2"] as const;

/** The signals that a terminal sends to all processes in its foreground. */
const OF_TERMINAL: ReadonlySet<string> = new Set(["SIGINT", "SIGQUIT"]);

/**
 * Runs the program of a request. Its output and error are those of this process: they are neither limited nor part of the result. The
 * program stays in the process group of this process, so Ctrl+C and the job control of a terminal work. This process waits for the end of
 * the program, and forwards signals that only itself received. Timeout and cancellation terminate the program and its descendants; other
 * background processes continue, as in a shell. Never rejects. On systems other than Linux, ends only the program after a timeout.
 *
 * The exit status of a program that a real-time signal killed is 0, because Node.js does not report the signal.
 */
export async function runThrough(request: ProcessRequest, { passesInput, graceMs }: ThroughOptions = {}): Promise<ProcessResult> {
  const { env, privateFiles, cleanup = [] } = request;
  const { spawn } = await loadStarter();
  if (request.signal?.aborted) return { kind: "cancelled", stdout: "", stderr: "" };
  // Before the files are written, which a signal would leave behind, and before the program starts: it can ask for Ctrl+C before this process
  // continues.
  const forwarding = forwardSignals();
  const unwritten = writeFilesOf(request);
  if (unwritten !== undefined) {
    forwarding.end();
    return unwritten;
  }
  try {
    const through = { stdin: passesInput === true };
    const started = startProcess(spawn, request, { inputFolders: listUnnamedFileFolders(), cover: createStdioCover(), through });
    if (started.kind === "failed") return await explainStartFailure(await started.error, request);
    forwarding.to(started.child);
    const result = await follow(started.child, started.pid, { request, graceMs: graceMs ?? GRACE_MS });
    if (result.kind === "exited" && typeof result.exit === "number") return result;
    const cleanups = createCleanups();
    cleanups.start({ commands: cleanup, env, spawn });
    await cleanups.settled();
    return result;
  } finally {
    removePrivateFiles(privateFiles);
    forwarding.end();
  }
}

interface FollowedChild {
  readonly request: ProcessRequest;
  readonly graceMs: number;
}

/** Waits for the end of the program. */
async function follow(child: ChildProcess, pid: number, { request, graceMs }: FollowedChild): Promise<ProcessResult> {
  const start = watchStart(child, request);
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    let exit: number | NodeJS.Signals = 0;
    child.once("exit", (code, signal) => {
      exit = signal ?? code ?? 0;
      if (start.hasEnded()) resolve(exit);
    });
    // The pipe of the program's engine is closed, too.
    child.once("close", () => resolve(exit));
  });
  let interruption: "timed_out" | "cancelled" | undefined;
  let interrupted: Promise<void> | undefined;
  const interrupt = (kind: "timed_out" | "cancelled"): void => {
    interruption ??= kind;
    interrupted ??= endTree(pid, ended, graceMs);
  };
  const timer = setTimeout(() => interrupt("timed_out"), Math.min(request.timeoutMs, MAX_TIMER_MS));
  const cancel = (): void => interrupt("cancelled");
  request.signal?.addEventListener("abort", cancel, { once: true });
  const exit = await ended;
  clearTimeout(timer);
  request.signal?.removeEventListener("abort", cancel);
  await interrupted;
  for (const stream of child.stdio) stream?.destroy();
  const streams = { stdout: "", stderr: "" };
  if (interruption !== undefined) return { kind: interruption, ...streams };
  const failure = typeof exit === "number" && exit > 0 ? start.findFailure(exit) : undefined;
  return failure ?? { kind: "exited", exit, ...streams };
}

/** The signals that this process receives are those of the program. */
interface Forwarding {
  /** Names the program. Call it without a wait after its start: before the call, signals have no effect. */
  readonly to: (child: ChildProcess) => void;
  /** Lets the signals end this process again. */
  readonly end: () => void;
}

function forwardSignals(): Forwarding {
  let program: ChildProcess | undefined;
  const forward = (signal: NodeJS.Signals): void => {
    // The program has received the signal, too. It would count Ctrl+C twice.
    if (OF_TERMINAL.has(signal) && isInForeground()) return;
    program?.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  return {
    to: (child) => (program = child),
    end: () => {
      for (const signal of FORWARDED) process.off(signal, forward);
    },
  };
}

/** Sends SIGTERM to the program and its descendants, and SIGKILL to those that remain after the grace period. */
async function endTree(pid: number, ended: Promise<unknown>, graceMs: number): Promise<void> {
  const tree = listTree(pid);
  signalAll(tree, "SIGTERM");
  // A stopped program acts on no other signal.
  signalAll(tree, "SIGCONT");
  let timer: NodeJS.Timeout | undefined;
  const elapsed = new Promise<void>((resolve) => (timer = setTimeout(resolve, graceMs)));
  await Promise.race([ended, elapsed]);
  if (signalAll(tree.slice(1), 0).length > 0) await elapsed;
  clearTimeout(timer);
  signalAll([...new Set([...tree.slice(1), ...listTree(pid)])], "SIGKILL");
}
