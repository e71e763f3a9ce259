/** Tests `climax-gen package` as a user runs it: the written files, rejected projects, and the start of the packages. */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatManifest, MANIFEST_NAME } from "../../generator/write/manifest.ts";
import type { Finished, Project } from "./project.ts";
import { climaxGen, connectModern, generateProject, ROOT, run, startClimaxGen, temporaryFolder } from "./project.ts";

const CONFIG = `
name: hello
description: Greets people
command: echo
tools:
  - name: say_hello
    description: Say hello
    command: hello
    args:
      - { name: who, positional: true }
`;

let project: Project;
beforeAll(async () => {
  project = await generateProject({ "hello.yaml": CONFIG });
});
afterAll(() => project.remove());

const pack = (...flags: readonly string[]): Promise<Finished> => climaxGen(["package", "out", ...flags], { cwd: project.folder });
const at = (...parts: readonly string[]): string => join(project.folder, ...parts);

describe("climax-gen package", () => {
  it("writes an npm package that can be installed in another directory, and whose program is the server", async () => {
    const flags = ["--format", "npm", "--package-name", "@me/hello", "--package-version", "1.2.3", "--license", "MIT"];
    expect(await pack(...flags, "-o", "npm")).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(
        /^npm: \d+ files written, 0 unchanged, 0 removed\nthe tools run: echo\nnext: npm publish \.\/npm\n$/,
      ) as string,
    });
    const packed = await run("npm", ["pack", "./npm", "--json"], { cwd: project.folder });
    const [{ filename, files }] = JSON.parse(packed.stdout) as [{ filename: string; files: readonly { path: string }[] }];
    expect(files.map(({ path }) => path).filter((path) => !path.startsWith("dist/"))).toEqual(["README.md", "package.json"]);
    writeFileSync(at("package.json"), JSON.stringify({ name: "elsewhere", private: true }));
    expect(await run("npm", ["install", "--offline", "--no-audit", "--no-fund", filename], { cwd: project.folder })).toMatchObject({
      status: 0,
    });
    rmSync(at("npm"), { recursive: true });

    const client = await connectModern(at("node_modules/.bin/hello"));
    expect(await client.call("climax_call", { tool_name: "say_hello", args: { who: "npm" } })).toEqual({
      texts: ["hello npm"],
      isError: false,
    });
    await client.close();
  });

  it("warns about a server without enabled tools", async () => {
    const files = { "hello.yaml": CONFIG, "policy.yaml": "default: disabled\n" };
    const empty = temporaryFolder(files);
    try {
      await climaxGen(["hello.yaml", "-o", "out", "--policy", "policy.yaml"], { cwd: empty });
      const { status, stderr } = await climaxGen(["package", "out", "--format", "skill"], { cwd: empty });
      expect(status).toBe(0);
      expect(stderr).toContain(
        "\nwarning: the server has no enabled tool\nhelp: enable tools in the policy, and generate the server again\n",
      );
    } finally {
      rmSync(empty, { recursive: true });
    }
  });

  it("warns about a relative command", async () => {
    const local = await generateProject({ "local.yaml": CONFIG.replace("command: echo", "command: tools/say") });
    try {
      const { status, stderr } = await climaxGen(["package", "out", "--format", "npm", "-o", "npm"], { cwd: local.folder });
      expect(status).toBe(0);
      expect(stderr).toContain("\ntools/say is not in the package: the server runs it from below the directory that it is started in\n");
      const readme = readFileSync(join(local.folder, "npm/README.md"), "utf8");
      expect(readme).toContain("`tools/say`, which must be below the directory that the server is started in");
      expect(readme).not.toContain("`PATH`");
    } finally {
      local.remove();
    }
  });

  it("writes a bundle that mcpb accepts, and whose server starts", async () => {
    expect(await pack("--format", "mcpb", "-o", "bundle")).toMatchObject({ status: 0 });
    const mcpb = join(ROOT, "node_modules/@anthropic-ai/mcpb/dist/cli/cli.js");
    expect(await run(process.execPath, [mcpb, "unpack", "bundle/hello.mcpb", "unpacked"], { cwd: project.folder })).toMatchObject({
      status: 0,
    });
    expect(await run(process.execPath, [mcpb, "validate", "unpacked/manifest.json"], { cwd: project.folder })).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("Manifest schema validation passes") as string,
    });
    const { server, tools } = JSON.parse(readFileSync(at("unpacked/manifest.json"), "utf8")) as Manifest;
    expect(server.mcp_config).toEqual({ command: "node", args: ["${__dirname}/server/server.mjs"], env: {} });

    const client = await connectModern(server.mcp_config.args[0].replace("${__dirname}", at("unpacked")));
    expect((await client.listTools()).map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    expect(await client.call("climax_call", { tool_name: "say_hello", args: {} })).toEqual({ texts: ["hello"], isError: false });
    await client.close();
  });

  it.each([
    ["the current directory", ".", "out", "../out-k8s"],
    ["a parent directory", "..", "out/src", "../../out-k8s"],
    ["a directory with a trailing slash", "out/", ".", "out-k8s"],
  ])("writes next to a project that is given as %s", async (_, folder, workingFolder, output) => {
    const { status, stderr } = await climaxGen(["package", folder, "--format", "k8s"], { cwd: at(workingFolder) });
    expect({ status, line: stderr.split(":")[0] }).toEqual({ status: 0, line: output });
    expect(existsSync(at("out-k8s/service.yaml"))).toBe(true);
    rmSync(at("out-k8s"), { recursive: true });
  });

  it("writes no file that a later run reads as a config, on disk or in a revision", async () => {
    const folder = temporaryFolder({ "hello.yaml": CONFIG });
    const generate = (): Promise<Finished> => climaxGen([".", "-o", "out"], { cwd: folder });
    expect(await generate()).toMatchObject({ status: 0 });
    for (const format of ["docker", "k8s"]) await climaxGen(["package", "out", "--format", format], { cwd: folder });
    expect(await generate()).toMatchObject({ status: 0, stderr: "out is up to date, nothing to write\n" });
    await run("git", ["init", "-q"], { cwd: folder });
    await run("git", ["add", "hello.yaml", "out-k8s", "out-docker"], { cwd: folder });
    const author = ["-c", "user.name=me", "-c", "user.email=me@example.com", "-c", "commit.gpgsign=false"];
    expect(await run("git", [...author, "commit", "-qm", "first"], { cwd: folder })).toMatchObject({ status: 0 });
    expect(await climaxGen(["diff", "git:HEAD:.", "."], { cwd: folder })).toMatchObject({ status: 0, stderr: "" });
    // A config of the user next to the packages is read.
    writeFileSync(join(folder, "out-k8s/more.yaml"), CONFIG.replaceAll("hello", "more"));
    expect((await climaxGen(["list", "."], { cwd: folder })).stdout).toContain("say_more");
    rmSync(folder, { recursive: true });
  });

  it("reports that Directive tools require a directory if the format has no setting for it", async () => {
    const tool = "{ name: files, description: Lists files, inputSchema: { type: object }, handler: files.list }";
    const directive = await generateProject({
      "notes.yaml": `kind: directive\nname: notes\ndescription: Reads notes\ntools:\n  - ${tool}\n`,
    });
    const told = "the tools read files below the directory that the server is started in, or below that of --root DIR\n";
    const outcomes = ["npm", "docker", "k8s", "mcpb"].map(async (format) => {
      const { stderr } = await climaxGen(["package", "out", "--format", format], { cwd: directive.folder });
      return stderr.includes(told);
    });
    expect(await Promise.all(outcomes)).toEqual([true, true, true, false]);
    directive.remove();
  });

  it.each(["npm", "mcpb", "docker", "k8s"])("writes the same bytes for %s again, and nothing if they are up to date", async (format) => {
    await pack("--format", format, "-o", `${format}-1`);
    await pack("--format", format, "-o", `${format}-2`);
    expect((await run("diff", ["-r", `${format}-1`, `${format}-2`], { cwd: project.folder })).status).toBe(0);
    expect((await pack("--format", format, "-o", `${format}-1`)).stderr).toContain(`${format}-1 is up to date, nothing to write\n`);
  });

  it("writes the same bytes of a bundle in every time zone", async () => {
    for (const TZ of ["America/New_York", "Asia/Kathmandu"]) {
      const folder = TZ.replace("/", "-");
      // In separate processes, because modules read the time zone when they are loaded.
      await startClimaxGen(["package", "out", "--format", "mcpb", "-o", folder], { cwd: project.folder, env: { ...process.env, TZ } });
    }
    expect(await run("cmp", ["America-New_York/hello.mcpb", "Asia-Kathmandu/hello.mcpb"], { cwd: project.folder })).toMatchObject({
      status: 0,
    });
  });

  it("overwrites a manually edited file only with --force", async () => {
    await pack("--format", "k8s", "-o", "edited");
    appendFileSync(at("edited/service.yaml"), "# mine\n");
    rmSync(at("edited/deployment.yaml"));
    const refused = await pack("--format", "k8s", "-o", "edited");
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/^edited\/service.yaml: error\[output-hand-edited\]: [^]*nothing was written \(1 error\)\n$/);
    expect(existsSync(at("edited/deployment.yaml"))).toBe(false);
    expect(await pack("--format", "k8s", "-o", "edited", "--force")).toMatchObject({ status: 0 });
    expect(readFileSync(at("edited/service.yaml"), "utf8")).not.toContain("# mine");
  });

  it.each([
    ["a directory with other files", "configs", "output-not-generated", []],
    ["the project itself", "out", "output-other-kind", ["--force"]],
    ["a package of another format", "other", "output-other-kind", ["--force"]],
  ])("does not write into %s", async (_title, folder, code, flags) => {
    await pack("--format", "docker", "-o", "other");
    const before = readdirSync(at(folder), { recursive: true });
    const refused = await pack("--format", "npm", "-o", folder, ...flags);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(`error[${code}]: `);
    expect(readdirSync(at(folder), { recursive: true })).toEqual(before);
  });

  it("writes into a directory from which all generated files were removed", async () => {
    mkdirSync(at("left"));
    writeFileSync(at("left", MANIFEST_NAME), formatManifest(new Map()));
    expect(await pack("--format", "npm", "-o", "left")).toMatchObject({ status: 0 });
  });

  it("rejects a directory that is not a project, and a project whose dist/ was changed", async () => {
    const none = await climaxGen(["package", "configs", "--format", "npm"], { cwd: project.folder });
    expect(none).toMatchObject({ status: 1, stderr: expect.stringContaining("configs: error[no-server]: ") as string });
    const copy = at("copy");
    await run("cp", ["-r", at("out"), copy]);
    appendFileSync(join(copy, "dist/runtime.cjs"), "\n");
    const changed = await climaxGen(["package", "copy", "--format", "npm"], { cwd: project.folder });
    expect(changed).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("copy/dist/runtime.cjs: error[project-changed]: ") as string,
    });
    expect(existsSync(at("copy-npm"))).toBe(false);
  });

  it("rejects a project in which a run was interrupted, because its files may be from two runs", async () => {
    const copy = at("interrupted");
    await run("cp", ["-r", at("out"), copy]);
    const manifest = join(copy, "dist/.climax-gen.json");
    const text = readFileSync(manifest, "utf8");
    writeFileSync(manifest, text.replace(/("index\/tools\.ndjson": )("[^"]+")/, '$1["sha256-other", $2]'));
    const refused = await climaxGen(["package", "interrupted", "--format", "npm"], { cwd: project.folder });
    expect(refused).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("interrupted/dist/index/tools.ndjson: error[project-changed]: ") as string,
    });
  });

  it.each([
    [["--format", "rpm"], "error: option '--format <format>' argument 'rpm' is invalid"],
    [[], "error: required option '--format <format>' not specified"],
    [
      ["--format", "npm", "--package-name", "My Tools"],
      'error: --package-name "My Tools" is not a valid npm package name\nhelp: use a name such as my-tools or @me/my-tools\n',
    ],
    [
      ["--format", "npm", "-o", ""],
      "error: option '-o, --output <dir>' argument '' is invalid\nhelp: check that the shell variable is set",
    ],
    [
      ["--format", "npm", "--license", ""],
      "error: option '--license <license>' argument '' is invalid\nhelp: check that the shell variable is set",
    ],
    [
      ["--format", "mcpb", "--author", ""],
      "error: option '--author <name>' argument '' is invalid\nhelp: check that the shell variable is set",
    ],
    [["--format", "registry"], "error: --format registry requires --registry-name\nhelp: add the name to publish under"],
  ])("exits with 2 on incorrect usage: %j", async (flags, message) => {
    expect(await pack(...flags)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) as string });
  });

  it("lists the written files as JSON", async () => {
    const { stdout } = await pack("--format", "registry", "--registry-name", "io.github.me/hello", "--package-name", "hello", "--json");
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      output: "out-registry",
      diagnostics: [],
      programs: ["echo"],
      files: { created: [".climax-gen.json", "server.json"], updated: [], removed: [], unchanged: 0 },
    });
  });
});

interface Manifest {
  readonly server: { readonly mcp_config: { readonly args: readonly [string] } };
  readonly tools: readonly { readonly name: string }[];
}
