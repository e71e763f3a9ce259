/** Starts and times processes, without the environment variables that slow every start of Node.js. */
import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess, StdioOptions } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";

export interface TimedCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Directory name of the CPU profile, for `--profile`. A process without this name is neither measured nor profiled. */
  readonly profile?: string;
  /** Variables besides those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A bare start of Node.js: the minimum time of every program that runs in it. */
export const BARE_NODE: TimedCommand = { command: process.execPath, args: ["-e", "0"], profile: "bare node" };

/** Running processes. An interrupted run terminates them before it exits. */
const running = new Set<ChildProcess>();

const MESSAGE_CHARACTERS = 2000;

/** Time in which a process must exit by itself, in milliseconds. */
const TIMEOUT_MS = 3000;

/** The variable that names a directory for CPU profiles. Set for `--profile`, which makes the figures meaningless. */
export const PROFILES = "CLIMAX_BENCH_PROFILES";

/** The environment of measured processes. `NODE_EXTRA_CA_CERTS` alone doubles a bare start, which halves all ratios. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, NODE_COMPILE_CACHE: _cache, ...rest } = process.env;
  const { [PROFILES]: _profiles, ...environment } = rest;
  return environment;
}

export function startProcess(timed: TimedCommand, stdio: StdioOptions): ChildProcess {
  const { command, cwd, env } = timed;
  const child = spawn(command, argumentsOf(timed), { stdio, env: { ...cleanEnvironment(), ...env }, ...(cwd !== undefined && { cwd }) });
  if (child.pid !== undefined) running.add(child);
  child.once("close", () => running.delete(child));
  return child;
}

/** Kills every running process, and waits for its exit. */
export async function endProcesses(): Promise<void> {
  while (running.size > 0) {
    await Promise.all(Array.from(running, endProcess));
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  const timer = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MS);
  child.kill();
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  // Not `close`, because its child processes may keep its pipes open.
  if (!hasEnded) await new Promise((resolve) => child.once("exit", resolve));
  clearTimeout(timer);
  running.delete(child);
}

/** Returns the arguments of a command, with profiling if requested. Node.js gives each profile a unique name. */
function argumentsOf({ command, args, profile }: TimedCommand): readonly string[] {
  const folder = process.env[PROFILES];
  const isProfiled = folder !== undefined && profile !== undefined && command === process.execPath;
  return isProfiled ? ["--cpu-prof", "--cpu-prof-dir", join(folder, toFolderName(profile)), ...args] : args;
}

function toFolderName(profile: string): string {
  return profile.replace(/[^\w.]+/g, "-").replace(/^-|-$/g, "");
}

/** Returns the milliseconds from the start of a process to its exit. Throws if its status is not `expected`. */
export function timeProcess(timed: TimedCommand, expected = 0): Promise<number> {
  const startedAt = performance.now();
  const child = startProcess(timed, ["ignore", "ignore", "pipe"]);
  const said = keepEnd(child.stderr);
  return new Promise((resolve, reject) => {
    child.once("error", reject).once("close", (status, signal) => {
      const ms = performance.now() - startedAt;
      if (status === expected) resolve(ms);
      else reject(new Error(`${[timed.command, ...timed.args].join(" ")} ended with ${status ?? signal}:\n${said()}`));
    });
  });
}

/** Returns the milliseconds from the start of a process until a program that it starts, `start-clock.c`, has started. */
export async function timeUntilProgram(timed: TimedCommand): Promise<number> {
  const startedAt = process.hrtime.bigint();
  const child = startProcess(timed, ["ignore", "pipe", "pipe"]);
  const printed = keepEnd(child.stdout);
  const said = keepEnd(child.stderr);
  await once(child, "close");
  if (!/^\d+$/.test(printed())) throw new Error(`${[timed.command, ...timed.args].join(" ")} started no program:\n${said()}`);
  return Number(BigInt(printed()) - startedAt) / 1e6;
}

/** Compiles a C program of this directory. Returns false without a compiler, or with one that does not support this system. */
export function compileC(source: string, program: string): boolean {
  try {
    execFileSync("cc", ["-O2", "-o", program, join("bench", source)], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Returns the end of a stream's output, for messages. */
export function keepEnd(stream: Readable | null): () => string {
  let said = "";
  stream?.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-MESSAGE_CHARACTERS)));
  return () => said.trimEnd();
}

/** Returns the peak memory of `node` with these arguments, in megabytes, which the process reports when it exits. */
export async function peakOfNode(args: readonly string[], cwd?: string): Promise<number> {
  const report = `process.on("exit", () => require("node:fs").writeSync(3, String(process.resourceUsage().maxRSS)))`;
  const module = `import{createRequire}from"node:module";const require=createRequire("/");${encodeURIComponent(report)}`;
  const timed = {
    command: process.execPath,
    args: ["--import", `data:text/javascript,${module}`, ...args],
    ...(cwd !== undefined && { cwd }),
  };
  const child = startProcess(timed, ["ignore", "ignore", "ignore", "pipe"]);
  let said = "";
  child.stdio[3]?.on("data", (bytes: Buffer) => (said += bytes.toString()));
  await once(child, "close");
  return Number(said) / 1024;
}

export interface Memory {
  /** Both in megabytes. */
  readonly resident: number;
  readonly peak: number;
}

/** Returns the current and the peak memory of a process. Returns undefined on systems other than Linux. */
export function readMemory(pid: number): Memory | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
    return { resident: field("VmRSS"), peak: field("VmHWM") };
  } catch {
    // Without /proc. The table reports it.
    return undefined;
  }
}

export interface CpuTime {
  /** Both in milliseconds, user and system together. */
  readonly own: number;
  /** Time of its child processes that have exited. */
  readonly children: number;
}

/** Unit of `/proc`, in milliseconds: `USER_HZ` is 100 on every Linux that Node.js runs on. */
const TICK_MS = 10;

/** Returns the processor time of a process so far. Returns undefined on systems other than Linux. */
export function readCpuTime(pid: number): CpuTime | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "latin1");
    // After the name, which may contain any character: the fields 14 to 17 of proc(5), utime, stime, cutime and cstime.
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = status
      .slice(status.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 15)
      .map(Number);
    return { own: (user + system) * TICK_MS, children: (childUser + childSystem) * TICK_MS };
  } catch {
    // Without /proc. The table reports it.
    return undefined;
  }
}
