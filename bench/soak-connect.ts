/** Connects clients of both SDK versions and both protocol eras, over standard input and output or HTTP, with one interface. */
import { Client as CurrentClient, StreamableHTTPClientTransport as CurrentHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as CurrentStdio } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { SOAK_TOKEN } from "./soak-project.ts";

/** `sdk-1`: the first SDK; `sdk-2`: the second one, in the era of 2025; `2026`: the second one, in the era of 2026. */
export type ClientKind = "sdk-1" | "sdk-2" | "2026";

export type Target =
  | { readonly origin: string }
  | { readonly command: string; readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> };

export interface Connection {
  readonly call: (name: string, args: Record<string, unknown>, signal?: AbortSignal) => Promise<string>;
  /** Ends the session, if any. */
  readonly terminate: () => Promise<void>;
  /** Disconnects. A session stays open. */
  readonly close: () => Promise<void>;
}

const INFO = { name: "soak", version: "1" };
const INIT = { requestInit: { headers: { authorization: `Bearer ${SOAK_TOKEN}` } } };

/** Longer than any wait of a server. */
const TIMEOUT_MS = 120_000;

const toText = (result: unknown): string => (result as { content: { text: string }[] }).content.map(({ text }) => text).join("\n");

/** Connects a client that accepts every confirmation prompt. */
export async function connectClient(kind: ClientKind, target: Target): Promise<Connection> {
  return kind === "sdk-1" ? await connectOld(target) : await connectCurrent(target, kind);
}

async function connectOld(target: Target): Promise<Connection> {
  const client = new OldClient(INFO, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { run: true } }));
  const http = "origin" in target ? new OldHttp(new URL("/mcp", target.origin), INIT) : undefined;
  await client.connect(http ?? new OldStdio(toStdio(target)));
  return {
    call: async (name, args, signal) =>
      toText(await client.callTool({ name, arguments: args }, undefined, { timeout: TIMEOUT_MS, ...(signal && { signal }) })),
    terminate: async () => await http?.terminateSession(),
    close: async () => await client.close(),
  };
}

async function connectCurrent(target: Target, kind: "sdk-2" | "2026"): Promise<Connection> {
  const mode = kind === "2026" ? { pin: "2026-07-28" } : ("legacy" as const);
  const client = new CurrentClient(INFO, { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler("elicitation/create", () => ({ action: "accept" as const, content: { run: true } }));
  const http = "origin" in target ? new CurrentHttp(new URL("/mcp", target.origin), INIT) : undefined;
  await client.connect(http ?? new CurrentStdio(toStdio(target)));
  return {
    call: async (name, args, signal) =>
      toText(await client.callTool({ name, arguments: args }, { timeout: TIMEOUT_MS, ...(signal && { signal }) })),
    terminate: async () => await http?.terminateSession(),
    close: async () => await client.close(),
  };
}

function toStdio(target: Target) {
  if (!("command" in target)) throw new Error("not a command");
  const { command, args, env } = target;
  return { command, args: [...args], env: { ...env }, cwd: "/", stderr: "ignore" as const };
}
