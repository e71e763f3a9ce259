/** Tests structured results, images and long output with real clients of both protocol eras, which validate output schemas. */
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SourceServers } from "../../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../../fixtures/source-server.ts";
import type { HttpServer } from "./http-server.ts";
import { startHttp, TOKEN } from "./http-server.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const NUMBERS = { type: "array", items: { type: "number" } };

const TOOLS = {
  count: { command: ["-c", "echo '[1, 2]'"], output: { format: "json", schema: NUMBERS } },
  warn: { command: ["-c", "echo '[1]'; echo warn >&2"], output: { format: "json", schema: NUMBERS } },
  miscount: { command: ["-c", "echo '[\"one\"]'"], output: { format: "json", schema: NUMBERS } },
  fail: { command: ["-c", "exit 3"], output: { format: "json", schema: NUMBERS } },
  draw: { command: ["-c", `echo ${PNG} | base64 -d`], output: { format: "image/png" } },
  dump: { command: ["-c", "printf 'PK\\003\\004zip'"], output: { format: "application/zip" } },
  sketch: { command: ["-c", "echo '<svg/>'"], output: { format: "image/svg+xml" } },
  flood: { command: ["-c", "yes 'a line of output' | head -n 20000"] },
} as const;

let servers: SourceServers;
let classic: HttpServer;
let progressive: HttpServer;

beforeAll(async () => {
  servers = await bundleSourceServer();
  const serve = async (isClassic: boolean): Promise<HttpServer> => {
    const env = servers.serving({ parts: [toPart({ command: ["sh"] }, TOOLS)], classic: isClassic });
    return await startHttp(servers.script, { env: { ...env, CLIMAX_STATE_KEY: "state-secret-of-many-characters" } });
  };
  [classic, progressive] = await Promise.all([serve(true), serve(false)]);
});
afterAll(async () => {
  await Promise.all([classic.stop(), progressive.stop()]);
  servers.remove();
});

interface Caller {
  readonly listTools: () => Promise<readonly { readonly name: string; readonly outputSchema?: unknown }[]>;
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<Record<string, unknown>>;
  readonly close: () => Promise<void>;
}

const init = { requestInit: { headers: { authorization: `Bearer ${TOKEN}` } } };

async function connectLegacy(origin: string): Promise<Caller> {
  const client = new LegacyClient({ name: "test", version: "1" });
  await client.connect(new LegacyTransport(new URL("/mcp", origin), init));
  return {
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => await client.callTool({ name, arguments: args }),
    close: () => client.close(),
  };
}

async function connectModern(origin: string): Promise<Caller> {
  const client = new ModernClient({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new ModernTransport(new URL("/mcp", origin), init));
  return {
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => await client.callTool({ name, arguments: args }),
    close: () => client.close(),
  };
}

describe.each([
  ["a client of 2025-11-25", connectLegacy],
  ["a client of 2026-07-28", connectModern],
])("over HTTP, %s", (_title, connect) => {
  it("receives structured content that matches the listed schema", async () => {
    const client = await connect(classic.origin);
    const listed = await client.listTools();
    expect(listed.find(({ name }) => name === "count")?.outputSchema).toEqual({
      type: "object",
      properties: { result: NUMBERS, _notes: expect.objectContaining({ type: "array", items: { type: "string" } }) as unknown },
      required: ["result"],
    });
    expect(await client.call("count")).toMatchObject({
      content: [{ type: "text", text: '{"result":[1,2]}' }],
      structuredContent: { result: [1, 2] },
    });
    expect((await client.call("warn"))["structuredContent"]).toEqual({ result: [1], _notes: ["[stderr]\nwarn"] });
    const wrong = await client.call("miscount");
    expect(wrong["isError"]).toBe(true);
    expect(JSON.stringify(wrong["content"])).toContain("does not match the tool's schema: Property '[0]' must be a number");
    expect(await client.call("fail")).toMatchObject({ isError: true, content: [{ type: "text", text: "[exit code: 3]" }] });
    await client.close();
  });

  it("receives images, other bytes and text with a media type", async () => {
    const client = await connect(classic.origin);
    expect((await client.call("draw"))["content"]).toEqual([
      { type: "image", data: PNG, mimeType: "image/png" },
      { type: "text", text: "[image/png, 70 bytes]" },
    ]);
    expect((await client.call("dump"))["content"]).toMatchObject([
      { type: "resource", resource: { mimeType: "application/zip", blob: Buffer.from("PK\u0003\u0004zip").toString("base64") } },
      { type: "text" },
    ]);
    expect((await client.call("sketch"))["content"]).toEqual([{ type: "text", text: "<svg/>" }]);
    await client.close();
  });

  it("reads long output in progressive mode, and receives advice to narrow the call in classic mode", async () => {
    const client = await connect(progressive.origin);
    const textOf = (result: Record<string, unknown>): string => (result["content"] as { text: string }[])[0]?.text ?? "";
    const cut = textOf(await client.call("climax_call", { tool_name: "flood" }));
    const id = /"id":"([\w-]+)"/.exec(cut)?.[1];
    const page = await client.call("climax_call", { tool_name: "output_read", args: { id, from_line: 19_999 } });
    expect(textOf(page)).toBe("a line of output\na line of output\n\n[lines 19999 to 20000 of 20000]");
    await client.close();
    const other = await connect(classic.origin);
    expect(textOf(await other.call("flood"))).toMatch(
      /They were not kept: narrow the call, for example with a filter, a limit or a range\]$/,
    );
    await other.close();
  });
});
