/** How a server over HTTP ends, and what it does when there is too much to do. */
import { writeFileSync } from "node:fs";
import { request as sendRequest } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAlive, isGone } from "../fixtures/programs.ts";
import type { SourceServers } from "../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../fixtures/source-server.ts";
import type { HttpServer } from "./http-server.ts";
import { modernBody, modernHeaders, readPid, startHttp } from "./http-server.ts";
import { converse } from "./raw-http.ts";

let servers: SourceServers;
let env: Record<string, string>;
let files = 0;

beforeAll(async () => {
  servers = await bundleSourceServer();
  const word = { type: "string", positional: true, required: true } as const;
  const tools = {
    greet: { command: ["-c", "echo hello"] },
    // Until it is released, so that a slow machine has as much time as it takes.
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

/** Calls a tool and resolves when its command runs. */
async function begin(server: HttpServer, name: string) {
  const pid_file = join(servers.folder, `pid-${files++}`);
  const answer = post(server, name, { pid_file });
  const release = (): void => writeFileSync(`${pid_file}.go`, "");
  return { answer, pid: await readPid(pid_file), release };
}

describe("a server that is told to end", () => {
  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("ends with status 0 on %s", async (signal) => {
    const server = await start();
    expect(await server.stop(signal)).toBe(0);
  });

  it("finishes its calls, and takes no more connections", async () => {
    const server = await start();
    const { answer, release } = await begin(server, "held");
    const ended = server.stop();
    await expect.poll(() => fetch(`${server.origin}/healthz`).catch(() => "refused")).toBe("refused");
    release();
    expect(await (await answer).json()).toMatchObject({ result: { content: [{ text: "done" }] } });
    expect(await ended).toBe(0);
  });

  it("says on connections that are open that it is not ready, and takes no calls there", async () => {
    const server = await start();
    const idle = await converse(server.port);
    // Not idle for the server: it has begun a request.
    idle.socket.write("GET /readyz HTTP/1.1\r\n");
    const { answer, release } = await begin(server, "held");
    const ended = server.stop();
    await expect.poll(() => fetch(`${server.origin}/healthz`).catch(() => "refused")).toBe("refused");
    idle.socket.write("host: localhost\r\n\r\n");
    expect(await idle.all).toMatch(/^HTTP\/1\.1 503 [^]*connection: close[^]*\{"status":"draining"\}$/i);
    release();
    await answer;
    expect(await ended).toBe(0);
  });

  it("ends calls that take longer than --drain, and answers them", async () => {
    const server = await start("--drain", "1");
    const { answer, pid } = await begin(server, "linger");
    expect(await server.stop()).toBe(0);
    expect(await (await answer).text()).toContain("begun");
    expect(await isGone(pid, 2000)).toBe(true);
  });

  it("ends calls at once at the second signal", async () => {
    const server = await start("--drain", "600");
    const { answer, pid } = await begin(server, "linger");
    server.process.kill("SIGTERM");
    await expect.poll(() => fetch(`${server.origin}/healthz`).catch(() => "refused")).toBe("refused");
    expect(isAlive(pid)).toBe(true);
    expect(await server.stop()).toBe(0);
    await answer;
    expect(await isGone(pid, 2000)).toBe(true);
  });
});

describe("a server that has too much to do", () => {
  it("answers one request more than it takes with 503, and the next one when there is room", async () => {
    const server = await start("--max-requests", "1", "--drain", "0");
    const { answer, release } = await begin(server, "held");
    const busy = await post(server, "greet");
    expect([busy.status, busy.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await busy.json()).toMatchObject({ error: { message: "too many requests at a time: try again" } });
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    release();
    await (await answer).text();
    expect((await post(server, "greet")).status).toBe(200);
    await server.stop();
  });

  it("closes one connection more than it holds", async () => {
    const server = await start("--max-connections", "2");
    const held = [await converse(server.port), await converse(server.port)];
    const more = await converse(server.port);
    expect(await more.all).toBe("");
    for (const { socket } of held) socket.destroy();
    await expect.poll(() => probe(server.port)).toBe(200);
    await server.stop();
  });
});

/** The status of `/healthz`, over a connection of its own. */
function probe(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = sendRequest({ port, host: "127.0.0.1", path: "/healthz", agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on("error", () => resolve(undefined)).end();
  });
}
