/** Applies each help text about arguments literally: the corrected config has no diagnostics left. */
import { describe, expect, it } from "vitest";
import { helpsOf, inArg, inTool } from "./suggestions.ts";

describe("the help about an argument says", () => {
  it.each([
    ["that an argument has one flag", inArg("flag: [-n, --max-count]"), 'write one of them: "--max-count"', inArg('flag: "--max-count"')],
    [
      "that a switch is not positional",
      inArg("type: boolean\n        positional: true"),
      "replace `positional` with a `flag` to make it a switch",
      inArg("type: boolean\n        flag: -a"),
    ],
    ["that a number among words needs quotes", inArg("enum: { best: -9 }"), 'enclose it in quotes: "-9"', inArg('enum: { best: "-9" }')],
    [
      "how an enum value writes no word",
      inArg('enum: { none: "", all: -a }'),
      "write `[]` to pass no argument",
      inArg("enum: { none: [], all: -a }"),
    ],
    [
      "how an enum value without a value writes no word",
      inArg("enum: { none: , all: -a }"),
      "write `[]` to pass no argument",
      inArg("enum: { none: [], all: -a }"),
    ],
    [
      "how an enum value writes two words",
      inArg("enum: { all: -a -b }"),
      'write a list: `["-a", "-b"]`',
      inArg('enum: { all: ["-a", "-b"] }'),
    ],
    ["how a template writes two words", inArg('value: "-a {}"'), 'write a list: `["-a", "{}"]`', inArg('value: ["-a", "{}"]')],
    [
      "how constant words are separated",
      inTool("order: as_written\n    args: [{ words: [-a 5, b] }]"),
      'write separate items: "-a", "5"',
      inTool('order: as_written\n    args: [{ words: ["-a", "5", b] }]'),
    ],
    [
      "that a template has no flag for several values",
      inArg("value: 'a={}'\n        repeat: once"),
      "add a `flag`, or write `repeat: true`",
      inArg("value: 'a={}'\n        repeat: true"),
    ],
    [
      "that a template of a map has no flag for several entries",
      inArg("type: map\n        value: '{key}={value}'\n        repeat: once"),
      "add a `flag`, or remove `repeat`",
      inArg("type: map\n        value: '{key}={value}'"),
    ],
    [
      "that a group is inserted once",
      `arg_groups: { g: [{ name: x }] }\n${inTool("args: [{ use: g }, { use: g }]")}`,
      "remove one of the two items",
      `arg_groups: { g: [{ name: x }] }\n${inTool("args: [{ use: g }]")}`,
    ],
    [
      "that a pattern that accepts only options needs a permission",
      inArg("positional: true\n        pattern: '-.+'"),
      "change the pattern, or add `allow_leading_dash: true`",
      inArg("positional: true\n        pattern: '-.+'\n        allow_leading_dash: true"),
    ],
    [
      "which type has values between two limits",
      inArg("type: integer\n        min: 0.2\n        max: 0.8"),
      "change one of the two limits, or write `type: number`",
      inArg("type: number\n        min: 0.2\n        max: 0.8"),
    ],
    [
      "that numbers without a type are integers",
      inArg("enum: [1, 2]"),
      "write `type: integer`, or enclose the values in quotes",
      inArg("type: integer\n        enum: [1, 2]"),
    ],
    [
      "that fractions without a type are numbers",
      inArg("enum: [0.5, 2]"),
      "write `type: number`, or enclose the values in quotes",
      inArg("type: number\n        enum: [0.5, 2]"),
    ],
    [
      "how a joined default is written",
      inArg("join: ','\n        default: a,b"),
      "write `[a, b]`",
      inArg("join: ','\n        default: [a, b]"),
    ],
    ["that a file's suffix has a dot", inArg("file: { suffix: sql }"), "write `suffix: .sql`", inArg("file: { suffix: .sql }")],
    [
      "that a value after `--` needs no permission",
      inTool("end_of_options: true\n    args: [{ name: a, positional: true, allow_leading_dash: true }]"),
      "remove the key",
      inTool("end_of_options: true\n    args: [{ name: a, positional: true }]"),
    ],
    [
      "that a pattern has no slashes around it",
      inArg("pattern: '/^a+$/'"),
      'write it without the slashes: "^a+$"',
      inArg("pattern: '^a+$'"),
    ],
    ...(["${a}", "<file>", "%s", "{{a}}", "$a"] as const).map((hole): [string, string, string, string] => [
      `what a template has instead of ${hole}`,
      inArg(`value: '@${hole}'`),
      'write "@{}"',
      inArg("value: '@{}'"),
    ]),
    [
      "which argument constant words can contain",
      inTool('order: as_written\n    args: [{ words: ["${b}"] }, { name: a }]'),
      "write `{a}` or `{{b}}` for literal braces",
      inTool('order: as_written\n    args: [{ words: ["{a}"] }, { name: a }]'),
    ],
    ["which dash an option begins with", inArg("flag: –n"), 'write "-n"', inArg("flag: -n")],
    [
      "how an enum of numbers is written",
      inArg('type: integer\n        enum: ["1", "2"]\n        default: 1'),
      "write `enum: [1, 2]`",
      inArg("type: integer\n        enum: [1, 2]\n        default: 1"),
    ],
    [
      "which type an enum of other texts has",
      inArg('type: integer\n        enum: ["1", all]\n        default: 1'),
      'write `type: string, enum: ["1", all], default: "1"`',
      inArg('type: string\n        enum: ["1", all]\n        default: "1"'),
    ],
    [
      "that a boolean needs no enum",
      inArg("type: boolean\n        enum: [true, false]"),
      "remove the enum, or map the values to words: `enum: { true: --a, false: --no-a }`",
      inArg("type: boolean"),
    ],
    [
      "how the values of a boolean become words",
      inArg("type: boolean\n        enum: [true, false]"),
      "remove the enum, or map the values to words: `enum: { true: --a, false: --no-a }`",
      inArg("type: boolean\n        enum: { true: --a, false: --no-a }"),
    ],
    ["that an enum has several values", inArg("enum: 'a|b|c'"), "write `[a, b, c]`", inArg("enum: [a, b, c]")],
    [
      "that an enum with commas has several values",
      inArg("enum: short, full, 1"),
      'write `[short, full, "1"]`',
      inArg('enum: [short, full, "1"]'),
    ],
    [
      "that a text which begins with a star needs quotes",
      inArg("default: *.py"),
      "quote the text if it starts with `*`",
      inArg('default: "*.py"'),
    ],
    [
      "that a text which begins with an exclamation mark needs quotes",
      inArg("default: !important"),
      "remove the tag, or quote the text if it starts with `!`",
      inArg('default: "!important"'),
    ],
    [
      "that the default of a working directory is not expanded",
      inArg("cwd: true\n        default: $HOME/src"),
      "write the full path of the directory",
      inArg("cwd: true\n        default: /home/me/src"),
    ],
  ])("%s", async (_title, wrong, help, right) => {
    expect(await helpsOf(wrong)).toContain(help);
    expect(await helpsOf(right)).toEqual([]);
  });
});
