/** Tests authorization of a complete server: the scopes and subjects of an issuer's tokens. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SourceServers } from "../../fixtures/source-server.ts";
import { bundleSourceServer } from "../../fixtures/source-server.ts";
import { list, servingTools } from "./access-servers.ts";
import type { HttpServer } from "./http-server.ts";
import { connectModern, modernBody, modernHeaders, plainHeaders, readLastMessage, startHttp, untilKeysAreRead } from "./http-server.ts";
import type { Issuer, IssuerKey } from "./issuer.ts";
import { AUDIENCE, makeKey, signToken, startIssuer } from "./issuer.ts";
import { openConnection, requestText } from "./raw-http.ts";

let servers: SourceServers;
let env: Record<string, string>;
/** With a policy that asks for confirmation. */
let confirming: Record<string, string>;

beforeAll(async () => {
  servers = await bundleSourceServer();
  env = servingTools(servers);
  confirming = servingTools(servers, { policy: { default: "enabled", tools: { look: { confirm: true } } } });
});
afterAll(() => servers.remove());

describe("with OAuth", () => {
  let issuer: Issuer;
  let key: IssuerKey;
  let server: HttpServer;
  beforeAll(async () => {
    [issuer, key] = await Promise.all([startIssuer(), makeKey("one")]);
    issuer.publish(key);
    server = await startHttp(servers.script, { env, token: undefined, args: ["--oauth-issuer", issuer.url, "--oauth-audience", AUDIENCE] });
    await untilKeysAreRead(server, await tokenWith("climax:read"));
  });
  afterAll(async () => {
    await server.stop();
    issuer.close();
  });
  const tokenWith = (scope: string): Promise<string> => signToken(issuer, key, { claims: { scope } });
  const call = async (name: string, scope: string, body = modernBody("tools/call", { name, arguments: {} })): Promise<Response> =>
    fetch(`${server.origin}/mcp`, { method: "POST", headers: modernHeaders("tools/call", name, await tokenWith(scope)), body });

  it.each([
    ["look", "climax:read", 200],
    ["look", "climax:write", 200],
    ["look", "climax:destructive", 200],
    ["look", "openid", 403],
    ["files", "climax:read", 200],
    ["files", "openid", 403],
    ["write", "climax:read", 403],
    ["write", "openid climax:write", 200],
    ["drop", "climax:write", 403],
    ["drop", "climax:destructive", 200],
    ["unclear", "climax:write", 403],
    ["unclear", "climax:destructive", 200],
  ])("calling the tool %s with the scope %s returns %i", async (name, scope, status) => {
    expect((await call(name, scope)).status).toBe(status);
  });

  it.each([
    ["openid", 403],
    ["climax:read", 200],
  ])("calling the JSON-RPC method of a tool with the scope %s returns %i", async (scope, status) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "notes/list" });
    const response = await fetch(`${server.origin}/mcp`, { method: "POST", headers: plainHeaders(await tokenWith(scope)), body });
    expect(response.status).toBe(status);
  });

  it("a rejected call returns the required scope and the metadata URL", async () => {
    const response = await call("write", "climax:read");
    expect(response.headers.get("www-authenticate")).toBe(
      'Bearer error="insufficient_scope", scope="climax:write", ' +
        'resource_metadata="https://tools.example.com/.well-known/oauth-protected-resource/mcp"',
    );
    expect(await response.json()).toMatchObject({ error: { message: "this call requires a token with the scope climax:write" } });
  });

  it("a batch runs nothing if one of its calls requires a further scope", async () => {
    const calls = ["look", "drop"].map((name, id) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name } }));
    const headers = { ...plainHeaders(await tokenWith("climax:read")), "mcp-protocol-version": "2025-03-26" };
    const response = await fetch(`${server.origin}/mcp`, { method: "POST", headers, body: JSON.stringify(calls) });
    expect(response.status).toBe(403);
  });

  it("every valid token can list all tools", async () => {
    const client = await connectModern(server.origin, await tokenWith(""));
    expect((await client.listTools()).map(({ name }) => name)).toEqual(["look", "write", "drop", "unclear", "files"]);
    await client.close();
  });

  it("the resource metadata is served without a token", async () => {
    for (const path of ["", "/mcp"]) {
      const response = await fetch(`${server.origin}/.well-known/oauth-protected-resource${path}`);
      expect(await response.json()).toEqual({
        resource: AUDIENCE,
        authorization_servers: [issuer.url],
        bearer_methods_supported: ["header"],
        scopes_supported: ["climax:read", "climax:write", "climax:destructive"],
      });
    }
    const response = await fetch(`${server.origin}/mcp`, { method: "POST" });
    expect(response.headers.get("www-authenticate")).toBe(
      'Bearer resource_metadata="https://tools.example.com/.well-known/oauth-protected-resource/mcp"',
    );
  });

  it("an unavailable issuer results in 503 instead of 401", async () => {
    const down = await startIssuer();
    down.publish(key);
    down.fail(true);
    const args = ["--oauth-issuer", down.url, "--oauth-audience", AUDIENCE];
    const other = await startHttp(servers.script, { env, token: undefined, args });
    const response = await list(other.origin, await signToken(down, key));
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
    expect((await fetch(`${other.origin}/readyz`)).status).toBe(200);
    await other.stop();
    down.close();
  });

  it.each([
    ["in the middle of its body", "{"],
    ["after its body", modernBody("tools/list")],
  ])("a client that disconnects %s during authentication occupies no request slot", async (_when, body) => {
    const slow = await startIssuer();
    slow.publish(key);
    const args = ["--oauth-issuer", slow.url, "--oauth-audience", AUDIENCE, "--max-requests", "1"];
    const other = await startHttp(servers.script, { env, token: undefined, args });
    const token = await signToken(slow, key);
    const { asked, release } = slow.hold();
    const { socket } = await openConnection(other.port);
    const length = String(modernBody("tools/list").length);
    socket.write(requestText("POST /mcp", { ...modernHeaders("tools/list", undefined, token), "content-length": length }, body));
    await asked;
    socket.resetAndDestroy();
    // When this response arrives, the server has processed the end of the other connection.
    await fetch(`${other.origin}/healthz`);
    release();
    expect((await list(other.origin, token)).status).toBe(200);
    await other.stop();
    slow.close();
  });

  it("the audit contains the subject of the token", async () => {
    const CLIMAX_AUDIT_FILE = join(servers.folder, "audit.jsonl");
    const args = ["--oauth-issuer", issuer.url, "--oauth-audience", AUDIENCE];
    const audited = await startHttp(servers.script, { env: { ...env, CLIMAX_AUDIT_FILE }, token: undefined, args });
    const headers = modernHeaders("tools/call", "look", await tokenWith("climax:read"));
    const body = modernBody("tools/call", { name: "look", arguments: {} });
    await (await fetch(`${audited.origin}/mcp`, { method: "POST", headers, body })).text();
    await audited.stop();
    expect(JSON.parse(readFileSync(CLIMAX_AUDIT_FILE, "utf8"))).toMatchObject({ tool: "look", subject: "ann", outcome: "exited" });
  });

  it("calls rejected for their scope are in the audit and in the log", async () => {
    const CLIMAX_AUDIT_FILE = join(servers.folder, "refused.jsonl");
    const args = ["--oauth-issuer", issuer.url, "--oauth-audience", AUDIENCE, "--log-level", "info"];
    const audited = await startHttp(servers.script, { env: { ...env, CLIMAX_AUDIT_FILE }, token: undefined, args });
    const token = await tokenWith("climax:read");
    const send = (headers: Record<string, string>, body: string) => fetch(`${audited.origin}/mcp`, { method: "POST", headers, body });
    const single = modernBody("tools/call", { name: "drop", arguments: {} });
    expect((await send(modernHeaders("tools/call", "drop", token), single)).status).toBe(403);
    const calls = ["look", "none", "write"].map((name, id) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name } }));
    const batch = JSON.stringify([...calls, { jsonrpc: "2.0", id: 4, method: "ping" }, null]);
    expect((await send({ ...plainHeaders(token), "mcp-protocol-version": "2025-03-26" }, batch)).status).toBe(403);
    await audited.stop();
    const lines = readFileSync(CLIMAX_AUDIT_FILE, "utf8").trimEnd().split("\n");
    const common = { verdict: "refused", subject: "ann" };
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { ...common, tool: "drop", outcome: "forbidden", client: { name: "raw", version: "0" }, args: {} },
      { ...common, tool: "look", outcome: "forbidden", client: null },
      { ...common, tool: "none", outcome: "unknown_tool", client: null },
      { ...common, tool: "write", outcome: "forbidden", client: null },
    ]);
    const log = audited.stderr();
    expect(log).toContain(
      'info refused {"reason":"insufficient_scope","from":"127.0.0.1","status":403,"scope":"climax:destructive","subject":"ann"}\n',
    );
    expect(log).toMatch(/info call \{"tool":"drop","outcome":"forbidden","duration_ms":\d+,"subject":"ann"\}\n/);
    expect(log).not.toContain(token.split(".")[1]);
  });

  it("the calls of a batch that is too long are not recorded one by one", async () => {
    const CLIMAX_AUDIT_FILE = join(servers.folder, "batch.jsonl");
    const args = ["--oauth-issuer", issuer.url, "--oauth-audience", AUDIENCE, "--log-level", "info"];
    const audited = await startHttp(servers.script, { env: { ...env, CLIMAX_AUDIT_FILE }, token: undefined, args });
    const headers = { ...plainHeaders(await tokenWith("openid")), "mcp-protocol-version": "2025-03-26" };
    const batch = Array.from({ length: 101 }, (_, id) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "drop" } }));
    const send = (body: readonly object[]) => fetch(`${audited.origin}/mcp`, { method: "POST", headers, body: JSON.stringify(body) });
    expect((await send(batch)).status).toBe(400);
    expect((await send(batch.slice(1))).status).toBe(403);
    await audited.stop();
    expect(readFileSync(CLIMAX_AUDIT_FILE, "utf8").split("\n")).toHaveLength(101);
    expect(audited.stderr()).toContain('info refused {"reason":"protocol","from":"127.0.0.1","status":400,"subject":"ann"}\n');
  });

  it("the log has the reasons for rejected tokens and issuer failures, without tokens", async () => {
    const other = await startIssuer();
    other.publish(key);
    const args = ["--oauth-issuer", other.url, "--oauth-audience", AUDIENCE, "--log-level", "info"];
    const logged = await startHttp(servers.script, { env, token: undefined, args });
    const tokens = [await signToken(other, key, { expires: -60 }), await signToken(other, key, { audience: "https://other.example" })];
    for (const token of tokens) expect((await list(logged.origin, token)).status).toBe(401);
    await logged.stop();
    const refused = 'info refused {"reason":"unauthorized","from":"127.0.0.1","status":401,"problem":';
    expect(logged.stderr()).toContain(`${refused}"ERR_JWT_EXPIRED","claim":"exp","check":"check_failed"}\n`);
    expect(logged.stderr()).toContain(`${refused}"ERR_JWT_CLAIM_VALIDATION_FAILED","claim":"aud","check":"check_failed"}\n`);
    other.fail(true);
    // At the default log level.
    const quiet = await startHttp(servers.script, { env, token: undefined, args: args.slice(0, 4) });
    for (const token of tokens) expect((await list(quiet.origin, token)).status).toBe(503);
    await quiet.stop();
    expect(
      quiet.stderr().match(/ warn token issuer unavailable \{"problem":"metadata: \S+: status 500; \S+: status 500"\}\n/g),
    ).toHaveLength(1);
    expect(quiet.stderr()).not.toContain("refused");
    for (const token of tokens) for (const part of token.split(".").slice(1)) expect(logged.stderr() + quiet.stderr()).not.toContain(part);
    other.close();
  });

  it("a confirmation is valid only for the subject that was prompted", async () => {
    const args = ["--oauth-issuer", issuer.url, "--oauth-audience", AUDIENCE];
    const asking = await startHttp(servers.script, { env: confirming, token: undefined, args });
    const send = async (sub: string, more: object) => {
      const token = await signToken(issuer, key, { claims: { sub } });
      const body = modernBody("tools/call", { name: "look", arguments: {}, ...more }, { elicitation: {} });
      const response = await fetch(`${asking.origin}/mcp`, { method: "POST", headers: modernHeaders("tools/call", "look", token), body });
      return ((await readLastMessage(response)) as { result: { requestState: string; resultType: string } }).result;
    };
    const { requestState } = await send("ann", {});
    const accepted = { requestState, inputResponses: { confirmation: { action: "accept", content: { run: true } } } };
    expect(await send("bob", accepted)).toMatchObject({ resultType: "input_required" });
    expect(await send("ann", accepted)).toMatchObject({ content: [{ text: "looked" }] });
    await asking.stop();
  });
});
