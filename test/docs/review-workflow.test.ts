/**
 * Checks the sections of docs/review.md on hazards, explanations and CI against the code, with the configs of its first section.
 * The workflow and the hooks are parsed, and every climax-gen command in them runs on a repository with a config of Git.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { acknowledgeableCodes } from "../../generator/diagnostics/codes-hazards.ts";
import { climaxGen, ROOT, run, temporaryFolder } from "../e2e/project.ts";
import type { Action, Script, Workflow } from "../fixtures/workflow-steps.ts";
import { hostCommands, type HostedCommands } from "../fixtures/hosted-commands.ts";
import { runScript, toScripts } from "../fixtures/workflow-steps.ts";
import { readBlocks, readPage } from "./page-blocks.ts";

const page = readPage("review.md");
const blocks = readBlocks(page);
const textOf = (mark: string): string => blocks.find((block) => block.mark === mark)?.text ?? "";

const folder = temporaryFolder({
  "configs/git.yaml": textOf("yaml old configs/git.yaml"),
  "policy.yaml": textOf("yaml hazard policy.yaml"),
  "acknowledged.yaml": textOf("yaml hazard acknowledged.yaml"),
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the words of a command line of the page, which has only single quotes. */
function wordsOf(line: string): readonly string[] {
  return Array.from(line.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, bare]) => quoted ?? bare ?? "");
}

describe("docs/review.md", () => {
  it.each([["console hazard"], ["console explain"]])("shows the output of the command in the block `%s`", async (mark) => {
    const [, line = "", shown] = /^\$ npx climax-gen (.*)\n([^]*)$/.exec(textOf(mark)) ?? [];
    const { stdout, stderr, status } = await climaxGen(wordsOf(line), { cwd: folder, env: { ...process.env, NO_COLOR: "1" } });
    expect({ printed: stdout + stderr, status }).toEqual({ printed: shown, status: 0 });
  });

  it("shows a type error of a program that calls the tools", async () => {
    mkdirSync(join(folder, "clients"));
    const client = 'import type { ToolCaller } from "../out/runtime/client.d.ts";\nexport declare const client: ToolCaller;\n';
    writeFileSync(join(folder, "clients/client.ts"), client);
    writeFileSync(join(folder, "clients/report.ts"), textOf("ts typecheck clients/report.ts"));
    expect((await climaxGen(["configs", "-o", "out"], { cwd: folder })).status).toBe(0);
    const [, line = "", shown] = /^\$ npx climax-gen (.*)\n([^]*)$/.exec(textOf("console typecheck")) ?? [];
    const { stderr, status } = await climaxGen(wordsOf(line.replaceAll('"', "'")), { cwd: folder });
    expect({ stderr, status }).toEqual({ stderr: shown, status: 1 });
  });

  it("shows an acknowledgement that leaves no warning", async () => {
    const { stderr } = await climaxGen(["validate", "configs", "--policy", "acknowledged.yaml", "--strict"], { cwd: folder });
    expect(stderr).toBe("1 tool in 1 file, 1 enabled by the policy, no problems\n");
  });

  it("has a row for every code that can be acknowledged", () => {
    const section = page.split("\n## Hazards\n")[1]?.split("\n## ")[0] ?? "";
    const codes = Array.from(section.matchAll(/^\| `([\w-]+)`/gm), ([, code = ""]) => code);
    // docs/verify.md, docs/try.md and docs/guides/catalog-entry.md have the findings of `verify`, `try` and `validate --lint`.
    expect(codes.toSorted()).toEqual(acknowledgeableCodes.filter((code) => !/^(?:verify|try|lint)-/.test(code)));
  });
});

const workflow = parse(readFileSync(join(ROOT, "docs/ci/github-actions.yml"), "utf8")) as Workflow;
const ownAction = parse(readFileSync(join(ROOT, "action.yml"), "utf8")) as Action;
const jobs = Object.values(workflow.jobs);
const steps = jobs.flatMap((job) => job.steps);
const canWrite = (permissions: Readonly<Record<string, string>> = {}): boolean => Object.values(permissions).includes("write");

describe("the workflow to copy", () => {
  it("runs on pull requests, without the permissions of the base branch", () => {
    expect(Object.keys(workflow.on)).toEqual(["pull_request"]);
    expect(workflow.permissions).toEqual({ contents: "read" });
  });

  it("pins every action to a commit, apart from that of the installed package", () => {
    const used = steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    expect(used.length).toBeGreaterThan(3);
    expect(used.filter((action) => !/^[\w./-]+@[0-9a-f]{40}$/.test(action))).toEqual(["./node_modules/climax-gen"]);
  });

  it("runs code of a pull request only without write permissions", () => {
    const writing = jobs.filter(({ permissions }) => canWrite(permissions)).flatMap((job) => job.steps);
    expect(writing.length).toBeGreaterThan(0);
    expect(writing.filter((step) => /checkout|npm|npx|node_modules/.test(`${step.uses} ${step.run}`))).toEqual([]);
  });
});

interface Hook {
  readonly id: string;
  readonly entry: string;
}

const hooks = parse(readFileSync(join(ROOT, ".pre-commit-hooks.yaml"), "utf8")) as readonly Hook[];
const { repos } = parse(textOf("yaml pre-commit")) as {
  readonly repos: readonly { readonly hooks: readonly { readonly id: string; readonly args: readonly string[] }[] }[];
};
const configured = repos.flatMap((repo) => repo.hooks);

describe("a repository with a config of Git", () => {
  const repository = join(folder, "repository");
  const bin = join(folder, "bin");
  const shell = (script: string, base = "HEAD") =>
    run("sh", ["-ec", script], {
      cwd: repository,
      env: {
        ...process.env,
        PATH: `${bin}:${process.env["PATH"]}`,
        BASE: base,
        GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
        NO_COLOR: "1",
      },
    });

  let hosted: HostedCommands;
  afterAll(() => hosted.close());
  beforeAll(async () => {
    mkdirSync(bin);
    hosted = await hostCommands(bin);
    mkdirSync(join(repository, "node_modules"), { recursive: true });
    symlinkSync(ROOT, join(repository, "node_modules/climax-gen"));
    mkdirSync(join(repository, "node_modules/.bin"));
    symlinkSync("../climax-gen/bin/climax-gen.cjs", join(repository, "node_modules/.bin/climax-gen"));
    writeFileSync(join(repository, ".gitignore"), "node_modules\n");
    for (const [from, to] of [
      ["test/fixtures/configs/git.yaml", "configs/git.yaml"],
      ["test/fixtures/configs/git-read-only.yaml", "policy.yaml"],
    ] as const) {
      mkdirSync(dirname(join(repository, to)), { recursive: true });
      cpSync(join(ROOT, from), join(repository, to));
    }
    const commit =
      "git init -q && git add -A && git -c user.name=test -c user.email=test@example.org -c commit.gpgsign=false commit -qm base";
    expect(await shell(`npx climax-gen configs -o out --policy policy.yaml && ${commit}`)).toMatchObject({ status: 0 });
  });

  /** Returns the scripts of the job `check` and its action, without `npm ci`, for a pull request with this base. */
  const scripts = (base: string): readonly Script[] =>
    toScripts(workflow.jobs["check"]?.steps ?? [], {
      repository,
      values: { "github.event.pull_request.base.sha": base, "github.event.pull_request.number": "7", "github.repository": "me/tools" },
    }).filter(({ script }) => script !== "npm ci");
  const runnerEnv = { GITHUB_STEP_SUMMARY: join(folder, "summary.md"), PATH: `${bin}:${process.env["PATH"]}` };
  const runStep = (script: Script | undefined) => runScript(script ?? { script: "exit 9", env: {} }, repository, runnerEnv);

  // The type check takes a few seconds.
  it("passes every step of the workflow", async () => {
    const ownSteps = scripts("HEAD");
    expect(ownSteps).toHaveLength(2);
    for (const step of ownSteps) expect(await runStep(step)).toMatchObject({ status: 0 });
    expect(readFileSync(join(folder, "summary.md"), "utf8")).not.toBe("");
    expect(JSON.parse(readFileSync(join(repository, "review/diff.sarif"), "utf8"))).toMatchObject({ version: "2.1.0" });
    expect(readFileSync(join(repository, "review/diff.html"), "utf8")).toMatch(/^<!doctype html>\n[^]*<\/html>\n$/);
  });

  it.each([
    ["the first policy", "git update-index --force-remove policy.yaml", "policy-default-disabled"],
    ["the first configs", "git rm -qr --cached .", "These are the first configs"],
  ])("passes if a pull request adds %s", async (_title, removal, said) => {
    const tree = `export GIT_INDEX_FILE=../base.index; git read-tree HEAD && ${removal} && git write-tree`;
    const identity = "-c user.name=test -c user.email=test@example.org";
    const { stdout: base } = await shell(`rm -rf review; git ${identity} commit-tree -m base "$(${tree})"`);
    expect(await runStep(scripts(base.trim())[0])).toMatchObject({ status: 0 });
    expect(readFileSync(join(repository, "review/diff.md"), "utf8")).toContain(said);
  });

  it("passes every hook, as configured on the page", async () => {
    expect(configured.map(({ id }) => id)).toEqual(hooks.map(({ id }) => id));
    for (const { id, args } of configured) {
      const { entry = "" } = hooks.find((hook) => hook.id === id) ?? {};
      expect(await shell([entry, ...args].join(" "))).toMatchObject({ status: 0 });
    }
  });

  it("names the installation in a hook of a project without the package", async () => {
    for (const { entry } of hooks) {
      expect(await run("sh", ["-ec", entry], { cwd: folder })).toMatchObject({
        status: 1,
        stderr: 'climax-gen is not installed in this project: see "Install in your project" in the README of climax-gen\n',
      });
    }
  });

  it("fails the check if the generated project is out of date", async () => {
    writeFileSync(join(repository, "policy.yaml"), "tools: { git_log: {} }\n");
    expect(await runStep(scripts("HEAD").find(({ script }) => script.includes("--check")))).toMatchObject({ status: 1 });
  });

  describe("the action", () => {
    it("has the inputs that the page lists", () => {
      const section = page.split("\n## In CI\n")[1]?.split("\n## ")[0] ?? "";
      const listed = Array.from(section.matchAll(/^\| `([\w-]+)`/gm), ([, name = ""]) => name);
      expect(listed).toEqual(Object.keys(ownAction.inputs));
    });

    const values = {
      "github.event.pull_request.base.sha": "HEAD",
      "github.event.pull_request.number": "7",
      "github.repository": "me/tools",
    };
    const stepsWith = (inputs: Readonly<Record<string, string>>): readonly Script[] =>
      toScripts([{ uses: "./node_modules/climax-gen", with: inputs }], { repository, values });

    it("fails on changes of the given classes, such as the policy of the last test", async () => {
      expect(await runStep(stepsWith({ "fail-on": "breaking" }).at(-1))).toMatchObject({ status: 0 });
      expect(await runStep(stepsWith({ "fail-on": "widening" }).at(-1))).toMatchObject({ status: 1 });
    });

    it("comments on the pull request only with a token", async () => {
      writeFileSync(join(bin, "gh"), '#!/bin/sh\necho "$GH_TOKEN $GH_REPO $*"\n', { mode: 0o755 });
      const comments = stepsWith({ "comment-token": "secret" }).filter(({ script }) => script.includes("gh pr comment"));
      expect(stepsWith({}).filter(({ script }) => script.includes("gh pr comment"))).toEqual([]);
      const [comment] = comments.map((step) => ({ ...step, env: { ...step.env, PATH: `${bin}:${process.env["PATH"]}` } }));
      const { stdout } = await runStep(comment);
      expect(stdout).toBe("secret me/tools pr comment 7 --body-file review/diff.md --edit-last --create-if-none\n");
    });

    it("compares nothing without a base", () => {
      expect(stepsWith({ base: "", "fail-on": "breaking", "comment-token": "secret" })).toHaveLength(1);
    });
  });
});
