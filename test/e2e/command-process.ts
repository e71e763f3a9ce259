/** Runs commands of `climax-gen` in one process, which saves the start of Node.js for each: most of a short command's time. */
import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface Finished {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Command {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Time for a command, in milliseconds. */
const TIMEOUT_MS = 60_000;

const waiting = new Map<number, (finished: Finished) => void>();
let child: ChildProcess | undefined;
let count = 0;

/** Starts the process. It ends when this one disconnects, and does not keep it running. */
function start(): ChildProcess {
  const started = fork(fileURLToPath(new URL("command-process.cjs", import.meta.url)), [], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    execArgv: [],
  });
  started.on("message", ({ id, ...finished }: Finished & { readonly id: number }) => settle(id, finished));
  started.once("exit", (code, signal) => {
    if (child === started) child = undefined;
    for (const id of waiting.keys()) settle(id, { status: -1, stdout: "", stderr: `the process ended with ${code ?? signal}` });
  });
  started.unref();
  started.channel?.unref();
  return started;
}

function settle(id: number, finished: Finished): void {
  waiting.get(id)?.(finished);
  waiting.delete(id);
}

/** Runs a command after the ones that were requested before. Commands of one test file do not run at the same time. */
export async function runInCommandProcess(command: Command): Promise<Finished> {
  const used = (child ??= start());
  const id = (count += 1);
  const timer = setTimeout(() => used.kill("SIGKILL"), TIMEOUT_MS);
  const finished = await new Promise<Finished>((resolve) => {
    waiting.set(id, resolve);
    used.send({ id, ...command });
  });
  clearTimeout(timer);
  return finished;
}
