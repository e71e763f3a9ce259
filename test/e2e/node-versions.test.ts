/** Smoke tests under other versions of Node.js, which npx installs: generate, call, package, and serve with and without the code cache. */
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectLegacy, connectModern, startHttp } from "../runtime/http/http-server.ts";
import { askLegacy, INITIALIZE } from "../fixtures/legacy-lines.ts";
import type { Finished } from "./project.ts";
import { ROOT, run, temporaryFolder } from "./project.ts";

const VERSIONS = [22, 24] as const;

const CONFIG = "name: one\ncommand: echo\ntools:\n  - name: say\n    command: hello\n    description: Say something\n    risk: read\n";
const CALL = { method: "tools/call", params: { name: "climax_call", arguments: { tool_name: "say" } } };
const TEXT = { content: [{ type: "text", text: "hello" }] };

/** Prints whether V8 rejects a code cache. */
const CHECK_CACHE = `
const { readFileSync } = require("node:fs");
const [code, cache] = process.argv.slice(1);
const { cachedDataRejected } = new (require("node:vm").Script)(readFileSync(code, "latin1"), { cachedData: readFileSync(cache) });
console.log(cachedDataRejected);`;

describe.each(VERSIONS)("under Node.js %i", (version) => {
  let folder: string;
  let node: string;
  let generated: Finished;
  const climaxGen = (args: readonly string[]): Promise<Finished> => run(node, [join(ROOT, "bin/climax-gen.cjs"), ...args], { cwd: folder });

  beforeAll(async () => {
    folder = temporaryFolder({ "one.yaml": CONFIG });
    const env = { ...process.env, npm_config_fetch_retries: "0" };
    const installed = await run("npx", ["--prefer-offline", "-y", "-p", `node@${version}`, "-c", 'node -p "process.execPath"'], { env });
    node = installed.stdout.trim();
    if (installed.status !== 0 || !node.startsWith("/")) {
      console.log(`skipped: npx cannot install Node.js ${version}: ${installed.stderr.split("\n")[0]}`);
      node = "";
      return;
    }
    generated = await climaxGen(["one.yaml", "-o", "out"]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const dist = (name = ""): string => join(folder, "out/dist", name);
  const callOverStdio = async (server: string): Promise<unknown> => {
    const [, answer] = await askLegacy(server, [INITIALIZE, CALL], { cwd: folder, command: node });
    return answer?.result;
  };

  it("generates a project with a code cache that fits this version", async ({ skip }) => {
    if (node === "") return skip();
    expect((await run(node, ["--version"])).stdout).toMatch(new RegExp(`^v${version}\\.`));
    expect(generated).toMatchObject({ status: 0 });
    const check = await run(node, ["-e", CHECK_CACHE, dist("runtime.cjs"), dist("runtime.cache")]);
    expect(check).toMatchObject({ status: 0, stdout: "false\n" });
    expect(await climaxGen(["one.yaml", "-o", "out", "--check"])).toMatchObject({ status: 0 });
  });

  it("serves over standard input and output, with the code cache, without it, and with that of another version", async ({ skip }) => {
    if (node === "") return skip();
    expect(await callOverStdio(dist("server.mjs"))).toMatchObject(TEXT);
    const copy = join(folder, "without/dist");
    cpSync(dist(), copy, { recursive: true });
    rmSync(join(copy, "runtime.cache"));
    expect(await callOverStdio(join(copy, "server.mjs"))).toMatchObject(TEXT);
    cpSync(join(ROOT, "runtime/dist/bundle/runtime.cache"), join(copy, "runtime.cache"));
    expect(await callOverStdio(join(copy, "server.mjs"))).toMatchObject(TEXT);
  });

  it("serves from the readable sources, without a build", async ({ skip }) => {
    if (node === "") return skip();
    expect(await callOverStdio(join(folder, "out/src/main.ts"))).toMatchObject(TEXT);
  });

  it.for([
    ["2025-11-25", connectLegacy],
    ["2026-07-28", connectModern],
  ] as const)("serves clients of %s over HTTP", async ([, connect], { skip }) => {
    if (node === "") return skip();
    const server = await startHttp(dist("server.mjs"), { command: node });
    const client = await connect(server.origin);
    expect(await client.call("climax_call", { tool_name: "say" })).toBe("hello");
    await client.close();
    expect(await server.stop()).toBe(0);
  });

  it("runs a call without a server", async ({ skip }) => {
    if (node === "") return skip();
    expect(await climaxGen(["call", "one.yaml", "say"])).toMatchObject({ status: 0, stdout: "hello\n" });
  });

  it("packages a project for npm, which serves", async ({ skip }) => {
    if (node === "") return skip();
    expect(await climaxGen(["package", "out", "--format", "npm"])).toMatchObject({ status: 0 });
    const { bin } = JSON.parse(readFileSync(join(folder, "out-npm/package.json"), "utf8")) as { bin: Record<string, string> };
    expect(await callOverStdio(join(folder, "out-npm", Object.values(bin)[0] ?? ""))).toMatchObject(TEXT);
  });
});
