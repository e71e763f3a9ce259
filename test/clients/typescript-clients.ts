/** The clients of both TypeScript SDKs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client as CurrentClient, StreamableHTTPClientTransport as CurrentHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as CurrentStdio } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema, LATEST_PROTOCOL_VERSION } from "@modelcontextprotocol/sdk/types.js";
import { ROOT } from "../e2e/project.ts";
import type { CallOptions, CallResult, Connection, MatrixClient, Target } from "./client.ts";

/** Returns the version of an installed package. */
export function packageVersion(name: string): string {
  return (JSON.parse(readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8")) as { version: string }).version;
}

const INFO = { name: "matrix", version: "1" };
const ACCEPT = { action: "accept" as const, content: { run: true } };

async function connectOld(target: Target): Promise<Connection> {
  const questions: string[] = [];
  const client = new OldClient(INFO, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    questions.push(params.message);
    return ACCEPT;
  });
  const transport = target.transport === "HTTP" ? new OldHttp(...toHttp(target)) : new OldStdio(toStdio(target));
  await client.connect(transport);
  return {
    protocol: LATEST_PROTOCOL_VERSION,
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, args, options = {}) {
      questions.length = 0;
      const result = await client.callTool({ name, arguments: args }, undefined, toRequestOptions(options));
      return { ...(result as CallResult), questions: [...questions] };
    },
    close: () => client.close(),
  };
}

async function connectCurrent(mode: "legacy" | { readonly pin: string }, target: Target): Promise<Connection> {
  const questions: string[] = [];
  const client = new CurrentClient(INFO, { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler("elicitation/create", ({ params }) => {
    questions.push(params.message);
    return ACCEPT;
  });
  await client.connect(target.transport === "HTTP" ? new CurrentHttp(...toHttp(target)) : new CurrentStdio(toStdio(target)));
  return {
    protocol: client.getNegotiatedProtocolVersion(),
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, args, options = {}) {
      questions.length = 0;
      const result = await client.callTool({ name, arguments: args }, toRequestOptions(options));
      return { ...(result as CallResult), questions: [...questions] };
    },
    close: () => client.close(),
  };
}

function toHttp({ url, token }: Extract<Target, { transport: "HTTP" }>) {
  return [new URL(url), { requestInit: { headers: { authorization: `Bearer ${token}` } } }] as const;
}

function toStdio({ command, args, env }: Extract<Target, { transport: "stdio" }>) {
  return { command, args: [...args], env: { ...env }, stderr: "ignore" as const };
}

function toRequestOptions({ signal, onProgress }: CallOptions) {
  return {
    ...(signal && { signal }),
    ...(onProgress && { onprogress: ({ message }: { message?: string | undefined }) => onProgress(message) }),
  };
}

const NPM = { installation: "npm ci", findLimit: () => undefined };
const findCurrent = (): string => packageVersion("@modelcontextprotocol/client");

export const TYPESCRIPT_CLIENTS: readonly MatrixClient[] = [
  { ...NPM, name: "TypeScript SDK 1", findVersion: () => packageVersion("@modelcontextprotocol/sdk"), connect: connectOld },
  { ...NPM, name: "TypeScript SDK 2, 2025 era", findVersion: findCurrent, connect: (target) => connectCurrent("legacy", target) },
  {
    ...NPM,
    name: "TypeScript SDK 2, 2026 era",
    findVersion: findCurrent,
    connect: (target) => connectCurrent({ pin: "2026-07-28" }, target),
  },
];
