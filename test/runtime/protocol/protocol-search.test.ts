/** Tests which requests are answered without a server of the SDK. Any other request is left to the SDK. */
import { describe, expect, it } from "vitest";
import { answerReadySearch, answerSearchesOf } from "../../../runtime/protocol/protocol-search.ts";
import type { RequestHandler } from "../../../runtime/server/request-handler.ts";
import type { ServedTools, ToolServer } from "../../../runtime/server/tool-server.ts";

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
};
const HEADERS = { accept: "application/json, text/event-stream", "content-type": "application/json" };
const MODERN = { ...HEADERS, "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "climax_search" };
const PARAMS = { name: "climax_search", arguments: { query: "a" } };
const REQUEST = { jsonrpc: "2.0", id: 7, method: "tools/call", params: PARAMS };
const MODERN_REQUEST = { ...REQUEST, params: { ...PARAMS, _meta: META } };

const serverWith = (answerSearch: RequestHandler["answerSearch"]): Pick<ToolServer, "tools" | "info"> => ({
  tools: () => ({ handler: { ...(answerSearch && { answerSearch }) } }) as ServedTools,
  info: { name: "s", version: "2.0.0" },
});
const server = serverWith((given) => ({ text: JSON.stringify(given), hint: "later", isError: false }));

const content = [
  { type: "text", text: '{"query":"a"}' },
  { type: "text", text: "\nlater" },
];
const RESULT = { result: { content }, jsonrpc: "2.0", id: 7 };
const MODERN_RESULT = {
  ...RESULT,
  result: { content, resultType: "complete", _meta: { "io.modelcontextprotocol/serverInfo": { name: "s", version: "2.0.0" } } },
};

describe("a search over HTTP", () => {
  it.each([
    ["of 2025-11-25", { ...HEADERS, "mcp-protocol-version": "2025-11-25" }, REQUEST, RESULT],
    ["without a version", HEADERS, REQUEST, RESULT],
    ["with a progress token", HEADERS, { ...REQUEST, params: { ...PARAMS, _meta: { progressToken: 1 } } }, RESULT],
    ["of 2026-07-28", MODERN, MODERN_REQUEST, MODERN_RESULT],
  ])("%s is answered", (_title, headers, body, want) => {
    expect(answerReadySearch(server, headers, body)).toEqual(want);
  });

  it("of an error is an error", () => {
    const failing = serverWith(() => ({ text: "no", isError: true }));
    expect(answerReadySearch(failing, HEADERS, REQUEST)).toMatchObject({ result: { isError: true } });
  });

  const withMeta = (more: object) => ({ ...REQUEST, params: { ...PARAMS, _meta: { ...META, ...more } } });
  it.each<[string, Record<string, string>, unknown]>([
    ["belongs to a session", { ...HEADERS, "mcp-session-id": "s" }, REQUEST],
    ["resumes a stream", { ...HEADERS, "last-event-id": "1" }, REQUEST],
    ["accepts no stream", { ...HEADERS, accept: "application/json" }, REQUEST],
    ["has another content type", { ...HEADERS, "content-type": "text/plain" }, REQUEST],
    ["names an unknown version", { ...HEADERS, "mcp-protocol-version": "2024-01-01" }, REQUEST],
    ["names a version that its body lacks", MODERN, REQUEST],
    ["has a version that its headers lack", HEADERS, MODERN_REQUEST],
    ["has another name in its headers", { ...MODERN, "mcp-name": "climax_call" }, MODERN_REQUEST],
    ["has another method in its headers", { ...MODERN, "mcp-method": "tools/list" }, MODERN_REQUEST],
    ["is a notification", HEADERS, { jsonrpc: "2.0", method: "tools/call", params: PARAMS }],
    ["has the id null", HEADERS, { ...REQUEST, id: null }],
    ["has a fraction as id", HEADERS, { ...REQUEST, id: 1.5 }],
    ["is in a batch", HEADERS, [REQUEST]],
    ["has another version of JSON-RPC", HEADERS, { ...REQUEST, jsonrpc: "1.0" }],
    ["has an unknown key", HEADERS, { ...REQUEST, extra: 1 }],
    ["has unknown parameters", HEADERS, { ...REQUEST, params: { ...PARAMS, task: {} } }],
    ["has a list of arguments", HEADERS, { ...REQUEST, params: { ...PARAMS, arguments: [] } }],
    ["calls a tool", HEADERS, { ...REQUEST, params: { name: "climax_call", arguments: {} } }],
    ["has an invalid progress token", HEADERS, { ...REQUEST, params: { ...PARAMS, _meta: { progressToken: {} } } }],
    ["has no client", MODERN, withMeta({ "io.modelcontextprotocol/clientInfo": undefined })],
    ["has an unnamed client", MODERN, withMeta({ "io.modelcontextprotocol/clientInfo": { version: "1" } })],
    ["has invalid capabilities", MODERN, withMeta({ "io.modelcontextprotocol/clientCapabilities": { elicitation: 1 } })],
    ["sets a log level", MODERN, withMeta({ "io.modelcontextprotocol/logLevel": "debug" })],
    ["is null", HEADERS, null],
  ])("is left to the SDK if it %s", (_title, headers, body) => {
    expect(answerReadySearch(server, headers, body)).toBeUndefined();
  });

  it.each([
    ["the server lists its tools", undefined],
    [
      "the search fails, so that the failure is recorded",
      () => {
        throw new Error("damaged");
      },
    ],
  ])("is left to the SDK if %s", (_title, answer) => {
    expect(answerReadySearch(serverWith(answer), HEADERS, REQUEST)).toBeUndefined();
  });
});

describe("a search of a connection", () => {
  const connect = async () => {
    const sent: unknown[] = [];
    const received: unknown[] = [];
    const inner = { start: async () => undefined, close: async () => undefined, send: async (message: unknown) => void sent.push(message) };
    const wire = answerSearchesOf(inner, server);
    wire.onmessage = (message) => void received.push(message);
    await wire.start();
    const receive = (message: object): void => (inner as { onmessage?: (message: object) => void }).onmessage?.(message);
    return { sent, received, receive };
  };
  const INITIALIZE = { jsonrpc: "2.0", id: 0, method: "initialize", params: {} };

  it("of 2025-11-25 is answered after `initialize`, which the SDK receives", async () => {
    const { sent, received, receive } = await connect();
    for (const message of [REQUEST, INITIALIZE, REQUEST]) receive(message);
    expect(received).toEqual([REQUEST, INITIALIZE]);
    expect(sent).toEqual([RESULT]);
  });

  it("of 2026-07-28 is answered after the first one, which the SDK receives", async () => {
    const { sent, received, receive } = await connect();
    for (const message of [MODERN_REQUEST, MODERN_REQUEST, REQUEST]) receive(message);
    expect(received).toEqual([MODERN_REQUEST, REQUEST]);
    expect(sent).toEqual([MODERN_RESULT]);
  });
});
