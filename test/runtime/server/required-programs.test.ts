import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ExecutorSpec } from "../../../runtime/policy/policy-spec.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import { findMissingPrograms } from "../../../runtime/server/required-programs.ts";
import { compileIndex } from "../../../runtime/tool-index/compiled/compile.ts";
import { openCompiledIndex } from "../../../runtime/tool-index/compiled/read.ts";
import { createIndexOver, createToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import type { ToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import type { HttpServer } from "../http/http-server.ts";
import { startHttp } from "../http/http-server.ts";
import { changeProgram } from "../../../runtime/tool/tool.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";
import { connectRaw } from "../../fixtures/raw-client.ts";
import type { SourceServers } from "../../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../../fixtures/source-server.ts";

const folder = mkdtempSync(join(tmpdir(), "climax-programs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [bin, other] = [join(folder, "bin"), join(folder, "other")];
for (const path of [bin, other]) mkdirSync(path);
const install = (path: string): void => writeFileSync(path, "#!/bin/sh\n", { mode: 0o755 });
install(join(bin, "git"));
install(join(other, "jq"));

const env = { PATH: bin, OTHER: other, APP: join(bin, "git"), HOME: folder };
const missingIn = (index: ToolIndex, executor: ExecutorSpec = { type: "local" }): readonly string[] =>
  findMissingPrograms({ index, execution: { ...plainExecution(env), executor } }, env);
const missing = (cli: Parameters<typeof toPart>[0], executor?: ExecutorSpec): readonly string[] =>
  missingIn(createToolIndex([toPart(cli, { t: {} })]), executor);

describe("the missing programs of a server", () => {
  it.each([
    ["a program of PATH", { command: ["git", "log"] }, []],
    ["a program that is not on PATH", { command: ["jq", "."] }, ["jq"]],
    ["a program of the config's PATH", { command: ["jq"], env: { PATH: other } }, []],
    ["a variable, which is not expanded in the CLI's PATH", { command: ["jq"], env: { PATH: "$OTHER" } }, ["jq"]],
    ["a path", { command: [join(bin, "git")] }, []],
    ["a path in the home directory", { command: ["~/bin/git"] }, []],
    ["a variable that names a program", { command: ["$APP"] }, []],
    ["an unset variable", { command: ["$NO_APP"] }, ["$NO_APP"]],
    ["a file that is not executable", { command: [folder] }, [folder]],
  ])("are found as for a call: %s", (_title, cli, want) => {
    expect(missing(cli)).toEqual(want);
  });

  it("are not searched on this machine if commands run in a container", () => {
    expect(missing({ command: ["jq"] }, { type: "docker", image: "img" })).toEqual([]);
    expect(missing({ command: ["jq"] }, { type: "bubblewrap" })).toEqual(["jq"]);
  });

  it("are searched with the executor of each tool", () => {
    const index = createToolIndex([toPart({ command: ["jq"] }, { one: {}, two: { program: ["zz-none"] } })]);
    const plain = plainExecution(env);
    const own = (tool: string, executor: ExecutorSpec) => new Map([[tool, { ...plain, executor }]]);
    const inDocker = { type: "docker", image: "img" } as const;
    const missingWith = (execution: Parameters<typeof findMissingPrograms>[0]["execution"]) =>
      findMissingPrograms({ index, execution }, env);
    expect(missingWith({ ...plain, tools: own("two", inDocker) })).toEqual(["jq"]);
    expect(missingWith({ ...plain, executor: inDocker, tools: own("two", { type: "local" }) })).toEqual(["zz-none"]);
  });

  const parts = [
    toPart({ name: "a", command: ["git"] }, { log: {}, show: {} }),
    toPart({ name: "b", command: ["zz-none"] }, { none: {}, found: { program: ["git"] } }),
  ];

  it("are each named once, and only if an enabled tool needs them", () => {
    const index = createToolIndex(parts);
    expect(missingIn(index)).toEqual(["zz-none"]);
    const policy = toPolicy({ default: "enabled", tools: { none: { enabled: false }, found: { enabled: false } } });
    expect(missingIn(index.narrow([policy]))).toEqual([]);
    expect(missingIn(index.narrow([toPolicy({ tools: { none: {} } })]))).toEqual(["zz-none"]);
  });

  it("are those of the tools in a compiled index, too", () => {
    const index = createToolIndex(parts);
    const tools = index.listed();
    const changes = { command: ["jq"], env: { PATH: "$OTHER:$PATH" } };
    const changed = tools.map((tool) =>
      tool.name === "show" && tool.handler.kind === "command"
        ? { ...tool, handler: { ...tool.handler, changes, program: changeProgram(tool.handler.program, changes) } }
        : tool,
    );
    const compile = (given: typeof tools): ToolIndex => {
      const clis = [...new Set(given.map(({ cli }) => cli))].map((cli) => ({ cli, tools: given.filter((tool) => tool.cli === cli) }));
      const target = mkdtempSync(join(folder, "index-"));
      for (const [path, content] of compileIndex({ name: "s", version: "1", classic: false, clis }))
        writeFileSync(join(target, path), content);
      return createIndexOver(openCompiledIndex(target).reader);
    };
    expect(missingIn(compile(tools))).toEqual(["zz-none"]);
    expect(missingIn(compile(changed))).toEqual(["zz-none"]);
    rmSync(join(other, "jq"));
    expect(missingIn(compile(changed))).toEqual(["jq", "zz-none"]);
    install(join(other, "jq"));
  });
});

describe("a server", () => {
  let servers: SourceServers;
  let http: HttpServer | undefined;
  beforeAll(async () => {
    servers = await bundleSourceServer();
  });
  afterEach(async () => {
    await http?.stop();
    http = undefined;
  });
  afterAll(() => servers.remove());

  const environment = () => ({
    ...env,
    ...servers.serving({ parts: [toPart({ name: "a", command: ["zz-none"] }, { a: {}, b: {} }), toPart({ command: ["git"] }, { c: {} })] }),
  });

  it("starts without a program, and logs one warning for it", async () => {
    const client = connectRaw(servers.script, { env: environment() });
    await client.request("tools/list", {});
    expect(await client.close()).toBe(0);
    expect(client.stderr().trim()).toMatch(/^\S+ warn program not found .*zz-none[^\n]*$/);
  });

  it("does not start without a program if it requires them", async () => {
    const client = connectRaw(servers.script, { env: environment(), args: ["--require-programs"] });
    expect(await client.ended).toBe(1);
    expect(client.stderr()).toMatch(/^cannot start: programs of tools are not installed: zz-none\nhelp: install them/);
  });

  it("is not ready over HTTP while a required program is missing", async () => {
    const program = join(bin, "zz-none");
    install(program);
    http = await startHttp(servers.script, { env: environment(), args: ["--require-programs"] });
    const ready = async (): Promise<readonly [number, unknown]> => {
      const response = await fetch(`${http?.origin}/readyz`);
      return [response.status, await response.json()];
    };
    expect(await ready()).toEqual([200, { status: "ready" }]);
    rmSync(program);
    const notReady = [503, { status: "not ready", reason: "a program of the tools is not installed" }];
    expect([await ready(), await ready()]).toEqual([notReady, notReady]);
    expect((await fetch(`${http.origin}/healthz`)).status).toBe(200);
    expect(http.stderr().match(/not ready: programs not found.*zz-none/g)).toHaveLength(1);
    install(program);
    expect(await ready()).toEqual([200, { status: "ready" }]);
    rmSync(program);
  });
});
