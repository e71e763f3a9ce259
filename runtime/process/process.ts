/** Runs programs without a shell, each in its own process group, with a timeout and an output limit. */
import type { ChildProcess, spawn as spawnProcess } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { channelStdio, openChannel } from "./process-channel.ts";
import { createDescriptorProbe } from "./descriptor-probe.ts";
import type { OutputBuffer } from "./output-buffer.ts";
import { createOutputBuffer } from "./output-buffer.ts";
import { createPacer, TURN_MS } from "./pacer.ts";
import type { Cleanup } from "./process-cleanup.ts";
import { createCleanups } from "./process-cleanup.ts";
import type { NotStarted } from "./process-failure.ts";
import { explainStartFailure, toUnwrittenFiles } from "./process-failure.ts";
import type { ProcessGroup } from "./process-group.ts";
import { createProcessGroups, GRACE_MS } from "./process-group.ts";
import type { StdioCover } from "./inherited-descriptors.ts";
import { createStdioCover } from "./inherited-descriptors.ts";
import { openInputs } from "./process-input.ts";
import { watchRealTimeSignal } from "./real-time-signal.ts";
import { listUnnamedFileFolders } from "./unnamed-file.ts";
import { starterStdio, watchStart } from "./program-starter.ts";
import type { PrivateFiles } from "./private-files.ts";
import { removePrivateFiles, writePrivateFiles } from "./private-files.ts";
import type { OutputSink, ProcessRequest } from "./process-request.ts";
import { MAX_TIMER_MS } from "../tool/timeout.ts";

/** Output of a program. */
export interface ProcessOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** Size of each stream, including dropped output. Omitted if nothing was started. */
  readonly bytes?: { readonly stdout: number; readonly stderr: number };
}

/** Result of a program. `timed_out` and `cancelled` contain the output up to that moment. */
export type ProcessResult = (Ending & ProcessOutput) | NotStarted;

/**
 * `exit` is the exit code or the name of the signal that killed the program. A real-time signal has no name, so `exit` is its negative
 * number.
 */
type Ending = { readonly kind: "exited"; readonly exit: number | NodeJS.Signals } | { readonly kind: "timed_out" | "cancelled" };

/** Runs the programs of a server. */
export interface ProcessRunner {
  /**
   * Never rejects. Timeout and cancellation terminate the process group. The result is then returned when the group has exited, or after
   * `graceMs`. When the program has exited, the rest of its group is terminated. A result never waits for a background process, and no
   * process continues after a call unless it has started its own session.
   */
  readonly run: (request: ProcessRequest) => Promise<ProcessResult>;
  /**
   * Cancels all running programs. Later calls of `run` return `cancelled`. Resolves when every process has exited or was sent SIGKILL,
   * every result was returned, and every cleanup has completed or timed out.
   */
  readonly terminateAll: () => Promise<void>;
  /** Sends SIGKILL to all running programs without waiting: for `process.on("exit")`. */
  readonly killAllNow: () => void;
}

/** Time to read remaining output after the program has exited while another process holds its pipes open, in milliseconds. */
const DRAIN_MS = 200;

/** A running process. */
interface Running {
  readonly result: Promise<ProcessResult>;
  readonly cancel: () => void;
  readonly cleanup: Cleanup;
  readonly privateFiles?: PrivateFiles;
}

/** Options of a process runner. */
export interface ProcessRunnerOptions {
  /** Directories for the files that programs read as standard input. If none of them is usable, programs read a pipe. */
  readonly inputFolders?: readonly string[];
  /** Time between SIGTERM and SIGKILL, in milliseconds. Defaults to `GRACE_MS`. */
  readonly graceMs?: number;
  /** Time to read remaining output after the exit, in milliseconds. Defaults to `DRAIN_MS`. */
  readonly drainMs?: number;
  /** Time limit for the starts in one turn of the event loop, in milliseconds. Defaults to `TURN_MS.oneClient`. */
  readonly turnMs?: number;
  /** Hides inherited descriptors. Defaults to one of this runner. Several short-lived runners share one, which reads them once. */
  readonly cover?: StdioCover;
}

/**
 * Loads the module that starts programs. Not loaded at startup, because that takes a seventh of the startup time, and listing tools does
 * not need the module.
 */
export function loadStarter(): Promise<{ readonly spawn: typeof spawnProcess }> {
  return import("node:child_process");
}

/** Creates the process runner of a server. The server calls `terminateAll` when it shuts down. */
export function createProcessRunner({
  inputFolders = listUnnamedFileFolders(),
  graceMs = GRACE_MS,
  drainMs = DRAIN_MS,
  turnMs = TURN_MS.oneClient,
  cover = createStdioCover(),
}: ProcessRunnerOptions = {}): ProcessRunner {
  const groups = createProcessGroups(graceMs);
  const cleanups = createCleanups();
  const pace = createPacer(turnMs);
  const descriptors = createDescriptorProbe();
  const running = new Set<Running>();
  let closed = false;
  let loading: ReturnType<typeof loadStarter> | undefined;

  const finish = async (one: Running): Promise<ProcessResult> => {
    const result = await one.result;
    const isOurs = running.delete(one);
    removePrivateFiles(one.privateFiles);
    if (isOurs && (result.kind !== "exited" || wasKilled(result.exit))) cleanups.start(one.cleanup);
    return result;
  };

  return {
    async run(request) {
      loading ??= loadStarter();
      const { spawn } = await loading;
      const turn = pace();
      // Do not await `undefined`: the next request could call the pacer before this process has started.
      if (turn !== undefined) await turn;
      if (closed || request.signal?.aborted) return { kind: "cancelled", stdout: "", stderr: "" };
      const limitError = descriptors.probeDescriptors();
      if (limitError !== undefined) return await explainStartFailure(limitError, request);
      const unwritten = writeFilesOf(request);
      if (unwritten !== undefined) return unwritten;
      const started = startProcess(spawn, request, { inputFolders, cover });
      if (started.kind === "failed") {
        removePrivateFiles(request.privateFiles);
        return await explainStartFailure(await descriptors.recordFailure(started.error), request);
      }
      const one = {
        ...(request.privateFiles && { privateFiles: request.privateFiles }),
        ...follow(started.child, { group: groups.register(started.pid, request.starter?.endsAtOnce), graceMs, drainMs }, request),
        cleanup: toCleanup(spawn, request),
      };
      running.add(one);
      return await finish(one);
    },
    async terminateAll() {
      closed = true;
      const results = Array.from(running, ({ cancel, result }) => {
        cancel();
        return result;
      });
      await groups.terminateAll();
      await Promise.all(results);
      // Wait until requests that are still queued for their start have their results.
      await pace();
      await cleanups.settled();
    },
    killAllNow() {
      closed = true;
      groups.killAllNow();
      for (const { cleanup, privateFiles } of running) {
        removePrivateFiles(privateFiles);
        cleanups.startAllNow(cleanup);
      }
      running.clear();
    },
  };
}

function wasKilled(exit: number | NodeJS.Signals): boolean {
  return typeof exit === "string" || exit < 0;
}

function toCleanup(spawn: typeof spawnProcess, { cleanup = [], env }: ProcessRequest): Cleanup {
  return { commands: cleanup, env, spawn };
}

type Started =
  | { readonly kind: "started"; readonly child: ChildProcess; readonly pid: number }
  | { readonly kind: "failed"; readonly error: unknown };

interface Starting {
  readonly inputFolders: readonly string[];
  readonly cover: StdioCover;
  /**
   * Set if the program has the standard output and error of this process, and stays in its process group. `stdin`: whether a program without
   * an input in its request has the standard input, too. Defaults to pipes, and a process group of its own.
   */
  readonly through?: { readonly stdin: boolean };
}

/** Starts the program of a request. Never throws. */
export function startProcess(spawn: typeof spawnProcess, request: ProcessRequest, { inputFolders, cover, through }: Starting): Started {
  const { argv, cwd, env, stdin, files = [] } = request;
  const [command = "", ...args] = argv;
  try {
    const inputs = openInputs(stdin, files, inputFolders);
    try {
      const input = inputs.stdin === "ignore" && through?.stdin === true ? 0 : inputs.stdin;
      const outputs = through === undefined ? (["pipe", "pipe"] as const) : [1, 2];
      const stdio = cover([input, ...outputs, ...inputs.others, ...starterStdio(request), ...channelStdio(request)]);
      const child = spawn(command, args, { ...(cwd === undefined ? {} : { cwd }), env, detached: through === undefined, stdio });
      // Node.js throws some system errors and emits others.
      if (child.pid === undefined) return { kind: "failed", error: once(child, "error").then(([error]) => error) };
      inputs.write(child);
      openChannel(child, request);
      return { kind: "started", child, pid: child.pid };
    } finally {
      inputs.close();
    }
  } catch (error) {
    return { kind: "failed", error };
  }
}

/** Writes the temporary files of a request. Returns the failure, after which none of the files remains. */
export function writeFilesOf({ privateFiles }: ProcessRequest): NotStarted | undefined {
  try {
    if (privateFiles !== undefined) writePrivateFiles(privateFiles);
    return undefined;
  } catch (error) {
    return toUnwrittenFiles(error, privateFiles?.folder ?? "");
  }
}

interface Following {
  readonly group: ProcessGroup;
  readonly graceMs: number;
  readonly drainMs: number;
}

/** Collects the output of a running process and determines when its result is returned. */
function follow(child: ChildProcess, { group, graceMs, drainMs }: Following, request: ProcessRequest): Omit<Running, "cleanup"> {
  const readOutput = collectOutput(child, request);
  const start = watchStart(child, request);
  const readRealTimeSignal = watchRealTimeSignal(child);
  let ending: Ending | undefined;
  let settled = false;
  const timers: NodeJS.Timeout[] = [];
  const after = (delayMs: number, action: () => void): void => void timers.push(setTimeout(action, Math.min(delayMs, MAX_TIMER_MS)));
  let resolve: (result: ProcessResult) => void;
  const result = new Promise<ProcessResult>((resolveResult) => (resolve = resolveResult));

  const settle = (): void => {
    if (settled || ending === undefined) return;
    settled = true;
    timers.forEach(clearTimeout);
    request.signal?.removeEventListener("abort", cancel);
    group.terminate();
    for (const stream of child.stdio) stream?.destroy();
    const failure =
      ending.kind === "exited" && typeof ending.exit === "number" && ending.exit > 0 ? start.findFailure(ending.exit) : undefined;
    resolve(failure ?? { ...ending, ...readOutput() });
  };
  const interrupt = (kind: "timed_out" | "cancelled"): void => {
    if (ending !== undefined) return;
    ending = { kind };
    group.terminate();
    after(graceMs, settle);
  };
  const cancel = (): void => interrupt("cancelled");

  after(request.timeoutMs, () => interrupt("timed_out"));
  request.signal?.addEventListener("abort", cancel, { once: true });
  child.once("exit", (code, signal) => {
    const realTimeSignal = code === 0 ? readRealTimeSignal() : undefined;
    // Exactly one of `code` and `signal` is set.
    ending ??= { kind: "exited", exit: realTimeSignal === undefined ? (signal ?? code ?? 0) : -realTimeSignal };
    if (hasEnded(child.stdout) && hasEnded(child.stderr) && start.hasEnded()) return settle();
    // Timers run before input is read. Another turn of the event loop reads the rest of the pipes.
    after(drainMs, () => setImmediate(settle));
  });
  // All pipes are closed.
  child.once("close", settle);
  return { result, cancel };
}

/** Reports whether all output of a stream has been read. */
function hasEnded(stream: Readable | null): boolean {
  return stream === null || stream.readableEnded;
}

function collectOutput(child: ChildProcess, { maxOutputBytes, onOutput, sinks }: ProcessRequest): () => ProcessOutput {
  const stdout = sinks ? countInto(sinks.stdout) : createOutputBuffer(maxOutputBytes);
  const stderr = sinks ? countInto(sinks.stderr) : createOutputBuffer(maxOutputBytes);
  // A broken pipe counts as the end of the output.
  child.stdout?.on("data", stdout.push).on("error", ignore);
  child.stderr?.on("data", stderr.push).on("error", ignore);
  const report = onOutput && ((chunk: Buffer): void => onOutput(chunk.length));
  if (report) for (const stream of [child.stdout, child.stderr]) stream?.on("data", report);
  return () => ({ stdout: stdout.text(), stderr: stderr.text(), bytes: { stdout: stdout.size(), stderr: stderr.size() } });
}

/** Creates a buffer that passes the chunks to the sink and only counts their bytes. */
function countInto(sink: OutputSink): OutputBuffer {
  let size = 0;
  return {
    push(chunk) {
      size += chunk.length;
      sink(chunk);
    },
    text: () => "",
    size: () => size,
  };
}

function ignore(): void {}
