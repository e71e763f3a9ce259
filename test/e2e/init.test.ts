/** Tests `climax-gen init`: the new project passes its own workflow, and nothing is overwritten. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findSandbox } from "../../generator/host/run-program.ts";
import { commitAll, nextCommands, runOffline, runWorkflow } from "./init-project.ts";
import { hostCommands } from "../fixtures/hosted-commands.ts";
import type { Finished } from "./project.ts";
import { climaxGen, connectModern, ROOT, temporaryFolder } from "./project.ts";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const init = (...args: readonly string[]): Promise<Finished> => climaxGen(["init", ...args], { cwd: folder });
const read = (path: string): string => readFileSync(join(folder, path), "utf8");

const FILES = [
  "configs/git.yaml",
  "policy.yaml",
  "package.json",
  ".gitignore",
  ".github/workflows/climax-gen.yml",
  "schemas/cli.schema.json",
  "schemas/policy.schema.json",
];

describe("init", () => {
  it("creates a project, and prints the three commands that come next", async () => {
    const { status, stdout, stderr } = await init("my-tools");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(
      new RegExp(
        `^${FILES.map((path) => `created ${path}\n`)
          .join("")
          .replaceAll(".", "\\.")}\nRun next in my-tools:\n`,
      ),
    );
    expect(nextCommands(stdout)).toHaveLength(3);
    expect(JSON.parse(read("my-tools/package.json"))).toMatchObject({ name: "my-tools", private: true });
    // The packages are not published, so an installation by name would fetch a package of another owner.
    expect(read("my-tools/package.json")).not.toMatch(/ependencies/);
    expect(stdout).not.toMatch(/npm install (?:--save-dev )?(?:climax-gen|@)/);
  });

  it("overwrites nothing", async () => {
    await init();
    const files = new Map(FILES.map((path) => [path, statSync(join(folder, path)).mtimeMs]));
    writeFileSync(join(folder, "policy.yaml"), "kind: policy\n");
    const { status, stdout } = await init();
    expect(status).toBe(0);
    // The sample config is not added to configs that exist.
    expect(stdout).toContain(
      FILES.filter((path) => path !== "configs/git.yaml")
        .map((path) => `kept    ${path}\n`)
        .join(""),
    );
    expect(stdout).not.toContain("created");
    expect(read("policy.yaml")).toBe("kind: policy\n");
    for (const [path, time] of files) if (path !== "policy.yaml") expect(statSync(join(folder, path)).mtimeMs).toBe(time);
  });

  it("adds a policy that enables existing configs, and no sample", async () => {
    mkdirSync(join(folder, "configs"));
    writeFileSync(join(folder, "configs/echo.yaml"), "name: e\ncommand: echo\ntools:\n  - { name: say, description: Say, risk: read }\n");
    mkdirSync(join(folder, "node_modules/climax-gen"), { recursive: true });
    const created = await init();
    // The sample's tool does not exist here.
    expect(nextCommands(created.stdout)[1]).toBe("npx climax-gen verify configs");
    expect(readdirSync(join(folder, "configs"))).toEqual(["echo.yaml"]);
    const { status, stdout } = await climaxGen(["list", "configs", "--policy", "policy.yaml"], { cwd: folder });
    expect(status).toBe(0);
    expect(stdout).toContain("1 tool");
  });

  it("adds the sample to a directory of configs that is empty", async () => {
    mkdirSync(join(folder, "configs"));
    expect((await init()).stdout).toContain("created configs/git.yaml\n");
    expect(read("policy.yaml")).toContain("default: disabled");
  });

  it("drafts the config of a program instead of the sample", async () => {
    const text = "printf '%s\\n' 'Lists things' '' 'Usage: thing [OPTIONS]' '' 'Options:' '  --[no-]sort  Sort them'";
    writeFileSync(join(folder, "thing"), `#!/bin/sh\ncase $1 in --version) echo thing 2.1;; *) ${text};; esac\n`, { mode: 0o755 });
    const program = ["--program", join(folder, "thing"), ...((await findSandbox()) ? [] : ["--no-sandbox"])];
    const { status, stdout, stderr } = await init("tools", ...program);
    expect(status).toBe(0);
    expect(stderr).toContain("1 tool, 1 option\n");
    expect(stdout).toContain("created configs/thing.yaml\n");
    expect(readdirSync(join(folder, "tools/configs"))).toEqual(["thing.yaml"]);
    expect(read("tools/configs/thing.yaml")).toMatch(/^# yaml-language-server: [^]*program_version: ">=2.1"\n[^]*negatable: true/);
    // The draft does not say what the tool does, so agents cannot call it.
    expect(read("tools/policy.yaml")).toMatch(/^default: disabled\ntools: \{\}\n[^]*\n {2}# thing: \{ confirm: true \}\n/m);
    expect(stderr).toContain("disabled: 1 tool without a risk: ");
    const list = await climaxGen(["list", "configs", "--policy", "policy.yaml"], { cwd: join(folder, "tools") });
    expect(list).toMatchObject({ status: 0, stdout: expect.stringContaining("0 tools") as string });

    const again = await init("tools", ...program);
    expect([again.status, again.stdout]).toEqual([0, expect.stringContaining("kept    configs/thing.yaml\n")]);
    expect(again.stderr).toBe(
      "configs/thing.yaml exists, so the draft was not written\n" +
        `help: run \`npx climax-gen import ${join(folder, "thing")} --merge configs/thing.yaml\` to complete it\n`,
    );
  });

  it("says how to add the rules of a second draft to the policy", async () => {
    const sandbox = (await findSandbox()) ? [] : ["--no-sandbox"];
    for (const name of ["first", "second"]) {
      writeFileSync(join(folder, name), "#!/bin/sh\nprintf 'Usage: thing [OPTIONS]\\n\\nOptions:\\n  --sort  Sort them\\n'\n", {
        mode: 0o755,
      });
    }
    await init("tools", "--program", join(folder, "first"), ...sandbox);
    const { status, stderr } = await init("tools", "--program", join(folder, "second"), ...sandbox);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringContaining("help: add below its `tools`:\n  # Disabled: ") as string,
    });
    expect(stderr).toContain("Then remove the number sign, and the braces after `tools`.\n  # second: { confirm: true }\n");
  });

  it("gives the location in the draft of each open decision", async ({ skip }) => {
    skip(!(await findSandbox()), "bubblewrap is missing or does not work here");
    const { stderr } = await init("tools", "--program", "xargs");
    const [, line = "", quoted] = /^configs\/xargs\.yaml:(\d+):\d+: warning.*\n\d+ \|(.*)\n/m.exec(stderr) ?? [];
    expect(quoted).toContain(read("tools/configs/xargs.yaml").split("\n")[Number(line) - 1]?.trim());
    expect(line).not.toBe("");
  });

  it("creates nothing if the program is missing", async () => {
    const { status, stderr } = await init("tools", "--program", "no-such-program-here");
    expect([status, stderr]).toEqual([1, expect.stringContaining("error[program-missing]")]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("reports an existing file at a path that it writes, and exits with status 1", async () => {
    writeFileSync(join(folder, "taken"), "");
    expect(await init("taken")).toMatchObject({ status: 1, stderr: expect.stringContaining("error[output-unwritable]") as string });
  });

  it("passes its own workflow, with climax-gen linked", async () => {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(ROOT, join(folder, "node_modules/climax-gen"));
    const [build = "", call = "", install = ""] = nextCommands((await init()).stdout);
    const path = temporaryFolder();
    const hosted = await hostCommands(path);
    const bin = join(ROOT, "bin/climax-gen.cjs");
    const npx = (command: string): Promise<Finished> => runOffline(command.replace(/^npx climax-gen/, `${hosted.node} ${bin}`), folder);
    expect(await npx(build)).toMatchObject({ status: 0 });
    await commitAll(folder);
    expect(await npx(call)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^## /) as string });
    expect(await npx(`${install} --dry-run --config ${join(folder, "client.json")}`)).toMatchObject({ status: 0 });
    expect(await runWorkflow(folder, { summary: join(folder, "summary.md"), skipInstall: true, path })).toBe("done");
    hosted.close();
    rmSync(path, { recursive: true });

    const client = await connectModern(join(folder, "out/dist/server.mjs"), { cwd: folder });
    const { texts } = await client.call("climax_call", { tool_name: "git_log", args: {} });
    await client.close();
    expect(texts.join("\n")).toContain(" test first");
  });

  it("has the workflow of the documentation", () => {
    const documented = readFileSync(join(ROOT, "docs/ci/github-actions.yml"), "utf8");
    const template = readFileSync(join(ROOT, "templates/init/workflow.yml"), "utf8");
    expect(documented.replace(/^#.*\n/, "")).toBe(template);
  });
});
