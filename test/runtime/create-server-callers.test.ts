/** Tests what a policy requires of the callers of a server inside another program: scopes, and the secrets of their requests. */
import { expect, it } from "vitest";
import type { FetchOptions } from "../../runtime/index.ts";
import { createToolIndex } from "../../runtime/index.ts";
import { inMemory, start, useEmbeddedServers } from "../fixtures/embedded-servers.ts";
import { toPart } from "../fixtures/source-server.ts";
import { modernBody, modernHeaders } from "./http/http-server.ts";

useEmbeddedServers();

const index = createToolIndex([
  toPart(
    { command: ["sh"] },
    {
      deploy: { risk: "read", command: ["-c", "echo deployed"] },
      show: { risk: "read", command: ["-c", 'test "$PIN" = "pin of ann" && echo "as $MAIL"'] },
    },
  ),
]);
const policy = {
  default: "enabled",
  tools: { deploy: { scopes: ["deploy"] } },
  env: { secrets: { PIN: { header: "x-pin" }, MAIL: { claim: "email" } } },
} as const;

function startServer(secrets: boolean) {
  return start({ classic: true, index, tools: [], policy: secrets ? policy : { ...policy, env: {} } });
}

it("a policy's scopes are required of requests and of authenticated clients, but not of the program itself", async () => {
  const server = startServer(false);
  const call = async (authInfo?: FetchOptions["authInfo"]): Promise<string> => {
    const body = modernBody("tools/call", { name: "deploy", arguments: {} });
    const request = new Request("http://localhost/mcp", { method: "POST", headers: modernHeaders("tools/call", "deploy"), body });
    return await (await server.fetch(request, authInfo && { authInfo })).text();
  };
  const REFUSED = "Not run: this call requires a token with the scope deploy";
  expect(await call()).toContain(REFUSED);
  expect(await call({ clientId: "app" })).toContain(REFUSED);
  expect(await call({ clientId: "app", scopes: ["read"] })).toContain(REFUSED);
  expect(await call({ clientId: "app", scopes: ["read", "deploy"] })).toContain("deployed");
  const own = await inMemory(server);
  expect(await own.call("deploy")).toBe("deployed");
  const client = await inMemory(server, { authInfo: { clientId: "app" } });
  expect(await client.call("deploy")).toBe(`!${REFUSED}`);
  await Promise.all([own.close(), client.close()]);
});

it("secrets of the caller are those of an authenticated request", async () => {
  const server = startServer(true);
  const call = async (pin: string | undefined, authInfo?: FetchOptions["authInfo"]): Promise<string> => {
    const body = modernBody("tools/call", { name: "show", arguments: {} });
    const headers = { ...modernHeaders("tools/call", "show"), ...(pin !== undefined && { "x-pin": pin }) };
    return await (
      await server.fetch(new Request("http://localhost/mcp", { method: "POST", headers, body }), authInfo && { authInfo })
    ).text();
  };
  const ann = { clientId: "app", extra: { email: "ann@mail.example" } };
  expect(await call("pin of ann", ann)).toContain("as ***");
  expect(await call("pin of ann", { clientId: "app" })).toContain("needs an access token with the claim email");
  expect(await call("pin of ann")).toContain("needs the HTTP header x-pin");
  expect(await call(undefined, ann)).toContain("needs the HTTP header x-pin");
});

it("a secret that cannot be read is a warning in the log, without the arguments of the call", async () => {
  const lines: unknown[] = [];
  const add = (...line: readonly unknown[]): void => void lines.push(line);
  const ignore = (): void => undefined;
  const server = start({
    classic: true,
    index,
    tools: [],
    policy: { default: "enabled", tools: {}, env: { secrets: { PIN: { file: "/missing/pin" } } } },
    log: { debug: ignore, info: ignore, warn: add, error: add },
  });
  const own = await inMemory(server);
  expect(await own.call("deploy")).toBe("!Not run: the server cannot read its secret PIN; tell the operator of the server");
  const problem = "PIN from the file /missing/pin: ENOENT";
  expect(lines).toEqual([["call", { tool: "deploy", outcome: "not_started", problem, duration_ms: expect.any(Number) as unknown }]]);
  await own.close();
});

it("a secret of the caller must not be a variable that decides which code runs, or a header of the server itself", () => {
  const secrets = {
    PATH: { header: "x-path" },
    NODE_OPTIONS: { claim: "options" },
    TOKEN: { header: "authorization" },
    PIN: { header: "X-Pin" },
    KEY: { header: "x-key" },
    LD_PRELOAD: { file: "/srv/library" },
  };
  expect(() => start({ index, tools: [], policy: { default: "enabled", tools: {}, env: { secrets } } })).toThrow(
    expect.objectContaining({
      problems: [
        "policy.env.secrets.PATH: with this variable, callers could choose the code that runs",
        "policy.env.secrets.NODE_OPTIONS: with this variable, callers could choose the code that runs",
        'policy.env.secrets.TOKEN.header: "authorization" is for the server itself',
        'policy.env.secrets.PIN.header: expected lower case, received "X-Pin"',
      ],
    }),
  );
});
