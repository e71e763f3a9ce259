import { describe, expect, it } from "vitest";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { checked } from "./checked.ts";

const one =
  "name: one\ncommand: a\ntools:\n  - {name: x, description: first x}\n  - {name: y, description: first y}\n  - {name: z, description: first z}\n";
const two = "name: two\ncommand: b\ntools:\n  - {name: w, description: second w}\n  - {name: y, description: second y}\n";

describe("the name of a server", () => {
  it.each<[string, readonly string[], string | undefined, string]>([
    ["is the name of the config if there is only one", [one], undefined, "one"],
    ["is climax for several configs (vectors list.combo)", [one, two], undefined, "climax"],
    [
      "is climax if the only config has no name (vector list.inline)",
      ["command: x\ntools: [{name: t, description: d}]"],
      undefined,
      "climax",
    ],
    ["is the name on the command line", [one, two], "mine", "mine"],
  ])("%s", (_, texts, name, want) => {
    const configs = texts.map((text) => checked(text));
    expect(resolveModel(configs, { classic: false, ...(name !== undefined && { name }) }).name).toBe(want);
  });
});

describe("a tool that several configs define", () => {
  const names = (texts: readonly string[]): readonly (readonly string[])[] =>
    resolveModel(
      texts.map((text) => checked(text)),
      { classic: false },
    ).clis.map(({ tools }) => tools.map(({ tool }) => `${tool.name}: ${tool.description}`));

  it("belongs to the last of these configs (vector search.dup.*)", () => {
    expect(names([one, two])).toEqual([
      ["x: first x", "z: first z"],
      ["w: second w", "y: second y"],
    ]);
  });

  it("leaves the first CLI without tools if a config is passed twice (vector list.combo.019)", () => {
    expect(names([one, two, one])).toEqual([[], ["x: first x", "y: first y", "z: first z"], ["w: second w"]]);
  });

  it("still counts in the summary of the earlier config (vector search.dup.006)", () => {
    const { clis } = resolveModel([checked(one), checked(two)], { classic: false });
    expect(clis.map(({ cli }) => cli.tool_count)).toEqual([3, 2]);
  });
});

describe("the order of CLIs and tools", () => {
  const named = (name: string, tools: readonly string[]): string =>
    `name: ${name}\ncommand: a\ntools:\n${tools.map((tool) => `  - {name: ${tool}, description: d}\n`).join("")}`;
  const order = (texts: readonly string[]): readonly unknown[] =>
    resolveModel(
      texts.map((text) => checked(text)),
      {},
    ).clis.map(({ cli, tools, moduleName }) => [cli.name, moduleName, tools.map(({ constName }) => constName)]);

  it.each<[string, readonly string[]]>([
    ["as they are sorted", [named("a", ["B", "a-b", "a_b"]), named("b", ["c"])]],
    ["with tools moved", [named("a", ["a_b", "B", "a-b"]), named("b", ["c"])]],
    ["with files in another order", [named("b", ["c"]), named("a", ["a-b", "a_b", "B"])]],
  ])("is by name in code units, as is the choice of shared identifiers: %s", (_, texts) => {
    expect(order(texts)).toEqual([
      ["a", "test", ["B", "a_b_2", "a_b"]],
      ["b", "test-2", ["c"]],
    ]);
  });

  it("is that of the files for CLIs with the same name, such as CLIs without a name", () => {
    const unnamed = (path: string) => checked("command: a\ntools: [{name: t, description: d}]", path);
    const modules = (paths: readonly string[]): readonly string[] =>
      resolveModel(paths.map(unnamed), {}).clis.map(({ sourceName, moduleName }) => `${sourceName} ${moduleName}`);
    const sorted = ["z.yaml z", "x.yaml x", "z.yaml z-2"];
    expect(modules(["a/z.yaml", "b/x.yaml", "b/z.yaml"])).toEqual(sorted);
    expect(modules(["b/z.yaml", "a/z.yaml", "b/x.yaml"])).toEqual(sorted);
  });

  it("keeps the order of a tool's arguments, which is that of its command line", () => {
    const yaml = "command: a\ntools:\n  - {name: t, description: d, args: [{name: z, positional: true}, {name: a, positional: true}]}\n";
    expect(resolveModel([checked(yaml)], {}).clis[0]?.tools[0]?.tool.args.map(({ name }) => name)).toEqual(["z", "a"]);
  });
});

describe("a resolved tool", () => {
  const resolve = (yaml: string) => resolveModel([checked(yaml)], { classic: false }).clis[0];

  it("has only the keys that the config sets", () => {
    const model = resolve("command: x\ntools:\n  - {name: t, description: d, args: [{name: a}]}\n");
    expect(model?.cli).toEqual({ name: "climax", description: "", program: { command: ["x"], global_args: [] }, tool_count: 1 });
    expect(model?.tools[0]?.tool).toEqual({
      cli: model?.cli,
      name: "t",
      description: "d",
      args: [{ name: "a", type: "string" }],
      handler: { kind: "command", program: model?.cli.program, command: [] },
    });
  });

  it("has its own words without quotes, and those of its CLI verbatim", () => {
    const model = resolve("command: '\"/opt/my dir/bin\" $HOME'\ntools:\n  - {name: t, description: d, command: \"run 'two words'\"}\n");
    expect(model?.cli.program?.command).toEqual(['"/opt/my dir/bin"', "$HOME"]);
    expect(model?.tools[0]?.tool.handler).toMatchObject({ command: ["run", "two words"] });
  });

  it.each<[string, string, string, true | undefined]>([
    ["ends options if its CLI does", "end_of_options: true\n", "", true],
    ["does not end options if it overrides its CLI", "end_of_options: true\n", ", end_of_options: false", undefined],
    ["ends options if only the tool sets the key", "", ", end_of_options: true", true],
    ["does not end options by default", "", "", undefined],
  ])("%s", (_, ofCli, ofTool, want) => {
    const model = resolve(`command: x\n${ofCli}tools:\n  - {name: t, description: d${ofTool}}\n`);
    expect(model?.tools[0]?.tool.handler).toEqual(expect.objectContaining(want ? { end_of_options: true } : { kind: "command" }));
    expect("end_of_options" in (model?.tools[0]?.tool.handler ?? {})).toBe(want === true);
  });
});

describe("a Directive definition", () => {
  const tool = (name: string): string =>
    `  - { name: ${name}, description: Read, inputSchema: { type: object, properties: { path: { type: string } } }, handler: file.get }\n`;
  const definition = `kind: directive\nname: handbook\nroot: docs/handbook\ntools:\n${tool("directive/read")}${tool("tools")}${tool("w")}`;

  it.each<[string, readonly string[], boolean | undefined, boolean]>([
    ["is classic alone", [definition], undefined, true],
    ["is classic among definitions", [definition, definition.replace("handbook", "other")], undefined, true],
    ["is progressive next to a command", [definition, one], undefined, false],
    ["is the name on the command line", [definition], false, false],
  ])("%s", (_, texts, classic, want) => {
    const configs = texts.map((text) => checked(text));
    expect(resolveModel(configs, classic === undefined ? {} : { classic }).classic).toBe(want);
  });

  it("is not classic without Directive tools", () => {
    expect(resolveModel([], {}).classic).toBe(false);
  });

  it("has its directory, its tools with their schemas, and unused identifiers", () => {
    const [cli] = resolveModel([checked(definition)], {}).clis;
    expect(cli).toMatchObject({ cli: { name: "handbook", tool_count: 3 }, root: "docs/handbook", moduleName: "test" });
    expect(cli?.tools.map(({ constName, interfaceName }) => [constName, interfaceName])).toEqual([
      ["directive_read", "DirectiveReadArgs"],
      ["tools_2", "ToolsArgs"],
      ["w", "WArgs"],
    ]);
    expect(cli?.tools[0]?.tool).toMatchObject({
      args: [{ name: "path", type: "string" }],
      handler: { kind: "directive", root: "docs/handbook", handler: "file.get", inputSchema: { type: "object" } },
    });
  });

  it("is replaced by a later command of the same name, and replaces an earlier one", () => {
    const namesOf = (texts: readonly string[]): readonly (readonly string[])[] =>
      resolveModel(
        texts.map((text) => checked(text)),
        {},
      ).clis.map(({ tools }) => tools.map(({ tool: found }) => found.name));
    expect(namesOf([definition, two])).toEqual([
      ["directive/read", "tools"],
      ["w", "y"],
    ]);
    expect(namesOf([two, definition])).toEqual([["directive/read", "tools", "w"], ["y"]]);
  });
});
