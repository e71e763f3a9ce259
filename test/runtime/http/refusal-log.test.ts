/** Tests log lines for rejected requests, and their rate limit. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogRateLimit } from "../../../runtime/http/log-rate-limit.ts";
import { createRefusalLog, REFUSAL_LOG_LIMITS } from "../../../runtime/http/refusal-log.ts";
import type { LogFields } from "../../../runtime/record/log.ts";
import { readPage } from "../../docs/page-blocks.ts";
import type { SourceServers } from "../../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../../fixtures/source-server.ts";
import { plainHeaders, startHttp } from "./http-server.ts";
import { send, startSession } from "./session-requests.ts";
import { CLOSE, openConnection, postText, requestText, sendRaw } from "./raw-http.ts";

let servers: SourceServers;
let env: Record<string, string>;
beforeAll(async () => {
  servers = await bundleSourceServer();
  env = { ...servers.serving({ parts: [toPart({ command: ["sh"] }, { rest: { command: ["-c", "sleep 60"] } })], classic: true }) };
});
afterAll(() => servers.remove());

const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "rest" } });

/** Returns the fields of each line about a rejected request, without the address. */
function refusalsIn(stderr: string): readonly LogFields[] {
  return Array.from(stderr.matchAll(/ info refused (\{.*\})\n/g), ([, json = ""]) => {
    const { from, ...fields } = JSON.parse(json) as Record<string, unknown>;
    expect(from).toBe("127.0.0.1");
    return fields;
  });
}

describe("the log", () => {
  it("has a line for every rejected request", async () => {
    const server = await startHttp(servers.script, { env, args: ["--log-level", "info"] });
    const cases: readonly [string, object][] = [
      [requestText("GET /nothing?token=secret", CLOSE), { reason: "unknown_path", status: 404 }],
      [requestText("GET /mcp", { ...plainHeaders(), ...CLOSE }), { reason: "wrong_method", status: 405 }],
      ["CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example\r\n\r\n", { reason: "wrong_method", status: 405 }],
      ["garbage\r\n\r\n", { reason: "malformed", status: 400, code: "HPE_INVALID_METHOD" }],
      ["POST /mcp HTTP/1.1\r\nconnection: close\r\n\r\n", { reason: "malformed", status: 400 }],
      [postText({ authorization: "Bearer a-secret" }), { reason: "unauthorized", status: 401, problem: "wrong token" }],
      [requestText("POST /mcp", CLOSE), { reason: "unauthorized", status: 401, problem: "missing token" }],
      [postText({ host: "evil.example" }), { reason: "wrong_host", status: 403, host: "evil.example" }],
      [postText({ origin: "https://evil.example" }), { reason: "wrong_origin", status: 403, origin: "https://evil.example" }],
      [postText({ Authorization: "Bearer a-secret" }), { reason: "repeated_header", status: 400, header: "authorization" }],
      [postText({}, "{ a-secret"), { reason: "not_json", status: 400 }],
      [postText({ "content-length": "4194305" }), { reason: "body_too_large", status: 413 }],
      [postText({ "content-encoding": "gzip" }, "{}"), { reason: "encoded_body", status: 415 }],
      [postText({ expect: "tea" }), { reason: "unknown_expectation", status: 417 }],
      [requestText("GET /healthz", { x: "y".repeat(20_000) }), { reason: "headers_too_large", status: 431, code: "HPE_HEADER_OVERFLOW" }],
      [postText({ "content-type": "text/plain" }, "{}"), { reason: "protocol", status: 415 }],
    ];
    for (const [request] of cases) expect(await sendRaw(server.port, request)).toHaveLength(1);
    await server.stop();
    expect(refusalsIn(server.stderr())).toEqual(cases.map(([, line]) => line));
    expect(server.stderr()).not.toContain("secret");
  });

  it("has a line for requests and connections above the maximum", async () => {
    const args = ["--log-level", "info", "--max-requests", "1", "--max-connections", "2", "--drain", "0"];
    const server = await startHttp(servers.script, { env, args });
    const { socket } = await openConnection(server.port);
    socket.write(postText({ connection: "keep-alive" }, call));
    const busy = async () => (await sendRaw(server.port, postText({}, "{}")))[0]?.status;
    await expect.poll(busy).toBe(503);
    const { socket: second } = await openConnection(server.port);
    await (
      await openConnection(server.port)
    ).all;
    await server.stop();
    for (const one of [socket, second]) one.destroy();
    expect(refusalsIn(server.stderr())).toContainEqual({ reason: "busy", status: 503 });
    expect(refusalsIn(server.stderr())).toContainEqual({ reason: "too_many_connections" });
  });

  it("has a limited number of lines, and counts the rest", async () => {
    const server = await startHttp(servers.script, { env, args: ["--log-level", "info"] });
    const request = requestText("GET /nothing", {});
    const { socket, all } = await openConnection(server.port);
    socket.write(request.repeat(299) + requestText("GET /nothing", CLOSE));
    expect((await all).match(/HTTP\/1\.1 404/g)).toHaveLength(300);
    await server.stop();
    expect(refusalsIn(server.stderr())).toHaveLength(REFUSAL_LOG_LIMITS.maxLines);
    expect(server.stderr()).toContain(' info refusals not logged {"unknown_path":200}\n');
  });

  it("has the limit that docs/http.md documents", () => {
    const { maxLines, windowMs } = REFUSAL_LOG_LIMITS;
    expect([maxLines, windowMs]).toEqual([100, 10_000]);
    expect(readPage("http.md")).toContain("After 100 lines in ten seconds");
  });

  it("has no body of a message that the SDK rejects", async () => {
    const server = await startHttp(servers.script, { env });
    const session = await startSession(server);
    for (const method of [undefined, "notifications/progress"]) {
      const message = { jsonrpc: "2.0", method, params: { progressToken: 1, progress: 1, message: "a-secret" } };
      const answer = { jsonrpc: "2.0", id: 7, result: { action: "accept", content: { text: "a-secret" } } };
      const body = method === undefined ? answer : message;
      expect((await send(server, body, { session })).status).toBe(202);
      expect((await send(server, body)).status).toBe(202);
    }
    const version = { "mcp-protocol-version": "x".repeat(10_000), connection: "close" };
    expect((await sendRaw(server.port, postText(version, call)))[0]?.status).toBe(400);
    await server.stop();
    expect(server.stderr()).toContain("unknown message ID");
    expect(server.stderr()).not.toContain("a-secret");
    expect(server.stderr().length).toBeLessThan(2000);
  });

  it("has no such lines at the default level", async () => {
    const server = await startHttp(servers.script, { env });
    await sendRaw(server.port, requestText("GET /nothing", CLOSE));
    await server.stop();
    expect(server.stderr()).not.toContain("refused");
  });
});

describe("the rate limit", () => {
  it("resets with each window, and reports only omitted lines", async () => {
    const lines: string[] = [];
    const reports: object[] = [];
    const rateLimit = createLogRateLimit({ maxLines: 1, windowMs: 20, report: (omitted) => void reports.push(omitted) });
    const write = (...words: readonly string[]) => words.forEach((word) => rateLimit.write(word, () => void lines.push(word)));
    write("a", "b", "b", "c");
    await expect.poll(() => reports).toEqual([{ b: 2, c: 1 }]);
    write("d");
    rateLimit.close();
    write("e", "f");
    rateLimit.close();
    expect(lines).toEqual(["a", "d", "e"]);
    expect(reports).toEqual([{ b: 2, c: 1 }, { f: 1 }]);
  });

  it("logs no metadata URL of a refusal", () => {
    const lines: unknown[] = [];
    const log = { debug() {}, info: (...line: unknown[]) => void lines.push(line), warn() {}, error() {} };
    createRefusalLog(log).note({ kind: "unauthorized", reason: "wrong", metadata: "https://x" }, undefined, { problem: "wrong token" });
    expect(lines).toEqual([["refused", { reason: "unauthorized", from: undefined, status: 401, problem: "wrong token" }]]);
  });
});
