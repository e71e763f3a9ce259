/** Tests the checks of a call's arguments: maps, joined items, limits and relations. */
import { describe, expect, it } from "vitest";
import { validateArguments } from "../../../runtime/arguments/arguments.ts";
import { checkArguments } from "../../../runtime/arguments/check-arguments.ts";
import type { Tool, ToolArg } from "../../../runtime/tool/tool.ts";
import { toCommandTool } from "../../fixtures/tools.ts";

type Given = Readonly<Record<string, unknown>>;

const cli = { name: "c", description: "", command: ["app"], global_args: [], tool_count: 1 };

const toolOf = (args: readonly ToolArg[], keys: Partial<Tool> = {}): Tool => ({
  ...toCommandTool({ cli, name: "t", description: "d", command: [], args }),
  ...keys,
});

async function problemsOf(args: readonly ToolArg[], given: Given, keys: Partial<Tool> = {}): Promise<readonly string[]> {
  return (await checkArguments(toolOf(args, keys), given)).problems.map(({ message }) => message);
}

const map: ToolArg = { name: "m", type: "map" };
const text = (name: string, keys: Partial<ToolArg> = {}): ToolArg => ({ name, type: "string", ...keys });

describe("a map", () => {
  it.each<[string, unknown, unknown]>([
    ["an object of strings", { a: "x" }, { a: "x" }],
    ["an object of scalars, as texts", { a: 1, b: true }, { a: "1", b: "true" }],
    ["JSON text of an object", '{"a":"x"}', { a: "x" }],
    ["a key that is a property of objects", JSON.parse('{"__proto__":"x"}'), JSON.parse('{"__proto__":"x"}')],
  ])("accepts %s", (_title, given, value) => {
    const { values, problems } = validateArguments([map], { m: given });
    expect(problems).toEqual([]);
    expect(values.get("m")).toEqual(value);
  });

  it.each<[string, unknown]>([
    ["an empty object", {}],
    ["JSON text of an empty object", "{}"],
    ["null", null],
  ])("is absent: %s", (_title, given) => {
    const args = [{ ...map, required: true }];
    expect(validateArguments(args, { m: given }).problems.map(({ kind }) => kind)).toEqual(["missing"]);
  });

  it.each<[string, Partial<ToolArg>, unknown, string]>([
    ["a text", {}, "a=b", `Argument 'm': 'a=b' is not an object of strings, such as {"key": "value"}`],
    ["a list", {}, ["a"], "is not an object of strings"],
    ["JSON text of a list", {}, "[1]", "is not an object of strings"],
    ["a nested object", {}, { a: { b: "c" } }, "Argument 'm.a': cannot convert"],
    ["an empty key", {}, { "": "x" }, "Argument 'm': a key must not be empty"],
    ["a key with the separator", {}, { "a=b": "x" }, "the key 'a=b' must not contain '='"],
    ["a key with the separator of its template", { value: ["{key}: {value}"] }, { "a: b": "x" }, "must not contain ': '"],
    ["a key with the separator of a further template", { value: ["-D", "{key}:{value}"] }, { "a:b": "x" }, "must not contain ':'"],
    [
      "a key with the separator of a second template",
      { value: ["{key}:{value}", "{key}={value}"] },
      { "a=b": "x" },
      "must not contain '='",
    ],
    ["a key with a second separator of its template", { value: ["{key}:{key}={value}"] }, { "a=b": "x" }, "must not contain '='"],
    ["a key with the joiner", { join: "," }, { "a,b": "x" }, "the key 'a,b' must not contain ','"],
    ["a key that ends with a part of the separator", { value: ["{key}::{value}"] }, { "a:": "x" }, "must not end with a part of '::'"],
    ["a value that ends with a part of the joiner", { join: "&&" }, { a: "x&" }, "'x&' must not end with a part of '&&'"],
    ["a value with the joiner", { join: "," }, { a: "x,y" }, "Argument 'm.a': 'x,y' must not contain ',', which separates items"],
  ])("rejects %s", (_title, keys, given, message) => {
    const { problems } = validateArguments([{ ...map, ...keys }], { m: given });
    expect(problems.map((problem) => problem.message)).toEqual([expect.stringContaining(message)]);
  });

  it.each<[string, Partial<ToolArg>, unknown]>([
    ["another separator", { value: ["{key}: {value}"] }, { "a=b": "x" }],
    ["any key that is a separate word", { value: ["{key}", "{value}"] }, { "a=b": "x" }],
  ])("accepts %s", (_title, keys, given) => {
    expect(validateArguments([{ ...map, ...keys }], { m: given }).problems).toEqual([]);
  });
});

describe("a text for a joined list", () => {
  it.each<[string, Partial<ToolArg>, unknown, unknown]>([
    ["is split at the joiner", { enum: ["x", "y"] }, "x,y", ["x", "y"]],
    ["is split for each type", { type: "integer" }, "80,443", [80, 443]],
    ["is one item without the joiner", {}, "x y", ["x y"]],
  ])("%s", (_title, keys, given, want) => {
    const { values, problems } = validateArguments([{ ...text("a", { join: "," }), ...keys }], { a: given });
    expect(problems).toEqual([]);
    expect(values.get("a")).toEqual(want);
  });

  it("is rejected with the index of an invalid item", () => {
    const { problems } = validateArguments([text("a", { join: ",", enum: ["x", "y"] })], { a: "x,z" });
    expect(problems.map(({ message }) => message)).toEqual(["Argument 'a[1]' must be one of: x, y"]);
  });
});

describe("an item of a joined list", () => {
  it("must not contain the joiner", () => {
    const { problems } = validateArguments([text("a", { join: "::" })], { a: ["x", "y::z", "a:b"] });
    expect(problems.map(({ message }) => message)).toEqual(["Argument 'a[1]': 'y::z' must not contain '::', which separates items"]);
  });

  it("must not end with a part of the joiner, which would move the end of the item", () => {
    const { problems } = validateArguments([text("a", { join: "::" })], { a: ["x:", "y", ":z"] });
    expect(problems.map(({ message }) => message)).toEqual([
      "Argument 'a[0]': 'x:' must not end with a part of '::', which separates items",
    ]);
  });
});

describe("an optional value", () => {
  const arg: ToolArg = { name: "n", type: "integer", optional_value: true };
  it.each<[unknown, unknown]>([
    [true, true],
    [false, false],
    [3, 3],
    ["3", 3],
    ["true", true],
    ["False", false],
  ])("accepts %j", (given, value) => {
    expect(validateArguments([arg], { n: given }).values.get("n")).toBe(value);
  });

  it("rejects a value of another type", () => {
    expect(validateArguments([arg], { n: "x" }).problems).toHaveLength(1);
  });

  it("checks a text against the enum, and not `true`", () => {
    const chosen = text("color", { optional_value: true, enum: ["always", "never"] });
    expect(validateArguments([chosen], { color: true }).problems).toEqual([]);
    expect(validateArguments([chosen], { color: "auto" }).problems.map(({ message }) => message)).toEqual([
      "Argument 'color' must be one of: always, never, true, false",
    ]);
  });
});

describe("the text `true` of an optional value", () => {
  it.each<[string, Partial<ToolArg>, unknown]>([
    ["is the boolean if the enum lacks it", { enum: ["always", "never"] }, true],
    ["is the text if the enum has it", { enum: ["true", "never"] }, "true"],
    ["is the text if any text is allowed", {}, "true"],
  ])("%s", (_title, keys, value) => {
    expect(validateArguments([text("t", { optional_value: true, ...keys })], { t: "true" }).values.get("t")).toBe(value);
  });
});

describe("limits", () => {
  const size: ToolArg = { name: "n", type: "integer", min: 1, max: 5 };
  it.each<[string, ToolArg, unknown, string]>([
    ["a number below the minimum", size, 0, "Argument 'n': 0 is below the minimum 1"],
    ["a number above the maximum", size, 6, "Argument 'n': 6 exceeds the maximum 5"],
    ["a number that is sent as text", size, "6", "Argument 'n': 6 exceeds the maximum 5"],
    ["a text that is too long, in characters", text("t", { max_length: 2 }), "🎈🎈🎈", "exceeds the maximum length 2"],
    ["a text that does not match as a whole", text("t", { pattern: "[a-z]+" }), "ab1", "'ab1' does not match the pattern '[a-z]+'"],
    ["one item of a list", text("t", { repeat: true, pattern: "a" }), ["a", "b"], "Argument 't[1]': 'b' does not match"],
    ["one value of a map", { ...map, max_length: 1 }, { a: "x", b: "yz" }, "Argument 'm.b': 'yz' exceeds"],
    ["one key of a map", { ...map, keys: { pattern: "[a-z]" } }, { A: "x" }, "Argument 'm': the key 'A' does not match the pattern"],
    ["the value inside a template", text("t", { value: ["x{}"], pattern: "x.*" }), "y", "'y' does not match"],
    ["the text of a file", text("t", { file: {}, max_length: 1 }), "yz", "exceeds the maximum length 1"],
    ["an optional text", text("t", { optional_value: true, pattern: "a" }), "b", "'b' does not match"],
  ])("reject %s", async (_title, arg, given, message) => {
    expect(await problemsOf([arg], { [arg.name]: given })).toEqual([expect.stringContaining(message)]);
  });

  it.each<[string, ToolArg, unknown]>([
    ["the minimum", size, 1],
    ["the maximum", size, 5],
    ["as many characters as allowed", text("t", { max_length: 2 }), "🎈🎈"],
    ["the `true` of an optional value", text("t", { optional_value: true, pattern: "a" }), true],
  ])("accept %s", async (_title, arg, given) => {
    expect(await problemsOf([arg], { [arg.name]: given })).toEqual([]);
  });
});

describe("relations", () => {
  const args = [text("a"), text("b"), { name: "c", type: "boolean" } as const, text("list", { repeat: true }), text("d", { default: "x" })];
  const one = { exactly_one: [["a", "b"]] };
  const most = { at_most_one: [["a", "b", "c"]] };
  const least = { at_least_one: [["a", "c", "list", "d"]] };
  it.each<[string, Partial<Tool>, Given, string]>([
    ["exactly_one without any", one, {}, "Exactly one of 'a', 'b' is required"],
    ["exactly_one with two", one, { a: "1", b: "2" }, "Exactly one of 'a', 'b' is allowed, and the call has 'a', 'b'"],
    ["at_most_one with two", most, { a: "1", c: true }, "At most one of 'a', 'b', 'c' is allowed, and the call has 'a', 'c'"],
    ["at_least_one without any", least, {}, "At least one of 'a', 'c', 'list', 'd' is required"],
    ["at_least_one with null", least, { a: null }, "At least one of"],
    ["at_least_one with an empty list", least, { list: [] }, "At least one of"],
    ["at_least_one with a false that writes no word", least, { c: false }, "At least one of"],
  ])("reject %s", async (_title, relations, given, message) => {
    expect(await problemsOf(args, given, relations)).toEqual([expect.stringContaining(message)]);
  });

  it.each<[string, Partial<Tool>, Given]>([
    ["exactly_one with one", one, { b: "" }],
    ["at_most_one without any", most, {}],
    ["at_most_one with a false that writes no word", most, { a: "1", c: false }],
    ["at_least_one with one", least, { list: ["x"] }],
  ])("accept %s", async (_title, relations, given) => {
    expect(await problemsOf(args, given, relations)).toEqual([]);
  });

  it.each<[string, Partial<ToolArg>]>([
    ["is negatable", { negatable: true }],
    ["stands for words", { enum_words: { false: ["--no-c"] } }],
  ])("count a false that %s", async (_title, keys) => {
    const both = [text("a"), { name: "c", type: "boolean" as const, ...keys }];
    expect(await problemsOf(both, { a: "1", c: false }, { at_most_one: [["a", "c"]] })).toHaveLength(1);
  });

  it("require other arguments, and not their defaults", async () => {
    const related = [text("a", { requires: ["b", "d"] }), text("b"), text("d", { default: "x" })];
    expect(await problemsOf(related, { a: "1", b: "2" })).toEqual(["Argument 'a' requires 'd'"]);
    expect(await problemsOf(related, { a: "1", b: "2", d: "3" })).toEqual([]);
    expect(await problemsOf(related, {})).toEqual([]);
  });

  it("require other arguments with a value only", async () => {
    const related: readonly ToolArg[] = [
      text("preset", { enum: ["fast", "custom"], requires: { custom: ["path"] } }),
      text("path"),
      { name: "sign", type: "boolean", requires: { true: ["key"], false: ["reason"] } },
      text("key"),
      text("reason"),
      text("format", { repeat: true, enum: ["csv", "own"], requires: { own: ["path"] } }),
    ];
    const calls: readonly (readonly [Readonly<Record<string, unknown>>, readonly string[]])[] = [
      [{ preset: "fast" }, []],
      [{ preset: "custom" }, ["Argument 'preset' with the value 'custom' requires 'path'"]],
      [{ preset: "custom", path: "a" }, []],
      [{ sign: true }, ["Argument 'sign' with the value 'true' requires 'key'"]],
      [{ sign: "true" }, ["Argument 'sign' with the value 'true' requires 'key'"]],
      [{ sign: false, key: "a" }, ["Argument 'sign' with the value 'false' requires 'reason'"]],
      [{ format: ["csv"] }, []],
      [{ format: ["csv", "own"] }, ["Argument 'format' with the value 'own' requires 'path'"]],
    ];
    const found = await Promise.all(calls.map(async ([given]) => await problemsOf(related, given)));
    expect(found).toEqual(calls.map(([, expected]) => expected));
  });

  it("count an argument with an invalid value", async () => {
    const related = [text("a"), { name: "n", type: "integer", requires: ["b"] } as const, text("b")];
    const invalid = "Argument 'n': cannot convert 'x' to integer";
    expect(await problemsOf(related, { n: "x", b: "1" }, { exactly_one: [["a", "n"]] })).toEqual([invalid]);
    expect(await problemsOf(related, { n: "x", a: "1" }, { at_most_one: [["a", "n"]] })).toEqual([
      invalid,
      "At most one of 'a', 'n' is allowed, and the call has 'a', 'n'",
      "Argument 'n' requires 'b'",
    ]);
  });

  it("do not count an argument that is missing", async () => {
    const related = [text("a", { required: true, requires: ["c"] }), text("b"), text("c")];
    expect(await problemsOf(related, { b: "1" }, { at_most_one: [["a", "b"]] })).toEqual(["Missing required argument 'a'"]);
  });

  it("are not reported if some problems are omitted, which may be those of their arguments", async () => {
    const related: readonly ToolArg[] = [{ name: "n", type: "integer", repeat: true }, text("a"), text("b")];
    const tool = toolOf(related, { at_least_one: [["a", "b"]] });
    const { problems, omitted } = await checkArguments(tool, { n: Array.from({ length: 51 }, () => "x") });
    expect([problems.length, omitted, problems.every(({ arg }) => arg === "n")]).toEqual([50, 1, true]);
  });

  it("are reported together with other problems", async () => {
    const related = [text("a"), text("b"), text("c", { required: true }), text("d", { max_length: 1 })];
    expect(await problemsOf(related, { d: "xy" }, { at_least_one: [["a", "b"]] })).toEqual([
      "Missing required argument 'c'",
      "Argument 'd': 'xy' exceeds the maximum length 1",
      "At least one of 'a', 'b' is required",
    ]);
  });
});

describe("an invalid pattern", () => {
  it("rejects every value, because only a program that embeds the server can set such a pattern", async () => {
    expect(await problemsOf([text("a", { pattern: "[" })], { a: "x" })).toEqual([
      expect.stringMatching(/^Argument 'a': the pattern '\[' cannot be used: not a valid pattern/),
    ]);
  });
});
