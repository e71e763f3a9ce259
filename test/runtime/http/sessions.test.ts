/** Tests sessions of clients of 2025-11-25 over HTTP: prompts and cancellation. */
import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isGone, readPid } from "../../fixtures/programs.ts";
import type { SourceServers } from "../../fixtures/source-server.ts";
import { bundleSourceServer } from "../../fixtures/source-server.ts";
import type { HttpServer } from "./http-server.ts";
import { connectModern, modernBody, modernHeaders, startHttp } from "./http-server.ts";
import { connectOld, SESSION_CLIENTS } from "./session-clients.ts";
import { callOf, newPathIn, send, servingSessions, startSession, statusOf } from "./session-requests.ts";

let servers: SourceServers;
let server: HttpServer;
const serve = (idleMs?: number) => servingSessions(servers, idleMs);
const newPath = (): string => newPathIn(servers);

beforeAll(async () => {
  servers = await bundleSourceServer();
  server = await startHttp(servers.script, { env: serve() });
});
afterAll(async () => {
  await server.stop();
  servers.remove();
});

describe.each(SESSION_CLIENTS)("in a session, a client of 2025-11-25 of %s", (_, connect) => {
  it("receives a prompt to confirm a call, which runs if the user accepts", async () => {
    const client = await connect(server.origin, { answer: "accept" });
    expect(client.sessionId()).toMatch(/^[0-9a-f-]{36}$/);
    const path = newPath();
    expect(await client.call("touch", { path })).toBe("touched");
    expect(client.questions).toHaveLength(1);
    expect(client.questions[0]).toContain(path);
    expect(existsSync(path)).toBe(true);
    await client.close();
  });

  it("receives a prompt to confirm a call, which does not run if the user declines", async () => {
    const client = await connect(server.origin, { answer: "decline" });
    const path = newPath();
    expect(await client.call("touch", { path })).toBe(
      "Not run: the client declined the confirmation (without a terminal, clients decline by themselves)",
    );
    expect(existsSync(path)).toBe(false);
    await client.close();
  });

  it("receives the reason for a call that is not run if it cannot ask its user", async () => {
    const client = await connect(server.origin);
    expect(await client.call("touch", { path: newPath() })).toContain("this client cannot ask");
    await client.close();
  });

  it("terminates the command of a call by cancelling it, and continues", async () => {
    const client = await connect(server.origin);
    const pid_file = newPath();
    const cancel = new AbortController();
    const call = client.call("linger", { pid_file }, { signal: cancel.signal }).catch(() => "cancelled");
    const pid = await readPid(pid_file);
    cancel.abort();
    expect(await call).toBe("cancelled");
    expect(await isGone(pid)).toBe(true);
    expect(await client.call("greet")).toBe("hello");
    await client.close();
  });

  it("terminates the command of a call by ending the session", async () => {
    const client = await connect(server.origin);
    const pid_file = newPath();
    const call = client.call("linger", { pid_file }).catch(() => "ended");
    const pid = await readPid(pid_file);
    const session = client.sessionId() ?? "";
    await client.terminate();
    expect(await isGone(pid)).toBe(true);
    expect(await statusOf(server, session)).toBe(404);
    await client.close();
    expect(await call).toBe("ended");
  });

  it("receives the actual reason from a server without sessions", async () => {
    const stateless = await startHttp(servers.script, { env: serve(), args: ["--stateless"] });
    const client = await connect(stateless.origin, { answer: "accept" });
    expect(client.sessionId()).toBeUndefined();
    expect(await client.call("touch", { path: newPath() })).toBe(
      "Not run: the policy requires the user to confirm this call, and this server keeps no sessions, so it cannot ask a client of protocol version 2025-11-25 or earlier",
    );
    await client.close();
    expect((await send(stateless, undefined, { method: "DELETE", session: "any" })).status).toBe(405);
    await stateless.stop();
  });
});

describe("a session", () => {
  it("ends the response to a cancelled call", async () => {
    const session = await startSession(server);
    const pid_file = newPath();
    const response = await send(server, callOf(7, "linger", { pid_file }), { session });
    await readPid(pid_file);
    const notice = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } };
    expect((await send(server, notice, { session })).status).toBe(202);
    expect(await response.text()).not.toContain('"id":7');
  });

  it("answers the rest of a batch of which one call is cancelled", async () => {
    const session = await startSession(server);
    const pid_file = newPath();
    const response = await send(server, [callOf(7, "linger", { pid_file }), callOf(8, "greet")], { session });
    await readPid(pid_file);
    await send(server, { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } }, { session });
    const text = await response.text();
    expect(text).toContain("hello");
    expect(text).toContain('"message":"cancelled"');
  });

  it("survives the disconnection of a call, whose command is terminated", async () => {
    const session = await startSession(server);
    const pid_file = newPath();
    const connection = new AbortController();
    const call = send(server, callOf(7, "linger", { pid_file }), { session, signal: connection.signal });
    const pid = await readPid(pid_file);
    await call;
    connection.abort();
    expect(await isGone(pid)).toBe(true);
    expect(await statusOf(server, session)).toBe(200);
    expect(server.stderr()).not.toContain("protocol error");
  });

  it("rejects a request with the id of one in flight, whose response no other client receives", async () => {
    const session = await startSession(server);
    const pid_file = newPath();
    const first = await send(server, callOf(7, "linger", { pid_file }), { session });
    await readPid(pid_file);
    for (const body of [callOf(7, "greet"), [callOf(8, "greet"), callOf(7, "greet")], [callOf(9, "greet"), callOf(9, "greet")]]) {
      const second = await send(server, body, { session });
      expect([second.status, await second.text()]).toEqual([400, expect.stringContaining("another request in flight has this id")]);
    }
    expect(await (await send(server, callOf(8, "greet"), { session })).text()).toContain("hello");
    expect(await (await send(server, callOf(8, "greet"), { session })).text()).toContain("hello");
    await send(server, { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } }, { session });
    await first.text();
    expect(await (await send(server, callOf(7, "greet"), { session })).text()).toContain("hello");
  });

  it("that does not exist gets 404, and DELETE without an id 400", async () => {
    expect(await statusOf(server, crypto.randomUUID())).toBe(404);
    expect((await send(server, undefined, { method: "DELETE", session: "none" })).status).toBe(404);
    expect((await send(server, undefined, { method: "DELETE" })).status).toBe(400);
    const session = await startSession(server);
    expect((await send(server, undefined, { method: "DELETE", session })).status).toBe(204);
    expect(await statusOf(server, session)).toBe(404);
  });

  it("that is closed while a prompt is pending cancels the call without running it", async () => {
    const client = await connectOld(server.origin, { answer: new Promise(() => undefined) });
    const path = newPath();
    const call = client.call("touch", { path }).catch(() => "ended");
    while (client.questions.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await client.terminate();
    await client.close();
    expect(await call).toBe("ended");
    expect(existsSync(path)).toBe(false);
  });

  it("is not needed for independent requests, which receive the reason if they need one", async () => {
    expect(await (await send(server, callOf(1, "greet"))).text()).toContain("hello");
    const text = await (await send(server, callOf(1, "touch", { path: newPath() }))).text();
    expect(text).toContain("the server can ask only within a session: send initialize first");
  });

  it("is not used by clients of 2026-07-28", async () => {
    const client = await connectModern(server.origin);
    expect(await client.call("greet")).toBe("hello");
    await client.close();
    const headers = { ...modernHeaders("tools/list"), "mcp-session-id": "unknown" };
    const response = await fetch(`${server.origin}/mcp`, { method: "POST", headers, body: modernBody("tools/list") });
    expect(response.status).toBe(200);
    expect(response.headers.get("mcp-session-id")).toBeNull();
  });
});
