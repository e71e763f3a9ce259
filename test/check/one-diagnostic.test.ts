/** A file with one fault gets one diagnostic. Its help, applied literally, leaves none. */
import { describe, expect, it } from "vitest";
import { DIRECTIVE_TOOL, helpsOf, inArg, inConfig, inDefinition, inTool } from "./suggestions.ts";

describe("one fault of a file gets one diagnostic:", () => {
  const pair = "args: [{ name: a }, { name: b }]";
  it.each([
    [
      "an order of defaults and the end of options",
      inConfig("command: git\nend_of_options: true\ndefaults: { order: as_written }"),
      "write `end_of_options: false` or `order: default` in the tool",
      inConfig("command: git\nend_of_options: true\ndefaults: { order: as_written }").replace("name: t", "name: t, order: default"),
    ],
    [
      "constant words in the default order",
      inTool("order: default\n    args: [{ words: [a] }]"),
      "write `order: as_written` in the tool",
      inTool("order: as_written\n    args: [{ words: [a] }]"),
    ],
    [
      "a definition without a kind",
      `name: a\nroot: docs\ntools:\n  - ${DIRECTIVE_TOOL}\n  - ${DIRECTIVE_TOOL.replace("list", "get")}\n`,
      "add `kind: directive`: only the tools of a Directive definition have a `handler`",
      inDefinition(`tools: [${DIRECTIVE_TOOL}]\n`),
    ],
    ["a placeholder without quotes", inArg("value: {}"), 'enclose it in quotes: "{}"', inArg('value: "{}"')],
    ["a placeholder among templates", inArg("value: [--x, {}]"), 'enclose it in quotes: "{}"', inArg('value: [--x, "{}"]')],
    [
      "a placeholder in constant words",
      inTool("order: as_written\n    args: [{ name: w }, { words: [-vf, {w}] }]"),
      'enclose it in quotes: "{w}"',
      inTool('order: as_written\n    args: [{ name: w }, { words: [-vf, "{w}"] }]'),
    ],
    [
      "a placeholder as a flag",
      inArg("flag: {}"),
      "write `positional: true` instead of the flag, or the flag without the placeholder",
      inArg("positional: true"),
    ],
    ["a pattern without quotes", inArg("pattern: [a-z]"), 'enclose it in quotes: "[a-z]"', inArg('pattern: "[a-z]"')],
    ["a pattern with a backslash", inArg("pattern: [\\d]"), "enclose it in quotes: '[\\d]'", inArg("pattern: '[\\d]'")],
    ["an enum value with a colon", inArg("enum: [a, b: c]"), 'enclose it in quotes: "b: c"', inArg('enum: [a, "b: c"]')],
    ["a variable with an equals sign", inConfig("command: git\nenv: { A=b }"), "write `A: b`", inConfig("command: git\nenv: { A: b }")],
    ["an equals sign in a tool", inTool("env: { A=b=c }"), "write `A: b=c`", inTool("env: { A: b=c }")],
    ["an exit code with a zero", inTool("exit_codes: { 03: a }"), "use an integer from 0 to 255", inTool("exit_codes: { 3: a }")],
    ["an octal timeout", inTool("timeout: 010"), "write `10`, or `8` for the octal number", inTool("timeout: 10")],
    [
      "an octal number of YAML 1.2",
      inArg("type: integer\n        default: 0o17"),
      "write `15`",
      inArg("type: integer\n        default: 15"),
    ],
    ["a small number", inArg("type: number\n        default: 1e-9"), "write `1.0e-9`", inArg("type: number\n        default: 1.0e-9")],
    [
      "a mapping of tools next to defaults",
      "command: git\ndefaults: { risk: read }\ntools:\n  t: { description: d }\n",
      "start each item with its name, for example `- name: t`",
      "command: git\ndefaults: { risk: read }\ntools:\n  - { name: t, description: d }\n",
    ],
    [
      "no tools next to defaults",
      "command: git\ndefaults: { risk: read }\n",
      "add a list, for example `tools: [{ name: git_log, description: Show the newest commits, command: log }]`",
      "command: git\ndefaults: { risk: read }\ntools: [{ name: git_log, description: Show the newest commits, command: log }]\n",
    ],
    [
      "a use without a name",
      inTool("args: [{ use: }]\narg_groups: { g: [{ name: a }] }"),
      "write one",
      inTool("args: [{ use: g }]\narg_groups: { g: [{ name: a }] }"),
    ],
    ["a list as the command", inConfig("command: []"), "write one text", inConfig("command: git")],
    ["a list as a separator", inArg("join: []"), "write one text", inArg("join: ','")],
    ["a command of quotes", inConfig("command: '\"\" x'"), "set the program to run, for example `command: git`", inConfig("command: git")],
    ["a program of quotes", inTool("program: \"''\""), "set the program to run, for example `program: git`", inTool("program: git")],
    ["an empty program", inTool("program: ''"), "set the program to run, for example `program: git`", inTool("program: git")],
    [
      "names instead of a list of lists",
      inTool(`${pair}\n    at_most_one: a, b`),
      "write `[[a, b]]`",
      inTool(`${pair}\n    at_most_one: [[a, b]]`),
    ],
    [
      "a relation of another name",
      inTool(`${pair}\n    one_of: [[a, b]]`),
      'did you mean "exactly_one"?',
      inTool(`${pair}\n    exactly_one: [[a, b]]`),
    ],
    [
      "an option as an argument",
      inTool("args: [--max-count]"),
      "write its keys, such as `name: max_count, flag: --max-count`",
      inTool("args: [{ name: max_count, flag: --max-count }]"),
    ],
    [
      "an option as a global argument",
      inConfig("command: git\nglobal_args: [--no-pager]"),
      "move it to `command`, which can contain constant options",
      inConfig("command: git --no-pager"),
    ],
    ["the annotations of MCP", inTool("annotations: { readOnlyHint: true }"), "write `risk: read`", inTool("risk: read")],
    [
      "a number in a list of lists",
      inTool(`${pair}\n    at_most_one: [[a, 1]]`),
      'enclose it in quotes: "1"',
      inTool(`${pair.replace("name: b", 'name: "1x"')}\n    at_most_one: [[a, "1x"]]`),
    ],
    ["a range of exit codes", inTool("success_exit_codes: 0-1"), "write a list, such as `[a, b]`", inTool("success_exit_codes: [0, 1]")],
    ["an empty text as a list", inTool("keywords: ''"), "write a list, such as `[a, b]`", inTool("keywords: [a, b]")],
    ["one example", inTool("examples:\n      args: {}"), "start each item with `- `", inTool("examples:\n      - args: {}")],
    [
      "a global argument as text",
      inConfig("command: git\nglobal_args: vault"),
      'write `[{ name: vault, default: "…" }]`',
      inConfig('command: git\nglobal_args: [{ name: vault, default: "…" }]'),
    ],
    [
      "an empty version command",
      inConfig("command: git\nversion_command: ''"),
      "write the arguments that print the version, or remove it: the default is `--version`",
      inConfig("command: git"),
    ],
    [
      "a negatable argument that is not a boolean",
      inArg("negatable: true\n        flag: -q"),
      "remove the key, or write `type: boolean`",
      inArg("flag: -q"),
    ],
    ["a negatable directory", inArg("negatable: true\n        cwd: true"), "remove the key, or write `type: boolean`", inArg("cwd: true")],
    ["a mapped enum of a file", inArg("file: true\n        enum: { a: -a }"), "remove one of the two keys", inArg("file: true")],
    [
      "a template with the parts of a map",
      inArg('value: "{key}={value}"'),
      "write `type: map`, or `{}` for the value",
      inArg('type: map\n        value: "{key}={value}"'),
    ],
    [
      "a template of an unknown type",
      inArg('type: dictionary\n        value: "{key}={value}"'),
      'use "string", "integer", "number", "boolean" or "map"',
      inArg('type: map\n        value: "{key}={value}"'),
    ],
    ["a suffix that is a number", inArg("file: { suffix: 1 }"), 'enclose it in quotes: "1"', inArg('file: { suffix: ".1" }')],
    [
      "a double negation",
      inArg("type: boolean\n        negatable: true\n        flag: --no-x"),
      "write `flag: --x`, whose `true` passes `--x`, or remove `negatable`",
      inArg("type: boolean\n        negatable: true\n        flag: --x"),
    ],
    ["a length that is a fraction", inArg("max_length: 1.5"), "write an integer of at least 0", inArg("max_length: 1")],
    ["a minimum length", inArg("min_length: 1"), 'write `pattern: "(?s).{1,}"`', inArg('pattern: "(?s).{1,}"')],
    ["an argument that is not optional", inArg("optional: false"), "write `required: true`", inArg("required: true")],
    [
      "a misspelt list of words",
      inTool("order: as_written\n    args: [{ word: [log] }]"),
      'did you mean "words"?',
      inTool("order: as_written\n    args: [{ words: [log] }]"),
    ],
    [
      "words as text",
      inTool("order: as_written\n    args: [{ words: log --oneline }]"),
      'write `[log, "--oneline"]`',
      inTool('order: as_written\n    args: [{ words: [log, "--oneline"] }]'),
    ],
    [
      "a placeholder in the program of a tool",
      inTool('program: "git {a}"\n    args: [{ name: a }]'),
      'remove "{a}" and write `positional: true` in the argument "a"',
      inTool("program: git\n    args: [{ name: a, positional: true }]"),
    ],
    [
      "a placeholder in the command of a resolver",
      inTool('confirm_message: "Drop {r}?"\n    resolve: { r: { command: "show {a}" } }\n    args: [{ name: a, required: true }]'),
      'remove "{a}" and add `words: ["{a}"]`, which follow the command',
      inTool(
        'confirm_message: "Drop {r}?"\n    resolve: { r: { command: show, words: ["{a}"] } }\n    args: [{ name: a, required: true }]',
      ),
    ],
    [
      "a resolver that is a text",
      inTool('confirm_message: "Drop {r}?"\n    resolve: { r: show }'),
      "write its keys, such as `command: show`",
      inTool('confirm_message: "Drop {r}?"\n    resolve: { r: { command: show } }'),
    ],
    [
      "another key next to the error of an exit code",
      inTool("exit_codes: { 2: { error: not found, note: rare } }"),
      "write what it means, for example `2: nothing matched`",
      inTool("exit_codes: { 2: { error: not found, x-note: rare } }"),
    ],
    [
      "a key of a policy",
      inConfig("command: git\nlimits: { max_timeout: 5 }"),
      "move it to a policy, which is a separate file",
      inConfig("command: git"),
    ],
    [
      "a type of an input schema in capitals",
      inDefinition(`tools: [${DIRECTIVE_TOOL.replace("type: object", "type: Object")}]\n`),
      'did you mean "object"?',
      inDefinition(`tools: [${DIRECTIVE_TOOL}]\n`),
    ],
    [
      "another key next to a bundle",
      inDefinition(`tools: [${DIRECTIVE_TOOL.replace("files.list", "{ bundle: a.md, path: b }")}]\n`),
      "remove it, or prefix it with `x-` to keep it as a note",
      inDefinition(`tools: [${DIRECTIVE_TOOL.replace("files.list", "{ bundle: a.md, x-note: b }")}]\n`),
    ],
  ])("%s", async (_title, wrong, help, right) => {
    expect(await helpsOf(wrong)).toEqual([help]);
    expect(await helpsOf(right)).toEqual([]);
  });
});
