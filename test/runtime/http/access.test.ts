/** Authentication and authorization of a complete server: tokens, scopes, web pages. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SourceServers } from "../../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../../fixtures/source-server.ts";
import type { HttpServer, HttpServerOptions } from "./http-server.ts";
import { connectModern, modernBody, modernHeaders, plainHeaders, startHttp, TOKEN } from "./http-server.ts";
import type { Issuer, IssuerKey } from "./issuer.ts";
import { AUDIENCE, makeKey, signToken, startIssuer } from "./issuer.ts";
import { openConnection, requestText } from "./raw-http.ts";

let servers: SourceServers;
let env: Record<string, string>;
/** With a policy that asks for confirmation. */
let confirming: Record<string, string>;
/** Rereads the token file with each request. */
let rereading: Record<string, string>;

beforeAll(async () => {
  servers = await bundleSourceServer();
  const tools = {
    look: { command: ["looked"], risk: "read" },
    write: { command: ["wrote"], risk: "write" },
    drop: { command: ["dropped"], risk: "destructive" },
    unclear: { command: ["did"] },
  } as const;
  const policy = { default: "enabled", tools: { look: { confirm: true } } } as const;
  const spec = { parts: [toPart({ command: ["echo"] }, tools)], classic: true };
  env = { ...servers.serving(spec) };
  confirming = { ...servers.serving({ ...spec, policy }) };
  rereading = { ...servers.serving({ ...spec, httpTimeouts: { tokenRereadMs: 0 } }) };
});
afterAll(() => servers.remove());

const list = (origin: string, token: string): Promise<Response> =>
  fetch(`${origin}/mcp`, { method: "POST", headers: modernHeaders("tools/list", undefined, token), body: modernBody("tools/list") });

describe("a server", () => {
  it("generates a token for a loopback host and prints it at every log level", async () => {
    const server = await startHttp(servers.script, { env, token: undefined, args: ["--log-level", "silent"] });
    const [, token = ""] = /token for this run: (\S+)\n/.exec(server.stderr()) ?? [];
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await list(server.origin, token)).status).toBe(200);
    expect((await list(server.origin, "")).status).toBe(401);
    await server.stop();
  });

  it.each<[string, HttpServerOptions & { readonly env?: Record<string, string> }, string]>([
    [
      "without a token on an address that other machines can reach",
      { address: "0.0.0.0:0", token: undefined },
      "so a token is required: set CLIMAX_HTTP_TOKEN",
    ],
    ["with an empty token on such an address", { address: "0.0.0.0:0", token: "" }, "so a token is required"],
    ["with a token that no header can carry", { token: "a b" }, "CLIMAX_HTTP_TOKEN: a token must have at least 16 characters"],
    ["with a token of one character", { token: "a" }, "CLIMAX_HTTP_TOKEN: a token must have at least 16 characters"],
    ["with a token of whitespace", { token: " \n " }, "CLIMAX_HTTP_TOKEN: a token must have at least 16 characters"],
    ["with a token of 15 characters", { token: "123456789012345" }, "(openssl rand -base64 32 generates one)"],
    ["with an empty token file", { token: undefined, args: ["--token-file", "/dev/null"] }, "/dev/null: a token must have at least 16"],
    ["with a short state key", { env: { CLIMAX_STATE_KEY: "a" } }, "CLIMAX_STATE_KEY: a key must have at least 16 characters"],
    ["with a state key of whitespace", { env: { CLIMAX_STATE_KEY: " ".repeat(20) } }, "CLIMAX_STATE_KEY: a key must have at least 16"],
    ["with a missing token file", { args: ["--token-file", "/none"] }, "--token-file: ENOENT"],
    [
      "with a token and an issuer",
      { args: ["--oauth-issuer", "https://id.example", "--oauth-audience", AUDIENCE] },
      "CLIMAX_HTTP_TOKEN and --oauth-issuer are mutually exclusive",
    ],
  ])("does not start %s, and prints the reason", async (_title, options, want) => {
    const given = { ...options, env: { ...env, ...options.env } };
    const failure = await startHttp(servers.script, given).catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: expect.stringContaining("ended with 1:\ncannot start: ") as string });
    expect(failure).toMatchObject({ message: expect.stringContaining(want) as string });
  });

  it("does not start if the port is in use", async () => {
    const server = await startHttp(servers.script, { env });
    await expect(startHttp(servers.script, { env, address: String(server.port) })).rejects.toThrow(
      "cannot start: --http: listen EADDRINUSE",
    );
    await server.stop();
  });

  it("serves if standard error has no reader", async () => {
    const first = await startHttp(servers.script, { env });
    await first.stop();
    const args = [servers.script, "--http", String(first.port), "--log-level", "info"];
    const server = spawn(process.execPath, args, { env: { ...env, CLIMAX_HTTP_TOKEN: TOKEN }, stdio: ["ignore", "ignore", "pipe"] });
    server.stderr.destroy();
    const ended = once(server, "close");
    const probe = (): Promise<number | undefined> =>
      list(first.origin, TOKEN).then(
        ({ status }) => status,
        () => undefined,
      );
    await expect
      .poll(probe, { timeout: 10_000 })
      .toBe(200)
      .finally(() => server.kill());
    expect(await ended).toEqual([0, null]);
  });

  it("accepts a token with a trailing line ending in the environment, as in a Secret created from a file", async () => {
    const server = await startHttp(servers.script, { env, token: "out-of-a-long-secret\n" });
    expect((await list(server.origin, "out-of-a-long-secret")).status).toBe(200);
    await server.stop();
  });

  it("reads the token from a file, and rereads it after the file changes", async () => {
    const file = join(servers.folder, "token");
    writeFileSync(file, "first-token-of-the-file\n");
    const server = await startHttp(servers.script, { env: rereading, token: undefined, args: ["--token-file", file] });
    expect((await list(server.origin, "first-token-of-the-file")).status).toBe(200);
    writeFileSync(`${file}.next`, "second-token-of-the-file\n");
    renameSync(`${file}.next`, file);
    expect((await list(server.origin, "second-token-of-the-file")).status).toBe(200);
    expect((await list(server.origin, "first-token-of-the-file")).status).toBe(401);
    // A short token in the file is not accepted.
    writeFileSync(file, "short");
    expect((await list(server.origin, "short")).status).toBe(401);
    expect((await list(server.origin, "")).status).toBe(401);
    expect(server.stderr()).toContain(`warn token file unusable, previous token remains valid {"problem":"${file}: a token must`);
    expect(server.stderr().match(/token file unusable/g)).toHaveLength(1);
    expect((await list(server.origin, "second-token-of-the-file")).status).toBe(200);
    await server.stop();
  });

  it("reads the token from a pipe once, and keeps serving after the writer has closed it", async () => {
    const pipe = join(servers.folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const written = writeFile(pipe, `${TOKEN}\n`);
    const server = await startHttp(servers.script, { env: rereading, token: undefined, args: ["--token-file", pipe] });
    await written;
    expect((await list(server.origin, TOKEN)).status).toBe(200);
    await server.stop();
  });

  it("logs rejected requests without their tokens", async () => {
    const server = await startHttp(servers.script, { env, args: ["--log-level", "info"] });
    await list(server.origin, "guessed-token");
    await server.stop();
    expect(server.stderr()).toContain('info refused {"reason":"unauthorized","from":"127.0.0.1","status":401,"problem":"wrong token"}\n');
    expect(server.stderr()).not.toMatch(/guessed-token|test-token/);
  });

  it("listens on IPv6 too", async () => {
    const server = await startHttp(servers.script, { env, address: "[::1]:0" });
    expect(server.origin).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await list(server.origin, TOKEN)).status).toBe(200);
    await server.stop();
  });
});

describe("a web page", () => {
  const PAGE = "https://app.example.com";
  let server: HttpServer;
  beforeAll(async () => {
    server = await startHttp(servers.script, { env, args: ["--allow-origin", PAGE, "--allow-host", "tools.example.com"] });
  });
  afterAll(() => server.stop());

  const ask = (origin: string, method = "OPTIONS") =>
    fetch(`${server.origin}/mcp`, { method, headers: { origin, "access-control-request-method": "POST" } });

  it("of an allowed origin may send a preflight request without a token", async () => {
    const response = await ask(PAGE);
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "access-control-allow-origin": PAGE,
      "access-control-allow-methods": "POST, DELETE",
      "access-control-allow-headers": expect.stringContaining("Authorization") as string,
      vary: "Origin",
    });
  });

  it("of an allowed origin can read responses and refusals", async () => {
    const headers = { ...modernHeaders("tools/list"), origin: PAGE };
    const response = await fetch(`${server.origin}/mcp`, { method: "POST", headers, body: modernBody("tools/list") });
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe(PAGE);
    const refused = await fetch(`${server.origin}/mcp`, { method: "POST", headers: { origin: PAGE } });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("access-control-allow-origin")).toBe(PAGE);
  });

  it.each(["https://app.example.com.evil.example", "http://app.example.com", "https://app.example.com:444", "null"])(
    "of %s is rejected",
    async (origin) => {
      const asked = await ask(origin);
      expect(asked.status).toBe(403);
      expect(asked.headers.has("access-control-allow-origin")).toBe(false);
      const headers = { ...modernHeaders("tools/list"), origin };
      expect((await fetch(`${server.origin}/mcp`, { method: "POST", headers, body: modernBody("tools/list") })).status).toBe(403);
    },
  );
});

describe("with OAuth", () => {
  let issuer: Issuer;
  let key: IssuerKey;
  let server: HttpServer;
  beforeAll(async () => {
    [issuer, key] = await Promise.all([startIssuer(), makeKey("one")]);
    issuer.publish(key);
    server = await startHttp(servers.script, { env, token: undefined, args: ["--oauth-issuer", issuer.url, "--oauth-audience", AUDIENCE] });
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
    ["write", "climax:read", 403],
    ["write", "openid climax:write", 200],
    ["drop", "climax:write", 403],
    ["drop", "climax:destructive", 200],
    ["unclear", "climax:write", 403],
    ["unclear", "climax:destructive", 200],
  ])("calling the tool %s with the scope %s returns %i", async (name, scope, status) => {
    expect((await call(name, scope)).status).toBe(status);
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
    expect((await client.listTools()).map(({ name }) => name)).toEqual(["look", "write", "drop", "unclear"]);
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
    // By the time of this response, the server has processed the end of that connection.
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
    expect(log).toMatch(/info call \{"tool":"drop","outcome":"forbidden","duration_ms":\d+\}\n/);
    expect(log).not.toContain(token.split(".")[1]);
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
      return ((await response.json()) as { result: { requestState: string; resultType: string } }).result;
    };
    const { requestState } = await send("ann", {});
    const accepted = { requestState, inputResponses: { confirmation: { action: "accept", content: {} } } };
    expect(await send("bob", accepted)).toMatchObject({ resultType: "input_required" });
    expect(await send("ann", accepted)).toMatchObject({ content: [{ text: "looked" }] });
    await asking.stop();
  });
});
