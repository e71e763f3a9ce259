import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import { openCompiledIndex } from "../../../runtime/tool-index/compiled/read.ts";
import type { IndexReader } from "../../../runtime/search/reader.ts";
import type { CliPart } from "../../../runtime/tool-index/index-reader.ts";
import { createMemoryReader } from "../../../runtime/tool-index/index-reader.ts";
import type { SearchFilters } from "../../../runtime/search/search.ts";
import type { ToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import { createIndexOver } from "../../../runtime/tool-index/tool-index.ts";
import { createCompiledReader, removeCompiledReaders } from "../../fixtures/compiled-reader.ts";

const folder = mkdtempSync(join(tmpdir(), "climax-index-"));
afterAll(() => rmSync(folder, { recursive: true }));

const part = (name: string, tools: Readonly<Record<string, string>>, more: Partial<CliPart["cli"]> = {}): CliPart => ({
  cli: { name, description: `about ${name}`, command: ["run", name], tool_count: Object.keys(tools).length, ...more },
  tools: Object.fromEntries(
    Object.entries(tools).map(([tool, description]) => [tool, { name: tool, description, command: ["run", name, tool], args: {} }]),
  ),
});

const PARTS = [
  part(
    "git-tools",
    { git_status: "Show the working tree", git_commit: "Record changes" },
    { category: "vcs", tags: ["version-control", "VCS"] },
  ),
  part("docker-tools", { docker_ps: "List running containers", docker_logs: "Größe und 名前" }, { category: "containers" }),
  part("empty", {}),
  part("git-tools", { git_log: "Recent commits" }, { category: "vcs" }),
];

const readers: readonly (readonly [string, (parts: readonly CliPart[]) => IndexReader])[] = [
  ["specs in memory", (parts) => createMemoryReader(parts)],
  ["the compiled index", (parts) => createCompiledReader(parts)],
];

const found = (index: ToolIndex, filters: Partial<SearchFilters>): readonly string[] =>
  index.search({ limit: 100, ...filters }).map((entry) => entry.tool_name);

afterAll(removeCompiledReaders);

describe.each(readers)("search over %s", (_, open) => {
  const index = createIndexOver(open(PARTS));

  it.each<[string, Partial<SearchFilters>, readonly string[]]>([
    ["finds a substring of the name", { query: "it_sta" }, ["git_status"]],
    ["finds a substring of the description", { query: "working" }, ["git_status"]],
    ["ignores case in the query and the text", { query: "SHOW the" }, ["git_status"]],
    ["finds the CLI's name", { query: "git-tools" }, ["git_commit", "git_log", "git_status"]],
    ["finds a category", { query: "vcs" }, ["git_commit", "git_status", "git_log"]],
    ["finds a tag", { query: "version-control" }, ["git_commit", "git_status"]],
    ["finds a phrase across two adjacent fields", { query: "changes git-tools vcs" }, ["git_commit"]],
    ["does not find a phrase across two tools, but its words", { query: "vcs git_commit" }, ["git_commit", "git_log", "git_status"]],
    ["does not match the separator of fields", { query: "\u0000" }, []],
    ["finds letters of any language", { query: "größe UND 名" }, ["docker_logs"]],
    ["finds nothing for an unknown name", { query: "zzz" }, []],
    ["finds everything for an empty query", { query: "" }, ["git_status", "git_commit", "docker_ps", "docker_logs", "git_log"]],
    ["filters by category alone", { category: "VCS" }, ["git_status", "git_commit", "git_log"]],
    ["filters by the whole category", { category: "vc" }, []],
    ["filters by CLI alone", { cli: "Docker-Tools" }, ["docker_ps", "docker_logs"]],
    ["ignores an empty CLI and category", { cli: "", category: "", query: "status" }, ["git_status"]],
    ["combines all filters", { query: "commit", cli: "git-tools", category: "vcs" }, ["git_commit", "git_log"]],
    ["skips matches between two allowed CLIs", { query: "o", category: "vcs" }, ["git_commit", "git_log", "git_status"]],
    ["returns at most the limit", { query: "git", limit: 2 }, ["git_commit", "git_status"]],
    ["returns at most the limit without a query", { category: "vcs", limit: 1 }, ["git_status"]],
    ["returns nothing for a limit of 0", { query: "git", limit: 0 }, []],
    ["counts a negative limit as 0", { query: "git", limit: -1 }, []],
  ])("%s", (_title, filters, want) => {
    expect(found(index, filters)).toEqual(want);
  });

  it("describes a match with the keys of the contract, with null for missing properties of a CLI", () => {
    expect(index.search({ query: "docker_ps", limit: 1 })).toEqual([
      {
        tool_name: "docker_ps",
        description: "List running containers",
        cli_name: "docker-tools",
        category: "containers",
        tags: [],
        input_schema: { type: "object", properties: {} },
      },
    ]);
  });

  it("summarizes the CLIs in load order, up to the limit", () => {
    expect(index.summary(2)).toEqual([
      { name: "git-tools", description: "about git-tools", tool_count: 2, category: "vcs", tags: ["version-control", "VCS"] },
      { name: "docker-tools", description: "about docker-tools", tool_count: 2, category: "containers", tags: [] },
    ]);
    expect(index.summary(-1)).toEqual([]);
    expect(index.summary(100)).toHaveLength(4);
  });

  it.each([
    ["a tool", "git_log", "git_log"],
    ["the first name of the order", "docker_logs", "docker_logs"],
    ["no tool by a prefix", "git_lo", undefined],
    ["no tool by another case", "Git_log", undefined],
    ["no tool by an empty name", "", undefined],
    ["no tool by a name of Object.prototype", "constructor", undefined],
    ["no tool by __proto__", "__proto__", undefined],
  ])("gets %s", (_title, name, want) => {
    expect(index.get(name)?.name).toBe(want);
  });

  it("separates the words of a tool from those of its CLI", () => {
    const tool = index.get("git_log");
    expect(tool?.handler).toMatchObject({ kind: "command", program: { command: ["run", "git-tools"] }, command: ["git_log"] });
  });
});

describe.each(readers)("the classic list over %s", (_, open) => {
  it("has the order of the index", () => {
    const listed = Array.from(createIndexOver(open(PARTS)).listed(), ({ name }) => name);
    expect(listed).toEqual(PARTS.flatMap(({ tools }) => Object.keys(tools)));
  });
});

describe("the compiled index", () => {
  it("lists the same tools as specs in memory, with any text", () => {
    const hostile = [part("x", { a: "one\ntwo\u2028\r\u0000 \ud800 名", b: "" })];
    for (const parts of [PARTS, hostile, []]) {
      const [memory, compiled] = [createIndexOver(createMemoryReader(parts)), createIndexOver(createCompiledReader(parts))];
      for (const isOffline of [false, true]) expect(compiled.listings({ isOffline })).toEqual(memory.listings({ isOffline }));
    }
  });

  it("returns tools with the same program, order, relations and words as specs in memory", () => {
    const convert = {
      name: "convert",
      description: "Convert",
      program: ["soxi", "-V1"],
      command: ["soxi", "-V1", "sub"],
      env: { HOME: "$HOME/x", LANG: "C" },
      working_dir: "/srv",
      order: ["a", ["-vf", "{b}"], "b", ["{{}}"]],
      exactly_one: [["a", "b"]],
      examples: [{ args: { a: { k: "v" } } }],
      args: {
        a: { type: "map", default: { k: "v" }, keys: { pattern: "[a-z]" }, requires: ["b"] },
        b: { type: "string", enum: ["x"], enum_words: { x: ["-x", "1"] } },
      },
    } as const;
    const plain = {
      name: "plain",
      description: "Plain",
      command: ["run", "media"],
      args: { f: { type: "string", file: { suffix: ".x" } } },
    } as const;
    const cli = { name: "media", description: "", command: ["run", "media"], env: { HOME: "/h", TZ: "UTC" }, working_dir: "/" };
    const parts: readonly CliPart[] = [{ cli, tools: { convert, plain } }];
    const [memory, compiled] = [createIndexOver(createMemoryReader(parts)), createIndexOver(createCompiledReader(parts))];
    for (const name of ["convert", "plain"]) expect(compiled.get(name)).toEqual(memory.get(name));
    expect(JSON.stringify(compiled.listings())).toBe(JSON.stringify(memory.listings()));
    expect(compiled.get("convert")).toMatchObject({
      handler: {
        program: { command: ["soxi", "-V1"], env: { HOME: "$HOME/x", LANG: "C", TZ: "UTC" }, working_dir: "/srv" },
        command: ["sub"],
        order: convert.order,
      },
    });
    expect(compiled.get("plain")).toMatchObject({ handler: { program: { command: ["run", "media"], working_dir: "/" } } });
  });

  it("lists the tools that a policy enables", () => {
    const policy = toPolicy({ tools: { git_log: { description: "Other words" } } });
    const listed = createIndexOver(createCompiledReader(PARTS)).narrow([policy]).listings();
    expect(listed).toMatchObject([{ name: "git_log", description: "Other words", inputSchema: { type: "object", properties: {} } }]);
    expect(listed).toHaveLength(1);
  });

  it("returns the same results as specs in memory for every query", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "é", "İ", "名", "😀", " ", "-", "A") });
    const tools = fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name, minLength: 1, maxLength: 12 });
    const property = fc.property(tools, text, (named, query) => {
      const parts = [part("x", Object.fromEntries(named.slice(0, 5))), part("y", Object.fromEntries(named.slice(5)))];
      const [memory, onDisk] = [createIndexOver(createMemoryReader(parts)), createIndexOver(createCompiledReader(parts))];
      expect(onDisk.search({ query, limit: 100 })).toEqual(memory.search({ query, limit: 100 }));
      expect(onDisk.listed()).toEqual(memory.listed());
      expect(JSON.stringify(onDisk.listings())).toEqual(JSON.stringify(memory.listings()));
      for (const [name] of named) expect(onDisk.get(name)).toEqual(memory.get(name));
    });
    fc.assert(property, { numRuns: 60, seed: 7 });
  });

  it("rejects an index of another format, with the remedy", () => {
    const into = mkdtempSync(join(folder, "old-"));
    writeFileSync(join(into, "header.json"), JSON.stringify({ format: 99 }));
    expect(() => openCompiledIndex(into)).toThrow(/index format 99, this server reads 7: run climax-gen again/);
  });
});
