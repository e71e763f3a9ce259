/** Tests that searches without the SDK's server have the SDK's replies, and that every check of a request precedes them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SourceServers } from "../../fixtures/source-server.ts";
import { bundleSourceServer } from "../../fixtures/source-server.ts";
import { servingTools } from "./access-servers.ts";
import type { HttpServer } from "./http-server.ts";
import { modernBody, modernHeaders, plainHeaders, startHttp, TOKEN, untilKeysAreRead } from "./http-server.ts";
import type { Issuer } from "./issuer.ts";
import { openConnection, parseResponses, postText, sendRaw } from "./raw-http.ts";
import { AUDIENCE, makeKey, signToken, startIssuer } from "./issuer.ts";

const legacyBody = (given: object): string =>
  JSON.stringify({ jsonrpc: "2.0", id: "one", method: "tools/call", params: { name: "climax_search", arguments: given } });

/** A search of each era. */
const SEARCHES = [
  ["2025-11-25", { ...plainHeaders(), "mcp-protocol-version": "2025-11-25" }, legacyBody],
  [
    "2026-07-28",
    modernHeaders("tools/call", "climax_search"),
    (given: object) => modernBody("tools/call", { name: "climax_search", arguments: given }),
  ],
] as const;

let servers: SourceServers;
let server: HttpServer;
let issuer: Issuer;
let withOAuth: HttpServer;
let subjectToken: string;

beforeAll(async () => {
  servers = await bundleSourceServer();
  const env = servingTools(servers, { classic: false });
  const [started, key] = await Promise.all([startIssuer(), makeKey("one")]);
  issuer = started;
  issuer.publish(key);
  subjectToken = await signToken(issuer, key, { claims: { scope: "climax:read" } });
  const oauth = ["--oauth-issuer", issuer.url, "--oauth-audience", AUDIENCE];
  [server, withOAuth] = await Promise.all([
    startHttp(servers.script, { env, args: ["--max-requests", "1"] }),
    startHttp(servers.script, { env, token: undefined, args: oauth }),
  ]);
  await untilKeysAreRead(withOAuth, subjectToken);
});
afterAll(async () => {
  await Promise.all([server.stop(), withOAuth.stop()]);
  issuer.close();
  servers.remove();
});

const post = (to: HttpServer, headers: Record<string, string>, body: string): Promise<Response> =>
  fetch(`${to.origin}/mcp`, { method: "POST", headers, body });

describe.each(SEARCHES)("a search of %s", (_era, headers, bodyOf) => {
  it.each([[{ query: "looked" }], [{}], [{ cli: "none" }], [{ limit: "many" }], [{ keyword: "write" }]])(
    "has the SDK's reply for %j",
    async (given) => {
      // The SDK answers requests with a parameter of the content type.
      const viaSdk = { ...headers, "content-type": "application/json; charset=utf-8" };
      const [ready, sdk] = [await post(server, headers, bodyOf(given)), await post(server, viaSdk, bodyOf(given))];
      expect([ready.status, ready.headers.get("content-type")]).toEqual([200, "application/json"]);
      expect(await ready.text()).toBe(await sdk.text());
    },
  );

  const body = bodyOf({ query: "look" });
  it.each<[string, Record<string, string>, string, number]>([
    ["no token", { authorization: "" }, body, 401],
    ["another token", { authorization: `Bearer ${TOKEN}x` }, body, 401],
    ["a foreign origin", { origin: "https://evil.example" }, body, 403],
    ["a compressed body", { "content-encoding": "gzip" }, body, 415],
    ["a body that is too large", {}, `${body}${" ".repeat(5_000_000)}`, 413],
    ["a body that is not JSON", {}, body.slice(1), 400],
  ])("is refused with %s", async (_title, more, text, status) => {
    expect((await post(server, { ...headers, ...more }, text)).status).toBe(status);
  });

  it("is refused for another host", async () => {
    const [response] = await sendRaw(server.port, postText({ ...headers, host: "evil.example" }, body));
    expect(response?.status).toBe(403);
  });

  it("is refused while the maximum number of requests is in flight", async () => {
    const text = postText(headers, body);
    const open = await openConnection(server.port);
    open.socket.write(text.slice(0, -1));
    await expect.poll(async () => (await post(server, headers, body)).status).toBe(503);
    open.socket.write(text.slice(-1));
    expect(parseResponses(await open.all)[0]?.status).toBe(200);
  });

  it("is refused by an issuer's server without a valid token, and needs no scope of tools", async () => {
    const withToken = (token: string) => post(withOAuth, { ...headers, authorization: `Bearer ${token}` }, body);
    expect([(await withToken(TOKEN)).status, (await withToken(`${subjectToken}x`)).status]).toEqual([401, 401]);
    expect((await withToken(subjectToken)).status).toBe(200);
  });
});

it("refuses a call without the scope of its tool, before and after a search", async () => {
  const headers = modernHeaders("tools/call", "climax_search", subjectToken);
  const search = modernBody("tools/call", { name: "climax_search", arguments: { query: "drop" } });
  const call = modernBody("tools/call", { name: "climax_call", arguments: { tool_name: "drop" } });
  const statuses = [];
  for (const [name, body] of [
    ["climax_call", call],
    ["climax_search", search],
    ["climax_call", call],
  ] as const) {
    statuses.push((await post(withOAuth, { ...headers, "mcp-name": name }, body)).status);
  }
  expect(statuses).toEqual([403, 200, 403]);
});
