/** Applies each help text about configs and definitions literally: the corrected file has no diagnostics left. */
import { describe, expect, it } from "vitest";
import { DIRECTIVE_TOOL, helpsOf, inArg, inConfig, inDefinition, inTool } from "./suggestions.ts";

describe("the help about a config says", () => {
  it.each([
    [
      "how a command of several words is written",
      inConfig("command: [git, -C, 5, my repo]"),
      "write `'git -C 5 \"my repo\"'`",
      inConfig("command: 'git -C 5 \"my repo\"'"),
    ],
    [
      "the words of a tool's command, without unnecessary quotes",
      inTool("command: [log, --oneline]"),
      "write `log --oneline`",
      inTool("command: log --oneline"),
    ],
    ["that an argument has one flag", inArg("flag: [-n, --max-count]"), 'write one of them: "--max-count"', inArg('flag: "--max-count"')],
    [
      "the name of an argument that was written as its flag",
      inTool("args: [{ name: -n }]"),
      "write `name: n, flag: -n`",
      inTool("args: [{ name: n, flag: -n }]"),
    ],
    [
      "that a switch is not positional",
      inArg("type: boolean\n        positional: true"),
      "replace `positional` with a `flag` to make it a switch",
      inArg("type: boolean\n        flag: -a"),
    ],
    ["that a number among words needs quotes", inArg("enum: { best: -9 }"), 'enclose it in quotes: "-9"', inArg('enum: { best: "-9" }')],
    [
      "how an enum value passes nothing",
      inArg('enum: { none: "", all: -a }'),
      "write `[]` to pass no argument",
      inArg("enum: { none: [], all: -a }"),
    ],
    [
      "the same of a missing word",
      inArg("enum: { none: , all: -a }"),
      "write `[]` to pass no argument",
      inArg("enum: { none: [], all: -a }"),
    ],
    [
      "how an enum value passes two words",
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
      "the same of a map",
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
      "the same of fractions",
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
    [
      "what an example consists of",
      inTool("examples: [sort -r]"),
      "write its keys, such as `args: { … }`",
      inTool("examples: [{ args: {} }]"),
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
    ["what a timeout is in seconds", inTool("timeout: 2min"), "write `120`", inTool("timeout: 120")],
    ["the same of milliseconds", inTool("timeout: 250 ms"), "write `0.25`", inTool("timeout: 0.25")],
    [
      "that a key without a value cannot be left out where it is required",
      "command: git\ntools:\n  - name: t\n    description:\n",
      "write a description, by which models choose the tool",
      "command: git\ntools:\n  - name: t\n    description: d\n",
    ],
    [
      "the same of a list",
      "command: git\ntools:\n",
      "write a list, for example `tools: [{ name: git_log, description: Show the newest commits, command: log }]`",
      "command: git\ntools: [{ name: git_log, description: Show the newest commits, command: log }]\n",
    ],
    [
      "the same of a list, whose empty form would let no call succeed",
      inTool("success_exit_codes:"),
      "set a value, or remove the key",
      inTool("success_exit_codes: [0]"),
    ],
    ["that it can be omitted if it is optional", inTool("command:"), "set a value, or remove the key", inTool("")],
    [
      "where tool names that were written as keys belong",
      "command: git\ntools:\n  git_log:\n    description: d\n",
      "start each item with its name, for example `- name: git_log`",
      "command: git\ntools:\n  - name: git_log\n    description: d\n",
    ],
    [
      "the dash of the only tool",
      "command: git\ntools:\n  name: git_log\n  description: d\n",
      "start each item with `- `",
      "command: git\ntools:\n  - name: git_log\n    description: d\n",
    ],
    [
      "that a space follows the dash of an item",
      "command: git\ntools:\n  -name: t\n   description: d\n",
      'write "- name: …" to start a list item',
      "command: git\ntools:\n  - name: t\n    description: d\n",
    ],
    [
      "that an item's name is not a key",
      "command: git\ntools:\n  - git_log:\n    description: d\n",
      "write `name: git_log`",
      "command: git\ntools:\n  - name: git_log\n    description: d\n",
    ],
    [
      "that the keys of an item are aligned with its name",
      inTool("args:\n      - revision:\n          positional: true"),
      "write `name: revision`, and move the nested keys next to it",
      inTool("args:\n      - name: revision\n        positional: true"),
    ],
    [
      "that a name cannot be a number, with or without quotes",
      inTool("args:\n      - name: 1"),
      "put a letter before the digits",
      inTool("args:\n      - name: n1"),
    ],
    ["which dash an option begins with", inArg("flag: –n"), 'write "-n"', inArg("flag: -n")],
    [
      "which dashes a long one begins with, in a command too",
      inTool("command: log —max-count=5"),
      'write "--max-count=5"',
      inTool("command: log --max-count=5"),
    ],
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
    ["the same of values with commas", inArg("enum: short, full, 1"), 'write `[short, full, "1"]`', inArg('enum: [short, full, "1"]')],
    ["the same of exit codes", inTool('success_exit_codes: "0, 1"'), "write `[0, 1]`", inTool("success_exit_codes: [0, 1]")],
    ["what an argument needs", inTool("args: rev"), "write `[{ name: rev }]`", inTool("args: [{ name: rev }]")],
    [
      "what a tool needs",
      "command: git\ntools: log\n",
      'write `[{ name: log, description: "…" }]`',
      'command: git\ntools: [{ name: log, description: "…" }]\n',
    ],
    [
      "how variables are written that come from a Compose file",
      inConfig("command: git\nenv: [PAGER=cat, DEBUG=1]"),
      'write `{ PAGER: cat, DEBUG: "1" }`',
      inConfig('command: git\nenv: { PAGER: cat, DEBUG: "1" }'),
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
    ["where the folder of a tool is set", inTool("cwd: /srv"), 'did you mean "working_dir"?', inTool("working_dir: /srv")],
    [
      "that a comma ends a text without quotes",
      "command: git\ntools:\n  - { name: t, description: Fast, and small }\n",
      "quote the text before it, which ends at the comma",
      'command: git\ntools:\n  - { name: t, description: "Fast, and small" }\n',
    ],
    [
      "that an item is not indented enough",
      "command: git\ntools:\n  - name: s\n    description: d\n - name: t\n   description: d\n",
      "align the line with the other keys of its mapping",
      "command: git\ntools:\n  - name: s\n    description: d\n  - name: t\n    description: d\n",
    ],
    [
      "how a quote is written inside of single quotes",
      inConfig("command: git\ndescription: 'it's'"),
      "write `''` for a quote inside single quotes",
      inConfig("command: git\ndescription: 'it''s'"),
    ],
    [
      "how a quote is written inside of double quotes",
      inConfig('command: git\ndescription: "a "b" c"'),
      'write `\\"` for a quote inside double quotes',
      inConfig('command: git\ndescription: "a \\"b\\" c"'),
    ],
    [
      "that a variable of the environment is not filled in",
      inConfig("command: git\nenv: { PATH: '/opt/bin:$PATH' }"),
      "write the full value, or remove the variable to inherit the server's",
      inConfig("command: git\nenv: { PATH: '/opt/bin:/usr/bin' }"),
    ],
    [
      "that a working directory is not expanded",
      inConfig("command: git\nworking_dir: ~/src"),
      "write the full path of the directory",
      inConfig("command: git\nworking_dir: /home/me/src"),
    ],
    [
      "that the default of one is not, either",
      inArg("cwd: true\n        default: $HOME/src"),
      "write the full path of the directory",
      inArg("cwd: true\n        default: /home/me/src"),
    ],
    [
      "that a global argument knows variables only",
      inConfig("command: git\nglobal_args: [{ name: vault, default: ~/notes }]"),
      "write `$HOME/notes`",
      inConfig("command: git\nglobal_args: [{ name: vault, default: $HOME/notes }]"),
    ],
    [
      "that there is no variable for the directory of another user",
      inConfig("command: git\nglobal_args: [{ name: vault, default: ~ana/notes }]"),
      "write the full path",
      inConfig("command: git\nglobal_args: [{ name: vault, default: /home/ana/notes }]"),
    ],
  ])("%s", async (_title, wrong, help, right) => {
    expect(await helpsOf(wrong)).toContain(help);
    expect(await helpsOf(right)).toEqual([]);
  });
});

describe("the help about a Directive definition says", () => {
  it.each([
    [
      "what a definition begins with",
      `tools: [${DIRECTIVE_TOOL}]\n`,
      "add `kind: directive`: only the tools of a Directive definition have a `handler`",
      inDefinition(`tools: [${DIRECTIVE_TOOL}]\n`),
    ],
    [
      "what the kind of a definition is",
      `kind: cli\nroot: docs\ntools: [${DIRECTIVE_TOOL}]\n`,
      'use "directive"',
      inDefinition(`root: docs\ntools: [${DIRECTIVE_TOOL}]\n`),
    ],
    [
      "what a tool without arguments takes",
      inDefinition("tools: [{ name: list, description: d, handler: files.list }]\n"),
      "add an input schema: `{ type: object }` if the tool takes no arguments",
      inDefinition(`tools: [${DIRECTIVE_TOOL}]\n`),
    ],
    [
      "what can answer",
      inDefinition("tools: [{ name: list, description: d, inputSchema: { type: object } }]\n"),
      "add a handler: `files.list`, `file.get` or `{ bundle: template.md }`",
      inDefinition(`tools: [${DIRECTIVE_TOOL}]\n`),
    ],
    [
      "that its folder is not expanded",
      inDefinition(`root: ~/notes\ntools: [${DIRECTIVE_TOOL}]\n`),
      "use a path below the server's directory, which `--root` sets, with `/` as separator",
      inDefinition(`root: notes\ntools: [${DIRECTIVE_TOOL}]\n`),
    ],
  ])("%s", async (_title, wrong, help, right) => {
    expect(await helpsOf(wrong)).toContain(help);
    expect(await helpsOf(right)).toEqual([]);
  });
});
