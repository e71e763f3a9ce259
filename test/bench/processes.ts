/** The processes that are timed. Their environment is the machine's without what would slow every start of Node.js. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

export interface TimedCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
}

/** A bare start of Node.js: the floor under everything that runs in it. */
export const BARE_NODE: TimedCommand = { command: process.execPath, args: ["-e", "0"] };

/** `NODE_EXTRA_CA_CERTS` alone doubles a bare start, which makes every ratio look half as high as it is. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, NODE_COMPILE_CACHE: _cache, ...environment } = process.env;
  return environment;
}

/** The variable that names a folder for CPU profiles of what is measured: set by `--profile`, and then the figures say nothing. */
export const PROFILES = "CLIMAX_BENCH_PROFILES";

/** The arguments of a command, with those that profile it where that is asked for. */
export function argumentsOf({ command, args }: TimedCommand): readonly string[] {
  const folder = process.env[PROFILES];
  return folder === undefined || command !== process.execPath ? args : ["--cpu-prof", "--cpu-prof-dir", folder, ...args];
}

/** Milliseconds from the start of a process to its end. Throws where it does not end with `expected`. */
export function timeProcess(timed: TimedCommand, expected = 0): Promise<number> {
  const { command, cwd } = timed;
  const args = argumentsOf(timed);
  const startedAt = performance.now();
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"], env: cleanEnvironment(), ...(cwd !== undefined && { cwd }) });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject).once("close", (status) => {
      const ms = performance.now() - startedAt;
      if (status === expected) resolve(ms);
      else reject(new Error(`${command} ${args.join(" ")} ended with ${status}: ${said}`));
    });
  });
}

/** The most memory that `node` with these arguments held until it exited, in megabytes: it says so itself as it ends. */
export async function peakOfNode(args: readonly string[], cwd?: string): Promise<number> {
  const report = `process.on("exit", () => require("node:fs").writeSync(3, String(process.resourceUsage().maxRSS)))`;
  const child = spawn(
    process.execPath,
    [
      "--import",
      `data:text/javascript,import{createRequire}from"node:module";const require=createRequire("/");${encodeURIComponent(report)}`,
      ...args,
    ],
    {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
      env: cleanEnvironment(),
      ...(cwd !== undefined && { cwd }),
    },
  );
  let said = "";
  child.stdio[3]?.on("data", (bytes: Buffer) => (said += bytes.toString()));
  await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  return Number(said) / 1024;
}

export interface Memory {
  /** Both in megabytes. */
  readonly resident: number;
  readonly peak: number;
}

/** What a process holds now, and the most that it has held. `undefined` where the system does not say: outside of Linux. */
export function readMemory(pid: number): Memory | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
    return { resident: field("VmRSS"), peak: field("VmHWM") };
  } catch {
    // No /proc: the table says so.
    return undefined;
  }
}
