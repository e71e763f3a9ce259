/** Starts `command-host.mjs` for a command, and sends commands to it. */
import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("command-host.mjs", import.meta.url));

/** Limit of one command, in milliseconds. */
const TIMEOUT_MS = 60_000;

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs commands with one entry module, one at a time, in one process that starts with the first of them. */
export class CommandHost {
  readonly #entry: string;
  readonly #env: Readonly<Record<string, string>>;
  #process: ChildProcess | undefined;
  #lastId = 0;
  #lastRun: Promise<unknown> = Promise.resolve();

  constructor(entry: string, env: Readonly<Record<string, string>> = {}) {
    this.#entry = entry;
    this.#env = env;
  }

  /** Rejects if the command does not end in time, or if it ends its process. */
  async run(args: readonly string[]): Promise<Printed> {
    const run = this.#lastRun.then(() => this.#send(args));
    this.#lastRun = run.catch(() => undefined);
    return await run;
  }

  /** Ends the process, if there is one. */
  async stop(): Promise<void> {
    const host = this.#process;
    this.#process = undefined;
    if (host === undefined || host.exitCode !== null || host.signalCode !== null) return;
    const ended = once(host, "exit");
    host.kill("SIGKILL");
    await ended;
  }

  async #send(args: readonly string[]): Promise<Printed> {
    const host = (this.#process ??= fork(SCRIPT, [this.#entry], { env: { ...process.env, ...this.#env }, stdio: "ignore", execArgv: [] }));
    const id = ++this.#lastId;
    const finished = new AbortController();
    const timer = setTimeout(() => host.kill("SIGKILL"), TIMEOUT_MS);
    try {
      host.send({ id, args });
      return await Promise.race([
        once(host, "message", finished).then(([message]) => message as Printed),
        once(host, "exit", finished).then(() => {
          this.#process = undefined;
          throw new Error(`the command ${args.join(" ")} has ended its process`);
        }),
      ]);
    } finally {
      clearTimeout(timer);
      finished.abort();
    }
  }
}
