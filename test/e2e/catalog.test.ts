/** Tests `climax-gen catalog`, `add` and `init --program` with programs of the catalog, which need not be installed. */
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { climaxGen, ROOT, run as startProgram, temporaryFolder } from "./project.ts";

const folder = temporaryFolder();
const project = join(folder, "tools");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: readonly string[]) => climaxGen(args, { cwd: folder });
const read = (path: string): string => readFileSync(join(project, path), "utf8");

describe("the catalog", () => {
  it("is printed as a table, with a line for each directory", async () => {
    // A copy with three entries, because searching the whole catalog takes eight seconds.
    const copy = join(folder, "copy");
    const entries = ["coreutils", "jq", "kubectl"];
    for (const part of ["bin", "dist", "templates", "package.json", ...entries.map((name) => `catalog/${name}`)])
      cpSync(join(ROOT, part), join(copy, part), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
    const { stdout } = await startProgram(process.execPath, [join(copy, "bin/climax-gen.cjs"), "catalog"]);
    expect(stdout).toMatch(/^PROGRAM +TOOLS [^]*^kubectl +\d+ [^]*^\d+ tools in 3 entries\n$/m);
    expect(Array.from(stdout.matchAll(/^(\S+) +\d+ /gm), ([, name]) => name)).toEqual(entries);
  });

  it("is printed as JSON with the tools of a program", async () => {
    const { tools } = JSON.parse((await run("catalog", "jq", "--json")).stdout) as { readonly tools: readonly object[] };
    expect(tools).toContainEqual(expect.objectContaining({ name: "jq_text", risk: "read", tokens: expect.any(Number) as number }));
    const unknown = await run("catalog", "kubctl");
    expect(unknown).toMatchObject({ status: 1, stderr: expect.stringContaining('did you mean "kubectl"?') as string });
  });

  it("is not copied into a directory without configs", async () => {
    const { status, stderr } = await run("add", "jq");
    expect([status, stderr]).toEqual([1, expect.stringContaining("error[no-project]")]);
  });

  it("gives a new project a config and a policy, under which nothing has a warning", async () => {
    const { status, stdout, stderr } = await run("init", "tools", "--program", "kubectl");
    expect(status).toBe(0);
    expect(stdout).toContain("created configs/kubectl.yaml\ncreated policies/kubectl.yaml\ncreated policy.yaml\n");
    expect(stderr).toMatch(/^kubectl: \d+ tools from the catalog; .*\nagents can call \d+ tools with the risk read\nif the user confirms/);
    expect(read("policy.yaml")).toContain("include: [policies/kubectl.yaml]\n");
    expect(read("policy.yaml")).toContain("KUBECONFIG");
    expect(read("policies/kubectl.yaml")).toMatch(/^ {2}kubectl_scale: \{ confirm: true, args: .*namespace/m);
    expect(read("policies/kubectl.yaml")).toMatch(/^ {2}# kubectl_delete: \{ confirm: true/m);
    const files = [
      join(project, "configs"),
      "-o",
      join(project, "out"),
      "--policy",
      join(project, "policy.yaml"),
      "--strict",
      "--no-bundle",
    ];
    expect(await run(...files)).toMatchObject({ status: 0, stderr: expect.stringMatching(/24 of 56 tools enabled/) as string });
  });

  it("limits paths of tools that write by their descriptions, but no address", async () => {
    await run("init", "tools", "--program", "rsync");
    expect(read("policies/rsync.yaml")).toMatch(/^ {2}# rsync_upload: \{ confirm: true, args: \{ source: \{ within: [^}]*\} \} \}$/m);
    await run("init", "tools", "--program", "podman");
    expect(read("policies/podman.yaml")).toMatch(/^ {2}podman_load: \{ confirm: true, args: \{ input: \{ within: /m);
  });

  it("gives a new project the schema that the first line of a shared file names", async () => {
    expect(await run("init", "listing", "--program", "ls")).toMatchObject({ status: 0 });
    const [line = ""] = readFileSync(join(folder, "listing/configs/coreutils-shared.yaml"), "utf8").split("\n");
    const schema = join(folder, "listing/configs", line.replace("# yaml-language-server: $schema=", ""));
    expect(JSON.parse(readFileSync(schema, "utf8"))).toMatchObject({ title: "Fragment" });
  });

  it("is added to a project without changing its files, and says what the policy lacks", async () => {
    const before = read("policy.yaml");
    const { status, stdout, stderr } = await run("add", "ls", "git", "--project", "tools");
    expect([status, stdout]).toEqual([0, expect.stringContaining("created configs/coreutils-shared.yaml\n")]);
    expect(stdout).toContain("kept    policy.yaml\n");
    expect(stderr).toContain("help: add policies/ls.yaml, policies/git.yaml to its `include`\n");
    expect(stderr).toMatch(/policy\.yaml does not pass .*TMPDIR.* to programs\n/);
    expect(read("policy.yaml")).toBe(before);
    const list = (): ReturnType<typeof run> => run("list", join(project, "configs"), "--policy", join(project, "policy.yaml"), "--json");
    expect((await list()).stdout).not.toContain('"ls_list"');
    writeFileSync(join(project, "policy.yaml"), before.replace("kubectl.yaml]", "kubectl.yaml, policies/ls.yaml]"));
    expect((await list()).stdout).toContain('"ls_list"');
  });

  it("is compared with the copies of a project, which it does not overwrite", async () => {
    const changed = read("configs/kubectl.yaml").replace("name: kubectl_logs", "name: kubectl_log");
    writeFileSync(join(project, "configs/kubectl.yaml"), changed);
    const { status, stdout } = await run("add", "kubectl", "ls", "--diff", "--project", "tools");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^--- configs\/kubectl\.yaml\n\+\+\+ the catalog\n@@ .*\n[^]*^-.*name: kubectl_log\n\+.*name: kubectl_logs$/m);
    expect(stdout).toContain("configs/ls.yaml is equal to the catalog\n");
    const again = await run("add", "kubectl", "--project", "tools");
    expect(again.stderr).toContain("not changed: configs/kubectl.yaml, policies/kubectl.yaml\n");
    expect(read("configs/kubectl.yaml")).toBe(changed);
  });
});
