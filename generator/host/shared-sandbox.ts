/**
 * A sandbox in which several runs of a program take place one after the other, because a sandbox takes as long to create as a small program
 * to run. A shell in the sandbox starts the program. After each run, it removes what the program has left.
 */
import { randomBytes } from "node:crypto";
import type { Duplex } from "node:stream";
import type { SandboxFeature } from "@climax-gen/runtime/internal/executor/sandbox";
import { FIRST_DESCRIPTOR } from "@climax-gen/runtime/internal/process/process-request";
import { MAX_TIMER_MS } from "@climax-gen/runtime/internal/tool/timeout";
import { closeRun, openRun } from "./open-runs.ts";
import { confineProgram } from "./program-sandbox.ts";
import type { RealProgram } from "./find-shimmed.ts";
import type { LimitedStream, ProgramRun } from "./run-program.ts";
import { createStream, OUTPUT_LIMIT } from "./run-program.ts";
import { serveScript, toRequestLine } from "./shared-sandbox-script.ts";

/** A sandbox for one program. It serves one run at a time. */
export interface SharedSandbox {
  /**
   * Runs the program with these arguments, which contain no line break. Resolves to undefined if the sandbox ended before the program did,
   * or could not start it. Never rejects.
   */
  readonly run: (args: readonly string[], timeLimitMs: number) => Promise<ProgramRun | undefined>;
  /** Reports whether another run can take place: the earlier ones left nothing, and exceeded no limit. */
  readonly isUsable: () => boolean;
  /** Ends the sandbox after its run. Resolves when it has ended. */
  readonly close: () => Promise<void>;
}

/** The program of a sandbox, and its variables. */
export interface SharedSandboxOptions {
  readonly located: RealProgram;
  readonly env: Readonly<Record<string, string>>;
  readonly features: readonly SandboxFeature[];
}

/** The shell that starts the program. */
const SHELL = "/bin/sh";

/** Exit codes of a shell that could not start a program. */
const NOT_STARTED: ReadonlySet<number> = new Set([126, 127]);

/** Starts a sandbox. */
export function openSharedSandbox({ located: { program, isOnPath }, env, features }: SharedSandboxOptions): SharedSandbox {
  const mark = `\0${randomBytes(16).toString("hex")}\n`;
  const confinement = { isOnPath, features, name: SHELL };
  const { writable, files = [] } = confineProgram([program], confinement);
  const descriptor = FIRST_DESCRIPTOR + files.length + (features.includes("status") ? 1 : 0);
  const { argv, starter } = confineProgram([program, "-c", serveScript({ writable, descriptor, mark })], confinement);
  const open = openRun(false);
  const stop = new AbortController();
  let isUsable = true;
  let current: CurrentRun | undefined;
  const finish = (outcome: RunEnd | undefined): void => {
    if (outcome === undefined) return;
    current?.resolve(outcome.run);
    current = undefined;
  };
  const sink = (name: "stdout" | "stderr") => (chunk: Buffer) => finish(current?.push(name, chunk));
  let ended = Promise.resolve();
  const connected = new Promise<Duplex | undefined>((resolve) => {
    const request = {
      argv,
      files,
      ...(starter && { starter }),
      cwd: open.cwd,
      env,
      timeoutMs: MAX_TIMER_MS,
      maxOutputBytes: OUTPUT_LIMIT,
      sinks: { stdout: sink("stdout"), stderr: sink("stderr") },
      signal: stop.signal,
      channel: resolve,
    };
    const end = async (): Promise<void> => {
      await open.runner.run(request);
      isUsable = false;
      resolve(undefined);
      finish(current?.end());
      (await connected)?.destroy();
      await closeRun(open);
    };
    ended = end();
  });
  const readReports = (channel: Duplex | undefined): void => {
    let line = "";
    channel?.on("error", ignore).on("data", (chunk: Buffer) => {
      line += chunk.toString("latin1");
      if (!line.endsWith("\n")) return;
      const report = line;
      line = "";
      finish(current?.report(report));
    });
  };
  void connected.then(readReports);
  return {
    async run(args, timeLimitMs) {
      const channel = await connected;
      if (!isUsable || channel === undefined) return undefined;
      const exceed = (reason: "time" | "output"): void => {
        isUsable = false;
        current?.exceed(reason);
        stop.abort();
      };
      const timer = setTimeout(exceed, timeLimitMs, "time");
      const result = new Promise<ProgramRun | undefined>((resolve) => {
        current = createRun(mark, { resolve, onLimit: () => exceed("output") });
      });
      channel.write(toRequestLine([program, ...args], descriptor));
      const run = await result;
      clearTimeout(timer);
      return run;
    },
    isUsable: () => isUsable,
    async close() {
      isUsable = false;
      (await connected)?.end();
      await ended;
    },
  };
}

/** The end of a run. `run` is undefined if the program was not started, or has not exited. */
interface RunEnd {
  readonly run: ProgramRun | undefined;
}

/** A run that takes place. Its functions return the outcome when all is known about it. */
interface CurrentRun {
  readonly resolve: (run: ProgramRun | undefined) => void;
  readonly push: (stream: "stdout" | "stderr", chunk: Buffer) => RunEnd | undefined;
  /** Reads the line that the shell writes after a run: its exit code, and whether another run can take place. */
  readonly report: (line: string) => RunEnd | undefined;
  /** Notes the limit because of which the sandbox will be killed. */
  readonly exceed: (reason: "time" | "output") => void;
  /** Called after the end of the sandbox. */
  readonly end: () => RunEnd;
}

interface RunEvents extends Pick<CurrentRun, "resolve"> {
  readonly onLimit: () => void;
}

/** @param mark the text after the output of a run */
function createRun(mark: string, { resolve, onLimit }: RunEvents): CurrentRun {
  const streams = { stdout: createMarkedStream(mark, onLimit), stderr: createMarkedStream(mark, onLimit) };
  let exit: number | undefined;
  let isLast = false;
  let exceeded: "time" | "output" | undefined;
  const toRun = (): ProgramRun | undefined => {
    const texts = { stdout: streams.stdout.text(), stderr: streams.stderr.text() };
    if (exceeded !== undefined) return { kind: "killed", reason: exceeded, ...texts };
    return exit === undefined || NOT_STARTED.has(exit) ? undefined : { kind: "exited", exit, ...texts };
  };
  const check = (): RunEnd | undefined => {
    const isComplete = exit !== undefined && !isLast && streams.stdout.isMarked() && streams.stderr.isMarked();
    return isComplete && exceeded === undefined ? { run: toRun() } : undefined;
  };
  return {
    resolve,
    push(stream, chunk) {
      streams[stream].push(chunk);
      return check();
    },
    report(line) {
      const [code = "", state] = line.trim().split(" ");
      exit = Number(code);
      isLast = state !== "clean";
      // The end of the sandbox follows, and with it the rest of the output.
      return check();
    },
    exceed: (reason) => (exceeded ??= reason),
    end: () => ({ run: toRun() }),
  };
}

interface MarkedStream extends LimitedStream {
  /** Reports whether the mark has been read. */
  readonly isMarked: () => boolean;
}

/** Collects a stream, without the mark at its end. */
function createMarkedStream(mark: string, onLimit: () => void): MarkedStream {
  const stream = createStream(onLimit);
  let end = "";
  return {
    push(chunk) {
      stream.push(chunk);
      end = (end + chunk.toString("latin1", Math.max(0, chunk.length - mark.length))).slice(-mark.length);
    },
    isMarked: () => end === mark,
    text() {
      const text = stream.text();
      return text.endsWith(mark) ? text.slice(0, -mark.length) : text;
    },
  };
}

function ignore(): void {}
