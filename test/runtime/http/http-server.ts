/** HTTP servers in separate processes, and clients of both protocol eras. */
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { PATIENCE_MS } from "../../fixtures/until.ts";

export const TOKEN = "test-token-of-many-characters";

export interface HttpServer {
  /** `http://127.0.0.1:PORT`, as printed by the server. */
  readonly origin: string;
  readonly port: number;
  readonly process: ChildProcess;
  readonly stderr: () => string;
  /** Sends a signal and resolves with the exit status. Kills a server that does not exit. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

export interface HttpServerOptions {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Defaults to any free port of 127.0.0.1. */
  readonly address?: string;
  /** Program that runs the script. Defaults to Node.js. */
  readonly command?: string;
  /** Defaults to `TOKEN`. */
  readonly token?: string | undefined;
}

/** Starts `node script --http` and resolves when it listens. Rejects with its standard error if it exits first. */
export async function startHttp(
  script: string,
  { args = [], env = {}, address = "0", command = process.execPath, ...options }: HttpServerOptions = {},
) {
  const { token } = { token: TOKEN, ...options };
  const server = spawn(command, [script, "--http", address, ...args], {
    env: { PATH: process.env["PATH"], ...(token !== undefined && { CLIMAX_HTTP_TOKEN: token }), ...env },
    cwd: "/",
    stdio: ["ignore", "ignore", "pipe"],
  });
  // Cleans up after a test that fails before it stops its server.
  const kill = (): boolean => server.kill("SIGKILL");
  process.once("exit", kill);
  server.once("close", () => process.off("exit", kill));
  let stderr = "";
  const ended = once(server, "close").then(([status]) => status as number | null);
  const origin = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => server.kill("SIGKILL"), PATIENCE_MS);
    server.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      const [, found] = /listening on (http:\/\/\S+)\/mcp\n/.exec(stderr) ?? [];
      if (found !== undefined) resolve((clearTimeout(timer), found));
    });
    void ended.then((status) => reject(new Error(`the server ended with ${status}:\n${stderr}`)));
  });
  const started: HttpServer = {
    origin,
    port: Number(new URL(origin).port),
    process: server,
    stderr: () => stderr,
    async stop(signal = "SIGTERM") {
      server.kill(signal);
      const timer = setTimeout(() => server.kill("SIGKILL"), PATIENCE_MS);
      return await ended.finally(() => clearTimeout(timer));
    },
  };
  return started;
}

export interface HttpCaller {
  readonly listTools: () => Promise<readonly { readonly name: string }[]>;
  readonly call: (name: string, args?: Record<string, unknown>, options?: CallOptions) => Promise<string>;
  readonly close: () => Promise<void>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Time after which the client gives up, in milliseconds. */
  readonly timeout?: number;
  readonly onprogress?: (progress: { readonly progress: number; readonly message?: string | undefined }) => void;
}

/** Returns the text of a result of `tools/call`. */
export const toText = (result: unknown): string => (result as { content: { text: string }[] }).content.map(({ text }) => text).join("\n");
/** Options of a client's transport that sends the token. */
export const withToken = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } });

/** Connects a client of protocol version 2025-11-25 or earlier. */
export async function connectLegacy(origin: string, token = TOKEN): Promise<HttpCaller> {
  const client = new LegacyClient({ name: "test", version: "1" });
  await client.connect(new LegacyTransport(new URL("/mcp", origin), withToken(token)));
  return {
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args, options) => toText(await client.callTool({ name, arguments: args }, undefined, options)),
    close: () => client.close(),
  };
}

/** Connects a client pinned to protocol version 2026-07-28. */
export async function connectModern(origin: string, token = TOKEN): Promise<HttpCaller> {
  const client = new ModernClient({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new ModernTransport(new URL("/mcp", origin), withToken(token)));
  return {
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, options = {}) => toText(await client.callTool({ name, arguments: args }, options)),
    close: () => client.close(),
  };
}

export const HTTP_CLIENTS = [
  ["a client of 2025-11-25", connectLegacy],
  ["a client of 2026-07-28", connectModern],
] as const;

/**
 * Waits until a server has read the keys of its issuer, with a valid token. On a busy machine, the first attempts exceed the time limit of the
 * server, which then rejects requests for some seconds.
 */
export async function untilKeysAreRead({ origin }: Pick<HttpServer, "origin">, token: string): Promise<void> {
  const request = { method: "POST", headers: plainHeaders(token), body: "{}" };
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20)))
    if ((await fetch(`${origin}/mcp`, request)).status !== 503) return;
  throw new Error("the server has not read the keys of its issuer");
}

/** Builds the body of a request of protocol version 2026-07-28. */
export function modernBody(method: string, params: object = {}, capabilities: object = {}): string {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": capabilities,
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "0" },
  };
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } });
}

/** Builds the headers of a request of protocol version 2026-07-28. `name` is the name of the tool. */
export function modernHeaders(method: string, name?: string, token = TOKEN): Record<string, string> {
  return {
    ...plainHeaders(token),
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(name !== undefined && { "mcp-name": name }),
  };
}

/** Reads the JSON of the last message in the stream of a response. */
export async function readLastMessage(response: Response): Promise<unknown> {
  const messages = Array.from((await response.text()).matchAll(/^data: (.*)$/gm), ([, json = ""]) => json);
  return JSON.parse(messages.at(-1) ?? "null");
}

/** Builds the headers that all requests have. */
export function plainHeaders(token = TOKEN): Record<string, string> {
  return { authorization: `Bearer ${token}`, "content-type": "application/json", accept: "application/json, text/event-stream" };
}
