/**
 * Applies each help text about configs and definitions literally: the corrected file has no diagnostics left.
 * argument-suggestions.test.ts has those about arguments.
 */
import { describe, expect, it } from "vitest";
import { DIRECTIVE_TOOL, helpsOf, inConfig, inDefinition, inTool } from "./suggestions.ts";

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
    [
      "the name of an argument that was written as its flag",
      inTool("args: [{ name: -n }]"),
      "write `name: n, flag: -n`",
      inTool("args: [{ name: n, flag: -n }]"),
    ],
    [
      "the mapping of a key that `output` cannot have",
      inTool("output: { format: json, timeout: 5 }"),
      "move it to a tool",
      inTool("output: { format: json }\n    timeout: 5"),
    ],
    [
      "what an example consists of",
      inTool("examples: [sort -r]"),
      "write its keys, such as `args: { … }`",
      inTool("examples: [{ args: {} }]"),
    ],
    [
      "no text for a command whose words contain both quotes",
      inTool('command: [log, "--format=\'\\"\'"]'),
      "write one text",
      inTool("command: log"),
    ],
    [
      "that no policy constrains a global argument",
      inConfig("command: git\nglobal_args: [{ name: g, default: a, within: /srv }]"),
      "remove it, or prefix it with `x-` to keep it as a note",
      inConfig("command: git\nglobal_args: [{ name: g, default: a }]"),
    ],
    [
      "which key of the config sets the working directory",
      inTool("examples: [{ args: {}, cwd: /srv }]"),
      "write `working_dir: /srv` at the top level of the file",
      `working_dir: /srv\n${inTool("examples: [{ args: {} }]")}`,
    ],
    ["what a timeout is in seconds", inTool("timeout: 2min"), "write `120`", inTool("timeout: 120")],
    ["what a timeout in milliseconds is in seconds", inTool("timeout: 250 ms"), "write `0.25`", inTool("timeout: 0.25")],
    [
      "that a required key without a value cannot be omitted",
      "command: git\ntools:\n  - name: t\n    description:\n",
      "write a description, by which models choose the tool",
      "command: git\ntools:\n  - name: t\n    description: d\n",
    ],
    [
      "that a required list cannot be left without a value",
      "command: git\ntools:\n",
      "write a list, for example `tools: [{ name: git_log, description: Show the newest commits, command: log }]`",
      "command: git\ntools: [{ name: git_log, description: Show the newest commits, command: log }]\n",
    ],
    [
      "that exit codes without a value would let no call succeed",
      inTool("success_exit_codes:"),
      "set a value, or remove the key",
      inTool("success_exit_codes: [0]"),
    ],
    ["that an optional key without a value can be omitted", inTool("command:"), "set a value, or remove the key", inTool("")],
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
    [
      "which dashes a long option begins with, in a command too",
      inTool("command: log —max-count=5"),
      'write "--max-count=5"',
      inTool("command: log --max-count=5"),
    ],
    [
      "that exit codes with commas are several values",
      inTool('success_exit_codes: "0, 1"'),
      "write `[0, 1]`",
      inTool("success_exit_codes: [0, 1]"),
    ],
    ["what an argument needs", inTool("args: rev"), "write `[{ name: rev }]`", inTool("args: [{ name: rev }]")],
    [
      "what a tool needs",
      "command: git\ntools: log\n",
      'write `[{ name: log, description: "…" }]`',
      'command: git\ntools: [{ name: log, description: "…" }]\n',
    ],
    [
      "how variables from a Compose file are written",
      inConfig("command: git\nenv: [PAGER=cat, DEBUG=1]"),
      'write `{ PAGER: cat, DEBUG: "1" }`',
      inConfig('command: git\nenv: { PAGER: cat, DEBUG: "1" }'),
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
      "that a global argument can contain only variables",
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
      "which handlers exist",
      inDefinition("tools: [{ name: list, description: d, inputSchema: { type: object } }]\n"),
      "add a handler: `files.list`, `file.get` or `{ bundle: template.md }`",
      inDefinition(`tools: [${DIRECTIVE_TOOL}]\n`),
    ],
    [
      "that its directory is not expanded",
      inDefinition(`root: ~/notes\ntools: [${DIRECTIVE_TOOL}]\n`),
      "use a path below the server's directory, which `--root` sets, with `/` as separator",
      inDefinition(`root: notes\ntools: [${DIRECTIVE_TOOL}]\n`),
    ],
  ])("%s", async (_title, wrong, help, right) => {
    expect(await helpsOf(wrong)).toContain(help);
    expect(await helpsOf(right)).toEqual([]);
  });
});
