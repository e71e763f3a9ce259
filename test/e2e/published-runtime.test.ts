/** Tests the package `@climax-gen/runtime` as npm installs it: compiled modules, without a project's `dist/` and without optional peers. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { connectRaw } from "../fixtures/raw-client.ts";
import { ROOT, run } from "./project.ts";

const folder = mkdtempSync(join(tmpdir(), "climax-published-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const manifest = JSON.parse(readFileSync(join(ROOT, "runtime/package.json"), "utf8")) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
};

const installed = join(folder, "node_modules/@climax-gen/runtime");
mkdirSync(installed, { recursive: true });
cpSync(join(ROOT, "runtime/dist"), join(installed, "dist"), { recursive: true });
cpSync(join(ROOT, "runtime/package.json"), join(installed, "package.json"));
for (const name of Object.keys(manifest.dependencies)) {
  mkdirSync(join(folder, "node_modules", name, ".."), { recursive: true });
  symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
}
const server = join(folder, "server.mjs");
writeFileSync(
  server,
  `import { createToolIndex } from "@climax-gen/runtime";
import { serve } from "@climax-gen/runtime/server";

const cli = { name: "test", description: "", command: ["echo"], tool_count: 2 };
const tool = (name) => ({ name, description: "", command: ["echo", name], args: {} });
const index = createToolIndex([{ cli, tools: { one: tool("one"), two: tool("two") } }]);
serve({ name: "published", version: "1.0.0", classic: true, index });
`,
);
writeFileSync(join(folder, "policy.yaml"), "tools: { two: {} }\n");
writeFileSync(join(folder, "broken.yaml"), "tools: { two: { arg: 5 } }\n");

describe("the published runtime", () => {
  it("reads the files of --policy", async () => {
    const { stdout } = await run(process.execPath, [server, "--list", "--policy", join(folder, "policy.yaml")]);
    expect(stdout).toBe("two\t\n");
  });

  it("does not start with a policy that has errors, and reports them", async () => {
    const { status, stderr } = await run(process.execPath, [server, "--policy", join(folder, "broken.yaml")]);
    expect(status).toBe(1);
    expect(stderr).toContain("broken.yaml:1:17");
  });

  it("serves without OpenTelemetry, and names the packages to install", async () => {
    const env = { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" };
    const client = connectRaw(server, { env });
    expect(await client.request("tools/call", { name: "one", arguments: {} })).toMatchObject({ result: { content: [{ text: "one" }] } });
    expect(await client.close()).toBe(0);
    const [, packages = ""] = /warn telemetry unavailable .*run `npm install ([^`]*)`/.exec(client.stderr()) ?? [];
    expect(packages.split(" ")).toEqual(Object.keys(manifest.peerDependencies));
  });

  it("has the versions of OpenTelemetry that the tests use as optional peers", () => {
    const peers = Object.keys(manifest.peerDependencies);
    expect(Object.keys(manifest.peerDependenciesMeta)).toEqual(peers);
    expect(Object.values(manifest.peerDependenciesMeta).every(({ optional }) => optional)).toBe(true);
    expect(Object.keys(manifest.devDependencies)).toEqual(peers);
  });
});
