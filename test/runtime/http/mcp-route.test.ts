/** Tests the check of scopes in each call, for tools that are replaced between the check of the request and the call. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Caller } from "../../../runtime/http/caller.ts";
import { createMcpRoute } from "../../../runtime/http/mcp-route.ts";
import { createRefusalLog } from "../../../runtime/http/refusal-log.ts";
import { createRequestTracker } from "../../../runtime/http/request-tracker.ts";
import { HTTP_PROTOCOL } from "../../../runtime/protocol/protocol-http.ts";
import { createServices } from "../../../runtime/server/services.ts";
import { createToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";
import { toPart } from "../../fixtures/source-server.ts";
import { modernBody, modernHeaders, plainHeaders } from "./http-server.ts";

const log = { debug() {}, info() {}, warn() {}, error() {} };
const env = { PATH: process.env["PATH"] ?? "" };
const index = createToolIndex([toPart({ command: ["echo"] }, { look: { risk: "read" }, drop: { risk: "destructive" } })]);
const services = createServices({
  info: { name: "test", version: "1.0.0" },
  launch: { classic: true, auditValues: false },
  setup: { kind: "ready", index, policies: [], execution: plainExecution(env), warnings: [] },
  env,
  audit: undefined,
  log,
  startTelemetry: undefined,
});
/** The check of the request finds no tool, as if the tools of the server were replaced after it. */
const handler = { ...services.handler, findTool: () => undefined };
const mcp = createMcpRoute(
  { ...services, handler },
  {
    protocol: HTTP_PROTOCOL,
    tracker: createRequestTracker(10),
    refusals: createRefusalLog(log),
    metadata: "https://tools.example.com/.well-known/oauth-protected-resource/mcp",
    writeTimeoutMs: 30_000,
  },
);
const caller: Caller = { subject: "ann", scopes: ["climax:read"] };
const server = createServer((request, response) => {
  void mcp.handle({ request, response, caller, refuse: ({ kind }) => void response.writeHead(403).end(kind) });
});
beforeAll(async () => void (await once(server.listen(0, "127.0.0.1"), "listening")));
afterAll(async () => {
  server.close();
  await services.close();
});

type RequestFor = (tool: string) => { readonly body: string; readonly headers: Record<string, string> };

const REQUESTS: readonly [version: string, requestFor: RequestFor][] = [
  ["2026-07-28", (tool) => ({ body: modernBody("tools/call", { name: tool, arguments: {} }), headers: modernHeaders("tools/call", tool) })],
  [
    "2025-11-25",
    (tool) => ({ body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool } }), headers: plainHeaders() }),
  ],
];

it.each(REQUESTS)("a call of a client of %s does not run without its scope", async (_version, requestFor) => {
  const { port } = server.address() as AddressInfo;
  const call = async (tool: string): Promise<string> => {
    const { body, headers } = requestFor(tool);
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", headers: { ...headers, connection: "close" }, body });
    return await response.text();
  };
  expect(await call("drop")).toContain("this call requires a token with the scope climax:destructive");
  expect(await call("look")).toContain("(no output)");
});
