/** Tests shutdown and overload of an HTTP server. */
import { writeFileSync } from "node:fs";
import { request as sendRequest } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAlive, isGone, readPid } from "../../fixtures/programs.ts";
import type { SourceServers } from "../../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../../fixtures/source-server.ts";
import type { HttpServer } from "./http-server.ts";
import { modernBody, modernHeaders, readLastMessage, startHttp } from "./http-server.ts";
import { openConnection } from "./raw-http.ts";

let servers: SourceServers;
let env: Record<string, string>;
let files = 0;

beforeAll(async () => {
  servers = await bundleSourceServer();
  const word = { type: "string", positional: true, required: true } as const;
  const tools = {
    greet: { command: ["-c", "echo hello"] },
    // Runs until it is released, so that the test does not depend on the speed of the machine.
    held: {
      command: ["-c", 'echo $$ > "$0"; until [ -e "$0.go" ]; do sleep 0.05; done; echo done'],
      timeout: 100,
      args: { pid_file: word },
    },
    linger: { command: ["-c", 'echo $$ > "$0"; echo begun; sleep 60 & wait'], timeout: 100, args: { pid_file: word } },
  };
  env = { ...servers.serving({ parts: [toPart({ command: ["sh"] }, tools)], classic: true }) };
});
afterAll(() => servers.remove());

const start = (...args: readonly string[]): Promise<HttpServer> => startHttp(servers.script, { env, args });
const post = (server: HttpServer, name: string, args: object = {}): Promise<Response> =>
  fetch(`${server.origin}/mcp`, {
    method: "POST",
    headers: modernHeaders("tools/call", name),
    body: modernBody("tools/call", { name, arguments: args }),
  });

/** Calls a tool, and resolves once its command is running. */
async function begin(server: HttpServer, name: string) {
  const pid_file = join(servers.folder, `pid-${files++}`);
  const response = post(server, name, { pid_file });
  const release = (): void => writeFileSync(`${pid_file}.go`, "");
  return { response, pid: await readPid(pid_file), release };
}

describe("a server that shuts down", () => {
  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("exits with status 0 on %s", async (signal) => {
    const server = await start();
    expect(await server.stop(signal)).toBe(0);
  });

  it("finishes its calls, and accepts no more connections", async () => {
    const server = await start();
    const { response, release } = await begin(server, "held");
    const ended = server.stop();
    await expect.poll(() => fetch(`${server.origin}/healthz`).catch(() => "refused")).toBe("refused");
    release();
    expect(await readLastMessage(await response)).toMatchObject({ result: { content: [{ text: "done" }] } });
    expect(await ended).toBe(0);
  });

  it("reports on open connections that it is not ready", async () => {
    const server = await start();
    const idle = await openConnection(server.port);
    // A partial request keeps the server from closing the connection as idle.
    idle.socket.write("GET /readyz HTTP/1.1\r\n");
    const { response, release } = await begin(server, "held");
    const ended = server.stop();
    await expect.poll(() => fetch(`${server.origin}/healthz`).catch(() => "refused")).toBe("refused");
    idle.socket.write("host: localhost\r\n\r\n");
    expect(await idle.all).toMatch(/^HTTP\/1\.1 503 [^]*connection: close[^]*\{"status":"draining"\}$/i);
    release();
    await response;
    expect(await ended).toBe(0);
  });

  it("terminates calls that exceed --drain, and responds to them", async () => {
    const server = await start("--drain", "1");
    const { response, pid } = await begin(server, "linger");
    expect(await server.stop()).toBe(0);
    expect(await (await response).text()).toContain("begun");
    expect(await isGone(pid)).toBe(true);
  });

  it("terminates calls immediately on a second signal", async () => {
    const server = await start("--drain", "600");
    const { response, pid } = await begin(server, "linger");
    server.process.kill("SIGTERM");
    await expect.poll(() => fetch(`${server.origin}/healthz`).catch(() => "refused")).toBe("refused");
    expect(isAlive(pid)).toBe(true);
    expect(await server.stop()).toBe(0);
    await response;
    expect(await isGone(pid)).toBe(true);
  });
});

describe("an overloaded server", () => {
  it("rejects requests above --max-requests with 503, and accepts requests again afterwards", async () => {
    const server = await start("--max-requests", "1", "--drain", "0");
    const { response, release } = await begin(server, "held");
    const busy = await post(server, "greet");
    expect([busy.status, busy.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await busy.json()).toMatchObject({ error: { message: "too many concurrent requests: try again" } });
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    release();
    await (await response).text();
    expect((await post(server, "greet")).status).toBe(200);
    await server.stop();
  });

  it("closes connections above --max-connections", async () => {
    const server = await start("--max-connections", "2");
    const held = [await openConnection(server.port), await openConnection(server.port)];
    const more = await openConnection(server.port);
    expect(await more.all).toBe("");
    for (const { socket } of held) socket.destroy();
    await expect.poll(() => probe(server.port)).toBe(200);
    await server.stop();
  });
});

/** Returns the status of `/healthz` over a new connection, or undefined if the connection fails. */
function probe(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = sendRequest({ port, host: "127.0.0.1", path: "/healthz", agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on("error", () => resolve(undefined)).end();
  });
}
