/**
 * Starts the programs of examples: confined, with a copy of the project and its home directory as the only writable directories. Records the
 * streams, and with strace the addresses that the program tried to reach.
 */
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { SandboxFeature } from "@climax-gen/runtime/internal/executor/sandbox";
import type { ProcessRequest } from "@climax-gen/runtime/internal/process/process-request";
import type { ProcessResult, ProcessRunner } from "@climax-gen/runtime/internal/process/process";
import type { ProjectCopy } from "./example-folder.ts";
import { readTextIfThere } from "./file-system.ts";
import { findProgram } from "./find-program.ts";
import { findRealProgram } from "./find-shimmed.ts";
import { confineProgram } from "./program-sandbox.ts";
import { removeIfExists } from "./temporary-files.ts";

/** Maximum number of bytes that are kept of each stream. */
const KEPT_BYTES = 4 * 1024 * 1024;

/** The machine and the rules for all examples of a run. */
export interface ExampleMachine {
  readonly runner: Pick<ProcessRunner, "run">;
  readonly features: readonly SandboxFeature[];
  /** Whether programs have the network of the machine. */
  readonly hasNetwork: boolean;
  /** Whether strace can observe programs. */
  readonly isTraced: boolean;
  /** Absolute paths of other programs that the programs start. Defaults to none. */
  readonly starts?: readonly string[];
}

/** A program that ran. */
export interface ObservedProgram {
  readonly argv: readonly string[];
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly stdoutSize: number;
  readonly stderrSize: number;
  /** The output of strace. Undefined without strace. */
  readonly trace: string | undefined;
}

/** A runner of the programs of one example, and the programs that it has run. */
export interface ExampleProcesses {
  readonly run: ProcessRunner["run"];
  readonly programs: readonly ObservedProgram[];
}

/** Returns the environment of an example: a server's, without the variables of the user. */
export function exampleEnvironment({ home }: Pick<ProjectCopy, "home">): Readonly<Record<string, string>> {
  return { PATH: process.env["PATH"] ?? "", HOME: home, LC_ALL: "C.UTF-8", TZ: "UTC" };
}

/** Returns the paths of programs on PATH. For the shim of a version manager, returns the program that it starts. */
export function locatePrograms(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => findRealProgram(name)?.program ?? []);
}

/**
 * Returns a PATH on which the real programs come before the shims of version managers. A shim that another program starts does not work in
 * the sandbox, because the files of the version manager are hidden.
 */
export function pathBehindShims(names: readonly string[], path = process.env["PATH"] ?? "", home = homedir()): string {
  const folders = names.flatMap((name) => {
    const found = findRealProgram(name, path, home);
    return found?.isShimmed === true ? [dirname(found.program)] : [];
  });
  return [...new Set(folders), path].join(":");
}

/** Creates the runner of one example. Its requests are those of a server without an executor. `run` never rejects. */
export function createExampleProcesses(copy: ProjectCopy, machine: ExampleMachine): ExampleProcesses {
  const programs: ObservedProgram[] = [];
  return {
    programs,
    async run(request) {
      const trace = machine.isTraced ? join(copy.other, "trace") : undefined;
      const [stdout, stderr] = [createRecorder(request.sinks?.stdout), createRecorder(request.sinks?.stderr)];
      const result = await machine.runner.run({
        ...confine(request, copy, { ...machine, trace }),
        sinks: { stdout: stdout.push, stderr: stderr.push },
      });
      programs.push({
        argv: request.argv,
        stdout: stdout.bytes(),
        stderr: stderr.bytes(),
        stdoutSize: stdout.size(),
        stderrSize: stderr.size(),
        trace: trace && readTextIfThere(trace),
      });
      if (trace !== undefined) removeIfExists(trace);
      return request.sinks === undefined ? withStreams(result, stdout, stderr) : result;
    },
  };
}

function withStreams(result: ProcessResult, stdout: Recorder, stderr: Recorder): ProcessResult {
  if (result.kind === "not_started") return result;
  return { ...result, stdout: stdout.bytes().toString("utf8"), stderr: stderr.bytes().toString("utf8") };
}

interface Recorder {
  readonly push: (chunk: Buffer) => void;
  readonly bytes: () => Buffer;
  readonly size: () => number;
}

/** Copies a stream on its way to the sink. */
function createRecorder(sink: ((chunk: Buffer) => void) | undefined): Recorder {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    push(chunk) {
      if (size < KEPT_BYTES) chunks.push(Buffer.from(chunk));
      size += chunk.length;
      sink?.(chunk);
    },
    bytes: () => Buffer.concat(chunks),
    size: () => size,
  };
}

interface ExampleRules extends Pick<ExampleMachine, "features" | "hasNetwork" | "starts"> {
  /** Path of the file for the output of strace. */
  readonly trace: string | undefined;
}

/** Replaces the command line of a request by that of the sandbox. */
function confine(request: ProcessRequest, copy: ProjectCopy, { features, hasNetwork, starts, trace }: ExampleRules): ProcessRequest {
  const [name = "", ...args] = request.argv;
  const directory = resolve(copy.project, request.cwd ?? ".");
  const isOnPath = !name.includes("/");
  const written = isOnPath ? name : resolve(directory, name);
  const { program, isShimmed } = findRealProgram(written, request.env["PATH"]) ?? { program: resolve(written), isShimmed: false };
  const sandboxed = confineProgram([program, ...args], {
    isOnPath,
    features,
    ...(starts && { starts }),
    ...(!isShimmed && { name }),
    content: {
      directory,
      // The program may start others of its version, whose shims do not work without the files of the version manager.
      env: isShimmed ? { ...request.env, PATH: `${dirname(program)}:${request.env["PATH"] ?? ""}` } : request.env,
      network: hasNetwork ? "host" : "none",
      mounts: [
        { path: copy.other, kind: "read_only" },
        { path: copy.project, kind: "writable" },
        { path: copy.home, kind: "writable" },
        // Traps write their marks here.
        { path: join(copy.other, "marks"), kind: "writable", isOptional: true },
        ...(request.privateFiles === undefined ? [] : [{ path: request.privateFiles.folder, kind: "read_only" } as const]),
      ],
    },
  });
  const { argv, ...others } = sandboxed;
  return {
    ...request,
    ...others,
    argv: trace === undefined ? argv : [...STRACE, "-o", trace, "--", ...argv],
    cwd: "/",
    env: { PATH: process.env["PATH"] ?? "" },
  };
}

/** Records the system calls that name an address. Runs outside the sandbox, so that a program cannot change its record. */
const STRACE = ["strace", "-f", "-qq", "--seccomp-bpf", "-e", "trace=connect,sendto,sendmsg,sendmmsg", "-e", "signal=none"];

/** Reports whether strace is installed and can observe a program in the sandbox. */
export async function canTrace(copy: ProjectCopy, machine: Omit<ExampleMachine, "isTraced">): Promise<boolean> {
  if (findProgram("strace") === undefined) return false;
  const { run } = createExampleProcesses(copy, { ...machine, isTraced: true });
  const result = await run({ argv: ["true"], env: exampleEnvironment(copy), timeoutMs: 10_000, maxOutputBytes: 1000 });
  return result.kind === "exited" && result.exit === 0;
}
