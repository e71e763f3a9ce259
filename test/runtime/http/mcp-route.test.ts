/** Tests the check of scopes in each call: for tools that are replaced after the check of the request, and for a caller that is lost. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { createConfirmations } from "../../../runtime/call/confirmation.ts";
import { createMcpRoute } from "../../../runtime/http/mcp-route.ts";
import { createRefusalLog } from "../../../runtime/http/refusal-log.ts";
import { createRequestTracker } from "../../../runtime/http/request-tracker.ts";
import { toCaller } from "../../../runtime/http/scope.ts";
import type { HttpProtocol } from "../../../runtime/protocol/protocol-http.ts";
import { HTTP_PROTOCOL } from "../../../runtime/protocol/protocol-http.ts";
import type { ToolServer } from "../../../runtime/server/tool-server.ts";
import { createToolServer } from "../../../runtime/server/tool-server.ts";
import { createToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";
import { toPart } from "../../fixtures/source-server.ts";
import { modernBody, modernHeaders, plainHeaders } from "./http-server.ts";

const log = { debug() {}, info() {}, warn() {}, error() {} };
const env = { PATH: process.env["PATH"] ?? "" };
const index = createToolIndex([toPart({ command: ["echo"] }, { look: { risk: "read" }, drop: { risk: "destructive" } })]);
const tools = createToolServer({
  info: { name: "test", version: "1.0.0" },
  launch: { classic: true, auditValues: false },
  setup: { kind: "ready", index, policies: [], execution: plainExecution(env), warnings: [] },
  env,
  audit: undefined,
  log,
  startTelemetry: undefined,
});
const closing: (() => unknown)[] = [tools.close];
afterAll(async () => void (await Promise.all(closing.map((close) => close()))));

/** Serves requests of a caller who may only read. Returns a function that posts a body, and returns the response as text. */
async function serve(server: ToolServer, protocol: HttpProtocol) {
  const mcp = createMcpRoute(server, {
    protocol,
    confirmations: createConfirmations(),
    tracker: createRequestTracker(10),
    refusals: createRefusalLog(log),
    metadata: "https://tools.example.com/.well-known/oauth-protected-resource/mcp",
    writeTimeoutMs: 30_000,
    sessions: { maxSessions: 5, idleMs: 60_000 },
  });
  const caller = toCaller({ subject: "ann", scopes: ["climax:read"] });
  const http = createServer((request, response) => {
    void mcp.handle({ request, response, caller, refuse: ({ kind }) => void response.writeHead(403).end(kind) });
  });
  await once(http.listen(0, "127.0.0.1"), "listening");
  closing.push(mcp.endSessions, () => http.close());
  const { port } = http.address() as AddressInfo;
  return async (body: object | string, headers: Record<string, string>): Promise<{ readonly text: string; readonly session: string }> => {
    const given = {
      method: "POST",
      headers: { ...headers, connection: "close" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    };
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, given);
    return { text: await response.text(), session: response.headers.get("mcp-session-id") ?? "" };
  };
}

type Post = Awaited<ReturnType<typeof serve>>;

const callOf = (name: string): object => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name } });
const PARAMS = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
const INITIALIZE = { jsonrpc: "2.0", id: 0, method: "initialize", params: PARAMS };

/** By client: a call of a tool. */
const CLIENTS: readonly [client: string, call: (post: Post, tool: string) => Promise<string>][] = [
  [
    "of 2026-07-28",
    async (post, tool) => (await post(modernBody("tools/call", { name: tool, arguments: {} }), modernHeaders("tools/call", tool))).text,
  ],
  ["of 2025-11-25 without a session", async (post, tool) => (await post(callOf(tool), plainHeaders())).text],
  [
    "of 2025-11-25 in a session",
    async (post, tool) => {
      const { session } = await post(INITIALIZE, plainHeaders());
      return (await post(callOf(tool), { ...plainHeaders(), "mcp-session-id": session })).text;
    },
  ],
];

describe.each(CLIENTS)("a call of a client %s", (_client, call) => {
  it("does not run without its scope, even if the check of the request did not find the tool", async () => {
    // As if the tools of the server were replaced after the check.
    const unknown = { ...tools.tools(), handler: { ...tools.tools().handler, findTool: () => undefined } };
    const post = await serve({ ...tools, tools: () => unknown }, HTTP_PROTOCOL);
    expect(await call(post, "drop")).toContain("this call requires a token with the scope climax:destructive");
    expect(await call(post, "look")).toContain("(no output)");
  });

  it("runs no tool if the SDK does not pass the caller", async () => {
    const post = await serve(tools, WITHOUT_CALLER);
    expect(await call(post, "look")).toContain("the sender of this call is unknown");
  });
});

const NOBODY = { token: "", clientId: "", scopes: [] };

/** The protocol of an SDK that drops the caller of each request. */
const WITHOUT_CALLER: HttpProtocol = {
  ...HTTP_PROTOCOL,
  createMcpHandler(...args) {
    const handler = HTTP_PROTOCOL.createMcpHandler(...args);
    return { ...handler, fetch: (request, given) => handler.fetch(request, { ...given, authInfo: NOBODY }) };
  },
  answerAlone: (server, channel, given) => HTTP_PROTOCOL.answerAlone(server, channel, { ...given, authInfo: NOBODY }),
  async openProtocolSession(...args) {
    const session = await HTTP_PROTOCOL.openProtocolSession(...args);
    return { ...session, handle: (request, given) => session.handle(request, { ...given, authInfo: NOBODY }) };
  },
};
