/** Tests a generated project without installed packages: no `node_modules` in its directory or above, and no network. */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Finished } from "./project.ts";
import { buildFromSources, climaxGen, connectModern, ROOT, run, temporaryFolder } from "./project.ts";

const folder = temporaryFolder({
  "configs/hello.yaml": "name: hello\ncommand: echo\ntools:\n  - { name: say_hello, description: Say hello, command: hello }\n",
  "policy.yaml": "default: disabled\ntools:\n  say_hello: {}\n",
});
const out = join(folder, "out");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const typeCheck = (project: string): Promise<Finished> =>
  run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "--singleThreaded", "-p", project, "--skipLibCheck", "false"], {
    cwd: folder,
  });

const readPackage = (project: string): Readonly<Record<string, unknown>> =>
  JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as Readonly<Record<string, unknown>>;

beforeAll(async () => {
  for (let parent = folder; parent !== dirname(parent); parent = dirname(parent)) {
    expect(existsSync(join(parent, "node_modules")), parent).toBe(false);
  }
  const generated = await climaxGen(["configs/", "-o", "out/", "--policy", "policy.yaml"], { cwd: folder });
  expect(generated).toMatchObject({ status: 0 });
});

describe("a generated project without other files", () => {
  it("type-checks, including its declarations, with only TypeScript installed", async () => {
    expect(await typeCheck("out")).toMatchObject({ status: 0, stdout: "" });
  });

  it("has no dependencies, and installs offline", async () => {
    const { dependencies, devDependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = readPackage(out);
    expect({ ...(dependencies as object), ...(devDependencies as object), ...(optionalDependencies as object) }).toEqual({});
    expect(Object.keys(peerDependencies as object)).toEqual(["typescript"]);
    expect(peerDependenciesMeta).toEqual({ typescript: { optional: true } });

    const cache = ["--cache", join(folder, "empty-cache")];
    const installed = await run("npm", ["install", "--offline", "--no-audit", "--no-fund", ...cache], { cwd: out });
    expect(installed).toMatchObject({ status: 0, stdout: expect.stringContaining("up to date") as string });
  });

  it("serves from its sources, also with a policy given at startup", async () => {
    const server = await buildFromSources(out);
    const client = await connectModern(server, { flags: ["--policy", join(folder, "policy.yaml")] });
    const answer = await client.call("climax_call", { tool_name: "say_hello" });
    await client.close();
    expect(answer).toEqual({ texts: ["hello"], isError: false });
  });

  it("starts from its sources with a Node.js version that strips types", async ({ skip }) => {
    skip(!("typescript" in process.features), `Node.js ${process.version} strips no types`);
    const listed = await run(process.execPath, ["src/main.ts", "--list"], { cwd: out });
    expect(listed).toMatchObject({ status: 0, stdout: "say_hello\tSay hello\n" });
  });
});

describe("the README of a generated project", () => {
  it.each([
    ["an installed climax-gen", /^npx --no-install climax-gen install .*$/m],
    ["a clone", /(?<=`)node \/path\/to\/climax-gen\/[^`]*/],
  ])("has a command that installs the server with %s", async (_title, pattern) => {
    const home = temporaryFolder();
    const line = pattern.exec(readFileSync(join(out, "README.md"), "utf8"))?.[0] ?? "";
    const command = line.replace("NAME", "cursor").replace("/path/to/climax-gen", ROOT);
    const bin = join(folder, "node_modules/.bin");
    mkdirSync(bin, { recursive: true });
    symlinkSync(join(ROOT, "bin/climax-gen.cjs"), join(bin, "climax-gen"));
    try {
      const env = { ...process.env, HOME: home, npm_config_offline: "true", npm_config_cache: join(home, "cache") };
      expect(await run("sh", ["-c", command], { cwd: out, env })).toMatchObject({ status: 0 });
      const { mcpServers } = JSON.parse(readFileSync(join(home, ".cursor/mcp.json"), "utf8")) as { readonly mcpServers: object };
      expect(mcpServers).toMatchObject({ hello: { args: [join(out, "dist/server.mjs")] } });
    } finally {
      rmSync(join(folder, "node_modules"), { recursive: true });
      rmSync(home, { recursive: true });
    }
  });
});

describe("--runtime package", () => {
  it("imports the package, contains no declarations, and removes those of an earlier run", async () => {
    expect(existsSync(join(out, "runtime/index.d.ts"))).toBe(true);
    const again = await climaxGen(["configs/", "-o", "out/", "--policy", "policy.yaml", "--runtime", "package"], { cwd: folder });
    expect(again).toMatchObject({ status: 0 });
    expect(existsSync(join(out, "runtime"))).toBe(false);
    expect(readPackage(out)["dependencies"]).toEqual({ "@climax-gen/runtime": "^0.1.0" });
    expect(readFileSync(join(out, "src/main.ts"), "utf8")).toContain('from "@climax-gen/runtime/server"');
    expect((await typeCheck("out")).stdout).toContain("Cannot find module '@climax-gen/runtime'");
  });
});
