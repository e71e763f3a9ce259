/** Sessions of clients of 2025-11-25 over HTTP: prompts, cancellation, callers, limits and shutdown. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isGone } from "../../fixtures/programs.ts";
import type { SourceServers } from "../../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../../fixtures/source-server.ts";
import type { HttpServer } from "./http-server.ts";
import { connectModern, modernBody, modernHeaders, plainHeaders, readPid, startHttp } from "./http-server.ts";
import type { Issuer, IssuerKey } from "./issuer.ts";
import { AUDIENCE, makeKey, signToken, startIssuer } from "./issuer.ts";
import { connectCurrent, connectOld, SESSION_CLIENTS } from "./session-clients.ts";

let servers: SourceServers;
let server: HttpServer;
const serve = (idleMs?: number) => {
  const word = { type: "string", positional: true, required: true } as const;
  const tools = {
    touch: { command: ["-c", 'touch "$0" && echo touched'], args: { path: word }, risk: "write" as const },
    greet: { command: ["-c", "echo hello"], risk: "read" as const },
    linger: { command: ["-c", 'echo $$ > "$0"; sleep 60 & wait'], timeout: 100, args: { pid_file: word }, risk: "read" as const },
  };
  const policy = { default: "enabled" as const, tools: { touch: { confirm: true } } };
  const httpTimeouts = idleMs === undefined ? {} : { sessionIdleMs: idleMs };
  return { ...servers.serving({ parts: [toPart({ command: ["sh"] }, tools)], policy, classic: true, httpTimeouts }) };
};

beforeAll(async () => {
  servers = await bundleSourceServer();
  server = await startHttp(servers.script, { env: serve() });
});
afterAll(async () => {
  await server.stop();
  servers.remove();
});

const newPath = (): string => join(servers.folder, `file-${Math.random()}`);
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};
const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const callOf = (id: number, name: string, args: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});

interface Sending {
  readonly session?: string | undefined;
  readonly token?: string;
  readonly method?: string;
  readonly signal?: AbortSignal;
}

/** Sends a message as a client of 2025-11-25. */
const send = ({ origin }: HttpServer, body: unknown, { session, token, method = "POST", signal }: Sending = {}): Promise<Response> =>
  fetch(`${origin}/mcp`, {
    method,
    headers: { ...plainHeaders(token), ...(session !== undefined && { "mcp-session-id": session }) },
    ...(method === "POST" && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });

async function startSession(to: HttpServer, token?: string): Promise<string> {
  const response = await send(to, INITIALIZE, token === undefined ? {} : { token });
  await response.text();
  return response.headers.get("mcp-session-id") ?? `status ${response.status}`;
}

/** Returns the status of a list in a session. */
const statusOf = async (to: HttpServer, session: string, token?: string): Promise<number> => {
  const response = await send(to, LIST, { session, ...(token !== undefined && { token }) });
  await response.text();
  return response.status;
};

describe.each(SESSION_CLIENTS)("in a session, a client of 2025-11-25 of %s", (_, connect) => {
  it("is asked to confirm a call, which runs if the user accepts", async () => {
    const client = await connect(server.origin, { answer: "accept" });
    expect(client.sessionId()).toMatch(/^[0-9a-f-]{36}$/);
    const path = newPath();
    expect(await client.call("touch", { path })).toBe("touched");
    expect(client.questions).toHaveLength(1);
    expect(client.questions[0]).toContain(path);
    expect(existsSync(path)).toBe(true);
    await client.close();
  });

  it("is asked to confirm a call, which does not run if the user declines", async () => {
    const client = await connect(server.origin, { answer: "decline" });
    const path = newPath();
    expect(await client.call("touch", { path })).toBe("Not run: the user declined this call");
    expect(existsSync(path)).toBe(false);
    await client.close();
  });

  it("gets the reason if it cannot ask its user", async () => {
    const client = await connect(server.origin);
    expect(await client.call("touch", { path: newPath() })).toContain("this client cannot ask");
    await client.close();
  });

  it("terminates the command of a call by cancelling it, and goes on", async () => {
    const client = await connect(server.origin);
    const pid_file = newPath();
    const cancel = new AbortController();
    const call = client.call("linger", { pid_file }, { signal: cancel.signal }).catch(() => "cancelled");
    const pid = await readPid(pid_file);
    cancel.abort();
    expect(await call).toBe("cancelled");
    expect(await isGone(pid, 5000)).toBe(true);
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
    expect(await isGone(pid, 5000)).toBe(true);
    expect(await statusOf(server, session)).toBe(404);
    await client.close();
    expect(await call).toBe("ended");
  });

  it("gets the true reason from a server without sessions", async () => {
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
    expect(await isGone(pid, 5000)).toBe(true);
    expect(await statusOf(server, session)).toBe(200);
    expect(server.stderr()).not.toContain("protocol error");
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

  it("is not needed for requests that stand alone, which get the reason if they need it", async () => {
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

describe("the number of sessions", () => {
  it("is limited: a new session closes the one that was unused for longest", async () => {
    const small = await startHttp(servers.script, { env: serve(), args: ["--max-sessions", "2"] });
    const [first, second] = [await startSession(small), await startSession(small)];
    expect(await statusOf(small, first)).toBe(200);
    const third = await startSession(small);
    expect(await Promise.all([first, second, third].map((session) => statusOf(small, session)))).toEqual([200, 404, 200]);
    await small.stop();
  });

  it("is limited: sessions in use do not end, so that a further one is rejected", async () => {
    const small = await startHttp(servers.script, { env: serve(), args: ["--max-sessions", "1", "--drain", "0"] });
    const session = await startSession(small);
    const pid_file = newPath();
    await send(small, callOf(1, "linger", { pid_file }), { session });
    await readPid(pid_file);
    const response = await send(small, INITIALIZE);
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining("too many sessions: try again")]);
    await small.stop();
  });

  it("is limited in time: an unused session ends, one in use does not", async () => {
    const quick = await startHttp(servers.script, { env: serve(300), args: ["--drain", "0"] });
    const [unused, used] = [await startSession(quick), await startSession(quick)];
    const pid_file = newPath();
    await send(quick, callOf(1, "linger", { pid_file }), { session: used });
    await readPid(pid_file);
    const isOpen = async (session: string): Promise<boolean> => (await statusOf(quick, session)) === 200;
    // Each check uses the session, so that checks must be further apart than the limit.
    do await new Promise((resolve) => setTimeout(resolve, 600));
    while (await isOpen(unused));
    expect(await isOpen(used)).toBe(true);
    await quick.stop();
  });
});

describe("the idle time and the number of sessions", () => {
  it("are set by --session-idle, and reported by /metrics", async () => {
    const quick = await startHttp(servers.script, { env: serve(), args: ["--session-idle", "1"] });
    const countOf = async ({ origin }: HttpServer): Promise<string | undefined> => {
      const text = await (await fetch(`${origin}/metrics`, { headers: plainHeaders() })).text();
      return /^climax_sessions (\d+)$/m.exec(text)?.[1];
    };
    await Promise.all([startSession(quick), startSession(quick)]);
    expect(await countOf(quick)).toBe("2");
    while ((await countOf(quick)) !== "0") await new Promise((resolve) => setTimeout(resolve, 100));
    await quick.stop();
    const stateless = await startHttp(servers.script, { env: serve(), args: ["--stateless"] });
    expect(await countOf(stateless)).toBeUndefined();
    await stateless.stop();
  });
});

describe("in a session, answers and cancellations", () => {
  it("are accepted while --max-requests is reached, but calls are not", async () => {
    const small = await startHttp(servers.script, { env: serve(), args: ["--max-requests", "1"] });
    const client = await connectCurrent(small.origin, {
      answer: new Promise((resolve) => setTimeout(() => resolve("accept"), 300)),
    });
    const path = newPath();
    const call = client.call("touch", { path });
    while (client.questions.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await statusOf(small, client.sessionId() ?? "")).toBe(503);
    expect(await call).toBe("touched");
    await client.close();
    await small.stop();
  });
});

describe("with OAuth, a session", () => {
  let issuer: Issuer;
  let key: IssuerKey;
  let secured: HttpServer;
  beforeAll(async () => {
    [issuer, key] = await Promise.all([startIssuer(), makeKey("one")]);
    issuer.publish(key);
    secured = await startHttp(servers.script, {
      env: serve(),
      token: undefined,
      args: ["--oauth-issuer", issuer.url, "--oauth-audience", AUDIENCE, "--max-sessions", "2"],
    });
  });
  afterAll(async () => {
    await secured.stop();
    issuer.close();
  });
  const tokenOf = (sub: string, scope = "climax:destructive") => signToken(issuer, key, { claims: { sub, scope } });

  it("belongs to the subject of its token", async () => {
    const [ann, again, bob] = await Promise.all([tokenOf("ann"), tokenOf("ann"), tokenOf("bob")]);
    const session = await startSession(secured, ann);
    expect(await statusOf(secured, session, again)).toBe(200);
    expect(await statusOf(secured, session, bob)).toBe(404);
    expect((await send(secured, undefined, { method: "DELETE", session, token: bob })).status).toBe(404);
    expect(await statusOf(secured, session, ann)).toBe(200);
  });

  it("has the scopes of each request, not those of its first", async () => {
    const [all, read] = await Promise.all([tokenOf("ann"), tokenOf("ann", "climax:read")]);
    const session = await startSession(secured, all);
    const forbidden = await send(secured, callOf(1, "touch", { path: newPath() }), { session, token: read });
    expect([forbidden.status, await forbidden.text()]).toEqual([403, expect.stringContaining("climax:write")]);
    const narrow = await startSession(secured, read);
    const allowed = await send(secured, callOf(1, "touch", { path: newPath() }), { session: narrow, token: all });
    expect(await allowed.text()).toContain("this client cannot ask");
  });

  it("is not ended by the sessions of another caller who has some already", async () => {
    const [cat, dan] = await Promise.all([tokenOf("cat"), tokenOf("dan")]);
    const kept = await startSession(secured, cat);
    const first = await startSession(secured, dan);
    const second = await startSession(secured, dan);
    expect(await statusOf(secured, kept, cat)).toBe(200);
    expect(await statusOf(secured, first, dan)).toBe(404);
    expect(await statusOf(secured, second, dan)).toBe(200);
  });
});

describe("shutdown with open sessions", () => {
  it("exits with status 0, and terminates the calls in them", async () => {
    const other = await startHttp(servers.script, { env: serve(), args: ["--drain", "0"] });
    await startSession(other);
    const session = await startSession(other);
    const pid_file = newPath();
    const response = await send(other, callOf(1, "linger", { pid_file }), { session });
    const pid = await readPid(pid_file);
    const asked = await connectOld(other.origin, { answer: new Promise(() => undefined) });
    const path = newPath();
    const call = asked.call("touch", { path }).catch(() => "ended");
    while (asked.questions.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await other.stop()).toBe(0);
    await response.text();
    expect(await isGone(pid, 1000)).toBe(true);
    expect(existsSync(path)).toBe(false);
    await asked.close();
    expect(await call).toBe("ended");
  });
});
