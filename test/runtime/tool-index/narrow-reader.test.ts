import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { compileIndex } from "../../../runtime/tool-index/compiled/compile.ts";
import { openCompiledIndex } from "../../../runtime/tool-index/compiled/read.ts";
import type { IndexReader } from "../../../runtime/search/reader.ts";
import type { CliPart } from "../../../runtime/tool-index/index-reader.ts";
import { createMemoryReader } from "../../../runtime/tool-index/index-reader.ts";
import { narrowReader } from "../../../runtime/tool-index/narrow-reader.ts";
import type { AnyPolicySpec } from "../../../runtime/policy/policy-spec.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import { createIndexOver } from "../../../runtime/tool-index/tool-index.ts";
import type { ToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import type { Risk } from "../../../runtime/tool/tool-spec.ts";

const folder = mkdtempSync(join(tmpdir(), "climax-narrow-"));
afterAll(() => rmSync(folder, { recursive: true }));

const part = (name: string, tools: readonly (readonly [name: string, description: string, risk?: Risk])[]): CliPart => ({
  cli: { name, description: `about ${name}`, command: [name], tool_count: tools.length + 1, tags: [`${name}-tag`] },
  tools: Object.fromEntries(
    tools.map(([tool, description, risk]) => [
      tool,
      { name: tool, description, command: [name, tool], args: { n: { type: "integer" } }, ...(risk && { risk }) },
    ]),
  ),
});

const PARTS = [
  part("git", [
    ["git_log", "Recent commits", "read"],
    ["git_push", "Publish commits", "destructive"],
    ["constructor", "Builds"],
  ]),
  part("empty", []),
  part("docker", [
    ["docker_ps", "List containers", "read"],
    ["docker_rm", "Remove containers", "write"],
  ]),
];

function openCompiled(): IndexReader {
  const memory = createMemoryReader(PARTS);
  const clis = memory.clis.map(({ cli, first, count }) => ({
    cli,
    tools: Array.from({ length: count }, (_, place) => memory.readTool(first + place)),
  }));
  const into = mkdtempSync(join(folder, "index-"));
  for (const [name, content] of compileIndex({ name: "s", version: "1", classic: false, clis })) {
    writeFileSync(join(into, name), content);
  }
  return openCompiledIndex(into).reader;
}

describe.each([
  ["specs in memory", () => createMemoryReader(PARTS)],
  ["the compiled index", openCompiled],
])("a narrowed index over %s", (_, open) => {
  const full = createIndexOver(open());
  const narrow = (...specs: readonly AnyPolicySpec[]): ToolIndex => full.narrow(specs.map(toPolicy));
  const names = (index: ToolIndex, filters: { readonly query?: string; readonly cli?: string } = {}): readonly string[] =>
    index.search({ query: "", ...filters, limit: 100 }).map(({ tool_name }) => tool_name);

  it("is the index itself without policies", () => {
    const reader = open();
    expect(full.narrow([])).toBe(full);
    expect(narrowReader(reader, [])).toBe(reader);
  });

  it("has the search text of an index without the other tools", () => {
    const left = [part("git", [["git_log", "Recent commits"]]), part("docker", [["docker_rm", "Other"]])];
    const policy = toPolicy({ tools: { git_log: {}, docker_rm: { description: "Other" } } });
    expect(narrowReader(open(), [policy]).searchText()).toEqual(createMemoryReader(left).searchText());
  });

  it("returns the same results under a policy that only enables tools", () => {
    const index = narrow({ default: "enabled", tools: { git_log: {} } });
    expect(index.toolCount).toBe(full.toolCount);
    expect(names(index)).toEqual(names(full));
    expect(index.summary(10)).toEqual(full.summary(10));
    expect([...index.listed()]).toEqual([...full.listed()]);
    expect(index.names()).toEqual(full.names());
    expect(index.risks()).toEqual(full.risks());
  });

  it.each<[string, readonly AnyPolicySpec[], readonly string[]]>([
    ["the tools that a policy names, in index order", [{ tools: { docker_rm: {}, git_log: {} } }], ["git_log", "docker_rm"]],
    ["nothing under an empty policy", [{ tools: {} }], []],
    ["no tool that does not exist", [{ tools: { git_log: {}, nosuch: {}, toString: {} } }], ["git_log"]],
    ["a tool with the name of a member of Object.prototype if it is named", [{ tools: { constructor: {} } }], ["constructor"]],
    [
      "the tools that two policies name",
      [{ tools: { git_log: {}, docker_ps: {} } }, { tools: { docker_ps: {}, docker_rm: {} } }],
      ["docker_ps"],
    ],
    ["the tools that a later policy enables", [{ default: "enabled", tools: {} }, { tools: { docker_ps: {} } }], ["docker_ps"]],
    [
      "the tools that an earlier policy enables",
      [{ tools: { docker_ps: {} } }, { default: "enabled", tools: { git_log: {} } }],
      ["docker_ps"],
    ],
  ])("contains %s", (_title, specs, want) => {
    const index = narrow(...specs);
    expect(names(index)).toEqual(want);
    expect(index.toolCount).toBe(want.length);
    expect([...index.names()].toSorted()).toEqual([...want].toSorted());
    expect([...index.listed()].map(({ name }) => name).toSorted()).toEqual([...want].toSorted());
    for (const name of full.names()) expect(index.get(name)?.name).toBe(want.includes(name) ? name : undefined);
  });

  it("counts the enabled tools of each CLI and leaves out the others", () => {
    const counts = narrow({ tools: { git_log: {}, git_push: {}, docker_ps: {} } })
      .summary(10)
      .map(({ name, tool_count }) => [name, tool_count]);
    expect(counts).toEqual([
      ["git", 2],
      ["docker", 1],
    ]);
    expect(narrow({ tools: { docker_ps: {} } }).summary(10)).toEqual([
      { name: "docker", description: "about docker", tool_count: 1, category: null, tags: ["docker-tag"] },
    ]);
    expect(narrow({ tools: {} }).summary(10)).toEqual([]);
  });

  it("finds and shows the policy's description instead of the config's", () => {
    const index = narrow({ tools: { git_log: { description: "History of changes" }, docker_ps: {} } });
    expect(names(index, { query: "history OF" })).toEqual(["git_log"]);
    expect(names(index, { query: "recent" })).toEqual([]);
    expect(names(index, { query: "list containers" })).toEqual(["docker_ps"]);
    expect(names(index, { query: "git-tag" })).toEqual(["git_log"]);
    expect(index.search({ query: "git_log", limit: 1 })[0]?.description).toBe("History of changes");
    expect(index.get("git_log")?.description).toBe("History of changes");
  });

  it("finds and shows the policy's description if every tool is enabled", () => {
    const index = narrow({ default: "enabled", tools: { docker_ps: { description: "Bye" } } });
    expect(names(index, { query: "bye" })).toEqual(["docker_ps"]);
    expect(names(index, { query: "list" })).toEqual([]);
    expect(names(index, { query: "containers" })).toEqual(["docker_rm"]);
  });

  it("filters by CLI among the enabled tools", () => {
    const index = narrow({ tools: { git_push: {}, docker_rm: {}, docker_ps: {} } });
    expect(names(index, { cli: "docker" })).toEqual(["docker_ps", "docker_rm"]);
    expect(names(index, { cli: "docker", query: "remove" })).toEqual(["docker_rm"]);
    expect(names(index, { cli: "git" })).toEqual(["git_push"]);
  });

  it("shows the remaining values in a search result", () => {
    const index = narrow(
      { tools: { git_log: { args: { n: { min: 1 } } } } },
      { default: "enabled", tools: { git_log: { args: { n: { max: 5 } } } } },
    );
    expect(index.search({ query: "", limit: 1 })[0]?.input_schema.properties).toEqual({ n: { type: "integer", minimum: 1, maximum: 5 } });
  });

  it.each<[readonly string[], readonly string[]]>([
    [
      ["git_log", "git_push", "constructor", "docker_ps", "docker_rm"],
      ["git_log", "git_push", "constructor", "docker_ps", "docker_rm"],
    ],
    [
      ["constructor", "docker_rm", "git_push"],
      ["git_push", "constructor", "docker_rm"],
    ],
    [
      ["docker_rm", "docker_ps"],
      ["docker_ps", "docker_rm"],
    ],
    [
      ["constructor", "git_log"],
      ["git_log", "constructor"],
    ],
  ])("keeps the order of the index for %j", (enabled, want) => {
    const index = narrow({ tools: Object.fromEntries(enabled.map((name) => [name, {}])) });
    expect(Array.from(index.listed(), ({ name }) => name)).toEqual(want);
  });

  it.each<[readonly string[], readonly string[]]>([
    [["git_log", "docker_ps"], ["read"]],
    [
      ["git_log", "docker_rm"],
      ["read", "write"],
    ],
    [["constructor"], ["none"]],
    [[], []],
  ])("returns the remaining risks of %j", (enabled, want) => {
    expect([...narrow({ tools: Object.fromEntries(enabled.map((name) => [name, {}])) }).risks()]).toEqual(want);
  });

  it("can be narrowed further, but not widened", () => {
    const index = narrow({ tools: { git_log: { args: { n: { max: 5 } } } } }).narrow([
      toPolicy({ default: "enabled", tools: { git_push: {}, git_log: { args: { n: { max: 50 } } } } }),
    ]);
    expect(names(index)).toEqual(["git_log"]);
    expect(index.search({ query: "", limit: 1 })[0]?.input_schema.properties).toEqual({ n: { type: "integer", maximum: 5 } });
  });
});

describe("the examples of a tool", () => {
  const read: CliPart = {
    cli: { name: "git", description: "", command: ["git"] },
    tools: {
      git_log: {
        name: "git_log",
        description: "Commits",
        command: ["git", "log"],
        examples: [{ args: { n: 3 } }, { args: { all: true } }],
        args: { n: { type: "integer" }, all: { type: "boolean" } },
      },
    },
  };
  const examplesUnder = (args: Readonly<Record<string, object>>): unknown => {
    const policy = toPolicy({ tools: { git_log: { args } } });
    return narrowReader(createMemoryReader([read]), [policy])
      .readTool(0)
      .examples?.map((example) => example.args);
  };

  it("are hidden if a policy constrains one of their arguments, or requires another", () => {
    expect(examplesUnder({})).toEqual([{ n: 3 }, { all: true }]);
    expect(examplesUnder({ n: { max: 2 } })).toEqual([{ all: true }]);
    expect(examplesUnder({ n: { max: 2 }, all: { forbid: true } })).toBeUndefined();
    expect(examplesUnder({ all: { required: true } })).toBeUndefined();
  });
});
