/** Tests the built `climax-gen diff`: every kind of side, and each exit status. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashContent } from "../../generator/write/manifest.ts";
import type { Finished } from "./project.ts";
import { climaxGen, temporaryFolder } from "./project.ts";

const config = (tools: readonly string[], more = ""): string =>
  `name: fs\ncommand: fs\n${more}tools:\n${tools.map((name) => `  - { name: ${name}, description: "Do ${name}" }\n`).join("")}`;
const FRAGMENT_USER = `name: lister
command: ls
include: [../common/paging.yaml]
tools:
  - { name: list, description: List, args: [{ use: paging }] }
`;
const POLICY = "kind: policy\ndefault: enabled\ntools:\n  show: { confirm: true }\n";

const folder = temporaryFolder({
  "repo/sub/configs/fs.yaml": config(["show"]),
  "repo/policy.yaml": POLICY,
  "broken.yaml": "command: fs\n",
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const repo = join(folder, "repo");
const git = (...args: readonly string[]): void => {
  const identity = ["-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...identity, ...args], { cwd: repo, stdio: "ignore" });
};
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(repo, path)), { recursive: true });
  writeFileSync(join(repo, path), text);
};
const diff = (args: readonly string[], cwd = repo): Promise<Finished> => climaxGen(["diff", ...args], { cwd });

beforeAll(() => {
  write("sub/configs/.hidden/x.yaml", "not: [a config");
  write("sub/configs/node_modules/x.yaml", "not: [a config");
  write("out/.climax-gen.json", "{}");
  write("sub/configs/notes.txt", "not a config");
  symlinkSync("../../policy.yaml", join(repo, "sub/configs/link.yaml"));
  git("init", "-q", "-b", "main");
  git("add", "-A", "-f");
  git("commit", "-q", "-m", "old");
  rmSync(join(repo, "sub/configs"), { recursive: true });
  write("sub/configs/fs.yaml", config(["show", "hide"]));
});

describe("climax-gen diff", () => {
  it("compares a directory with a revision, from any directory of the repository", async () => {
    const want = { status: 0, stderr: "", stdout: expect.stringContaining("tool-added hide: the tool was added") as string };
    expect(await diff(["git:main:sub/configs", "sub/configs"])).toMatchObject(want);
    expect(await diff(["git:HEAD:configs/", "configs/"], join(repo, "sub"))).toMatchObject(want);
    expect(await diff(["git:main:sub/configs/fs.yaml", "sub/configs/fs.yaml"])).toMatchObject(want);
    expect(await diff(["git:main:.", "."], join(repo, "sub/configs"))).toMatchObject(want);
  });

  it.each(["./configs", "../sub/configs", "configs//", "ABSOLUTE"])("reads a path of a revision in any form: %s", async (path) => {
    const named = path.replace("ABSOLUTE", join(repo, "sub/configs"));
    expect(await diff([`git:main:${named}`, named], join(repo, "sub"))).toMatchObject({
      status: 0,
      stderr: "",
      stdout: expect.stringContaining("tool-added hide: the tool was added") as string,
    });
  });

  it("reads included fragments from the revision of their config", async () => {
    const fragment = (max: number): string =>
      `kind: fragment\narg_groups:\n  paging:\n    - { name: page, type: integer, max: ${max} }\ndefaults: { timeout: ${max} }\n`;
    write("common/paging.yaml", fragment(10));
    write("nested/fs.yaml", FRAGMENT_USER);
    git("add", "-A", "-f");
    git("commit", "-q", "-m", "fragments");
    write("common/paging.yaml", fragment(20));
    const { status, stdout, stderr } = await diff(["git:HEAD:nested", "nested"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("common/paging.yaml:4:36: max-loosened list page: `max` was 10 and is 20");
    expect(stdout).toContain("timeout-raised list: the timeout was 10 s and is 20 s");
    const { stdout: back } = await diff(["nested", "git:HEAD:nested"]);
    expect(back).toContain("git:HEAD:common/paging.yaml:4:36: max-tightened list page: `max` was 20 and is 10");
    git("reset", "-q", "--hard", "HEAD~1");
    write("sub/configs/fs.yaml", config(["show", "hide"]));
  });

  it("reads policies from a revision", async () => {
    const { stdout } = await diff(["git:main:sub/configs", "git:main:sub/configs", "--policy-old", "git:main:policy.yaml"]);
    expect(stdout).toContain("git:main:policy.yaml:4:11: confirm-removed show");
    const { stdout: same } = await diff(["git:main:sub/configs", "git:main:sub/configs", "--policy", "policy.yaml"]);
    expect(same).toBe("no changes\n");
  });

  it("follows symbolic links to files of a revision, and reports the others", async () => {
    write("links/outside/tool.yaml", config(["linked"]));
    write("links/fragments/real.yaml", "kind: fragment\narg_groups: { paging: [{ name: limit, flag: -n }] }\n");
    write("links/configs/list.yaml", FRAGMENT_USER.replace("../common/paging.yaml", "../fragments/paging.yaml"));
    symlinkSync("../outside/tool.yaml", join(repo, "links/configs/tool.yaml"));
    symlinkSync("real.yaml", join(repo, "links/fragments/paging.yaml"));
    git("add", "links");
    git("commit", "-q", "-m", "links");
    expect((await diff(["git:HEAD:links/configs", "links/configs"])).stdout).toBe("no changes\n");
    expect((await diff(["git:HEAD:links/configs/list.yaml", "git:HEAD:links/configs"])).stdout).toContain("tool-added linked");
    for (const [target, reason] of [
      ["missing.yaml", "broken link"],
      ["/etc/passwd", "a link out of the repository"],
      ["..", "EISDIR"],
      ["odd.yaml", "ELOOP"],
    ] as const) {
      symlinkSync(target, join(repo, "links/configs/odd.yaml"));
      git("add", "links");
      git("commit", "-q", "-m", reason);
      rmSync(join(repo, "links/configs/odd.yaml"));
      const { status, stderr } = await diff(["git:HEAD:links/configs", "links/configs"]);
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: expect.stringContaining(
          `git:HEAD:links/configs/odd.yaml: error[unreadable-file]: cannot read the file (${reason})\n`,
        ) as string,
      });
    }
  });

  it("fails on the classes given by --fail-on", async () => {
    const sides = ["git:main:sub/configs", "sub/configs"];
    expect(await diff([...sides, "--fail-on", "breaking"])).toMatchObject({ status: 0 });
    expect(await diff([...sides, "--fail-on", "breaking,widening"])).toMatchObject({ status: 1, stderr: "" });
    expect(await diff([...sides, "--fail-on", "widening", "--fail-on", "breaking"])).toMatchObject({ status: 1, stderr: "" });
    expect(await diff([...sides, "--fail-on", "all"])).toMatchObject({ status: 2, stdout: "" });
  });

  it("fails on new hazards only on request", async () => {
    const shell = `command: sh -c\ntools: [{ name: run, description: Run it, args: [{ name: code, positional: true }] }]\n`;
    writeFileSync(join(folder, "shell.yaml"), shell);
    writeFileSync(join(folder, "safe.yaml"), shell.replace("sh -c", "ls"));
    const [safe, dangerous] = [join(folder, "safe.yaml"), join(folder, "shell.yaml")];
    expect(await diff([safe, dangerous])).toMatchObject({ status: 0, stdout: expect.stringContaining("; 1 new hazard\n") as string });
    expect(await diff([safe, dangerous, "--fail-on", "narrowing,hazards"])).toMatchObject({ status: 1, stderr: "" });
    expect(await diff([dangerous, dangerous, "--fail-on", "hazards"])).toMatchObject({ status: 0, stdout: "no changes\n" });
    expect(await diff([dangerous, safe, "--fail-on", "hazards"])).toMatchObject({ status: 0 });
  });

  it("compares generated projects with each other and with their configs", async () => {
    const generate = (out: string, flags: readonly string[]): Promise<Finished> =>
      climaxGen(["sub/configs", "-o", join(folder, out), ...flags], { cwd: repo });
    await Promise.all([generate("guarded", ["--policy", "policy.yaml"]), generate("plain", []), generate("sources", ["--no-bundle"])]);
    const [guarded, plain, sources] = ["guarded", "plain", "sources"].map((name) => join(folder, name));
    expect(await diff(["sub/configs", plain ?? ""])).toMatchObject({ status: 0, stdout: "no changes\n" });
    expect(await diff(["sub/configs", guarded ?? "", "--policy-old", "policy.yaml"])).toMatchObject({ status: 0, stdout: "no changes\n" });
    expect((await diff([guarded ?? "", plain ?? ""])).stdout).toContain("confirm-removed show: `confirm` is off");
    expect((await diff([sources ?? "", plain ?? ""])).stderr).toContain("error[no-server]: ");
    expect((await diff([plain ?? "", guarded ?? "", "--policy-new", "policy.yaml"])).stderr).toContain("error[project-policy]: ");
  });

  it("prints the command that updates a project generated by another version of climax-gen, instead of comparing a part of it", async () => {
    await climaxGen(["sub/configs", "-o", join(folder, "older")], { cwd: repo });
    const [index, manifest] = ["older/dist/index/header.json", "older/dist/.climax-gen.json"].map((path) => join(folder, path)) as [
      string,
      string,
    ];
    const now = readFileSync(index, "utf8");
    const then = now.replace(/"format":\d+/, '"format":1');
    writeFileSync(index, then);
    writeFileSync(manifest, readFileSync(manifest, "utf8").replace(hashContent(now), hashContent(then)));
    const { status, stdout, stderr } = await diff(["sub/configs", join(folder, "older")]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(
      "error[project-too-old]: the project was generated by another version of climax-gen\nhelp: generate the project again\n",
    );
  });

  it.each([
    ["an unknown revision", "git:mian:sub/configs", "git-revision"],
    ["a path that the revision does not have", "git:main:configs", "git-path"],
    ["a side without a path", "git:main", "git-side"],
    ["a revision that would be an option", "git:--output=x:sub/configs", "git-side"],
    ["a generated project in git", "git:main:out", "git-project"],
    ["a path that would be an option", "git:main:--help", "git-path"],
    ["a missing file", "nothing.yaml", "file-not-found"],
    ["a config with an error", "../broken.yaml", "missing-key"],
  ])("reports the error in %s, and compares nothing", async (_title, side, code) => {
    const { status, stdout, stderr } = await diff([side, "sub/configs"]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(new RegExp(` error\\[${code}\\]: [^]*\\nnothing was compared \\(\\d errors?\\)\\n$`));
    const asJson = await diff([side, "sub/configs", "--json"]);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ ok: false, diagnostics: [{ code }] });
    const asSarif = await diff([side, "sub/configs", "--format", "sarif"]);
    expect(JSON.parse(asSarif.stdout)).toMatchObject({ runs: [{ results: [{ ruleId: code }] }] });
    expect(asSarif.stderr).toBe(stderr);
  });

  it.each([
    ["that git is missing", { PATH: "/nonexistent" }, "git failed: ENOENT\nhelp: install git"],
    ["git's error outside a repository", {}, "git failed: not a git repository"],
    ["git's error about an untrusted repository", { GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" }, "git failed: detected dubious"],
  ])("reports %s", async (_title, variables, message) => {
    const cwd = "GIT_TEST_ASSUME_DIFFERENT_OWNER" in variables ? repo : folder;
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder), LC_ALL: "C", ...variables };
    const { status, stderr } = await climaxGen(["diff", "git:main:configs", join(folder, "broken.yaml")], { cwd, env });
    expect(status).toBe(1);
    expect(stderr).toContain(`error[git-unusable]: ${message}`);
  });

  it("fetches nothing in a partial clone, and names the missing object", async () => {
    const clone = join(folder, "clone");
    execFileSync("cp", ["-r", repo, clone]);
    const inClone = (...args: readonly string[]): string => execFileSync("git", args, { cwd: clone, encoding: "utf8" }).trim();
    const marker = join(folder, "fetched");
    writeFileSync(join(folder, "transport"), `#!/bin/sh\ntouch ${marker}\nexit 1\n`, { mode: 0o755 });
    inClone("config", "core.repositoryformatversion", "1");
    inClone("config", "extensions.partialClone", "origin");
    inClone("config", "remote.origin.promisor", "true");
    inClone("config", "remote.origin.url", `ext::${join(folder, "transport")}`);
    inClone("config", "protocol.ext.allow", "always");
    const drop = (name: string): string => {
      const object = inClone("rev-parse", name);
      rmSync(join(clone, ".git/objects", object.slice(0, 2), object.slice(2)), { force: true });
      return object;
    };
    const read = (side: string): Promise<Finished> => diff([side, "sub/configs"], clone);
    const blob = drop("main:sub/configs/fs.yaml");
    const { status, stdout, stderr } = await read("git:main:sub/configs");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(
      `git:main:sub/configs/fs.yaml: error[git-object]: this clone lacks the object ${blob}, which contains the file`,
    );
    expect(stderr).toContain(`git cat-file -e ${blob}`);
    drop("main:sub");
    expect((await read("git:main:sub/configs")).stderr).toContain("error[git-unusable]: ");
    expect((await read(`git:${"1".repeat(40)}:sub/configs`)).stderr).toContain("error[git-");
    expect(existsSync(marker)).toBe(false);
    // The transport would have run: git fetches the object when it is asked for it.
    expect(() => inClone("cat-file", "-e", blob)).toThrow();
    expect(existsSync(marker)).toBe(true);
  });
});
