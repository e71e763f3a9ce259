/** Runs a program to read its help. Standard input is closed, time and output are limited, and no process of the program remains. */
import { homedir } from "node:os";
import { dirname } from "node:path";
import type { SandboxFeature } from "@climax-gen/runtime/internal/executor/sandbox";
import type { ProcessRunner } from "@climax-gen/runtime/internal/process/process";
import { findSandboxFeatures } from "@climax-gen/runtime/internal/executor/probe-executor";
import { findProgram } from "./find-program.ts";
import { findRealProgram, type RealProgram } from "./find-shimmed.ts";
import { closeRun, openRun } from "./open-runs.ts";
import { confineProgram } from "./program-sandbox.ts";

/** Time limit of a run, in milliseconds. */
export const TIME_LIMIT_MS = 10_000;
/** Limit of each output stream, in bytes. */
export const OUTPUT_LIMIT = 2 * 1024 * 1024;

/** Confinement of a run. `bubblewrap`: without network, with a read-only file system and an empty home directory. */
export type Sandbox =
  | { readonly kind: "bubblewrap"; readonly features: readonly SandboxFeature[] }
  /** Only the home directory is replaced, because programs write settings there. */
  | { readonly kind: "none" };

/** A run without confinement. */
export const NO_SANDBOX: Sandbox = { kind: "none" };

/** Outcome of running a program. */
export type ProgramRun =
  | { readonly kind: "exited"; readonly exit: number; readonly stdout: string; readonly stderr: string }
  /** `reason` is the limit that was exceeded: `time`, or 2 MiB of `output`. */
  | { readonly kind: "killed"; readonly reason: "time" | "output"; readonly stdout: string; readonly stderr: string }
  | { readonly kind: "not_started"; readonly reason: string };

/** Returns the sandbox of this machine, or undefined if bubblewrap is missing or cannot create one. Starts it once if it can. */
export async function findSandbox(): Promise<Sandbox | undefined> {
  if (findProgram("bwrap") === undefined || findProgram("true") === undefined) return undefined;
  const found = await findSandboxFeatures(async (features) => {
    const run = await runProgram(["true"], { sandbox: { kind: "bubblewrap", features } });
    return run.kind === "exited" && run.exit === 0 ? undefined : run.kind;
  });
  return found.kind === "usable" ? { kind: "bubblewrap", features: found.sandboxFeatures } : undefined;
}

/** Options of running a program. */
export interface RunOptions {
  readonly sandbox: Sandbox;
  /** Additional environment variables, such as those that make `man` print plain text. */
  readonly env?: Readonly<Record<string, string>>;
  /** In milliseconds. Defaults to 10 s. */
  readonly timeLimitMs?: number;
}

/** Runs a program, found like `findProgram`, in an empty directory: a new one, or that of its sandbox. Never rejects. */
export async function runProgram(words: readonly string[], options: RunOptions): Promise<ProgramRun> {
  const { sandbox, env = {}, timeLimitMs = TIME_LIMIT_MS } = options;
  const [name = "", ...args] = words;
  const located = findRealProgram(name);
  if (located === undefined) return { kind: "not_started", reason: "it is not on PATH, or not executable" };
  const { program, isOnPath } = located;
  const command = [program, ...args] as const;
  const run = openRun(sandbox.kind === "none");
  const home = sandbox.kind === "none" ? run.cwd : homedir();
  const start = sandbox.kind === "none" ? { argv: command } : confineProgram(command, { isOnPath, features: sandbox.features });
  try {
    return await collect(run.runner, { ...start, cwd: run.cwd, env: { ...environmentOf(located, home), ...env } }, timeLimitMs);
  } finally {
    await closeRun(run);
  }
}

/** Returns the environment of a program. `home` is its home directory. */
export function environmentOf({ program, isShimmed }: RealProgram, home: string): Readonly<Record<string, string>> {
  const plain = plainEnvironment(home);
  // A subcommand can be another program beside it, such as `cargo-clippy`, whose shim does not work without the files of its manager.
  return isShimmed ? { ...plain, PATH: `${dirname(program)}:${plain["PATH"] ?? ""}` } : plain;
}

/**
 * Returns the environment of a run without a sandbox. Its home directory is the empty working directory, because programs write settings
 * there.
 */
function plainEnvironment(home: string): Readonly<Record<string, string>> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    PAGER: "cat",
    MANPAGER: "cat",
    GIT_PAGER: "cat",
    AWS_PAGER: "",
    SYSTEMD_PAGER: "cat",
    NO_COLOR: "1",
    TERM: "dumb",
    COLUMNS: "200",
    LC_ALL: "C.UTF-8",
    CI: "1",
    // A Go program that prints its help need not collect garbage often: it takes a third less time.
    GOGC: "400",
    // A variable of tcell, a library for full-screen programs: without its table of the widths of all characters, gh takes half the time.
    TCELL_MINIMIZE: "1",
  };
}

/** Runs the program, and kills it at a limit. */
async function collect(
  runner: ProcessRunner,
  request: Pick<Parameters<ProcessRunner["run"]>[0], "argv" | "files" | "starter" | "cwd" | "env">,
  timeLimitMs: number,
): Promise<ProgramRun> {
  const stop = new AbortController();
  const [stdout, stderr] = [createStream(() => stop.abort()), createStream(() => stop.abort())];
  const result = await runner.run({
    ...request,
    timeoutMs: timeLimitMs,
    maxOutputBytes: OUTPUT_LIMIT,
    sinks: { stdout: stdout.push, stderr: stderr.push },
    signal: stop.signal,
  });
  const texts = { stdout: stdout.text(), stderr: stderr.text() };
  switch (result.kind) {
    case "exited":
      return { kind: "exited", exit: typeof result.exit === "number" ? result.exit : 1, ...texts };
    case "timed_out":
      return { kind: "killed", reason: "time", ...texts };
    case "cancelled":
      return { kind: "killed", reason: "output", ...texts };
    case "not_started":
      return { kind: "not_started", reason: result.message };
  }
}

/** A stream up to `OUTPUT_LIMIT`. */
export interface LimitedStream {
  readonly push: (chunk: Buffer) => void;
  readonly text: () => string;
}

/** Collects a stream up to the limit, and reports when the limit is reached. */
export function createStream(onLimit: () => void): LimitedStream {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return {
    push(chunk) {
      if (bytes >= OUTPUT_LIMIT) return;
      chunks.push(Buffer.from(chunk.subarray(0, OUTPUT_LIMIT - bytes)));
      bytes += chunk.length;
      if (bytes >= OUTPUT_LIMIT) onLimit();
    },
    text: () => Buffer.concat(chunks).toString("utf8"),
  };
}
