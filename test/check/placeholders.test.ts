/** Tests placeholders of templates, shells and manuals. Each is reported, and its help results in a config without an error. */
import { describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { findHazards } from "../../generator/hazards/find-hazards.ts";

/** The warnings of these tests that are hazards. */
const ACKNOWLEDGEABLE: ReadonlySet<string> = new Set(["possible-placeholder", "repeated-words"]);

async function check(text: string): Promise<readonly string[]> {
  const checked = await checkInputs([{ path: "git.yaml", bytes: new TextEncoder().encode(text) }]);
  const hazards = (await findHazards(checked)).filter(({ code }) => ACKNOWLEDGEABLE.has(code));
  return [...checked.diagnostics, ...hazards].map(
    ({ severity, code, message, help }) => `${severity}[${code}]: ${message}; help: ${help ?? "none"}`,
  );
}

const withTool = (command: string, arg = "", program = "git"): string =>
  `command: ${program}\ntools:\n  - name: t\n    description: d\n    command: ${command}\n${arg === "" ? "" : `    args: [{ ${arg} }]\n`}`;
const withFlag = (flag: string, type = "string"): string =>
  `command: git\ntools:\n  - name: t\n    description: d\n    args: [{ name: n, type: ${type}, flag: '${flag}' }]\n`;

describe("a placeholder in a command", () => {
  it.each([
    [
      "log -n {count}",
      "name: count",
      'error[placeholder]: the placeholder "{count}" is not replaced by a value; help: remove "-n {count}" and write `flag: -n` in the argument "count" (or remove only "{count}" and write `positional: true` if "-n" takes no value)',
      withTool("log", "name: count, flag: -n"),
    ],
    [
      "log --max-count={{count}}",
      "name: count",
      'error[placeholder]: the placeholder "{{count}}" is not replaced by a value; help: remove "--max-count={{count}}" and write `flag: --max-count=` in the argument "count"',
      withTool("log", "name: count, flag: --max-count="),
    ],
    [
      "show <rev>",
      "name: rev",
      'error[placeholder]: the placeholder "<rev>" is not replaced by a value; help: remove "<rev>" and write `positional: true` in the argument "rev"',
      withTool("show", "name: rev, positional: true"),
    ],
    [
      "show ${rev}",
      "name: rev, positional: true",
      'error[placeholder]: the placeholder "${rev}" is not replaced by a value; help: remove "${rev}": the argument "rev" adds its value',
      withTool("show", "name: rev, positional: true"),
    ],
    [
      "show ${rev}",
      "name: rev, env: REV",
      'error[placeholder]: the placeholder "${rev}" is not replaced by a value; help: remove "${rev}": the argument "rev" adds its value',
      withTool("show", "name: rev, env: REV"),
    ],
    [
      "log -n $max_count",
      "name: max-count, flag: -n",
      'error[placeholder]: the placeholder "$max_count" is not replaced by a value; help: remove "-n $max_count": the argument "max-count" adds "-n" and its value',
      withTool("log", "name: max-count, flag: -n"),
    ],
    [
      "log [--all]",
      "name: all, type: boolean",
      'error[placeholder]: the placeholder "[--all]" is not replaced by a value; help: remove "[--all]": the argument "all" adds its flag',
      withTool("log", "name: all, type: boolean"),
    ],
    [
      "show $1",
      "",
      'warning[possible-placeholder]: "$1" is passed to the program literally; help: remove "$1" and add an argument with `positional: true`, or enclose "$1" in single quotes if the text is literal',
      withTool("show", "name: rev, positional: true"),
    ],
    [
      "log -n %s",
      "",
      'warning[possible-placeholder]: "%s" is passed to the program literally; help: remove "-n %s" and add an argument with `flag: -n`, or enclose "%s" in single quotes if the text is literal',
      withTool("log", "name: count, flag: -n"),
    ],
    [
      "log [--all]",
      "",
      'warning[possible-placeholder]: "[--all]" is passed to the program literally; help: remove "[--all]" and add an argument for it, or enclose "[--all]" in single quotes if the text is literal',
      withTool("log '[--all]'"),
    ],
    [
      "log ...",
      "",
      'warning[possible-placeholder]: "..." is passed to the program literally; help: remove "..." and add an argument for it, or enclose "..." in single quotes if the text is literal',
      withTool("log '...'"),
    ],
    [
      "log $HOME/src",
      "",
      'warning[literal-path]: "$HOME" is not expanded in `command`; help: write the full value, or enclose it in single quotes if the text is literal',
      withTool("log /home/me/src"),
    ],
    [
      "log ~/src",
      "",
      'warning[literal-path]: "~" is not expanded in `command`; help: write the full value, or enclose it in single quotes if the text is literal',
      withTool("log '~/src'"),
    ],
  ])("%s is reported", async (command, arg, message, right) => {
    expect(await check(withTool(command, arg))).toContain(message);
    expect(await check(right)).toEqual([]);
  });

  it.each([
    "log '{count}'",
    'log "<count>" \'$1\' "[--all]"',
    "log --format='{count}'",
    "show stash@{0} HEAD^{tree} @{u} main...dev",
    "log --format %s",
    "ls -exec echo {}",
    "curl -w %{http_code}",
    "log {{.Names}} {a,b} $.path",
    "list ./...",
    "[ -f x ]",
  ])("%s is text", async (command) => {
    expect(await check(withTool(`"${command.replaceAll('"', '\\"')}"`, "name: count"))).toEqual([]);
  });

  it("is reported in the config's command, where variables are expanded", async () => {
    const inConfig = (command: string): string =>
      `command: ${command}\ntools:\n  - { name: t, description: d, args: [{ name: repo, flag: -C }] }\n`;
    expect(await check(inConfig("git -C {repo} $HOME ${REPO}"))).toEqual([
      'error[placeholder]: the placeholder "{repo}" is not replaced by a value; help: remove "-C {repo}": the argument "repo" adds "-C" and its value',
    ]);
    expect(await check(inConfig("git -C $HOME ${REPO} ~/src"))).toEqual([]);
  });

  it("is reported each time", async () => {
    expect(await check(withTool("log {a} {b}"))).toHaveLength(2);
  });
});

describe("a flag", () => {
  it.each([
    ["--max-count={}", "--max-count="],
    ["--max-count={count}", "--max-count="],
    ["--max-count=<n>", "--max-count="],
    ["--max-count <n>", "--max-count"],
    ["--max-count=%s", "--max-count="],
    ["--max-count=$count", "--max-count="],
    ["--max-count=${count}", "--max-count="],
    ["--max-count [n]", "--max-count"],
    ["-n{}", "-n"],
  ])("%s is reported as a placeholder", async (flag, meant) => {
    expect(await check(withFlag(flag))).toEqual([
      `error[placeholder]: the placeholder "${flag}" is not replaced by a value; help: write \`flag: ${meant}\`: the value follows it`,
    ]);
    expect(await check(withFlag(meant))).toEqual([]);
  });

  it.each([
    ["-n, --max-count", "--max-count"],
    ["-n|--max-count", "--max-count"],
    ["-n/--max-count", "--max-count"],
    ["-n or --max-count", "--max-count"],
    ["--max-count, -n", "--max-count"],
    ["-n,--max-count", "--max-count"],
    ["[--all]", "--all"],
    ['"--all"', "--all"],
    [" --all ", "--all"],
  ])("%s is reported as a notation of manuals", async (flag, meant) => {
    for (const type of ["string", "boolean"])
      expect(await check(withFlag(flag, type))).toEqual([
        `error[flag-notation]: the flag "${flag}" is passed to the program literally; help: write "${meant}"`,
      ]);
    expect(await check(withFlag(meant))).toEqual([]);
  });

  it.each(["--[no-]sort", "-s, --[no-]sort"])("%s is reported as both forms of a switch", async (flag) => {
    expect(await check(withFlag(flag, "boolean"))).toEqual([
      `error[flag-notation]: the flag "${flag}" is passed to the program literally; help: write "--sort" with \`type: boolean\` and \`negatable: true\``,
    ]);
    expect(await check(withFlag("--sort", "boolean, negatable: true"))).toEqual([]);
  });

  it.each([
    ["-o Port", "string", '`value: ["-o", Port, "{}"]`', 'value: ["-o", Port, "{}"]'],
    ["-o Port=", "string, pattern: a", '`value: ["-o", "Port={}"]`', 'pattern: a, value: ["-o", "Port={}"]'],
    ["-o Port", "map", '`value: ["-o", Port, "{key}={value}"]`', 'type: map, value: ["-o", Port, "{key}={value}"]'],
    ["-o Port", "boolean", '`enum: { true: ["-o", Port] }`', 'type: boolean, enum: { true: ["-o", Port] }'],
  ])("of two words, %s of type %s, is reported with the keys that write both", async (flag, type, meant, keys) => {
    expect(await check(withFlag(flag, type))).toEqual([
      `warning[flag-with-space]: "${flag}" is passed as one argument, including the space; help: write ${meant} instead of the flag`,
    ]);
    expect(await check(withTool("log", `name: n, ${keys}`))).toEqual([]);
  });

  it.each([
    ["-", "type: integer", "-{}", 'value: "-{}"'],
    ["-", "type: integer", "-{}", 'value: ["-", "{}"]'],
    ["--", "type: integer", "--{}", 'value: "--{}"'],
    ["-", "pattern: a, repeat: true", "-{}", 'value: "-{}"'],
    ["-", "pattern: a, value: 'x:{}'", "-x:{}", 'value: "-x:{}"'],
    ["-", "type: map", "-{key}={value}", 'value: ["-", "{key}={value}"]'],
  ])("%s before a value is reported with the keys for one word and for two words: %s", async (flag, keys, meant, right) => {
    const [message = "", ...others] = await check(withTool("log", `name: n, flag: "${flag}", ${keys}`));
    expect(others).toEqual([]);
    expect(message).toMatch(
      new RegExp(`^warning\\[dashes-as-flag\\]: "${flag}" is passed as a separate argument before the value; help: `),
    );
    expect(message).toContain(`write \`value: "${meant}"\` instead of the flag`);
    expect(message.includes(`\`${right}\``)).toBe(true);
    const rest = keys.replace(/, value:.*/, "");
    expect(await check(withTool("log", `name: n, ${rest}, ${right}`))).toEqual([]);
  });

  it.each([
    ["-", "enum: { a: b }", "remove the flag, and start each word of the enum with `-`"],
    ["-", "repeat: once", "complete the flag, for example `flag: -n`"],
    ["--", "join: ','", "complete the flag, for example `flag: --n`"],
  ])("%s before a value that has no template is reported: %s", async (flag, keys, help) => {
    expect(await check(withTool("log", `name: n, flag: "${flag}", ${keys}`))).toEqual([
      `warning[dashes-as-flag]: "${flag}" is passed as a separate argument before the value; help: ${help}`,
    ]);
  });

  it.each([
    ["-", "type: boolean"],
    ["--", "type: boolean"],
    ["--", "repeat: once"],
  ])("%s of an argument with %s is accepted", async (flag, keys) => {
    expect(await check(withTool("log", `name: n, flag: "${flag}", ${keys}`))).toEqual([]);
  });

  it("of a switch is reported if it ends with `=`", async () => {
    expect(await check(withFlag("--all=", "boolean"))).toEqual([
      'warning[possible-placeholder]: "--all=" is passed to the program literally; help: write "--all", or `type: string` if a value follows it',
    ]);
    for (const [flag, type] of [
      ["--all", "boolean"],
      ["--all=", "string"],
      ["--all=", "boolean, enum: { true: a, false: b }"],
      ["--all=", 'boolean, value: "{}"'],
    ] as const)
      expect(await check(withFlag(flag, type))).toEqual([]);
  });

  it.each([
    ["--max-count N", "--max-count"],
    ["--max-count=NUM", "--max-count="],
    ["--set=core", "--set="],
  ])("%s is reported with the name of its value", async (flag, meant) => {
    expect(await check(withFlag(flag))).toEqual([
      `warning[possible-placeholder]: "${flag}" is passed to the program literally; help: write "${meant}" if the value follows it`,
    ]);
    expect(await check(withFlag(meant))).toEqual([]);
  });

  it("with a placeholder in two spellings is reported once, with the remaining flag", async () => {
    expect(await check(withFlag("-n <n>, --max-count=<n>"))).toEqual([
      'error[placeholder]: the placeholder "-n <n>, --max-count=<n>" is not replaced by a value; help: write `flag: --max-count=`: the value follows it',
    ]);
  });

  it("that is only a placeholder is reported as a positional", async () => {
    expect(await check(withFlag("<rev>"))).toEqual([
      'error[placeholder]: the placeholder "<rev>" is not replaced by a value; help: write `positional: true` instead of the flag',
    ]);
  });

  it.each([
    ["-Wl,--gc-sections", "boolean"],
    ["-I{}", "boolean"],
    ["if=", "string"],
    ["--set=core", "boolean"],
    ["--set=core=", "string"],
  ])("%s is accepted", async (flag, type) => {
    expect(await check(withFlag(flag, type))).toEqual([]);
  });
});

describe("a tool's command", () => {
  it.each([
    ["git", "git log", 'the program receives "git" twice, from the command of the config and of the tool; help: write "log"', "log"],
    ["/usr/bin/git", "git log", 'write "log"', "log"],
    ["docker compose", "compose ps", 'write "ps"', "ps"],
    ["docker compose", "docker compose ps", 'write "ps"', "ps"],
    ["git --no-pager", "git log", 'write "log"', "log"],
    ["git", "git", "remove the tool's `command`", '""'],
  ])("after %s is reported if it repeats it: %s", async (program, command, advice, right) => {
    const messages = await check(withTool(command, "", program));
    expect(messages).toEqual([expect.stringContaining("warning[repeated-words]: ")]);
    expect(messages[0]).toContain(advice);
    expect(await check(withTool(right, "", program))).toEqual([]);
  });

  it.each([
    ["git", "\"'git' log\""],
    ["ssh -v", "-v"],
    ["git", "log git"],
    ["kubectl", "get"],
  ])("after %s is accepted: %s", async (program, command) => {
    expect(await check(withTool(command, "", program))).toEqual([]);
  });
});
