/** Tests clients that send requests or read responses slowly, over raw sockets. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HTTP_TIMEOUTS } from "../../../runtime/http/limits.ts";
import type { SourceServers } from "../../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../../fixtures/source-server.ts";
import type { HttpServer } from "./http-server.ts";
import { modernBody, modernHeaders, startHttp } from "./http-server.ts";
import { CLOSE, documentedRefusals, openConnection, parseResponses, postText, refusalOf, requestText, sendRaw } from "./raw-http.ts";

let servers: SourceServers;
let server: HttpServer;
let impatient: { readonly SOURCE_SERVER: string };
/** Only the timeout of unread responses closes a connection. */
let unread: { readonly SOURCE_SERVER: string };

beforeAll(async () => {
  servers = await bundleSourceServer();
  const tools = {
    greet: { command: ["-c", "echo hello"] },
    flood: { command: ["-c", "head -c 1000000 /dev/zero | tr '\\0' x"], output: { max_bytes: 2_000_000 } },
    rest: { command: ["-c", "sleep 1; echo rested"] },
  };
  const spec = { parts: [toPart({ command: ["sh"] }, tools)], classic: true };
  impatient = servers.serving({ ...spec, httpTimeouts: { headersMs: 200, requestMs: 400, checkMs: 20, writeMs: 200 } });
  unread = servers.serving({ ...spec, httpTimeouts: { writeMs: 200, headersMs: 60_000, requestMs: 60_000 } });
  server = await startHttp(servers.script, { env: servers.serving(spec) });
});
afterAll(async () => {
  await server.stop();
  servers.remove();
});

const documented = documentedRefusals();

const call = (id: number, name = "greet", args = {}): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });

describe("a slow client", () => {
  it("receives 408 if headers or body arrive too slowly or not at all", async () => {
    const quick = await startHttp(servers.script, { env: impatient });
    const [headers, body, silent] = await Promise.all([openConnection(quick.port), openConnection(quick.port), openConnection(quick.port)]);
    headers.socket.write("POST /mcp HTTP/1.1\r\nhost: localhost\r\n");
    body.socket.write(postText({ "content-length": "1000000", connection: "keep-alive" }));
    const drip = setInterval(() => {
      headers.socket.write("x: y\r\n");
      body.socket.write(" ");
    }, 10);
    const responses = (await Promise.all([headers.all, body.all, silent.all])).map((text) => parseResponses(text).map(refusalOf));
    clearInterval(drip);
    const want = "408 the request took too long to arrive";
    expect(responses).toEqual([[want], [want], [want]]);
    expect(documented).toContain(want);
    await quick.stop();
  });

  /** Requests twenty responses that exceed the socket buffers, reads them after `waiting`, and returns how many arrived. */
  const readFloods = async (port: number, waiting: () => Promise<unknown>): Promise<number> => {
    const requests = Array.from({ length: 20 }, (_, id) => postText(id === 19 ? {} : { connection: "keep-alive" }, call(id, "flood")));
    const { socket, all } = await openConnection(port);
    socket.pause().write(requests.join(""));
    await waiting();
    socket.resume();
    return (await all).match(/"id":\d+\}/g)?.length ?? 0;
  };
  const isServing = async (port: number): Promise<boolean> => {
    const [response] = await sendRaw(port, requestText("GET /healthz", CLOSE));
    return response?.status === 200;
  };

  it("receives all of its responses if it starts to read in time", async () => {
    expect(await readFloods(server.port, () => new Promise((resolve) => setTimeout(resolve, 500)))).toBe(20);
  });

  it("is disconnected if it leaves a response unread for too long", async () => {
    const quick = await startHttp(servers.script, { env: unread, args: ["--max-connections", "1"] });
    // The server accepts another connection only after it has closed this one.
    const disconnected = () => expect.poll(() => isServing(quick.port)).toBe(true);
    expect(await readFloods(quick.port, disconnected)).toBeLessThan(20);
    await quick.stop();
  });

  it("is disconnected if it leaves one response unread that exceeds the socket buffers", async () => {
    const torrent = { command: ["-c", "head -c 20000000 /dev/zero | tr '\\0' x"], output: { max_bytes: 20_000_000 } };
    const policy = { default: "enabled", tools: {}, limits: { max_output_bytes: 20_000_000 } } as const;
    const httpTimeouts = { writeMs: 200, headersMs: 60_000, requestMs: 60_000 };
    const env = servers.serving({ parts: [toPart({ command: ["sh"] }, { torrent })], classic: true, policy, httpTimeouts });
    const quick = await startHttp(servers.script, { env, args: ["--max-connections", "1"] });
    const { socket } = await openConnection(quick.port);
    socket.pause().write(postText({ connection: "keep-alive" }, call(1, "torrent")));
    await expect.poll(() => isServing(quick.port)).toBe(true);
    socket.destroy();
    await quick.stop();
  });

  it.each(["/healthz", "/mcp"])("is disconnected if it leaves responses of %s without a token unread", async (path) => {
    const quick = await startHttp(servers.script, { env: unread, args: ["--max-connections", "1"] });
    const { socket } = await openConnection(quick.port);
    socket.pause().write(requestText(`GET ${path}`, {}).repeat(40_000));
    await expect.poll(() => isServing(quick.port)).toBe(true);
    socket.destroy();
    await quick.stop();
  });

  it("receives the response to a call that runs longer than the write timeout after a short call", async () => {
    const quick = await startHttp(servers.script, { env: unread });
    const calls = ["greet", "rest"].map((name, index) => {
      const headers = { ...modernHeaders("tools/call", name), connection: index === 0 ? "keep-alive" : "close" };
      return postText(headers, modernBody("tools/call", { name, arguments: {} }));
    });
    const { socket, all } = await openConnection(quick.port);
    socket.write(calls.join(""));
    const text = await all;
    expect(text.match(/^HTTP\/1\.1 200 /gm)).toHaveLength(2);
    expect(text).toContain("rested");
    await quick.stop();
  });

  it("receives the idle timeout of the connection", async () => {
    const { socket, all } = await openConnection(server.port);
    socket.end(requestText("GET /healthz", {}));
    const [response] = parseResponses(await all);
    expect(response?.headers.get("keep-alive")).toBe(`timeout=${HTTP_TIMEOUTS.keepAliveMs / 1000}`);
  });
});
