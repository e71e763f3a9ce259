/** Serves a short session of each protocol era inside this process, so that V8 has compiled the code of a server's first replies. */
import { PassThrough } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { CALL_TOOL, SEARCH_TOOL } from "../tool/meta-tool-names.ts";
import { openCompiledIndex } from "../tool-index/compiled/read.ts";
import { createIndexOver } from "../tool-index/tool-index.ts";
import { readLaunch } from "../launch/launch.ts";
import { createLog } from "../record/log.ts";
import { createProtocolServer } from "../protocol/protocol-server.ts";
import { LOCAL_CALLER } from "../server/caller.ts";
import { setUp } from "../server/setup.ts";
import type { ToolServer } from "../server/tool-server.ts";
import { createToolServer } from "../server/tool-server.ts";
import { findStaleDist } from "../launch/stale-dist.ts";
import { createStdioTransport } from "../protocol/stdio-transport.ts";

const CLIENT = { name: "warm-up", version: "0" };

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": CLIENT,
};

interface Request {
  readonly method: string;
  readonly params?: object;
}

/**
 * Serves the compiled index in `folder` to one client of each era. A client opens a session, lists the tools, searches, and calls `tool`.
 * Rejects if the index cannot be read or a request fails, because most of the code has not run then.
 */
export async function warmUp(folder: string, tool: string): Promise<void> {
  findStaleDist(folder);
  const { header, reader } = openCompiledIndex(folder);
  const launch = readLaunch([], header);
  const setup = await setUp({ index: createIndexOver(reader) }, [], {});
  if (launch.kind !== "serve" || setup.kind !== "ready") throw new Error("a server without a policy does not start");
  const { name, version } = header;
  const log = createLog(launch.logLevel, undefined);
  const server = createToolServer({ info: { name, version }, launch, setup, env: {}, audit: undefined, log, startTelemetry: undefined });
  const work: readonly Request[] = [
    { method: "tools/list" },
    { method: "tools/call", params: { name: SEARCH_TOOL, arguments: { query: tool } } },
    { method: "tools/call", params: { name: CALL_TOOL, arguments: { tool_name: tool } } },
  ];
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: CLIENT };
  await ask(server, [{ method: "initialize", params: hello }, ...work]);
  await ask(
    server,
    [{ method: "server/discover" }, ...work].map((one) => ({ ...one, params: { ...one.params, _meta: META } })),
  );
}

/** Sends each request after the response to the previous request. */
async function ask(server: ToolServer, requests: readonly Request[]): Promise<void> {
  const input = new PassThrough();
  const output = new PassThrough();
  const channel = { callerOf: () => LOCAL_CALLER };
  serveStdio((connection) => createProtocolServer(server, channel, connection), { transport: createStdioTransport(input, output) });
  for (const [id, request] of requests.entries()) {
    const answered = new Promise<Buffer>((resolve) => output.once("data", resolve));
    input.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...request })}\n`);
    const { error } = JSON.parse((await answered).toString()) as { readonly error?: object };
    if (error !== undefined) throw new Error(`the server answers ${request.method} with ${JSON.stringify(error)}`);
  }
  input.end();
}
