/**
 * Runs the installation commands of the README, from the clone and from packed packages, and those of a project of `climax-gen init`. The
 * tests use one installation one after the other: it takes longer than all of them. `test/docs/readme-page.test.ts` runs the first screen of
 * the README with the built command.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { commitAll, nextCommands, runOffline, runWorkflow } from "./init-project.ts";
import type { Finished } from "./project.ts";
import { climaxGen, connectModern, ROOT, run, temporaryFolder } from "./project.ts";
import { expectPublishable, expectPublishedFiles, PACKAGES } from "./published-files.ts";

const HELLO = "name: hello\ncommand: echo\ntools:\n  - name: say_hello\n    description: Say hello\n    command: hello\n";

// The directory of the clone and the project.
const folder = temporaryFolder({ "my-project/package.json": JSON.stringify({ name: "my-project", private: true }) });
const project = join(folder, "my-project");
mkdirSync(join(project, "configs"));
writeFileSync(join(project, "configs/hello.yaml"), HELLO);
symlinkSync(ROOT, join(folder, "climax-gen"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const section = readFileSync(join(ROOT, "README.md"), "utf8").split("\n## Install in your project\n")[1]?.split("\n## ")[0] ?? "";
const blocks = Array.from(section.matchAll(/^```sh\n(.*?)^```/gms), ([, text = ""]) => text);
const [build = "", fromClone = "", fromPackages = "", fromRegistry = ""] = blocks;

/** Runs a block without a network. */
const runBlock = (block: string): Promise<Finished> => runOffline(block, folder);

const NOT_CACHED = "npm's cache lacks what the packages depend on: node scripts/fill-npm-cache.mjs fills it";

const inProject = (command: string, ...args: readonly string[]): Promise<Finished> => run(command, args, { cwd: project });

describe("the README", () => {
  it("has a block for the build and for each installation method", () => {
    expect(blocks).toHaveLength(4);
    expect(build).toBe("cd climax-gen\nnpm ci\n");
    const { name } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { readonly name: string };
    expect(fromRegistry).toBe(`npm install --save-dev ${name}\nnpx climax-gen configs/ -o out/\n`);
  });

  it("runs climax-gen from the clone", async () => {
    expect(await runBlock(fromClone)).toMatchObject({ status: 0, stderr: expect.stringContaining("out/: ") as string });
    rmSync(join(project, "out"), { recursive: true });
  });

  it("installs the packed packages, which generate and serve a server", async ({ skip }) => {
    const installed = await runBlock(fromPackages);
    skip(installed.stderr.includes("ENOTCACHED"), NOT_CACHED);
    expect(installed).toMatchObject({ status: 0, stderr: expect.stringContaining("out/: ") as string });

    const { devDependencies } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as { readonly devDependencies: object };
    expect(Object.keys(devDependencies)).toEqual(["@climax-gen/runtime", "climax-gen"]);
    const checked = await inProject(process.execPath, join(ROOT, "node_modules/typescript/bin/tsc"), "--singleThreaded", "-p", "out");
    expect(checked).toMatchObject({ status: 0, stdout: "" });

    const bundled = await inProject("node_modules/.bin/climax-gen", "package", "out", "--format", "mcpb");
    expect(bundled).toMatchObject({ status: 0, stderr: expect.stringContaining("out-mcpb: 2 files written") as string });

    const client = await connectModern(join(project, "out/dist/server.mjs"));
    expect(await client.call("climax_call", { tool_name: "say_hello" })).toEqual({ texts: ["hello"], isError: false });
    await client.close();
  });

  it("generates for the installed package with --runtime package", async ({ skip }) => {
    skip(!existsSync(join(project, "node_modules/climax-gen")), "the packages are not installed");
    const generated = await inProject("node_modules/.bin/climax-gen", "configs/", "-o", "shared", "--runtime", "package");
    expect(generated).toMatchObject({ status: 0 });
    const checked = await inProject(process.execPath, join(ROOT, "node_modules/typescript/bin/tsc"), "--singleThreaded", "-p", "shared");
    expect(checked).toMatchObject({ status: 0, stdout: "" });
  });
});

describe.each(PACKAGES)("the package $name", (own) => {
  it("has the license, every compiled module and no other files", async () => {
    const archive = readdirSync(join(project, "vendor")).find((file) =>
      file.startsWith(`${own.name.replace("@climax-gen/", "climax-gen-")}-0`),
    );
    await expectPublishedFiles({ ...own, archive: join(project, "vendor", `${archive}`) });
  });

  it("can be published", async () => {
    await expectPublishable(own, join(folder, own.sources));
  });
});

describe("the project of climax-gen init", () => {
  it("passes its own workflow on a clean checkout, after the commands that it prints", async ({ skip }) => {
    const installed = join(project, "node_modules");
    skip(!existsSync(join(installed, "climax-gen")), "the packages are not installed");
    const tools = join(folder, "tools");
    const commands = nextCommands((await climaxGen(["init", "tools"], { cwd: folder })).stdout);
    expect(commands).toHaveLength(3);
    renameSync(installed, join(tools, "node_modules"));
    // The README's command has packed both packages.
    const [pack = "", ...others] = commands;
    expect(pack).toBe(
      `mkdir -p vendor && npm pack --ignore-scripts --pack-destination vendor ${join(ROOT, "runtime")} ${ROOT.replace(/\/$/, "")}`,
    );
    renameSync(join(project, "vendor"), join(tools, "vendor"));
    const [install = ""] = others;
    expect(fromPackages).toContain(`${install}\n`);
    for (const command of others) {
      // The README's command has installed both packages, which takes long. Here npm writes what the workflow installs: the lockfile.
      const { status, stderr } = await runOffline(command, tools, command === install ? { npm_config_package_lock_only: "true" } : {});
      skip(stderr.includes("ENOTCACHED"), NOT_CACHED);
      expect(status, `${command}\n${stderr}`).toBe(0);
    }
    await commitAll(tools);
    expect(await run("git", ["clone", "-q", "tools", "checkout"], { cwd: folder })).toMatchObject({ status: 0 });
    const ended = await runWorkflow(join(folder, "checkout"), { summary: join(folder, "summary.md") });
    skip(ended === "not cached", NOT_CACHED);
  });
});
