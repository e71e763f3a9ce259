/** Defines the variants that run `true` repeatedly: baselines and servers. Each is a separate process. */
import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { TimedCommand } from "./processes.ts";
import { compileC, startProcess } from "./processes.ts";
import { temporaryFolder } from "./projects.ts";
import { startSession } from "./server-session.ts";
import { FIRST_TOOL } from "./synthetic.ts";
import type { TimedWork } from "./timed-work.ts";
import { timeWork } from "./timed-work.ts";

export interface CallVariant {
  readonly name: string;
  readonly pid: number;
  /** Runs `true` `times` times, at most `inFlight` of them concurrently. */
  readonly time: (times: number, inFlight: number) => Promise<TimedWork>;
  readonly close: () => Promise<unknown>;
}

export function startSpawnLoop(): CallVariant {
  return startLoop("bare spawn loop", benchProgram("spawn-loop.mjs"));
}

/** Compiles `posix-spawn.c`. Returns undefined if `cc` is missing. The program runs one process at a time, regardless of the option. */
export function startPosixSpawn(): CallVariant | undefined {
  const program = join(temporaryFolder("posix-spawn"), "posix-spawn");
  // Without a compiler, the table reports it.
  return compileC("posix-spawn.c", program) ? startLoop("posix_spawn in C", { command: program, args: [] }) : undefined;
}

export function startLineServer(): Promise<CallVariant> {
  return startServer("lines, without a protocol", benchProgram("line-server.mjs"));
}

/** Starts a server of the SDK with one tool, which only runs `true`. */
export function startSdkServer(): Promise<CallVariant> {
  return startServer("the SDK, without climax-gen", benchProgram("sdk-server.cjs"));
}

/** Starts a server whose tool runs `true`, and calls the tool through `climax_call`. */
export async function startServer(name: string, server: TimedCommand): Promise<CallVariant> {
  const session = startSession(server, "2026");
  await session.open();
  const call = (): Promise<string> => session.request("tools/call", { name: "climax_call", arguments: { tool_name: FIRST_TOOL } });
  return {
    name,
    pid: session.server.pid ?? 0,
    time: (times, inFlight) => timeWork(call, times, inFlight),
    close: session.close,
  };
}

function benchProgram(file: string): TimedCommand {
  return { command: process.execPath, args: [resolve(".bench/code", file)], profile: file };
}

/** Starts a program that reads `times` and `inFlight`, one per line, and replies with a line of JSON. */
function startLoop(name: string, command: TimedCommand): CallVariant {
  const loop = startProcess(command, ["pipe", "pipe", "inherit"]) as ChildProcessByStdio<Writable, Readable, null>;
  const answers = createInterface(loop.stdout)[Symbol.asyncIterator]();
  return {
    name,
    pid: loop.pid ?? 0,
    async time(times, inFlight) {
      loop.stdin.write(`${times} ${inFlight}\n`);
      const { value } = await answers.next();
      return JSON.parse(String(value)) as TimedWork;
    },
    async close() {
      loop.stdin.end();
      await once(loop, "close");
    },
  };
}
