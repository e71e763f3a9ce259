/** Applies each help text literally: the corrected file has no diagnostics left. */
import { isEnabled, toPolicy } from "@climax-gen/runtime/compiler";
import { describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";

const encode = (path: string, text: string): { path: string; bytes: Uint8Array } => ({ path, bytes: new TextEncoder().encode(text) });

async function helpsOf(config: string, policy?: string): Promise<readonly string[]> {
  const given = policy === undefined ? {} : { policies: [encode("policy.yaml", policy)] };
  const { diagnostics } = await checkInputs([encode("git.yaml", config)], { onProgress: () => undefined, ...given });
  return diagnostics.map(({ message, help }) => help ?? message);
}

const inConfig = (lines: string): string => `${lines}\ntools:\n  - { name: t, description: d }\n`;
const inTool = (lines: string): string => `command: git\ntools:\n  - name: t\n    description: d\n    ${lines}\n`;
const inArg = (lines: string): string => inTool(`args:\n      - name: a\n        ${lines}`);

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
      "write `$HOME`",
      inConfig("command: git\nglobal_args: [{ name: vault, default: $HOME/notes }]"),
    ],
  ])("%s", async (_title, wrong, help, right) => {
    expect(await helpsOf(wrong)).toContain(help);
    expect(await helpsOf(right)).toEqual([]);
  });
});

describe("the help about a Directive definition says", () => {
  const inDefinition = (lines: string): string => `kind: directive\n${lines}`;
  const tool = "{ name: list, description: d, inputSchema: { type: object }, handler: files.list }";
  it.each([
    [
      "what a definition begins with",
      `tools: [${tool}]\n`,
      "move it to a Directive definition, or add `kind: directive` to this file",
      inDefinition(`tools: [${tool}]\n`),
    ],
    [
      "what a tool without arguments takes",
      inDefinition("tools: [{ name: list, description: d, handler: files.list }]\n"),
      "add an input schema: `{ type: object }` if the tool takes no arguments",
      inDefinition(`tools: [${tool}]\n`),
    ],
    [
      "what can answer",
      inDefinition("tools: [{ name: list, description: d, inputSchema: { type: object } }]\n"),
      "add a handler: `files.list`, `file.get` or `{ bundle: template.md }`",
      inDefinition(`tools: [${tool}]\n`),
    ],
    [
      "that its folder is not expanded",
      inDefinition(`root: ~/notes\ntools: [${tool}]\n`),
      "use a path below the server's directory, which `--root` sets, with `/` as separator",
      inDefinition(`root: notes\ntools: [${tool}]\n`),
    ],
  ])("%s", async (_title, wrong, help, right) => {
    expect(await helpsOf(wrong)).toContain(help);
    expect(await helpsOf(right)).toEqual([]);
  });
});

describe("the help about a policy says", () => {
  const config = inTool("args: [{ name: a }, { name: n, type: integer }]");
  it.each([
    [
      "which key an executor's type has",
      "executor: bubblewrap\ntools: { t: {} }\n",
      "write `{ type: bubblewrap }`",
      "executor: { type: bubblewrap }\ntools: { t: {} }\n",
    ],
    [
      "which key the inherited variables have",
      "env: [PATH, HOME]\ntools: { t: {} }\n",
      "write `{ inherit: [PATH, HOME] }`",
      "env: { inherit: [PATH, HOME] }\ntools: { t: {} }\n",
    ],
    ["how tools are named", "tools: [t]\n", "write each as a key, for example `t: {}`", "tools: { t: {} }\n"],
    [
      "which image Docker needs",
      "executor: docker\ntools: { t: {} }\n",
      "write `{ type: docker, image: alpine:3 }`",
      "executor: { type: docker, image: alpine:3 }\ntools: { t: {} }\n",
    ],
    [
      "which type an unnested key needs",
      "memory: 512m\ntools: { t: {} }\n",
      "move it to `executor`, with `type: docker` and an `image`",
      "executor: { type: docker, image: alpine:3, memory: 512m }\ntools: { t: {} }\n",
    ],
    [
      "which type a nested key needs",
      "executor: { memory: 512m }\ntools: { t: {} }\n",
      "use `type: docker` with an `image`, or remove the key",
      "executor: { type: docker, image: alpine:3, memory: 512m }\ntools: { t: {} }\n",
    ],
    [
      "how one inherited variable is written",
      "env: PATH\ntools: { t: {} }\n",
      "write `{ inherit: [PATH] }`",
      "env: { inherit: [PATH] }\ntools: { t: {} }\n",
    ],
    [
      "which constraint a number is",
      "tools: { t: { args: { n: 5 } } }\n",
      "write `{ max: 5 }` for a number, or `{ max_length: 5 }` for text",
      "tools: { t: { args: { n: { max: 5 } } } }\n",
    ],
    [
      "which constraint a list is",
      "tools: { t: { args: { a: [x, z] } } }\n",
      "write `{ one_of: [x, z] }`",
      "tools: { t: { args: { a: { one_of: [x, z] } } } }\n",
    ],
    [
      "which constraint a text is",
      "tools: { t: { args: { a: ^src/ } } }\n",
      'write `{ pattern: "^src/" }`',
      'tools: { t: { args: { a: { pattern: "^src/" } } } }\n',
    ],
    [
      "what an amount is in bytes",
      "limits: { max_output_bytes: 1MiB }\ntools: { t: {} }\n",
      "write `1048576`",
      "limits: { max_output_bytes: 1048576 }\ntools: { t: {} }\n",
    ],
  ])("%s", async (_title, wrong, help, right) => {
    expect(await helpsOf(config, wrong)).toContain(help);
    expect(await helpsOf(config, right)).toEqual([]);
  });
});

describe("the help about settings of policies", () => {
  const config = (lines: string): string =>
    `command: git\ntools:\n  - name: t\n    description: d\n    args: [{ name: a, type: integer${lines} }]\n  - { name: u, description: d }\n`;

  it.each([["one_of", ", one_of: [1, 2]", "{ default: enabled, tools: { t: { args: { a: { one_of: [1, 2] } } } } }"]])(
    "holds the whole policy for %s",
    async (_key, lines, policy) => {
      const [help = ""] = await helpsOf(config(lines));
      expect(help).toBe(`remove it and write a policy in a separate file: \`${policy}\``);
      await expectEnabled(policy, ["t", "u"]);
    },
  );

  it("holds the whole policy for confirmations", async () => {
    const [help = ""] = await helpsOf(inTool("confirm: true"));
    const policy = "{ default: enabled, tools: { t: { confirm: true } } }";
    expect(help).toBe(`remove it and write a policy in a separate file: \`${policy}\``);
    await expectEnabled(policy, ["t", "u"]);
  });

  async function expectEnabled(policy: string, tools: readonly string[]): Promise<void> {
    const files = [encode("git.yaml", config(""))];
    const checked = await checkInputs(files, { policies: [encode("policy.yaml", policy)] });
    expect(checked.diagnostics).toEqual([]);
    expect(checked.policies).toHaveLength(1);
    const policies = checked.policies.map(({ spec }) => toPolicy(spec));
    expect(["t", "u"].filter((name) => isEnabled(name, policies))).toEqual(tools);
  }

  const onlyU = "{ tools: { u: {} } }";
  const others = "tools that a policy does not name are disabled";
  it.each([
    ["disabled", "{ tools: { t: disabled, u: {} } }", `remove the tool from \`tools\`: ${others}`, onlyU, ["u"]],
    ["false", "{ tools: { t: false, u: {} } }", `remove the tool from \`tools\`: ${others}`, onlyU, ["u"]],
    ["enabled: false", "{ tools: { t: { enabled: false }, u: {} } }", `remove the tool from \`tools\`: ${others}`, onlyU, ["u"]],
    ["disabled: true", "{ tools: { t: { disabled: true }, u: {} } }", `remove the tool from \`tools\`: ${others}`, onlyU, ["u"]],
    ["default: disabled", "{ tools: { t: { default: disabled }, u: {} } }", `remove the tool from \`tools\`: ${others}`, onlyU, ["u"]],
    [
      "deny: [t]",
      "{ deny: [t], tools: { u: {} } }",
      "remove it: a policy names the tools that are enabled, and disables all others",
      onlyU,
      ["u"],
    ],
    ["deny and tools", "{ deny: [t], tools: { t: {}, u: {} } }", `remove it: remove the tool from \`tools\`: ${others}`, onlyU, ["u"]],
    [
      "the only tool",
      "{ tools: { t: disabled } }",
      "remove the tool from `tools`, and name each tool that stays enabled in `tools`, such as `TOOL: {}`",
      onlyU,
      ["u"],
    ],
    [
      "deny alone",
      "{ deny: t }",
      "remove it: a policy names the tools that are enabled: name each tool that stays enabled in `tools`, such as `TOOL: {}`",
      onlyU,
      ["u"],
    ],
    [
      "a tool of an open policy",
      "{ default: enabled, tools: { t: off } }",
      "remove the tool from `tools`, remove `default: enabled`, and name each tool that stays enabled, such as `TOOL: {}`",
      onlyU,
      ["u"],
    ],
    [
      "enabled",
      "{ tools: { t: enabled, u: {} } }",
      "write `{}` to enable the tool without constraints",
      "{ tools: { t: {}, u: {} } }",
      ["t", "u"],
    ],
    [
      "enabled: true",
      "{ tools: { t: { enabled: true } } }",
      "remove it: a tool that the policy names is enabled",
      "{ tools: { t: {} } }",
      ["t"],
    ],
    ["ask", "{ tools: { t: ask } }", "write `{ confirm: true }`", "{ tools: { t: { confirm: true } } }", ["t"]],
    ["allow: [t]", "{ allow: [t] }", "write `tools: { t: {} }`", "{ tools: { t: {} } }", ["t"]],
  ])("says how tools are enabled for %s", async (_title, wrong, advice, right, tools) => {
    const [help, ...rest] = await helpsOf(config(""), wrong);
    expect(rest).toEqual([]);
    expect(help).toBe(advice);
    await expectEnabled(right, tools);
  });
});
