/** Tests secret variables of a built server: in replies, records and messages, and those of several callers over HTTP. */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HttpServer } from "../runtime/http/http-server.ts";
import { plainHeaders, startHttp, TOKEN } from "../runtime/http/http-server.ts";
import type { Finished } from "./project.ts";
import { climaxGen, temporaryFolder } from "./project.ts";

const CONFIG = `name: shop
command: sh
env:
  API_KEY: { command: [sh, -c, "echo run >> $FOLDER/runs.txt; cat $FOLDER/key.txt"], cache: 300 }
tools:
  - { name: show, description: Show the key, risk: read, command: -c 'echo "key $API_KEY"; echo "failed with $API_KEY" >&2; exit 3' }
  - { name: who, description: Show the user, risk: read, command: -c 'test "$USER_TOKEN" = token-of-ann && echo ann || echo bob' }
  - { name: deploy, description: Deploy, risk: read, command: -c 'echo deployed' }
`;
const POLICY = `kind: policy
default: enabled
env: { secrets: { USER_TOKEN: { header: x-user-token } } }
tools: { deploy: { scopes: [deploy] } }
`;
const KEY = "kept-key-of-the-shop";

const folder = temporaryFolder({ "shop.yaml": CONFIG, "key.txt": `${KEY}\n`, "callers.yaml": POLICY });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = { ...process.env, NO_COLOR: "1", FOLDER: folder, CLIMAX_AUDIT_FILE: join(folder, "audit.jsonl") };
const call = (tool: string): Promise<Finished> => climaxGen(["call", "shop.yaml", tool], { cwd: folder, env });

describe("a secret of a config", () => {
  it("reaches the program, and neither the reply nor the audit", async () => {
    const { status, stdout } = await call("show");
    expect([status, stdout]).toEqual([1, "key ***\n\n[stderr]\nfailed with ***\n\n[exit code: 3]\n"]);
    expect(readFileSync(env.CLIMAX_AUDIT_FILE, "utf8")).not.toContain(KEY);
    expect(readFileSync(join(folder, "runs.txt"), "utf8")).toBe("run\n");
  });

  it("that cannot be read is a short reply", async () => {
    writeFileSync(join(folder, "key.txt"), "");
    const { status, stdout, stderr } = await call("show");
    writeFileSync(join(folder, "key.txt"), `${KEY}\n`);
    expect([status, stdout]).toEqual([1, "Not run: the server cannot read its secret API_KEY; tell the operator of the server\n"]);
    expect(stderr).not.toContain(KEY);
  });

  it("is named in an explanation", async () => {
    const { stdout } = await climaxGen(["explain", "shop.yaml", "show"], { cwd: folder, env });
    expect(stdout).toContain("API_KEY (shop.yaml:4:3)");
  });
});

describe("a secret of the caller", () => {
  let server: HttpServer;
  beforeAll(async () => {
    const built = await climaxGen(["shop.yaml", "--policy", "callers.yaml", "-o", "out"], { cwd: folder, env });
    expect([built.status, built.stderr]).toEqual([0, expect.any(String)]);
    const variables = { FOLDER: folder, CLIMAX_AUDIT_FILE: join(folder, "http.jsonl") };
    server = await startHttp(join(folder, "out/dist/server.mjs"), { env: variables });
  });
  afterAll(async () => void (await server.stop()));

  const ask = async (tool_name: string, headers: Readonly<Record<string, string>>): Promise<string> => {
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "climax_call", arguments: { tool_name, args: {} } } };
    const options = { method: "POST", headers: { ...plainHeaders(TOKEN), ...headers }, body: JSON.stringify(body) };
    return await (await fetch(`${server.origin}/mcp`, options)).text();
  };

  it("is that of each request, also of calls at the same time", async () => {
    const callers = ["ann", "bob", "ann", "bob"];
    const replies = await Promise.all(callers.map(async (name) => await ask("who", { "x-user-token": `token-of-${name}` })));
    expect(replies.map((reply) => /"text":"(\w+)"/.exec(reply)?.[1])).toEqual(callers);
    expect(readFileSync(join(folder, "http.jsonl"), "utf8") + server.stderr()).not.toContain("token-of-bob");
  });

  it("that the request does not have is named in the reply", async () => {
    expect(await ask("who", {})).toContain("Not run: this call needs the HTTP header x-user-token;");
  });

  it("does not replace a scope, which a shared token does not have", async () => {
    const reply = await ask("deploy", { "x-user-token": "token-of-ann" });
    expect(reply).toContain("Not run: this call requires a token with the scope deploy");
  });

  it("needs HTTP, also if a config reads it", async () => {
    writeFileSync(join(folder, "own.yaml"), CONFIG.replace(/\{ command: .*\}/, "{ header: x-api-key }").replace("name: shop", "name: own"));
    const { status, stderr } = await climaxGen(["own.yaml", "-o", "own"], { cwd: folder, env });
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    const started = spawnSync(process.execPath, [join(folder, "own/dist/server.mjs")], { encoding: "utf8", input: "" });
    expect([started.status, started.stderr]).toEqual([
      1,
      "cannot start: the config own reads the secret API_KEY from the caller's header x-api-key: start the server with --http\n",
    ]);
  });

  it("prevents packages whose clients start the server on standard input, and no others", async () => {
    const pack = async (...flags: readonly string[]): Promise<string> => {
      const { status, stderr } = await climaxGen(["package", "out", "-o", "packed", "--format", ...flags], { cwd: folder, env });
      rmSync(join(folder, "packed"), { recursive: true, force: true });
      return `${status} ${stderr.split("\n", 1)[0]}`;
    };
    const registry = ["registry", "--registry-name", "io.github.me/shop"];
    for (const flags of [["mcpb"], ["claude-plugin"], ["gemini-extension"], [...registry, "--mcpb-url", "https://x.example/shop.mcpb"]]) {
      expect(await pack(...flags)).toBe(
        `1 out: error[format-needs-http]: the server reads the secret USER_TOKEN from the caller's header x-user-token, so it does not start on standard input, as clients of \`--format ${flags[0]}\` start it`,
      );
    }
    for (const flags of [["npm"], ["docker"], ["k8s"], [...registry, "--image", "registry.example/shop:1"]]) {
      expect(await pack(...flags)).toMatch(/^0 packed: \d+ files written/);
    }
  });

  it("needs HTTP", () => {
    const { status, stderr } = spawnSync(process.execPath, [join(folder, "out/dist/server.mjs")], { encoding: "utf8", input: "" });
    expect([status, stderr]).toEqual([
      1,
      "cannot start: a policy reads the secret USER_TOKEN from the caller's header x-user-token: start the server with --http\n",
    ]);
  });
});
