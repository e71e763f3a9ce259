/** Tests authentication of a complete server: tokens and web pages. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { renameSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findStateKeyProblem, openAccess } from "../../../runtime/http/access.ts";
import { readLaunch } from "../../../runtime/launch/launch.ts";
import type { SourceServers } from "../../fixtures/source-server.ts";
import { bundleSourceServer } from "../../fixtures/source-server.ts";
import { list, servingTools } from "./access-servers.ts";
import type { HttpServer, HttpServerOptions } from "./http-server.ts";
import { modernBody, modernHeaders, startHttp, TOKEN } from "./http-server.ts";
import { AUDIENCE } from "./issuer.ts";

let servers: SourceServers;
let env: Record<string, string>;
/** Rereads the token file with each request. */
let rereading: Record<string, string>;

beforeAll(async () => {
  servers = await bundleSourceServer();
  env = servingTools(servers);
  rereading = servingTools(servers, { httpTimeouts: { tokenRereadMs: 0 } });
});
afterAll(() => servers.remove());

/** Reads the options and opens the access of a server, as its start does. */
async function access(token: string | undefined, ...args: readonly string[]) {
  const launch = readLaunch(["--http", ...args], { name: "demo", version: "1", classic: false });
  if (launch.kind !== "serve" || launch.http === undefined) throw new Error("the options are wrong");
  return await openAccess(launch.http, { token, log: silentLog, tokenRereadMs: 0 });
}
/** Reports whether this machine has the address ::1: containers often have none. */
const hasIPv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === "::1"));
if (!hasIPv6) process.stdout.write("tests with IPv6 are skipped: this machine has no address ::1\n");

const silentLog = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

describe("the access to a server", () => {
  it.each<[string, string | undefined, readonly string[], string]>([
    ["a token that no header can carry", "a b", ["0"], "CLIMAX_HTTP_TOKEN: a token must have at least 16 characters"],
    ["a token of one character", "a", ["0"], "CLIMAX_HTTP_TOKEN: a token must have at least 16 characters"],
    ["a token of whitespace", " \n ", ["0"], "CLIMAX_HTTP_TOKEN: a token must have at least 16 characters"],
    ["a token of 15 characters", "123456789012345", ["0"], "(openssl rand -base64 32 generates one)"],
    ["an empty token file", undefined, ["0", "--token-file", "/dev/null"], "/dev/null: a token must have at least 16"],
    [
      "a token and an issuer",
      TOKEN,
      ["0", "--oauth-issuer", "https://id.example", "--oauth-audience", AUDIENCE],
      "CLIMAX_HTTP_TOKEN and --oauth-issuer are mutually exclusive",
    ],
  ])("fails with %s", async (_title, token, args, want) => {
    expect(await access(token, ...args)).toEqual({ kind: "failed", problem: expect.stringContaining(want) as string });
  });

  it("fails with a state key of whitespace", () => {
    expect(findStateKeyProblem(" ".repeat(20))).toContain("CLIMAX_STATE_KEY: a key must have at least 16");
  });
});

describe("a server", () => {
  it("generates a token for a loopback host and prints it at every log level", async () => {
    const server = await startHttp(servers.script, { env, token: undefined, args: ["--log-level", "silent"] });
    const [, token = ""] = /token for this run: (\S+)\n/.exec(server.stderr()) ?? [];
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await list(server.origin, token)).status).toBe(200);
    expect((await list(server.origin, "")).status).toBe(401);
    await server.stop();
  });

  it.each<[string, HttpServerOptions, string]>([
    [
      "without a token on an address that other machines can reach",
      { address: "0.0.0.0:0", token: undefined },
      "so a token is required: set CLIMAX_HTTP_TOKEN",
    ],
    ["with an empty token on an address that other machines can reach", { address: "0.0.0.0:0", token: "" }, "so a token is required"],
    ["with a short state key", { env: { CLIMAX_STATE_KEY: "a" } }, "CLIMAX_STATE_KEY: a key must have at least 16 characters"],
    ["with a missing token file", { args: ["--token-file", "/none"] }, "--token-file: ENOENT"],
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
    // Nobody reads the port, so it is chosen here. Another program can take it first, which ends the server with status 1.
    const start = async (attempts: number): Promise<readonly unknown[]> => {
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
      const isOver = async (): Promise<boolean> => server.exitCode !== null || (await probe()) === 200;
      await expect
        .poll(isOver)
        .toBe(true)
        .finally(() => server.kill());
      const [status, signal] = (await ended) as readonly unknown[];
      return status === 1 && attempts > 1 ? await start(attempts - 1) : [status, signal];
    };
    expect(await start(3)).toEqual([0, null]);
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

  it.runIf(hasIPv6)("listens on IPv6 too", async () => {
    const server = await startHttp(servers.script, { env, address: "[::1]:0" });
    expect(server.origin).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await list(server.origin, TOKEN)).status).toBe(200);
    await server.stop();
  });

  it.runIf(hasIPv6)("accepts clients of both IP versions on [::], and logs IPv4 addresses as such", async () => {
    const server = await startHttp(servers.script, { env, address: "[::]:0", args: ["--log-level", "info"] });
    for (const host of ["127.0.0.1", "[::1]"]) expect((await list(`http://${host}:${server.port}`, TOKEN)).status).toBe(200);
    expect((await list(`http://127.0.0.1:${server.port}`, "wrong")).status).toBe(401);
    await server.stop();
    expect(server.stderr()).toContain('"from":"127.0.0.1"');
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
