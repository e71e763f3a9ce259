/** The packed packages in an empty project elsewhere: install, generate, type-check, serve. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { connectModern, ROOT, run, temporaryFolder } from "./project.ts";

const folder = temporaryFolder({
  "package.json": JSON.stringify({ name: "elsewhere", private: true }),
  "configs/hello.yaml": "name: hello\ncommand: echo\ntools:\n  - name: say_hello\n    description: Say hello\n    command: hello\n",
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function npm(...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await run("npm", args, { cwd: folder });
  if (status !== 0) throw new Error(`npm ${args.join(" ")} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/** Nothing is fetched: what the packages depend on comes out of npm's cache, or the test cannot be run. */
async function installOffline(tarballs: readonly string[]): Promise<"installed" | "not cached"> {
  const args = ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", ...tarballs];
  const { status, stderr } = await run("npm", args, { cwd: folder });
  if (status === 0) return "installed";
  if (stderr.includes("ENOTCACHED")) return "not cached";
  throw new Error(stderr);
}

/** Scripts stay off: packing must not rebuild what the other tests are running. */
async function pack(packageFolder: string): Promise<string> {
  const [packed] = JSON.parse(await npm("pack", packageFolder, "--json", "--ignore-scripts")) as { filename: string }[];
  if (packed === undefined) throw new Error("npm packed nothing");
  return join(folder, packed.filename);
}

describe("the packed packages", () => {
  it("install into an empty project, generate a server there, and serve", { timeout: 120_000 }, async ({ skip }) => {
    const tarballs = [await pack(join(ROOT, "runtime")), await pack(ROOT)];
    const outcome = await installOffline(tarballs);
    skip(outcome === "not cached", "npm's cache lacks what the packages depend on: node scripts/fill-npm-cache.mjs fills it");

    const generated = await run("npx", ["--no-install", "climax-gen", "configs/", "-o", "out/"], { cwd: folder });
    expect(generated).toMatchObject({ status: 0 });

    const checked = await run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", "out"], { cwd: folder });
    expect(checked).toMatchObject({ status: 0, stdout: "" });

    const bundled = await run("npx", ["--no-install", "climax-gen", "package", "out", "--format", "mcpb"], { cwd: folder });
    expect(bundled).toMatchObject({ status: 0, stderr: expect.stringContaining("out-mcpb: 2 files written") as string });

    const client = await connectModern(join(folder, "out/dist/server.mjs"));
    expect(await client.call("climax_call", { tool_name: "say_hello" })).toEqual({ texts: ["hello"], isError: false });
    await client.close();
  });
});
