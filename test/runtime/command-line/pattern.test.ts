import { describe, expect, it } from "vitest";
import { dashFactsOf, followsDashDash, isDashGuarded } from "../../../runtime/command-line/dash-guard.ts";
import { argumentPattern, linePattern, wordPattern } from "../../../runtime/command-line/pattern.ts";
import type { CommandHandler, ToolArg } from "../../../runtime/tool/tool.ts";

const args: readonly ToolArg[] = [
  { name: "flag", type: "string" },
  { name: "path", type: "string", positional: true },
  { name: "folder", type: "string", cwd: true },
  { name: "input", type: "string", stdin: true },
  { name: "token", type: "string", env: "TOKEN" },
];
const global_args: readonly ToolArg[] = [{ name: "config", type: "string", default: "$FILE" }];
const program = { command: ["'my tool'", "$SUB"], global_args };

describe("the parts of a command line", () => {
  it.each([
    [{}, ["cli_command", "tool_command", "path", "flag", "config"]],
    [{ end_of_options: true }, ["cli_command", "tool_command", "flag", "config", "dash_dash", "path"]],
    [{ order: ["flag", ["of", "the"], "path", "input"] }, ["cli_command", "tool_command", "flag", "words", "path", "config"]],
    [{ order: ["flag", ["of", "{flag}"]], end_of_options: true }, ["cli_command", "tool_command", "words", "config"]],
  ])("with the rules %j are %j", (rules, expected) => {
    expect(linePattern({ args, global_args }, rules).map((part) => ("arg" in part ? part.arg.name : part.kind))).toEqual(expected);
  });

  it("have no `--` if the tool has no operand", () => {
    expect(linePattern({ args: [], global_args }, { end_of_options: true })).not.toContainEqual({ kind: "dash_dash" });
  });
});

describe("the words of the pattern", () => {
  it("have placeholders for values, and variables of the config without expansion", () => {
    const handler: CommandHandler = { kind: "command", program, command: ["run"], end_of_options: true };
    const words = wordPattern({ args }, handler).flatMap((part) => part.words.map(({ text }) => text));
    expect(words).toEqual(["my tool", "$SUB", "run", "--flag", "flag", "--config", "$FILE", "--", "path"]);
  });

  it.each<[Partial<ToolArg>, readonly string[]]>([
    [{}, ["--a", "a"]],
    [{ type: "map" }, ["--a", "a=a"]],
    [{ type: "boolean", negatable: true }, ["--a"]],
    [{ optional_value: true }, ["--a=a"]],
    [{ flag: "--a", repeat: "once", value: ["{}", "of"] }, ["--a", "a", "of"]],
    [{ enum: ["x", "y"], enum_words: { x: [], y: ["-y"] }, flag: "-m" }, ["-m", "-y"]],
    [{ enum: ["x"], enum_words: { x: [] } }, []],
  ])("of the argument %j are %j", (arg, expected) => {
    expect(argumentPattern({ name: "a", type: "string", ...arg }).map(({ text }) => text)).toEqual(expected);
  });
});

describe("a value that could be read as an option", () => {
  const positional: ToolArg = { name: "a", type: "string", positional: true };
  const chosen = [{ ...positional, name: "box" }, { ...positional, name: "tool", enum: ["sh"] }, positional];
  it.each<[string, readonly string[], readonly ToolArg[], Partial<ToolArg>, boolean, boolean]>([
    ["follows a measured `--`", ["grep"], [positional], positional, true, false],
    ["follows a `--` that is not measured", ["frob"], [positional], positional, false, true],
    ["is read by a program that the caller chooses", ["docker", "exec"], chosen, positional, false, true],
    ["follows its flag", ["frob"], [], {}, false, true],
    ["follows a flag that takes any word", ["git"], [], {}, false, false],
    ["is in the word of its flag", ["frob"], [], { flag: "--a=" }, false, false],
    ["is in a file", ["frob"], [], { file: {} }, false, false],
  ])("%s", (_title, command, all, arg, isAfter, isGuarded) => {
    const facts = dashFactsOf(command, all, true);
    const whole: ToolArg = { name: "a", type: "string", ...arg };
    expect([followsDashDash(whole, facts), isDashGuarded(whole, facts)]).toEqual([isAfter, isGuarded]);
  });
});
