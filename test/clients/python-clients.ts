/**
 * The clients of the Python SDK and of FastMCP, in a process of Python that runs `python-client.py`. They are installed next to the peers of
 * the benchmarks, in a virtual environment that FastMCP shares with its server there.
 */
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ROOT } from "../e2e/project.ts";
import type { CallOptions, CallResult, Connection, MatrixClient, Target } from "./client.ts";
import { PATIENCE_MS } from "../fixtures/until.ts";

const ENVIRONMENT = join(ROOT, ".bench/peers/fastmcp");
const PYTHON = join(ENVIRONMENT, "bin/python");
const SCRIPT = fileURLToPath(new URL("python-client.py", import.meta.url));
const VERSIONS = { mcp: "2.3.0", fastmcp: "4.2.3" } as const;
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

  constructor() {
    this.#process = spawn(PYTHON, [SCRIPT], { stdio: ["pipe", "pipe", "pipe"] });
    this.#process.stderr?.on("data", (data: Buffer) => (this.#stderr += data.toString()));
    if (this.#process.stdout !== null) createInterface({ input: this.#process.stdout }).on("line", (line) => this.#receive(line));
    this.#process.once("close", () => {
      for (const { reject } of this.#pending.values()) reject(new Error(`the client has ended:\n${this.#stderr}`));
    });
  }

  readonly send = (request: object, onProgress?: CallOptions["onProgress"]): { readonly id: number; readonly result: Promise<unknown> } => {
    const id = ++this.#lastId;
    const result = new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, onProgress });
    });
    this.#process.stdin?.write(`${JSON.stringify({ id, ...request })}\n`);
    return { id, result };
  };

  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once("close", resolve));
    this.#process.stdin?.end();
    const timer = setTimeout(() => this.#process.kill("SIGKILL"), PATIENCE_MS);
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

let python: PythonProcess | undefined;

async function connectPython(client: string, mode: string, target: Target): Promise<Connection> {
  const { send } = (python ??= new PythonProcess());
  const { id: connection, result: opened } = send({ op: "open", client, target, mode });
  const { protocol } = (await opened) as { readonly protocol: string };
  return {
    protocol,
    list: async () => (await send({ op: "list", connection }).result) as readonly string[],
    async call(name, args, { signal, onProgress } = {}) {
      const { id, result } = send({ op: "call", connection, name, args }, onProgress);
      signal?.addEventListener("abort", () => send({ op: "cancel", connection, call: id }));
      return (await result) as CallResult;
    },
    async close() {
      await send({ op: "close", connection }).result;
    },
  };
}

/** Another version counts as missing, because the page names this version. */
function findVersion(module: keyof typeof VERSIONS): string | undefined {
  const version = VERSIONS[module];
  const libraries = join(ENVIRONMENT, "lib");
  const folders = existsSync(libraries) ? readdirSync(libraries) : [];
  const isInstalled = folders.some((folder) => existsSync(join(libraries, folder, `site-packages/${module}-${version}.dist-info`)));
  return isInstalled ? version : undefined;
}

function pythonClient(name: string, module: keyof typeof VERSIONS, mode: string): MatrixClient {
  return {
    name,
    installation: INSTALLATION,
    findVersion: () => findVersion(module),
    findLimit: () => undefined,
    connect: (target) => connectPython(module, mode, target),
    stop: async () => {
      const process = python;
      python = undefined;
      await process?.end();
    },
  };
}

export const PYTHON_CLIENTS: readonly MatrixClient[] = [
  pythonClient("Python SDK, 2025 era", "mcp", "legacy"),
  pythonClient("Python SDK, 2026 era", "mcp", "auto"),
  pythonClient("FastMCP", "fastmcp", "auto"),
];
