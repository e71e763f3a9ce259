/** Servers with a tool of each risk, for tests of access. */
import type { SourceServers } from "../../fixtures/source-server.ts";
import { toPart } from "../../fixtures/source-server.ts";
import type { SourceServerSpec } from "../../fixtures/source-server-entry.ts";
import { modernBody, modernHeaders } from "./http-server.ts";

const TOOLS = {
  look: { command: ["looked"], risk: "read" },
  write: { command: ["wrote"], risk: "write" },
  drop: { command: ["dropped"], risk: "destructive" },
  unclear: { command: ["did"] },
} as const;

/** A Directive tool, which only reads. */
const FILES = {
  directive: { name: "notes", description: "Notes", root: "notes", tool_count: 1 },
  tools: {
    files: { name: "files", description: "List the notes", inputSchema: { type: "object" }, handler: "files.list", method: "notes/list" },
  },
} as const;

/** Returns the environment of such a server. */
export function servingTools(servers: SourceServers, more: Partial<SourceServerSpec> = {}): Record<string, string> {
  return { ...servers.serving({ parts: [toPart({ command: ["echo"] }, TOOLS), FILES], classic: true, ...more }) };
}

/** Requests the list of tools with a token. */
export const list = (origin: string, token: string): Promise<Response> =>
  fetch(`${origin}/mcp`, { method: "POST", headers: modernHeaders("tools/list", undefined, token), body: modernBody("tools/list") });
