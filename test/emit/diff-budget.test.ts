/** Tests the diff budget: the number of generated lines that an edit of the YAML changes, as counted by `git diff --numstat`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { templateNames } from "../../generator/emit/project-files.ts";
import { generate } from "../../generator/generate.ts";
import { readTemplates } from "../../generator/host/own-package.ts";
import { run } from "../e2e/project.ts";

const LOG = `  - name: git_log
    description: Show history
    command: log
    args:
      - name: max_count
        type: integer
        description: How many commits
        flag: -n
`;
const STATUS = `  # What has changed
  - name: git_status
    description: Show changes
    command: status
`;
const SHOW =
  "  - name: git_show\n    description: Show one commit\n    command: show\n    args:\n      - name: revision\n        required: true\n";
const GIT = `name: git-tools\ndescription: Look at a Git repository\ncommand: git\ntools:\n${LOG}${STATUS}`;
const DOCKER = "name: docker-tools\ncommand: docker\ntools:\n  - { name: docker_ps, description: List containers, command: ps }\n";
const POLICY = "default: enabled\ntools:\n  git_log:\n    args:\n      max_count: { max: 50 }\n";

type Files = Readonly<Record<"git.yaml" | "docker.yaml" | "policy.yaml", string>>;
const BASE: Files = { "git.yaml": GIT, "docker.yaml": DOCKER, "policy.yaml": POLICY };

const templates = readTemplates(templateNames);
const folder = mkdtempSync(join(tmpdir(), "climax-budget-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Generates into a folder. The order of the configs is that of the keys. */
async function write({ "policy.yaml": policy, ...configs }: Files, into: string): Promise<void> {
  const toInput = ([path, text]: readonly [string, string]) => ({ path: `configs/${path}`, bytes: Buffer.from(text) });
  const { files, diagnostics } = await generate(Object.entries(configs).map(toInput), {
    templates,
    policies: [toInput(["policy.yaml", policy])],
  });
  expect(diagnostics).toEqual([]);
  for (const [path, content] of files) {
    mkdirSync(dirname(join(into, path)), { recursive: true });
    writeFileSync(join(into, path), content);
  }
}

/** Returns path → number of lines that the diff adds and removes. */
async function countLines(after: string): Promise<Readonly<Record<string, readonly [added: number, removed: number]>>> {
  const { stdout } = await run("git", ["diff", "--no-index", "--numstat", "-z", "base", after], { cwd: folder });
  const rows = Array.from(stdout.matchAll(/(\d+)\t(\d+)\t\0[^\0]*\0([^\0]*)\0/g), ([, added, removed, path = ""]) => {
    return [path.slice(after.length + 1), [Number(added), Number(removed)]] as const;
  });
  return Object.fromEntries(rows);
}

beforeAll(async () => write(BASE, join(folder, "base")));

const MODULE = "src/clis/git.ts";
/** Returns the change of the manifest: one line for each changed file. */
const manifest = (files: number) => ({ ".climax-gen.json": [files, files] as const });

describe("a generated diff", () => {
  it.each<[title: string, edit: Partial<Files>, changed: Readonly<Record<string, readonly [added: number, removed: number]>>]>([
    [
      "is two lines for an argument's description: the interface's and the table's",
      { "git.yaml": GIT.replace("How many commits", "How many") },
      { [MODULE]: [2, 2], ...manifest(1) },
    ],
    [
      "is a line and a row for a tool's description",
      { "git.yaml": GIT.replace("Show history", "Show the history") },
      { [MODULE]: [1, 1], "README.md": [1, 1], ...manifest(2) },
    ],
    ["is a line for a flag", { "git.yaml": GIT.replace("flag: -n", "flag: --max-count") }, { [MODULE]: [1, 1], ...manifest(1) }],
    [
      "is a line for a default",
      { "git.yaml": GIT.replace("flag: -n", "flag: -n\n        default: 5") },
      { [MODULE]: [1, 1], ...manifest(1) },
    ],
    [
      "is two lines and a row for a tool's words",
      { "git.yaml": GIT.replace("command: log", "command: log --all") },
      { [MODULE]: [2, 2], "README.md": [1, 1], ...manifest(2) },
    ],
    [
      "is two lines for a new optional argument",
      { "git.yaml": GIT.replace("  # What", "      - name: all\n        type: boolean\n  # What") },
      { [MODULE]: [2, 0], ...manifest(1) },
    ],
    ["is the lines of a new tool and its row", { "git.yaml": GIT + SHOW }, { [MODULE]: [16, 0], "README.md": [1, 0], ...manifest(2) }],
    [
      "is two lines for another base command, in the module and in the page",
      { "git.yaml": GIT.replace("command: git\n", "command: git --no-pager\n") },
      { [MODULE]: [3, 3], "README.md": [1, 1], ...manifest(2) },
    ],
    [
      "is a line and a cell for a constraint",
      { "policy.yaml": POLICY.replace("max: 50", "max: 60") },
      { "src/policy.ts": [1, 1], "README.md": [1, 1], ...manifest(2) },
    ],
    ["is empty for tools that are moved", { "git.yaml": GIT.replace(LOG + STATUS, STATUS + LOG) }, {}],
    ["is empty for a changed comment", { "git.yaml": GIT.replace("# What has changed", "# Whatever") }, {}],
    [
      "is empty for keys in another order",
      {
        "git.yaml": GIT.replace(
          "name: git-tools\ndescription: Look at a Git repository\n",
          "description: Look at a Git repository\nname: git-tools\n",
        ),
      },
      {},
    ],
    ["is empty for another notation", { "docker.yaml": DOCKER.replace("List containers", '"List containers"') }, {}],
  ])("%s", async (title, edit, changed) => {
    const after = title.replaceAll(/\W/g, "-");
    await write({ ...BASE, ...edit }, join(folder, after));
    expect(await countLines(after)).toEqual(changed);
  });

  it("is empty for configs in another order", async () => {
    await write({ "docker.yaml": DOCKER, "git.yaml": GIT, "policy.yaml": POLICY }, join(folder, "reordered"));
    expect(await countLines("reordered")).toEqual({});
  });
});
