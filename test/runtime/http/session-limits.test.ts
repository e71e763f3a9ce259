/** Tests sessions of clients of 2025-11-25 over HTTP: their number and idle time, callers, and shutdown. */
import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isGone, readPid } from "../../fixtures/programs.ts";
import type { Session, Sessions } from "../../../runtime/http/sessions.ts";
import { createSessions } from "../../../runtime/http/sessions.ts";
import type { ProtocolSession } from "../../../runtime/protocol/protocol-session.ts";
import type { SourceServers } from "../../fixtures/source-server.ts";
import { bundleSourceServer } from "../../fixtures/source-server.ts";
import type { HttpServer } from "./http-server.ts";
import { plainHeaders, startHttp, untilKeysAreRead } from "./http-server.ts";
import type { Issuer, IssuerKey } from "./issuer.ts";
import { AUDIENCE, makeKey, signToken, startIssuer } from "./issuer.ts";
import { connectCurrent, connectOld } from "./session-clients.ts";
import { callOf, INITIALIZE, newPathIn, send, servingSessions, startSession, statusOf } from "./session-requests.ts";

let servers: SourceServers;
const serve = (idleMs?: number) => servingSessions(servers, idleMs);
const newPath = (): string => newPathIn(servers);

beforeAll(async () => {
  servers = await bundleSourceServer();
});
afterAll(() => servers.remove());

/** Returns the number of sessions that `/metrics` reports. */
async function countOf({ origin }: HttpServer): Promise<string | undefined> {
  const text = await (await fetch(`${origin}/metrics`, { headers: plainHeaders() })).text();
  return /^climax_sessions (\d+)$/m.exec(text)?.[1];
}

describe("the number of sessions", () => {
  it("is limited: a new session closes the one that was unused for longest", async () => {
    const small = await startHttp(servers.script, { env: serve(), args: ["--max-sessions", "2"] });
    const [first, second] = [await startSession(small), await startSession(small)];
    expect(await statusOf(small, first)).toBe(200);
    const third = await startSession(small);
    expect(await Promise.all([first, second, third].map((session) => statusOf(small, session)))).toEqual([200, 404, 200]);
    expect(await countOf(small)).toBe("2");
    await small.stop();
  });

  it("is limited: a further session is rejected if all sessions are in use", async () => {
    const small = await startHttp(servers.script, { env: serve(), args: ["--max-sessions", "1", "--drain", "0"] });
    const session = await startSession(small);
    const pid_file = newPath();
    await send(small, callOf(7, "linger", { pid_file }), { session });
    await readPid(pid_file);
    const response = await send(small, INITIALIZE);
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining("too many sessions: try again")]);
    await small.stop();
  });

  it("is limited in time: an unused session ends, and a session in use continues", async () => {
    const quick = await startHttp(servers.script, { env: serve(2000), args: ["--drain", "0"] });
    const [unused, used] = [await startSession(quick), await startSession(quick)];
    const pid_file = newPath();
    await send(quick, callOf(7, "linger", { pid_file }), { session: used });
    await readPid(pid_file);
    const isOpen = async (session: string): Promise<boolean> => (await statusOf(quick, session)) === 200;
    // Each check uses the session, so checks must be further apart than the limit.
    do await new Promise((resolve) => setTimeout(resolve, 3000));
    while (await isOpen(unused));
    expect(await isOpen(used)).toBe(true);
    await quick.stop();
  });
});

describe("the idle time and the number of sessions", () => {
  it("are set by --session-idle, and reported by /metrics, without a session whose start was rejected", async () => {
    const quick = await startHttp(servers.script, { env: serve(), args: ["--session-idle", "1"] });
    const headers = { ...plainHeaders(), accept: "application/json" };
    const rejected = await fetch(`${quick.origin}/mcp`, { method: "POST", headers, body: JSON.stringify(INITIALIZE) });
    expect([rejected.ok, await countOf(quick)]).toEqual([false, "0"]);
    await Promise.all([startSession(quick), startSession(quick)]);
    await expect.poll(() => countOf(quick)).toBe("0");
    await quick.stop();
    const stateless = await startHttp(servers.script, { env: serve(), args: ["--stateless"] });
    expect(await countOf(stateless)).toBeUndefined();
    await stateless.stop();
  });
});

describe("in a session, answers and cancellations", () => {
  it("are accepted while --max-requests is reached, but calls are not", async () => {
    const small = await startHttp(servers.script, { env: serve(), args: ["--max-requests", "1"] });
    let accept = (): void => undefined;
    const answer = new Promise<"accept">((resolve) => {
      accept = () => resolve("accept");
    });
    const client = await connectCurrent(small.origin, { answer });
    const path = newPath();
    const call = client.call("touch", { path });
    while (client.questions.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await statusOf(small, client.sessionId() ?? "")).toBe(503);
    accept();
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
    await untilKeysAreRead(secured, await tokenOf("ann"));
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

  it("is not ended by another caller who already has sessions", async () => {
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
    const response = await send(other, callOf(7, "linger", { pid_file }), { session });
    const pid = await readPid(pid_file);
    const asked = await connectOld(other.origin, { answer: new Promise(() => undefined) });
    const path = newPath();
    const call = asked.call("touch", { path }).catch(() => "ended");
    while (asked.questions.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await other.stop()).toBe(0);
    await response.text();
    expect(await isGone(pid)).toBe(true);
    expect(existsSync(path)).toBe(false);
    await asked.close();
    expect(await call).toBe("ended");
  });
});

interface Store {
  readonly sessions: Sessions;
  /** Ids of the open sessions. */
  readonly open: ReadonlySet<string>;
}

function createStore(maxSessions: number): Store {
  const open = new Set<string>();
  const openSession = async (id: string): Promise<ProtocolSession> => {
    await Promise.resolve();
    open.add(id);
    return {
      handle: async () => new Response(),
      finish: () => {},
      async close() {
        open.delete(id);
      },
    };
  };
  return { sessions: createSessions({ open: openSession, maxSessions, idleMs: 60_000 }), open };
}

/** Starts a session that is in use. */
async function startUsed(sessions: Sessions, subject: string): Promise<Session | undefined> {
  const session = await sessions.start({ subject });
  session?.use();
  return session;
}

describe("room for a new session", () => {
  it("is not created by ending sessions of other callers if all sessions of the caller are in use", async () => {
    const { sessions, open } = createStore(2);
    expect(await sessions.start({ subject: "ann" })).toBeDefined();
    expect(await startUsed(sessions, "bob")).toBeDefined();
    expect(await sessions.start({ subject: "bob" })).toBeUndefined();
    expect(open.size).toBe(2);
    await sessions.close();
  });

  it("is created for a caller without sessions by ending the session that was unused for longest", async () => {
    const { sessions, open } = createStore(2);
    const [first, second] = [await sessions.start({ subject: "ann" }), await sessions.start({ subject: "bob" })];
    first?.use()();
    const [, secondId] = open;
    expect(await sessions.start({ subject: "cat" })).toBeDefined();
    expect(sessions.find(secondId, { subject: "bob" })).toBeUndefined();
    expect([second, sessions.count()]).toEqual([expect.anything(), 2]);
    await sessions.close();
  });

  it("is reduced by sessions that are being opened", async () => {
    const { sessions, open } = createStore(2);
    const started = await Promise.all([startUsed(sessions, "ann"), startUsed(sessions, "ann"), startUsed(sessions, "ann")]);
    expect(started.map((session) => session !== undefined)).toEqual([true, true, false]);
    expect(open.size).toBe(2);
    await sessions.close();
    expect(open.size).toBe(0);
  });
});
