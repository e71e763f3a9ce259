import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { validateArguments, withDefaults } from "../../../runtime/arguments/arguments.ts";
import { argvOf, buildCommandLine } from "../../../runtime/command-line/command-line.ts";
import type { DashProblem } from "../../../runtime/command-line/dash-guard.ts";
import { findLeadingDashes } from "../../../runtime/command-line/dash-guard.ts";
import type { CommandHandler, ToolArg } from "../../../runtime/tool/tool.ts";
import { commandOf, toCommandTool } from "../../fixtures/tools.ts";

const program = { command: ["app"], global_args: [] };

/** A handler of a program that was measured. */
const run = (...command: readonly string[]): Partial<CommandHandler> => ({ program: { command, global_args: [] } });

/** Returns the problems of the command line with these arguments. */
function problemsOf(
  args: readonly ToolArg[],
  given: Readonly<Record<string, unknown>>,
  handler: Partial<CommandHandler> = {},
): readonly DashProblem[] {
  const values = withDefaults(args, validateArguments(args, given).values);
  const line = buildCommandLine({ args }, { kind: "command", program, command: [], ...handler }, { values, env: {} });
  return findLeadingDashes(line.words);
}

const positional: ToolArg = { name: "p", type: "string", positional: true };
const files: ToolArg = { name: "file", type: "string", positional: true, repeat: true };

const dashesAllowed: readonly [title: string, arg: ToolArg, given: unknown][] = [
  ["- itself", positional, "-"],
  ["with allow_leading_dash", { ...positional, allow_leading_dash: true }, "-x"],
  ["the config's own default", { ...positional, default: "-x" }, "-x"],
  ["the whole list of the default", { ...files, default: ["-a", "-o"] }, ["-a", "-o"]],
  ["a member of the config's enum", { ...positional, enum: ["-asc", "-desc"] }, "-desc"],
  ["a number below zero as a flag's value", { name: "f", type: "number" }, -0.5],
  ["a number below zero as a text and a flag's value", { name: "f", type: "string" }, "-5"],
  ["a value in the word of a flag", { name: "f", type: "string", flag: "--f=" }, "-x"],
  ["standard input", { name: "in", type: "string", stdin: true }, "-x"],
  ["a working directory", { name: "dir", type: "string", cwd: true }, "-x"],
];

const dashesRefused: readonly [title: string, arg: ToolArg, given: unknown, shown: string][] = [
  ["an option", positional, "--upload-pack=evil", "Argument 'p': '--upload-pack=evil'"],
  ["--", positional, "--", "Argument 'p': '--'"],
  ["a negative number as a text", positional, "-5", "Argument 'p': '-5'"],
  ["a negative number that becomes a text", positional, -5, "Argument 'p': '-5'"],
  ["one item of a list", files, ["a", "-b"], "Argument 'file[1]': '-b'"],
  ["one value of a list argument", files, "-b", "Argument 'file[0]': '-b'"],
  ["a part of the default", { ...files, default: ["-a", "-o"] }, ["-o"], "Argument 'file[0]': '-o'"],
  ["an item that is part of a longer default", { ...files, default: ["-o", "safe"] }, ["-o", "/etc/passwd"], "Argument 'file[0]': '-o'"],
];

describe("a positional text that starts with a dash", () => {
  it.each(dashesAllowed)("is accepted: %s", (_title, arg, given) => {
    expect(problemsOf([arg], { [arg.name]: given })).toEqual([]);
  });

  it("is accepted after -- of a program that was measured to obey it", () => {
    const tried: readonly (readonly [command: readonly string[], words: readonly string[], problems: number])[] = [
      [["grep"], [], 0],
      [["/usr/bin/git", "-c", "color.ui=false"], ["log"], 0],
      [["git"], ["rev-parse"], 1],
      [["app"], [], 1],
      [["docker"], ["exec", "-i"], 0],
      [["docker"], ["exec", "web", "pytest"], 1],
      [["pytest"], [], 1],
      [["qpdf"], [], 1],
      [["python3", "grep"], [], 1],
    ];
    const found = tried.map(([command, words]) =>
      problemsOf([positional], { p: "-x" }, { ...run(...command), command: words, end_of_options: true }),
    );
    expect(found.map((problems) => problems.length)).toEqual(tried.map(([, , problems]) => problems));
  });

  it("is rejected after --, and after a program from an enum that reads it", () => {
    const operand = (name: string, more: Partial<ToolArg> = {}): ToolArg => ({ name, type: "string", positional: true, ...more });
    const given = { container: "web", program: "sort", rest: "-o" };
    const problems = (second: Partial<ToolArg>, words: readonly string[]) =>
      problemsOf([operand("container", { enum: ["web"] }), operand("program", second), operand("rest")], given, {
        ...run(...words),
        end_of_options: true,
      });
    expect(problems({ enum: ["sort"] }, ["docker", "exec"]).map(({ arg }) => arg)).toEqual(["rest"]);
    expect(problems({}, ["docker", "exec"])).toEqual([]);
    expect(problems({ enum: ["sort"] }, ["grep"])).toEqual([]);
  });

  it("is accepted as the value of a flag of a program that was measured to take it", () => {
    const flagged: ToolArg = { name: "f", type: "string" };
    const found = [["grep"], ["app"], ["prettier"], ["docker"], ["docker", "exec"]].map((command) =>
      problemsOf([flagged], { f: "-x" }, run(...command)),
    );
    expect(found.map((problems) => problems.length)).toEqual([0, 1, 1, 0, 1]);
    expect(problemsOf([{ ...flagged, repeat: "once" }], { f: ["-x", "-y"] }, run("grep"))).toHaveLength(2);
    expect(problemsOf([{ ...flagged, allow_leading_dash: true }], { f: "-x" })).toEqual([]);
  });

  it("is accepted in constant words if the config maps a value to it, and rejected after an empty word", () => {
    const mode: ToolArg = { name: "m", type: "boolean", enum_words: { true: ["-m"], false: [""] } };
    const level: ToolArg = { name: "n", type: "integer", enum: [1], enum_words: { 1: ["x"] } };
    const free: ToolArg = { name: "p", type: "string" };
    const problems = (given: Readonly<Record<string, unknown>>, ...words: readonly string[]) =>
      problemsOf([mode, level, free], given, { order: [words] }).map(({ arg }) => arg);
    expect(problems({ m: true }, "{m}")).toEqual([]);
    expect(problems({ m: true, p: "-x" }, "{m}{p}")).toEqual([]);
    expect(problems({ m: false, p: "-x" }, "{m}{p}")).toEqual(["p"]);
    expect(problems({ n: 1, p: "-x" }, "{n}{p}")).toEqual([]);
  });

  it("is rejected as a number below zero, unless the program reads it as an operand", () => {
    const count: ToolArg = { ...positional, type: "integer" };
    expect(problemsOf([count], { p: -1 }, run("head")).map(({ message }) => message)).toEqual([
      "Argument 'p': '-1' starts with '-' and could be read as an option; choose a number that is not below zero",
    ]);
    expect(problemsOf([count], { p: -1 }, { ...run("head"), end_of_options: true })).toEqual([]);
    expect(problemsOf([count], { p: -1 }, run("seq"))).toEqual([]);
    expect(problemsOf([{ ...count, allow_leading_dash: true }], { p: -1 }, run("head"))).toEqual([]);
  });

  it.each(dashesRefused)("is rejected: %s", (_title, arg, given, shown) => {
    const problems = problemsOf([arg], { [arg.name]: given });
    expect(problems.map(({ kind }) => kind)).toEqual(["leading_dash"]);
    expect(problems[0]?.message).toBe(
      `${shown} starts with '-' and could be read as an option; ` +
        "choose a value without the dash, or write ./ before the name of a file",
    );
  });

  it("is rejected if one of two arguments with its name is positional", () => {
    expect(problemsOf([positional, { name: "p", type: "string" }], { p: "-x" }, run("grep"))).toHaveLength(1);
  });
});

const templated: readonly [title: string, arg: Partial<ToolArg>, given: unknown, shown: readonly string[]][] = [
  ["a template that starts with the value", { value: ["{}:x"] }, "-a", ["-a"]],
  ["a template that starts with text", { value: ["x{}"] }, "-a", []],
  ["the first word of a template after a flag", { flag: "-o", value: ["{}", "x"] }, "-a", ["-a"]],
  ["the second word of a template after a flag", { flag: "-o", value: ["x", "{}"] }, "-a", ["-a"]],
  ["the first item after a flag that is written once", { flag: "-o", repeat: "once" }, ["-a"], ["-a"]],
  ["a further item after a flag that is written once", { flag: "-o", repeat: "once" }, ["a", "-b"], ["-b"]],
  ["each item after its own flag", { flag: "-o", repeat: true }, ["-a", "-b"], ["-a", "-b"]],
  ["the first item of joined positionals", { positional: true, join: "," }, ["-a", "b"], ["-a"]],
  ["a further item of joined positionals", { positional: true, join: "," }, ["a", "-b"], []],
  ["joined items after a flag", { flag: "-o", join: "," }, ["-a"], ["-a"]],
  ["the key of a positional map", { type: "map", positional: true }, { "-k": "v" }, ["-k"]],
  ["the value of a positional map", { type: "map", positional: true }, { k: "-v" }, []],
  ["the key of a map after a flag", { type: "map", flag: "-o" }, { "-k": "v" }, ["-k"]],
  ["the value of a map as a further word", { type: "map", flag: "-o", value: ["{key}", "{value}"] }, { k: "-v" }, ["-v"]],
  ["a text after a flag in the same word", { optional_value: true }, "-a", []],
  ["a number", { type: "integer", value: ["{}"] }, -5, ["-5"]],
  ["a number after a flag", { type: "integer", flag: "-o", value: ["x", "{}"] }, -5, []],
  ["a file", { positional: true, file: {} }, "-a", []],
  ["a variable", { env: "A" }, "-a", []],
  ["a member of the enum", { value: ["{}"], enum: ["-a"] }, "-a", []],
  ["with allow_leading_dash", { value: ["x", "{}"], allow_leading_dash: true }, "-a", []],
];

describe("a value that is a separate word", () => {
  it.each(templated)("is guarded if it starts the word: %s", (_title, arg, given, shown) => {
    const problems = problemsOf([{ name: "n", type: "string", ...arg }], { n: given });
    expect(problems.map(({ message }) => /'(-[^']*)' starts with/.exec(message)?.[1])).toEqual(shown);
  });

  it("is guarded in constant words, also after a constant --", () => {
    const order = [["--", "{n}"]];
    expect(problemsOf([{ name: "n", type: "string" }], { n: "-a" }, { order })).toHaveLength(1);
    expect(problemsOf([{ name: "n", type: "string" }], { n: "-a" }, { order: [["x{n}"]] })).toEqual([]);
    expect(problemsOf([{ name: "n", type: "string", allow_leading_dash: true }], { n: "-a" }, { order })).toEqual([]);
  });

  it("is guarded if it is the first of a joined list that starts a constant word", () => {
    const order = [["{n}x"]];
    const joined = { name: "n", type: "string", join: "," } as const;
    expect(problemsOf([joined], { n: ["-a", "b"] }, { order })).toHaveLength(1);
    expect(problemsOf([joined], { n: ["a", "-b"] }, { order })).toEqual([]);
    expect(problemsOf([{ ...joined, default: ["-a", "b"] }], { n: ["-a", "b"] }, { order })).toEqual([]);
  });

  it("is guarded as a positional in written order", () => {
    const order = ["n", ["-x"]];
    expect(problemsOf([{ name: "n", type: "string", positional: true }], { n: "-a" }, { order })).toHaveLength(1);
  });
});

const emptied: readonly [title: string, args: readonly ToolArg[], given: Readonly<Record<string, unknown>>, shown: readonly string[]][] = [
  ["a joiner", [{ name: "n", type: "string", positional: true, join: "-" }], { n: ["", "", "output=x"] }, ["n[0]"]],
  ["the text of a template", [{ name: "n", type: "string", value: ["{}-x"] }], { n: "" }, ["n"]],
  ["the text of a template after a flag", [{ name: "n", type: "string", flag: "-o", value: ["{}-x"] }], { n: "" }, ["n"]],
  ["a template of the author's default", [{ name: "n", type: "string", value: ["{}-x"], default: "" }], { n: "" }, []],
  ["a template with allow_leading_dash", [{ name: "n", type: "string", value: ["{}-x"], allow_leading_dash: true }], { n: "" }, []],
];

describe("an empty value at the start of a word", () => {
  it.each(emptied)("is guarded if the word then starts with a dash: %s", (_title, args, given, shown) => {
    const problems = problemsOf(args, given);
    expect(problems.map(({ message }) => /^Argument '(.*?)': without a text, the word '-/.exec(message)?.[1])).toEqual(shown);
  });

  it("is guarded in constant words", () => {
    const pair: readonly ToolArg[] = [
      { name: "a", type: "string" },
      { name: "b", type: "string" },
    ];
    const order = [["{a}-{b}"]];
    expect(problemsOf(pair, { a: "", b: "-output=x" }, { order }).map(({ message }) => message)).toEqual([
      "Argument 'a': without a text, the word '--output=x' starts with '-' and could be read as an option; choose a text that is not empty",
    ]);
    expect(problemsOf(pair, { a: "x", b: "-output=x" }, { order })).toEqual([]);
    expect(problemsOf(pair, { a: "", b: "" }, { order })).toEqual([]);
  });

  it("is guarded in constant words also if it is the default or a member of the enum", () => {
    const order = [["{a}-{b}"]];
    const empties: readonly Partial<ToolArg>[] = [{ default: "" }, { enum: ["", "x"] }, { allow_leading_dash: true }];
    for (const [index, empty] of empties.entries()) {
      const pair = (other: Partial<ToolArg>): readonly ToolArg[] => [
        { name: "a", type: "string", ...empty },
        { name: "b", type: "string", ...other },
      ];
      expect(problemsOf(pair({}), { a: "", b: "-output=x" }, { order }), `case ${index}`).toHaveLength(1);
      expect(problemsOf(pair({ enum: ["-y"] }), { a: "", b: "-y" }, { order }), `case ${index}`).toEqual([]);
    }
  });

  it("does not hide a number below zero in constant words", () => {
    const count: ToolArg = { name: "n", type: "integer" };
    expect(problemsOf([count], { n: -5 }, { order: [["{n}x"]] })).toHaveLength(1);
    expect(problemsOf([count], { n: -5 }, { order: [["-ss", "{n}"]] })).toEqual([]);
  });

  it("guards a number below zero before a free text in the same word", () => {
    const order = [["-ss", "{n}{unit}"]];
    const pair = (unit: Partial<ToolArg>): readonly ToolArg[] => [
      { name: "n", type: "integer" },
      { name: "unit", type: "string", ...unit },
    ];
    expect(problemsOf(pair({}), { n: -5, unit: "-output" }, { order })).toHaveLength(1);
    expect(problemsOf(pair({}), { n: 5, unit: "-output" }, { order })).toEqual([]);
    expect(problemsOf(pair({ enum: ["ms"] }), { n: -5, unit: "ms" }, { order })).toEqual([]);
    expect(problemsOf(pair({ type: "integer" }), { n: -5, unit: 2 }, { order })).toEqual([]);
  });
});

describe("any positional list", () => {
  const value = fc.oneof(
    fc.string(),
    fc.string().map((text) => `-${text}`),
  );

  it("rejects positional values that start with a dash, unless the config allows them", () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), (rest) => {
        const guarded = toCommandTool({
          name: "t",
          description: "",
          command: [],
          args: [{ name: "p", type: "string", positional: true, repeat: true }],
          cli: { name: "c", description: "", command: ["app"], global_args: [], tool_count: 1 },
        });
        const { values } = validateArguments(guarded.args, { p: rest });
        const { words } = buildCommandLine(guarded, commandOf(guarded), { values, env: {} });
        const dashed = rest.filter((item) => item.startsWith("-") && item !== "-");
        return findLeadingDashes(words).length === dashed.length && argvOf({ words }).length === rest.length + 1;
      }),
    );
  });
});
