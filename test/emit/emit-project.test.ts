import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { emitProject } from "../../generator/emit/emit-project.ts";
import { templateNames } from "../../generator/emit/project-files.ts";
import { readTemplates } from "../../generator/host/own-package.ts";
import { clientIds } from "../../generator/install/clients.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { checked } from "../resolve/checked.ts";
import { root, typeCheck } from "./type-check.ts";

const templates = readTemplates(templateNames);
const emit = (yaml: string, options: { name?: string; classic?: boolean } = {}): Promise<ReadonlyMap<string, string>> =>
  emitProject(resolveModel([checked(yaml, "configs/git.yaml")], { classic: false, ...options }), templates);

const folder = mkdtempSync(join(tmpdir(), "climax-emit-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const base = `name: git-tools
description: Look at a Git repository
command: git
tools:
  - name: git_log
    description: Show history
    command: log
    args:
      - name: max_count
        type: integer
        description: How many commits
        flag: -n
  - name: git_status
    description: Show changes
    command: status
`;

describe("the number of tools of a CLI", () => {
  it("is written only if a later config redefines some of them", async () => {
    const later = "name: later\ncommand: git\ntools:\n  - { name: git_log, description: Show history, command: log }\n";
    const configs = [checked(base, "configs/git.yaml"), checked(later, "configs/later.yaml")];
    const files = await emitProject(resolveModel(configs, { classic: false }), templates);
    expect(files.get("src/clis/git.ts")).toContain("\n  tool_count: 2,\n};\n");
    expect(files.get("src/clis/later.ts")).not.toContain("tool_count");
  });
});

describe("the package.json", () => {
  it.each<[string, string, string]>([
    ["has the server's name", "git-tools", "git-tools"],
    ["has a name that npm accepts", "Über & Söhne!", "uber-sohne"],
    ["has a fallback name if no letter is usable", "名前", "mcp-server"],
  ])("%s", async (_, name, want) => {
    const text = (await emit(base, { name })).get("package.json") ?? "";
    expect(JSON.parse(text)).toMatchObject({ name: want, private: true, type: "module" });
  });

  it("depends on the runtime that it is generated for", async () => {
    const { version } = JSON.parse(readFileSync(join(root, "runtime/package.json"), "utf8")) as { version: string };
    const text = (await emit(base)).get("package.json") ?? "";
    expect(JSON.parse(text)).toMatchObject({ dependencies: { "@climax-gen/runtime": `^${version}` } });
  });
});

describe("the README", () => {
  it("has JSON for MCP clients that parses, and a row for every tool", async () => {
    const text = (await emit(base)).get("README.md") ?? "";
    const blocks = Array.from(text.matchAll(/```json\n(.*?)```/gs), ([, json]) => JSON.parse(json ?? "") as unknown);
    expect(blocks).toHaveLength(2);
    expect(text).toContain("Every command starts with `git`.\n");
    expect(text).toContain("| `git_log` | Show history | `log` |\n| `git_status` | Show changes | `status` |\n");
    expect(text).not.toContain("{{");
  });

  it("lists every client that `climax-gen install` supports", async () => {
    const readme = (await emit(base)).get("README.md") ?? "";
    const [, named = ""] =
      /npx --no-install climax-gen install \. --client NAME\n.* NAME is ([^.]*)\.\n\nWithout climax-gen, configure the client by hand\./s.exec(
        readme,
      ) ?? [];
    expect([...named.matchAll(/`([a-z-]+)`/g)].map(([, client]) => client)).toEqual(clientIds);
  });
});

it("compiles with 3,000 tools in one config", async () => {
  const tools = Array.from(
    { length: 3000 },
    (_, number) =>
      `  - {name: tool_${number}, description: Tool ${number}, command: run ${number}, args: [{name: a${number}, type: integer}, {name: b, enum: [x, y]}]}\n`,
  );
  const files = await emit(`command: x\ntools:\n${tools.join("")}`);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  expect(await typeCheck(folder)).toBe("");
});
