/** Tests the protocol over HTTP with real clients of both protocol eras. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isGone, readPid } from "../../fixtures/programs.ts";
import type { SourceServers } from "../../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../../fixtures/source-server.ts";
import type { HttpServer } from "./http-server.ts";
import { HTTP_CLIENTS, modernBody, modernHeaders, plainHeaders, startHttp } from "./http-server.ts";

let servers: SourceServers;
let server: HttpServer;

const word = { type: "string", positional: true, required: true } as const;

beforeAll(async () => {
  servers = await bundleSourceServer();
  const tools = {
    greet: { command: ["-c", 'echo "hello $0"'], args: { who: word } },
    show_env: { command: ["-c", "env"] },
    slow: { command: ["-c", 'printf 12345; until [ -e "$0" ]; do sleep 0.1; done; echo 67890'], timeout: 100, args: { end_file: word } },
    linger: { command: ["-c", 'echo $$ > "$0"; sleep 60 & wait'], timeout: 100, args: { pid_file: word } },
  };
  const env = {
    ...servers.serving({ parts: [toPart({ command: ["sh"] }, tools)], classic: true }),
    CLIMAX_STATE_KEY: "state-secret-of-many-characters",
  };
  server = await startHttp(servers.script, { env });
});
afterAll(async () => {
  await server.stop();
  servers.remove();
});

describe.each(HTTP_CLIENTS)("over HTTP, %s", (_, connect) => {
  it("lists the tools, in the same order every time", async () => {
    const client = await connect(server.origin);
    const names = (await client.listTools()).map(({ name }) => name);
    expect(names).toEqual(["greet", "show_env", "slow", "linger"]);
    expect((await client.listTools()).map(({ name }) => name)).toEqual(names);
    await client.close();
  });

  it("calls a tool", async () => {
    const client = await connect(server.origin);
    expect(await client.call("greet", { who: "you" })).toBe("hello you");
    await client.close();
  });

  it("receives progress every second on request", async () => {
    const client = await connect(server.origin);
    const received: { readonly progress: number; readonly message?: string | undefined }[] = [];
    const end_file = join(servers.folder, `end-${Math.random()}`);
    const onprogress = (progress: (typeof received)[number]): void => {
      received.push(progress);
      if (received.filter(({ message }) => message === "12345").length === 2) writeFileSync(end_file, "");
    };
    expect(await client.call("slow", { end_file }, { onprogress })).toBe("1234567890");
    expect(received.map(({ progress }) => progress)).toEqual(received.map((_one, place) => place + 1));
    await client.close();
  });

  it("terminates the command of a call by closing its connection", async () => {
    const client = await connect(server.origin);
    const pid_file = join(servers.folder, `pid-${Math.random()}`);
    const call = client.call("linger", { pid_file }).catch(() => "disconnected");
    const pid = await readPid(pid_file);
    await client.close();
    expect(await call).toBe("disconnected");
    expect(await isGone(pid)).toBe(true);
  });
});

const post = (headers: Record<string, string>, body: string): Promise<Response> =>
  fetch(`${server.origin}/mcp`, { method: "POST", headers, body });

describe("over HTTP", () => {
  it("the tool list specifies how long and by whom it may be cached", async () => {
    const response = await post(modernHeaders("tools/list"), modernBody("tools/list"));
    expect(await response.json()).toMatchObject({ result: { ttlMs: 300_000, cacheScope: "private" } });
  });

  it("commands inherit neither the token nor the state key", async () => {
    const response = await post(modernHeaders("tools/call", "show_env"), modernBody("tools/call", { name: "show_env" }));
    const text = await response.text();
    expect(text).toContain("PATH=");
    expect(text).not.toContain("CLIMAX_");
    expect(text).not.toContain("state-secret");
  });

  it("a subscription to changes completes immediately, without notifications", async () => {
    const body = modernBody("subscriptions/listen", { notifications: { toolsListChanged: true } });
    const text = await (await post(modernHeaders("subscriptions/listen"), body)).text();
    expect(text).toContain('"notifications":{}');
    expect(text).toContain('"resultType":"complete"');
  });

  it("aborting a request terminates its call", async () => {
    const pid_file = join(servers.folder, "pid-aborted");
    const cancel = new AbortController();
    const params = { name: "linger", arguments: { pid_file } };
    const call = fetch(`${server.origin}/mcp`, {
      method: "POST",
      headers: modernHeaders("tools/call", "linger"),
      body: modernBody("tools/call", params),
      signal: cancel.signal,
    })
      .then((response) => response.text())
      .catch(() => "disconnected");
    const pid = await readPid(pid_file);
    cancel.abort();
    expect(await call).toBe("disconnected");
    expect(await isGone(pid)).toBe(true);
  });

  it.each([
    ["tools/list", {}, "application/json"],
    ["tools/call", { name: "no_such_tool" }, "application/json"],
    ["tools/call", { name: "greet", arguments: { who: "you" } }, "text/event-stream"],
  ])("only a request that runs a tool gets a stream: %s %j", async (method, params, type) => {
    const response = await post(plainHeaders(), JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
    expect(await response.text()).toContain('"result"');
    expect(response.headers.get("content-type")).toBe(type);
    const modern = await post(modernHeaders(method, "name" in params ? params.name : undefined), modernBody(method, params));
    expect(await modern.text()).toContain('"result"');
    expect(modern.headers.get("content-type")).toBe(type);
  });

  it("a call starts its stream before its command ends, so that proxies receive keep-alive comments", async () => {
    const cancel = new AbortController();
    const params = { name: "linger", arguments: { pid_file: join(servers.folder, "pid-streamed") } };
    const headers = modernHeaders("tools/call", "linger");
    const request = { method: "POST", headers, body: modernBody("tools/call", params), signal: cancel.signal };
    const response = await fetch(`${server.origin}/mcp`, request);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    cancel.abort();
  });

  it("a batch of an older client receives all responses", async () => {
    const request = (id: number, who: string) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "greet", arguments: { who } },
    });
    const response = await post(
      { ...plainHeaders(), "mcp-protocol-version": "2025-03-26" },
      JSON.stringify([request(1, "a"), request(2, "b")]),
    );
    const text = await response.text();
    expect(text).toContain("hello a");
    expect(text).toContain("hello b");
  });

  it("a client may accept any media type, and an older one that excludes a needed type gets 406", async () => {
    const call = { name: "greet", arguments: { who: "you" } };
    const statuses: unknown[] = [];
    for (const accept of ["*/*", "application/*, text/*", "application/json", "*/*, text/event-stream;q=0"]) {
      const legacy = await post(
        { ...plainHeaders(), accept },
        JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
      );
      const modern = await post({ ...modernHeaders("tools/call", "greet"), accept }, modernBody("tools/call", call));
      await Promise.all([legacy.text(), modern.text()]);
      statuses.push([accept, legacy.status, modern.status]);
    }
    expect(statuses).toEqual([
      ["*/*", 200, 200],
      ["application/*, text/*", 200, 200],
      ["application/json", 406, 200],
      ["*/*, text/event-stream;q=0", 406, 200],
    ]);
  });

  it("a request may have null instead of parameters, and null instead of arguments", async () => {
    const listed = await post(plainHeaders(), JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: null }));
    expect(await listed.text()).toContain('"greet"');
    const params = { name: "show_env", arguments: null };
    const called = await post(plainHeaders(), JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
    expect(await called.text()).toContain("PATH=");
    const modern = await post(modernHeaders("tools/call", "show_env"), modernBody("tools/call", params));
    expect(await modern.text()).toContain("PATH=");
  });
});
