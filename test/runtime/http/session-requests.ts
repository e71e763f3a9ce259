/** Requests of clients of 2025-11-25 over HTTP, and the tools of the servers that they send them to. */
import { join } from "node:path";
import type { SourceServers } from "../../fixtures/source-server.ts";
import { toPart } from "../../fixtures/source-server.ts";
import type { HttpServer } from "./http-server.ts";
import { plainHeaders } from "./http-server.ts";

/** Returns the environment of a server with a tool that needs confirmation, a short tool, and a long-running tool. */
export function servingSessions(servers: SourceServers, idleMs?: number) {
  const word = { type: "string", positional: true, required: true } as const;
  const tools = {
    touch: { command: ["-c", 'touch "$0" && echo touched'], args: { path: word }, risk: "write" as const },
    greet: { command: ["-c", "echo hello"], risk: "read" as const },
    linger: { command: ["-c", 'echo $$ > "$0"; sleep 60 & wait'], timeout: 100, args: { pid_file: word }, risk: "read" as const },
  };
  const policy = { default: "enabled" as const, tools: { touch: { confirm: true } } };
  const httpTimeouts = idleMs === undefined ? {} : { sessionIdleMs: idleMs };
  return { ...servers.serving({ parts: [toPart({ command: ["sh"] }, tools)], policy, classic: true, httpTimeouts }) };
}

/** Returns the path of a file that does not exist. */
export const newPathIn = ({ folder }: SourceServers): string => join(folder, `file-${Math.random()}`);

export const INITIALIZE = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};
const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
export const callOf = (id: number, name: string, args: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});

interface Sending {
  readonly session?: string | undefined;
  readonly token?: string;
  readonly method?: string;
  readonly signal?: AbortSignal;
}

/** Sends a message as a client of 2025-11-25. */
export const send = ({ origin }: HttpServer, body: unknown, { session, token, method = "POST", signal }: Sending = {}): Promise<Response> =>
  fetch(`${origin}/mcp`, {
    method,
    headers: { ...plainHeaders(token), ...(session !== undefined && { "mcp-session-id": session }) },
    ...(method === "POST" && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });

export async function startSession(to: HttpServer, token?: string): Promise<string> {
  const response = await send(to, INITIALIZE, token === undefined ? {} : { token });
  await response.text();
  return response.headers.get("mcp-session-id") ?? `status ${response.status}`;
}

/** Returns the status of a list in a session. */
export const statusOf = async (to: HttpServer, session: string, token?: string): Promise<number> => {
  const response = await send(to, LIST, { session, ...(token !== undefined && { token }) });
  await response.text();
  return response.status;
};
