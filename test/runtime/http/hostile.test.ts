/** Tests malformed and hostile requests over raw sockets, with the responses that docs/http.md documents. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isGone, readPid } from "../../fixtures/programs.ts";
import type { SourceServers } from "../../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../../fixtures/source-server.ts";
import type { HttpServer } from "./http-server.ts";
import { plainHeaders, startHttp } from "./http-server.ts";
import { CLOSE, documentedRefusals, openConnection, parseResponses, postText, refusalOf, requestText, sendRaw } from "./raw-http.ts";

let servers: SourceServers;
let server: HttpServer;
let serving: { readonly SOURCE_SERVER: string };

beforeAll(async () => {
  servers = await bundleSourceServer();
  const pid_file = { type: "string", positional: true, required: true } as const;
  const tools = {
    greet: { command: ["-c", "echo hello"] },
    flood: { command: ["-c", "head -c 1000000 /dev/zero | tr '\\0' x"], output: { max_bytes: 2_000_000 } },
    rest: { command: ["-c", "sleep 1; echo rested"] },
    linger: { command: ["-c", 'echo $$ > "$0"; sleep 60'], timeout: 100, args: { pid_file } },
  };
  const spec = { parts: [toPart({ command: ["sh"] }, tools)], classic: true };
  serving = servers.serving(spec);
  server = await startHttp(servers.script, { env: serving });
});
afterAll(async () => {
  await server.stop();
  servers.remove();
});

const documented = documentedRefusals();

const CLOSING = "connection: close\r\n";
const chunked = (...chunks: readonly string[]): string =>
  chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`).join("");
const call = (id: number, name = "greet", args = {}): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });
const MALFORMED = "400 not a valid HTTP/1.1 request";

const CASES: readonly [title: string, request: readonly (string | Buffer)[], response: string][] = [
  ["bytes that are not HTTP", ["\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"], MALFORMED],
  ["another version", ["GET /healthz HTTP/2.0\r\nconnection: close\r\n\r\n"], MALFORMED],
  ["no Host", ["POST /mcp HTTP/1.1\r\nconnection: close\r\n\r\n"], MALFORMED],
  ["two lengths", [postText({ "Content-Length": "5" }, call(1))], MALFORMED],
  ["both a length and chunks (request smuggling)", [postText({ "transfer-encoding": "chunked" }, call(1))], MALFORMED],
  ["a transfer encoding that does not end in chunked", [requestText("POST /mcp", { "transfer-encoding": "chunked, identity" })], MALFORMED],
  [
    "chunks in HTTP/1.0",
    [`POST /mcp HTTP/1.0\r\nhost: localhost\r\nconnection: keep-alive\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    MALFORMED,
  ],
  ["a negative length", [requestText("POST /mcp", { "content-length": "-1" })], MALFORMED],
  ["a folded header line", ["GET /healthz HTTP/1.1\r\nhost: localhost\r\nx: a\r\n b\r\n\r\n"], MALFORMED],
  ["a space before a colon", ["POST /mcp HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding : chunked\r\n\r\n"], MALFORMED],
  ["a bare line feed between headers", ["POST /mcp HTTP/1.1\r\nhost: localhost\ncontent-length: 0\r\n\r\n"], MALFORMED],
  ["a chunk whose size is not a number", [postText({ "content-length": "", "transfer-encoding": "chunked" }, "zz\r\n")], MALFORMED],
  [
    "two tokens",
    [postText({}, "").replace("content-type", "authorization: Bearer other\r\ncontent-type")],
    "400 duplicate header authorization: send it once",
  ],
  [
    "two tokens with thousands of headers between them",
    [postText({}, "").replace("\r\n\r\n", `\r\n${"x:\r\n".repeat(3000)}authorization: Bearer other\r\n\r\n`)],
    "400 duplicate header authorization: send it once",
  ],
  [
    "a foreign host after thousands of headers",
    [`POST /mcp HTTP/1.1\r\n${"x:\r\n".repeat(3000)}host: evil.example\r\n${CLOSING}\r\n`],
    '403 host "evil.example" is not allowed: start the server with --allow-host to allow it',
  ],
  [
    "an expectation that is not 100-continue",
    [postText({ expect: "tea" }, call(1))],
    "417 unsupported Expect header: omit it, or send Expect: 100-continue",
  ],
  ["a tunnel", ["CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443\r\n\r\n"], "405 method not allowed: use POST or DELETE"],
  ["a body that is not JSON", [postText({}, "{")], "400 the body must be JSON in UTF-8"],
  ["an empty body", [postText({}, "")], "400 the body must be JSON in UTF-8"],
  [
    "a body that is not UTF-8",
    [postText({ "content-length": "3" }), Buffer.from([0x22, 0xff, 0x22])],
    "400 the body must be JSON in UTF-8",
  ],
  ["no token", [requestText("POST /mcp", CLOSE)], "401 missing token: send Authorization: Bearer TOKEN"],
  ["another scheme", [postText({ authorization: "Basic dXNlcjpwYXNz" })], "401 missing token: send Authorization: Bearer TOKEN"],
  ["a wrong token", [postText({ authorization: "Bearer wrong" })], "401 invalid or expired token"],
  ["the start of the token", [postText({ authorization: "Bearer test" })], "401 invalid or expired token"],
  [
    "a foreign host",
    [postText({ host: "evil.example" }, call(1))],
    '403 host "evil.example" is not allowed: start the server with --allow-host to allow it',
  ],
  [
    "a foreign origin",
    [postText({ origin: "https://evil.example" }, call(1))],
    '403 origin "https://evil.example" is not allowed: start the server with --allow-origin to allow it',
  ],
  ["another path", [requestText("GET /", CLOSE)], "404 not found: the MCP endpoint is /mcp"],
  ["a path with parent segments", [requestText("GET /mcp/../healthz", CLOSE)], "404 not found: the MCP endpoint is /mcp"],
  ["a URL of another protocol as its target", [requestText("GET ftp://localhost/mcp", CLOSE)], "404 not found: the MCP endpoint is /mcp"],
  ["a URL without a path as its target", [requestText("GET http://localhost?/mcp", CLOSE)], "404 not found: the MCP endpoint is /mcp"],
  [
    "a URL of a foreign host as its target, although the Host header is allowed",
    [postText({}, call(1)).replace("/mcp", "http://evil.example/mcp")],
    '403 host "evil.example" is not allowed: start the server with --allow-host to allow it',
  ],
  [
    "a foreign Host header, although the host of the target is allowed",
    [postText({ host: "evil.example" }, call(1)).replace("/mcp", "http://localhost/mcp")],
    '403 host "evil.example" is not allowed: start the server with --allow-host to allow it',
  ],
  [
    "a URL as its target without a token",
    [requestText("POST http://localhost/mcp", CLOSE)],
    "401 missing token: send Authorization: Bearer TOKEN",
  ],
  ["a GET", [requestText("GET /mcp", { ...plainHeaders(), ...CLOSE })], "405 method not allowed: use POST or DELETE"],
  ["a preflight if no origin is allowed", [requestText("OPTIONS /mcp", CLOSE)], "405 method not allowed: use POST or DELETE"],
  [
    "a body whose declared length is too large",
    [postText({ "content-length": "4194305" })],
    "413 body too large: the maximum is 4194304 bytes",
  ],
  [
    "a chunked body that is too large",
    [
      requestText("POST /mcp", { ...plainHeaders(), "transfer-encoding": "chunked" }),
      ...Array.from({ length: 5 }, () => chunked("x".repeat(1024 * 1024))),
    ],
    "413 body too large: the maximum is 4194304 bytes",
  ],
  [
    "a compressed body",
    [postText({ "content-encoding": "gzip" }, call(1))],
    "415 unsupported Content-Encoding: send the body uncompressed",
  ],
  [
    "a body with too many objects and arrays",
    [postText({}, `{"text":"[{\\"[{","list":[${"{},[],".repeat(25_000)}1]}`)],
    "413 body too complex: the maximum is 50000 objects and arrays, as many properties, and as many list items",
  ],
  [
    "a body with too many properties",
    [postText({}, `{"_meta":{${Array.from({ length: 50_000 }, (_, index) => `"k${index}":1`).join(",")}}}`)],
    "413 body too complex: the maximum is 50000 objects and arrays, as many properties, and as many list items",
  ],
  [
    "a batch of too many numbers",
    [postText({}, `[${"1,".repeat(60_000)}1]`)],
    "413 body too complex: the maximum is 50000 objects and arrays, as many properties, and as many list items",
  ],
  ["one huge header", [requestText("GET /healthz", { x: "y".repeat(20_000) })], "431 headers too large: the maximum is 16384 bytes"],
  [
    "a thousand headers",
    [`GET /healthz HTTP/1.1\r\n${"x: yyyyyyyyyyyyyyyy\r\n".repeat(1000)}\r\n`],
    "431 headers too large: the maximum is 16384 bytes",
  ],
];

describe("returns the documented response:", () => {
  it.each(CASES)("%s", async (_title, parts, want) => {
    const [response, ...more] = await sendRaw(server.port, ...parts);
    expect(response && refusalOf(response)).toBe(want);
    expect(more).toEqual([]);
    expect(documented).toContain(want);
    expect(response?.headers.get("content-type")).toBe("application/json");
    expect(response?.headers.has("access-control-allow-origin")).toBe(false);
  });

  it("with headers for authentication and allowed methods", async () => {
    const headerOf = async (request: string, name: string) => (await sendRaw(server.port, request))[0]?.headers.get(name);
    expect(await headerOf(requestText("POST /mcp", CLOSE), "www-authenticate")).toBe("Bearer");
    expect(await headerOf(postText({ authorization: "Bearer wrong" }), "www-authenticate")).toBe('Bearer error="invalid_token"');
    expect(await headerOf(requestText("PUT /mcp", { ...plainHeaders(), ...CLOSE }), "allow")).toBe("POST, DELETE");
  });
});

it("serves the URL of the server as a target, and its path with a slash at the end", async () => {
  const targets = ["/mcp", "/mcp/", "/mcp?x", "http://localhost/mcp", `HTTP://127.0.0.1:${server.port}/mcp/?x`];
  const statuses = targets.map(async (target) => (await sendRaw(server.port, postText({}, call(1)).replace("/mcp", target)))[0]?.status);
  expect(await Promise.all(statuses)).toEqual(targets.map(() => 200));
});

it.each(["host: localhost", "origin: http://localhost", "content-type: application/json", "content-encoding: identity"])(
  "rejects a second header %s",
  async (header) => {
    const [name = ""] = header.split(":", 1);
    const host = name === "host" ? "" : "host: localhost\r\n";
    const [response] = await sendRaw(server.port, `POST /mcp HTTP/1.1\r\n${host}${header}\r\n${header}\r\n${CLOSING}\r\n`);
    expect(response && refusalOf(response)).toBe(`400 duplicate header ${name}: send it once`);
  },
);

it("accepts an uncompressed body whose encoding is in capitals", async () => {
  const [response] = await sendRaw(server.port, postText({ "content-encoding": "Identity" }, call(1)));
  expect(response?.status).toBe(200);
});

describe("on one connection", () => {
  it("pipelined requests receive responses in order", async () => {
    const bodies = [call(1), "{", call(3)];
    const requests = bodies.map((body, index) => postText(index === 2 ? {} : { connection: "keep-alive" }, body));
    const { socket, all } = await openConnection(server.port);
    socket.write(requests.join(""));
    const text = await all;
    const [first, second, third] = [text.indexOf('"id":1}'), text.indexOf("must be JSON"), text.indexOf('"id":3}')];
    expect(first).toBeGreaterThan(0);
    expect(second).toBeGreaterThan(first);
    expect(third).toBeGreaterThan(second);
  });

  it("a client that reads only after sending everything still receives its refusal", async () => {
    const { socket, all } = await openConnection(server.port);
    socket.pause();
    const body = "x".repeat(8 * 1024 * 1024);
    const sent = new Promise((resolve) => socket.write(postText({}, body), resolve));
    await sent;
    await new Promise((resolve) => setTimeout(resolve, 200));
    socket.resume();
    expect(parseResponses(await all).map(({ status }) => status)).toEqual([413]);
  });

  it("data after a rejected body is never parsed as a request", async () => {
    const smuggled = requestText("POST /mcp", plainHeaders(), call(2));
    const responses = await sendRaw(
      server.port,
      postText({ authorization: "Bearer wrong", connection: "keep-alive" }, `{}${smuggled}`),
      smuggled,
    );
    expect(responses.map(({ status }) => status)).toEqual([401]);
  });

  it("garbage after a call closes the connection without a response", async () => {
    const { socket, all } = await openConnection(server.port);
    const pid_file = join(servers.folder, "pid-garbage");
    socket.write(postText({ connection: "keep-alive" }, call(1, "linger", { pid_file })));
    const pid = await readPid(pid_file);
    socket.write("garbage\r\n\r\n");
    expect(await all).not.toContain(" 400 ");
    expect(await isGone(pid)).toBe(true);
  });

  it("a client that expects 100 Continue receives it only if its headers pass all checks", async () => {
    const expecting = { expect: "100-continue", connection: "close" };
    const { socket, all } = await openConnection(server.port);
    const body = call(1);
    socket.write(postText({ ...expecting, "content-length": String(body.length) }));
    socket.once("data", () => socket.write(body));
    expect(await all).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
    const refused = await sendRaw(server.port, postText({ ...expecting, authorization: "Bearer wrong", "content-length": "5" }));
    expect(refused.map(({ status }) => status)).toEqual([401]);
  });

  it("closing the client's side during a call terminates its command", async () => {
    const { socket } = await openConnection(server.port);
    const pid_file = join(servers.folder, "pid-half");
    socket.write(postText({ connection: "keep-alive" }, call(1, "linger", { pid_file })));
    const pid = await readPid(pid_file);
    socket.end();
    expect(await isGone(pid)).toBe(true);
  });

  it("closing it with pipelined calls terminates their commands and frees their request slots", async () => {
    const other = await startHttp(servers.script, { env: serving, args: ["--max-requests", "4"] });
    const [first, last] = ["pid-first", "pid-last"].map((name) => join(servers.folder, name));
    const { socket } = await openConnection(other.port);
    const calls = [call(1, "linger", { pid_file: first }), call(2), call(3, "flood"), call(4, "linger", { pid_file: last })];
    socket.write(calls.map((body) => postText({ connection: "keep-alive" }, body)).join(""));
    const pids = await Promise.all([first, last].map((file) => readPid(file ?? "")));
    socket.destroy();
    for (const pid of pids) expect(await isGone(pid)).toBe(true);
    const responses = await Promise.all(Array.from({ length: 4 }, (_, id) => sendRaw(other.port, postText({}, call(id)))));
    expect(responses.flat().map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await other.stop();
  });

  it.each([1_000_000, 50_000])("JSON that is nested %i levels deep does not crash the server", async (depth) => {
    const responses = await sendRaw(server.port, postText({}, "[".repeat(depth) + "]".repeat(depth)));
    expect(responses).toHaveLength(1);
    expect(await (await fetch(`${server.origin}/healthz`)).json()).toEqual({ status: "alive" });
  });

  it("a text with many brackets and colons is not counted as objects, arrays and properties", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { text: '{[:"\\'.repeat(100_000) } });
    expect(await sendRaw(server.port, postText({}, body))).toMatchObject([{ status: 200 }]);
  });
});
