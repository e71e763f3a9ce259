/**
 * The clients of the Python SDK and of FastMCP, each in a process of Python that `python-client.py` runs. They are installed beside the peers
 * of the benchmarks, in a virtual environment that FastMCP shares with its server there.
 */
import type { ChildProcess } from "node:child_process";
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ROOT } from "../e2e/project.ts";
import type { CallOptions, CallResult, Connection, MatrixClient, Target } from "./client.ts";

const PYTHON = join(ROOT, ".bench/peers/fastmcp/bin/python");
const SCRIPT = fileURLToPath(new URL("python-client.py", import.meta.url));
const VERSIONS = { mcp: "2.3.0", fastmcp: "4.1.2" } as const;
const PACKAGES = Object.entries(VERSIONS)
  .map((pin) => pin.join("=="))
  .join(" ");
const INSTALLATION = `python3 -m venv .bench/peers/fastmcp && .bench/peers/fastmcp/bin/pip install ${PACKAGES}`;

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
  readonly progress?: string | null;
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress?: CallOptions["onProgress"];
}

/** Sends requests to `python-client.py`. */
class PythonProcess {
  readonly #process: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #stderr = "";

  constructor(module: string) {
    this.#process = spawn(PYTHON, [SCRIPT, module], { stdio: ["pipe", "pipe", "pipe"] });
    this.#process.stderr?.on("data", (data: Buffer) => (this.#stderr += data.toString()));
    if (this.#process.stdout !== null) createInterface({ input: this.#process.stdout }).on("line", (line) => this.#receive(line));
    this.#process.once("close", () => {
      for (const { reject } of this.#pending.values()) reject(new Error(`the client has ended:\n${this.#stderr}`));
    });
  }

  send(request: object, onProgress?: CallOptions["onProgress"]): { readonly id: number; readonly result: Promise<unknown> } {
    const id = ++this.#lastId;
    const result = new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, onProgress });
    });
    this.#process.stdin?.write(`${JSON.stringify({ id, ...request })}\n`);
    return { id, result };
  }

  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once("close", resolve));
    this.#process.stdin?.end();
    const timer = setTimeout(() => this.#process.kill("SIGKILL"), 10_000);
    await ended.finally(() => clearTimeout(timer));
  }

  #receive(line: string): void {
    const { id, result, error, progress } = JSON.parse(line) as Answer;
    const pending = this.#pending.get(id);
    if (progress !== undefined) return pending?.onProgress?.(progress ?? undefined);
    this.#pending.delete(id);
    if (error === undefined) pending?.resolve(result);
    else pending?.reject(new Error(error));
  }
}

async function connectPython(module: string, mode: string, target: Target): Promise<Connection> {
  const python = new PythonProcess(module);
  const opened = python.send({ op: "open", target, mode }).result.catch(async (error: unknown) => {
    await python.end();
    throw error;
  });
  const { protocol } = (await opened) as { readonly protocol: string };
  return {
    protocol,
    list: async () => (await python.send({ op: "list" }).result) as readonly string[],
    async call(name, args, { signal, onProgress } = {}) {
      const { id, result } = python.send({ op: "call", name, args }, onProgress);
      signal?.addEventListener("abort", () => python.send({ op: "cancel", call: id }));
      return (await result) as CallResult;
    },
    async close() {
      await python.send({ op: "close" }).result;
      await python.end();
    },
  };
}

/** Another version counts as missing: the page names this one. */
function findVersion(module: keyof typeof VERSIONS): string | undefined {
  if (!existsSync(PYTHON)) return undefined;
  const code = `from importlib.metadata import version; print(version(${JSON.stringify(module)}))`;
  const { status, stdout } = spawnSync(PYTHON, ["-c", code], { encoding: "utf8", timeout: 30_000 });
  return status === 0 && stdout.trim() === VERSIONS[module] ? VERSIONS[module] : undefined;
}

function pythonClient(name: string, module: keyof typeof VERSIONS, mode: string): MatrixClient {
  return {
    name,
    installation: INSTALLATION,
    findVersion: () => findVersion(module),
    findLimit: () => undefined,
    connect: (target) => connectPython(module, mode, target),
  };
}

export const PYTHON_CLIENTS: readonly MatrixClient[] = [
  pythonClient("Python SDK, 2025 era", "mcp", "legacy"),
  pythonClient("Python SDK, 2026 era", "mcp", "auto"),
  pythonClient("FastMCP", "fastmcp", "auto"),
];
