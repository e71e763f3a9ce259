/** Tests the conversion of a call's values to the words of a command line, for each key of an argument. */
import { describe, expect, it } from "vitest";
import { validateArguments, withDefaults } from "../../../runtime/arguments/arguments.ts";
import type { CommandLine } from "../../../runtime/command-line/command-line.ts";
import { argvOf, buildCommandLine } from "../../../runtime/command-line/command-line.ts";
import { findLeadingDashes } from "../../../runtime/command-line/dash-guard.ts";
import { maskArgv, maskValues } from "../../../runtime/command-line/shown-line.ts";
import { maskedVariables, variablesOf } from "../../../runtime/command-line/surroundings.ts";
import type { CommandHandler, ToolArg } from "../../../runtime/tool/tool.ts";

type Given = Readonly<Record<string, unknown>>;

const program = { command: ["app"], global_args: [] };

const handlerOf = (handler: Partial<CommandHandler> = {}): CommandHandler => ({ kind: "command", program, command: [], ...handler });

/** Builds a command line as a call does. Throws if the arguments are invalid. */
function lineOf(args: readonly ToolArg[], given: Given, handler: Partial<CommandHandler> = {}): CommandLine {
  const { values, problems } = validateArguments(args, given);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
  return buildCommandLine({ args }, handlerOf(handler), { values: withDefaults(args, values), env: {}, fileFolder: () => "/private" });
}

function wordsOf(args: readonly ToolArg[], given: Given, handler?: Partial<CommandHandler>): readonly string[] {
  return argvOf(lineOf(args, given, handler)).slice(1);
}

const text = (name: string, keys: Partial<ToolArg> = {}): ToolArg => ({ name, type: "string", ...keys });

const pairs: ToolArg = { name: "define", type: "map", flag: "-D" };
const color = text("color", { optional_value: true });
const mode = text("mode", { enum: ["squash", "rebase"], enum_words: { squash: ["--squash"], rebase: ["--rebase", "--quiet"] } });
const merges: ToolArg = { name: "merges", type: "boolean", enum_words: { true: ["--merges"], false: ["--no-merges"] } };

const rows: readonly [title: string, arg: ToolArg, given: unknown, words: readonly string[]][] = [
  ["a map repeats its flag", pairs, { a: "1", b: "2" }, ["-D", "a=1", "-D", "b=2"]],
  ["a map accepts JSON text", pairs, '{"a": "1"}', ["-D", "a=1"]],
  ["a map with `key=` is glued to its flag", { ...pairs, flag: "--set=" }, { a: "1" }, ["--set=a=1"]],
  ["a positional map has no flag", { name: "m", type: "map", positional: true }, { a: "1" }, ["a=1"]],
  ["a map keeps the values that contain its separator", pairs, { a: "b=c" }, ["-D", "a=b=c"]],
  ["a map with `repeat: once`", { ...pairs, repeat: "once" }, { a: "1", b: "2" }, ["-D", "a=1", "b=2"]],
  ["a joined map is one word", { ...pairs, join: "," }, { a: "1", b: "2" }, ["-D", "a=1,b=2"]],
  [
    "a map with two templates writes two words per entry",
    { name: "m", type: "map", value: ["--{key}", "{value}"] },
    { a: "1", b: "2" },
    ["--a", "1", "--b", "2"],
  ],
  ["a map without entries writes nothing", pairs, {}, []],
  ["a joined list is one word", text("ids", { join: "," }), ["a", "b"], ["--ids", "a,b"]],
  ["a joined list accepts one value", text("ids", { join: "," }), "a", ["--ids", "a"]],
  ["a joined list with an inline flag", text("ids", { join: ":", flag: "ids=" }), ["a", "b"], ["ids=a:b"]],
  ["a joined list with a template per item", text("ids", { join: "+", value: ["<{}>"] }), ["a"], ["<a>"]],
  ["a template is one word without a flag", text("p", { value: ["pass:{}"] }), "x", ["pass:x"]],
  ["a template with its flag", text("p", { flag: "-p", value: ["pass:{}"] }), "x", ["-p", "pass:x"]],
  ["several templates are several words", text("p", { value: ["-e", "{}", "end"] }), "x", ["-e", "x", "end"]],
  ["double braces are braces", text("p", { value: ["{{{}}}"] }), "x", ["{x}"]],
  ["a value is not expanded again", text("p", { value: ["a{}b"] }), "{}{{$HOME", ["a{}{{$HOMEb"]],
  ["a list fills its template per item", text("p", { repeat: true, value: ["-I{}"] }), ["a", "b"], ["-Ia", "-Ib"]],
  ["a boolean can fill a template", { name: "b", type: "boolean", value: ["--b={}"] }, false, ["--b=false"]],
  ["negatable: true writes the flag", { name: "f", type: "boolean", negatable: true, flag: "--ff" }, true, ["--ff"]],
  ["negatable: false writes its negation", { name: "f", type: "boolean", negatable: true, flag: "--ff" }, false, ["--no-ff"]],
  ["negatable: the automatic flag", { name: "a_b", type: "boolean", negatable: true }, false, ["--no-a-b"]],
  ["a boolean that is not negatable writes nothing for false", { name: "f", type: "boolean" }, false, []],
  ["optional_value: true writes the flag", color, true, ["--color"]],
  ["optional_value: a text follows `=`", color, "always", ["--color=always"]],
  ["optional_value: false writes nothing", color, false, []],
  ["optional_value: an empty text", color, "", ["--color="]],
  ["optional_value: a flag with `=` loses it for true", { ...color, flag: "--color=" }, true, ["--color"]],
  ["optional_value: a flag with `=` has no second `=`", { ...color, flag: "--color=" }, "x", ["--color=x"]],
  ["optional_value: a short flag is glued", { name: "u", type: "integer", optional_value: true, flag: "-U" }, 3, ["-U3"]],
  ["optional_value: several letters after one dash", { ...color, flag: "-std" }, "c11", ["-std=c11"]],
  ["a mapped value stands for a word", mode, "squash", ["--squash"]],
  ["a mapped value stands for several words", mode, "rebase", ["--rebase", "--quiet"]],
  ["a mapped value replaces the value after a flag", { ...mode, flag: "-m" }, "squash", ["-m", "--squash"]],
  ["a mapped value replaces the value in the flag's word", { ...mode, flag: "m=" }, "squash", ["m=--squash"]],
  ["a mapped true", merges, true, ["--merges"]],
  ["a mapped false", merges, false, ["--no-merges"]],
  ["a value of a boolean without words", { ...merges, enum_words: { true: ["-m"] } }, false, []],
  ["a mapped integer", { name: "v", type: "integer", enum: [1, 2], enum_words: { 1: ["-v"], 2: ["-vv"] } }, 2, ["-vv"]],
  ["mapped items of a list", { ...mode, repeat: true }, ["rebase", "squash"], ["--rebase", "--quiet", "--squash"]],
  ["a mapped positional", { ...mode, positional: true }, "squash", ["--squash"]],
  ["repeat: once writes the flag once", text("ids", { repeat: "once" }), ["a", "b"], ["--ids", "a", "b"]],
  ["repeat: once without items writes nothing", text("ids", { repeat: "once" }), [], []],
  ["env writes no word", text("db", { env: "PGDATABASE" }), "x", []],
  ["a file is the path after the flag", text("s", { file: {}, flag: "-f" }), "x", ["-f", "/private/1"]],
  ["a file has its suffix", text("s", { file: { suffix: ".json" }, positional: true }), "x", ["/private/1.json"]],
  ["a file in a template", text("s", { file: {}, value: ["@{}"] }), "x", ["@/private/1"]],
];

describe("the words of an argument", () => {
  it.each(rows)("%s", (_title, arg, given, words) => {
    expect(wordsOf([arg], { [arg.name]: given })).toEqual(words);
  });
});

describe("words in written order", () => {
  const w: ToolArg = { name: "w", type: "integer" };
  const h: ToolArg = { name: "h", type: "integer", default: 2 };
  const out = text("out", { positional: true });
  const filter = ["w", ["-vf", "scale={w}:{h}"], "h", "out", ["-y"]];

  it.each<[string, Given, readonly string[]]>([
    ["are in the order of the items", { w: 1, h: 3, out: "o" }, ["-vf", "scale=1:3", "o", "-y"]],
    ["contain defaults", { w: 1, out: "o" }, ["-vf", "scale=1:2", "o", "-y"]],
    ["are omitted if one of their arguments is absent", { out: "o" }, ["o", "-y"]],
    ["do not depend on the order of the call", { out: "o", h: 3, w: 1 }, ["-vf", "scale=1:3", "o", "-y"]],
  ])("%s", (_title, given, words) => {
    expect(wordsOf([w, h, out], given, { order: filter })).toEqual(words);
  });

  it("put global arguments last, and the tool's command first", () => {
    const handler = { command: ["sub"], order: ["flag", "out"], program: { ...program, global_args: [text("g", { default: "x" })] } };
    expect(wordsOf([out, text("flag")], { flag: "1", out: "-" }, handler)).toEqual(["sub", "--flag", "1", "-", "--g", "x"]);
  });

  it("name the path of a file", () => {
    expect(wordsOf([text("s", { file: {} })], { s: "x" }, { order: [["-f", "@{s}"]] })).toEqual(["-f", "@/private/1"]);
  });

  it("are empty if the program expands to nothing", () => {
    const handler = { program: { ...program, command: ["$NONE"] }, order: [["sh"], "out"] };
    expect(argvOf(buildCommandLine({ args: [out] }, handlerOf(handler), { values: new Map([["out", "x"]]), env: { NONE: "" } }))).toEqual(
      [],
    );
  });
});

const guarded: readonly [title: string, args: readonly ToolArg[], given: Given, handler?: Partial<CommandHandler>][] = [
  ["a template that begins with the value", [text("a", { value: ["{}x"] })], { a: "-r" }],
  ["a dash before constant text", [text("a", { value: ["{}x"] })], { a: "-" }],
  ["a further word of a template list", [text("a", { flag: "-a", value: ["x", "{}"] })], { a: "-r" }],
  ["a further word of `repeat: once`", [text("a", { repeat: "once" })], { a: ["x", "-r"] }],
  ["the word directly after the flag", [text("a", { value: ["{}"], flag: "-a" })], { a: "-r" }],
  ["the first word of `repeat: once`", [text("a", { repeat: "once" })], { a: ["-r"] }],
  ["a joined value after its flag", [text("a", { join: "," })], { a: ["-r", "-x"] }],
  ["a negative number in constant words", [{ name: "a", type: "integer" }], { a: -1 }, { order: [["{a}x"]] }],
  ["the first item of a joined positional", [text("a", { positional: true, join: "," })], { a: ["-r", "x"] }],
  ["the key of a map", [{ name: "a", type: "map", positional: true }], { a: { "-r": "x" } }],
  ["a value that begins a word after an empty value", [text("a"), text("b")], { a: "", b: "-r" }, { order: [["{a}{b}"]] }],
  ["a dash followed by another value", [text("a"), text("b")], { a: "-", b: "r" }, { order: [["{a}{b}"]] }],
  ["a dash of constant text after an empty value", [text("a")], { a: "" }, { order: [["{a}-x"]] }],
  ["a dash of a joiner after an empty item", [text("a", { positional: true, join: "-" })], { a: ["", "r"] }],
  ["a positional in written order", [text("a", { positional: true })], { a: "-r" }, { order: ["a"], end_of_options: true }],
  ["a value after a constant `--` of the config", [text("a", { positional: true })], { a: "-r" }, { order: [["--"], "a"] }],
];

const unguarded: readonly [title: string, args: readonly ToolArg[], given: Given, handler?: Partial<CommandHandler>][] = [
  ["the word directly after a flag that ends with `=`", [text("a", { value: ["{}"], flag: "-a=" })], { a: "-r" }],
  ["a negative number after the flag", [text("a", { value: ["{}"], flag: "-a" })], { a: "-1" }],
  ["a value after constant text", [text("a", { value: ["x{}"] })], { a: "-r" }],
  ["a value glued to its flag", [color], { color: "-r" }],
  ["the value of a map after its key", [{ name: "a", type: "map", positional: true }], { a: { k: "-r" } }],
  ["words of the config's author", [{ ...mode, positional: true }], { mode: "rebase" }],
  ["a default in a template", [text("a", { value: ["{}x"], default: "-r" })], {}],
  ["allow_leading_dash in a template", [text("a", { value: ["{}x"], allow_leading_dash: true })], { a: "-r" }],
  ["a file whose text begins with a dash", [text("a", { file: {}, positional: true })], { a: "-r" }],
  ["a negative number after constant words", [{ name: "a", type: "integer" }], { a: -1 }, { order: [["-n", "{a}x"]] }],
];

describe("the dash guard", () => {
  it.each(guarded)("rejects %s", (_title, args, given, handler) => {
    expect(findLeadingDashes(lineOf(args, given, handler).words)).toHaveLength(1);
  });

  it.each(unguarded)("accepts %s", (_title, args, given, handler) => {
    expect(findLeadingDashes(lineOf(args, given, handler).words)).toEqual([]);
  });

  it("names the key of a map", () => {
    const [problem] = findLeadingDashes(lineOf([{ name: "a", type: "map", positional: true }], { a: { "-r": "x" } }).words);
    expect(problem).toMatchObject({ arg: "a", message: expect.stringContaining("Argument 'a.-r': '-r'") as string });
  });
});

describe("secrets", () => {
  it.each<[string, ToolArg, unknown, readonly string[]]>([
    ["the inserted part of a template", text("p", { value: ["pass:{}"] }), "x", ["pass:***"]],
    ["the values of a map, not its keys", pairs, { a: "x", b: "y" }, ["-D", "a=***", "-D", "b=***"]],
    ["each item of a joined list", text("p", { join: "," }), ["x", "y"], ["--p", "***,***"]],
    ["a glued value", color, "x", ["--color=***"]],
    ["the flag of a secret switch", color, true, []],
    ["the negation of a secret switch", { name: "b", type: "boolean", negatable: true }, false, []],
  ])("mask %s", (_title, arg, given, words) => {
    expect(maskArgv(lineOf([{ ...arg, secret: true }], { [arg.name]: given })).slice(1)).toEqual(words);
  });

  it("mask values in constant words", () => {
    expect(maskArgv(lineOf([text("p", { secret: true })], { p: "x" }, { order: [["u:{p}@h"]] }))).toEqual(["app", "u:***@h"]);
  });

  it("mask the values of a map among the arguments", () => {
    const args = [{ ...pairs, secret: true }];
    expect(maskValues(args, new Map([["define", { a: "x" }]]))).toEqual(new Map([["define", { a: "***" }]]));
  });

  it("mask variables", () => {
    const line = lineOf([text("p", { env: "PGPASSWORD", secret: true }), text("d", { env: "PGDATABASE" })], { p: "x", d: "y" });
    expect(maskedVariables(line)).toEqual(
      new Map([
        ["PGPASSWORD", "***"],
        ["PGDATABASE", "y"],
      ]),
    );
  });
});

describe("the variables of a command", () => {
  it("are those of the CLI, then of the tool, then of arguments, and only the tool's are expanded", () => {
    const args = [text("a", { env: "A" }), text("list", { env: "LIST", join: ":" })];
    const line = lineOf(args, { a: "$HOME", list: ["x", "y"] });
    const handler = handlerOf({
      program: { ...program, env: { A: "cli", B: "$HOME", C: "cli" } },
      changes: { env: { A: "tool", C: "${HOME}/c" } },
    });
    expect(variablesOf(handler, line, { HOME: "/h" })).toEqual({ A: "$HOME", B: "$HOME", C: "/h/c", LIST: "x:y" });
  });
});
