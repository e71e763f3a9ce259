/** Tests `--server-version`, which sets the version that a server reports, and that of its packages. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Finished } from "./project.ts";
import { buildFromSources, climaxGen, temporaryFolder } from "./project.ts";

const folder = temporaryFolder({
  "configs/hello.yaml": "name: hello\ncommand: echo\ntools:\n  - { name: say_hello, description: Say hello, command: hello }\n",
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const gen = (...args: readonly string[]): Promise<Finished> => climaxGen(args, { cwd: folder });
const read = (path: string): string => readFileSync(join(folder, path), "utf8");

async function askVersion(server: string): Promise<string | undefined> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [server], stderr: "ignore" }));
  const version = client.getServerVersion()?.version;
  await client.close();
  return version;
}

beforeAll(async () => {
  expect(await gen("configs", "-o", "out", "--server-version", "2.5.0-rc.1")).toMatchObject({ status: 0 });
});

describe("--server-version", () => {
  it("sets the version that the server reports, from dist/ and from its sources", async () => {
    expect(await askVersion(join(folder, "out/dist/server.mjs"))).toBe("2.5.0-rc.1");
    expect(await askVersion(await buildFromSources(join(folder, "out")))).toBe("2.5.0-rc.1");
  });

  it.each<[string, readonly string[], string, string]>([
    ["npm", [], "package.json", '"version": "2.5.0-rc.1"'],
    ["docker", [], "Dockerfile", 'image.version="2.5.0-rc.1"'],
    ["docker", [], "compose.yaml", "hello:2.5.0-rc.1"],
    ["k8s", [], "deployment.yaml", "app.kubernetes.io/version: 2.5.0-rc.1"],
    ["registry", ["--registry-name", "io.github.me/hello", "--package-name", "@me/hello"], "server.json", '"version": "2.5.0-rc.1"'],
  ])("sets the version of a package for %s: %s", async (format, flags, file, text) => {
    expect(await gen("package", "out", "--format", format, ...flags)).toMatchObject({ status: 0 });
    expect(read(`out-${format}/${file}`)).toContain(text);
  });

  it("sets the version of a bundle", async () => {
    expect(await gen("package", "out", "--format", "mcpb")).toMatchObject({ status: 0 });
    const { unzipSync, strFromU8 } = await import("fflate");
    const { "manifest.json": manifest = new Uint8Array() } = unzipSync(readFileSync(join(folder, "out-mcpb/hello.mcpb")));
    expect(JSON.parse(strFromU8(manifest))).toMatchObject({ version: "2.5.0-rc.1" });
  });

  it("is compared by --check, and included in the command that it prints", async () => {
    expect(await gen("configs", "-o", "out", "--check", "--server-version", "2.5.0-rc.1")).toMatchObject({ status: 0 });
    const { status, stderr } = await gen("configs", "-o", "out", "--check", "--server-version", "3.0.0");
    expect(status).toBe(1);
    expect(stderr).toContain("run `climax-gen configs -o out --server-version 3.0.0`");
  });

  it.each(["1.0", "v1.0.0", "01.0.0", "", "1.0.0 "])("rejects %j, which is not a semantic version", async (version) => {
    const { status, stderr } = await gen("configs", "-o", "out", "--server-version", version);
    expect(status).toBe(2);
    expect(stderr).toContain("help: use a semantic version, such as 1.4.0 or 2.0.0-beta.1");
  });
});
