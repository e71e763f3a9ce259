/** Runs one program: argv only, never a shell, in a process group of its own, with bounded time and bounded output. */
import type { ChildProcess, spawn as spawnProcess } from "node:child_process";
import { once } from "node:events";
import type { Environment } from "./command-line.ts";
import { createOutputBuffer } from "./output-buffer.ts";
import type { NotStarted } from "./process-failure.ts";
import { explainStartFailure } from "./process-failure.ts";
import type { ProcessGroup } from "./process-group.ts";
import { createProcessGroups, GRACE_MS } from "./process-group.ts";

export interface ProcessRequest {
  /** The program and its arguments; the program is looked up in the `PATH` of `env` (vector call.env.015). */
  readonly argv: readonly string[];
  /** Default: the server's own directory. */
  readonly cwd?: string;
  /** The whole environment of the program. */
  readonly env: Environment;
  /** Written as UTF-8 and closed. Absent or empty: standard input is /dev/null. */
  readonly stdin?: string;
  readonly timeoutMs: number;
  /** Per stream; see `createOutputBuffer`. */
  readonly maxOutputBytes: number;
  readonly signal?: AbortSignal;
}

export interface ProcessOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/** How a program came out; failures are values. `timed_out` and `cancelled` hold the output up to then. */
export type ProcessResult = (Ending & ProcessOutput) | NotStarted;

/** `exit` is the exit code, or the name of the signal that ended the program. */
type Ending = { readonly kind: "exited"; readonly exit: number | NodeJS.Signals } | { readonly kind: "timed_out" | "cancelled" };

export interface ProcessRunner {
  /**
   * Never rejects. On timeout and cancellation the group is ended, and the result comes when it is gone or after `GRACE_MS`.
   * When the program itself has exited, whatever it left in its group is ended too: a result never waits for a background
   * process, and a call leaves none behind, unless a program has put itself into a session of its own.
   */
  readonly run: (request: ProcessRequest) => Promise<ProcessResult>;
  /** Ends all that runs and starts nothing more: `run` gives `cancelled` from then on. See `ProcessGroups.endAll`. */
  readonly endAll: () => Promise<void>;
  /** As `endAll`, but with SIGKILL and without waiting: for `process.on("exit")`. */
  readonly killAllNow: () => void;
}

/** How long output may still come in when the program has exited but its pipes are held open, in milliseconds. */
const DRAIN_MS = 200;

/** Above this, a timer of Node.js fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A server owns one runner, and ends it when it ends. */
export function createProcessRunner(): ProcessRunner {
  const groups = createProcessGroups();
  let closed = false;
  let loading: Promise<{ readonly spawn: typeof spawnProcess }> | undefined;
  return {
    async run(request) {
      // A server that is only asked for its tools never pays for this module, a seventh of a bare start.
      loading ??= import("node:child_process");
      const { spawn } = await loading;
      if (closed || request.signal?.aborted) return { kind: "cancelled", stdout: "", stderr: "" };
      const started = startProcess(spawn, request);
      if (started.kind === "failed") return await explainStartFailure(await started.error, request);
      return await follow(started.child, groups.register(started.pid), request);
    },
    async endAll() {
      closed = true;
      await groups.endAll();
    },
    killAllNow() {
      closed = true;
      groups.killAllNow();
    },
  };
}

type Started =
  { readonly kind: "started"; readonly child: ChildProcess; readonly pid: number } | { readonly kind: "failed"; readonly error: unknown };

function startProcess(spawn: typeof spawnProcess, { argv, cwd, env, stdin }: ProcessRequest): Started {
  const [command = "", ...args] = argv;
  try {
    const child = spawn(command, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env,
      detached: true,
      stdio: [stdin ? "pipe" : "ignore", "pipe", "pipe"],
    });
    // Node.js throws some errors of the system and emits others.
    if (child.pid === undefined) return { kind: "failed", error: once(child, "error").then(([error]) => error) };
    return { kind: "started", child, pid: child.pid };
  } catch (error) {
    return { kind: "failed", error };
  }
}

/** Collects the output of a running process and decides when its result is due. */
function follow(child: ChildProcess, group: ProcessGroup, request: ProcessRequest): Promise<ProcessResult> {
  const readOutput = collectOutput(child, request.maxOutputBytes);
  writeInput(child, request.stdin);
  return new Promise((resolve) => {
    let ending: Ending | undefined;
    let settled = false;
    const timers: NodeJS.Timeout[] = [];
    const after = (delayMs: number, action: () => void): void => void timers.push(setTimeout(action, Math.min(delayMs, MAX_TIMER_MS)));

    const settle = (): void => {
      if (settled || ending === undefined) return;
      settled = true;
      timers.forEach(clearTimeout);
      request.signal?.removeEventListener("abort", onAbort);
      group.end();
      for (const stream of child.stdio) stream?.destroy();
      resolve({ ...ending, ...readOutput() });
    };
    const interrupt = (kind: "timed_out" | "cancelled"): void => {
      if (ending !== undefined) return;
      ending = { kind };
      group.end();
      after(GRACE_MS, settle);
    };
    const onAbort = (): void => interrupt("cancelled");

    after(request.timeoutMs, () => interrupt("timed_out"));
    request.signal?.addEventListener("abort", onAbort, { once: true });
    child.once("exit", (code, signal) => {
      // One of the two is there.
      ending ??= { kind: "exited", exit: signal ?? code ?? 0 };
      // Timers run before input is read: one more turn of the event loop takes in what the pipes already hold.
      after(DRAIN_MS, () => setImmediate(settle));
    });
    // All pipes are closed, nothing more can come.
    child.once("close", settle);
  });
}

function collectOutput(child: ChildProcess, maxBytes: number): () => ProcessOutput {
  const stdout = createOutputBuffer(maxBytes);
  const stderr = createOutputBuffer(maxBytes);
  // A pipe that breaks is a pipe that ends: what came before is the output.
  child.stdout?.on("data", stdout.push).on("error", ignore);
  child.stderr?.on("data", stderr.push).on("error", ignore);
  return () => ({ stdout: stdout.text(), stderr: stderr.text() });
}

function writeInput(child: ChildProcess, stdin: string | undefined): void {
  // EPIPE only says that the program did not read to the end, which is its own affair.
  child.stdin?.on("error", ignore).end(stdin);
}

function ignore(): void {}
