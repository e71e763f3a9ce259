/** Tests hazards of words that are not plain flags and positionals: constant words, templates, maps, files and other programs. */
import { describe, expect, it } from "vitest";
import { allow, codesOf } from "./codes-of.ts";

const config = (command: string, tool: string): string =>
  `name: x\ncommand: ${JSON.stringify(command)}\ntools:\n  - { name: t, description: d, ${tool} }\n`;

describe("text that a program executes", () => {
  it.each<[command: string, tool: string, want: boolean]>([
    // The program of a tool replaces the program of the config.
    ["ls", "program: bash -c, args: [{ name: a, positional: true }]", true],
    ["bash -c", "program: ls, args: [{ name: a, positional: true }]", false],
    // Constant words
    ["find .", "order: as_written, args: [{ words: [-exec] }, { name: a, positional: true }]", true],
    ["ssh", "order: as_written, args: [{ name: host, positional: true }, { words: [uptime] }]", false],
    ["ssh", "order: as_written, args: [{ name: host, positional: true }, { words: [ls] }, { name: a, flag: -I }]", true],
    ["find .", "order: as_written, args: [{ words: [-exec, grep] }, { name: a, positional: true }]", false],
    [
      "find",
      "order: as_written, args: [{ name: root, positional: true }, { words: [-exec, sh, -c] }, { name: a, positional: true }]",
      true,
    ],
    ["sh", 'order: as_written, args: [{ words: [-c, "cat {a}"] }, { name: a }]', true],
    ["sh", 'order: as_written, args: [{ words: [-c, "cat {a}"] }, { name: a, enum: [x, y] }]', false],
    ["sh", 'order: as_written, args: [{ words: [-c, "cat {a}"] }, { name: a, type: integer }]', false],
    ["rsync", 'order: as_written, args: [{ words: ["--rsh={a}"] }, { name: a }]', true],
    // Templates
    ["rsync", 'args: [{ name: a, value: "--rsh={}" }]', true],
    ["rsync", 'args: [{ name: a, value: ["-e", "{}"] }]', true],
    ["rsync", 'args: [{ name: a, value: "--exclude={}" }]', false],
    ["psql", 'args: [{ name: a, flag: -c, value: "select {}" }]', true],
    ["psql", 'args: [{ name: a, flag: -v, value: "name={}" }]', false],
    // The author writes the words of an enum.
    ["rsync", "args: [{ name: a, enum: { ssh: --rsh=ssh } }]", false],
    // Maps
    ["git", "args: [{ name: a, type: map, flag: -c }]", true],
    ["git", 'args: [{ name: a, type: map, flag: -c, keys: { pattern: "color[.][a-z]+" } }]', false],
    ["git log", "args: [{ name: a, type: map, flag: -c }]", false],
    // A script in a temporary file
    ["python3", "args: [{ name: a, file: true, positional: true }]", true],
    ["psql", "args: [{ name: a, file: true, flag: -f }]", true],
    ["python3 tools/report.py", "args: [{ name: a, file: true, positional: true }]", false],
    // Variables, whose dangerous names are errors
    ["python3 -c 'print(1)'", "args: [{ name: a, env: REPORT_TITLE }]", false],
    ["bash", "args: [{ name: a, env: REPORT_TITLE }, { name: b, positional: true, enum: [one.sh] }]", false],
  ])("include `%s` with %s: %s", async (command, tool, want) => {
    const codes = (await codesOf([config(command, tool)])).filter((code) => code === "interpreter-command");
    expect(codes).toEqual(want ? ["interpreter-command"] : []);
  });
});

describe("values that a program reads as options", () => {
  it.each<[tool: string, want: boolean]>([
    ["args: [{ name: a, value: '{}.txt', allow_leading_dash: true }]", true],
    ["args: [{ name: a, value: '{}.txt', allow_leading_dash: true, pattern: '[a-z]+' }]", false],
    ["args: [{ name: a, value: '{}.txt', allow_leading_dash: true, pattern: '-?[a-z]+' }]", true],
    ["args: [{ name: a, repeat: once, allow_leading_dash: true }]", true],
    ["args: [{ name: a, repeat: once, allow_leading_dash: true, enum: [-x] }]", false],
    ["args: [{ name: a, type: map, positional: true, allow_leading_dash: true }]", true],
    ["args: [{ name: a, type: map, positional: true, allow_leading_dash: true, keys: { pattern: '[a-z]+' } }]", false],
    ["order: as_written, args: [{ words: [-o, '{a}'] }, { name: a, allow_leading_dash: true }]", true],
    ["args: [{ name: a, positional: true, allow_leading_dash: true }], end_of_options: true", false],
    ["args: [{ name: a, repeat: once, allow_leading_dash: true }, { name: b, positional: true }], end_of_options: true", true],
  ])("are allowed by %s: %s", async (tool, want) => {
    const codes = (await codesOf([config("ls", tool)])).filter((code) => code === "option-injection");
    expect(codes).toEqual(want ? ["option-injection"] : []);
  });
});

describe("free text next to other text", () => {
  const mixed = "args: [{ name: a, value: 'pass:{}' }]";

  it.each<[tool: string, policy: string | undefined, want: number]>([
    [mixed, undefined, 1],
    ["order: as_written, args: [{ words: ['x={a}'] }, { name: a, join: ',', value: 'DNS:{}' }]", undefined, 1],
    ["order: as_written, args: [{ words: ['x={b}{a}'] }, { name: a, join: ',', value: 'DNS:{}' }, { name: b }]", undefined, 2],
    ["args: [{ name: a, value: 'pass:{}', pattern: '[a-z]+' }]", undefined, 0],
    ["args: [{ name: a, value: 'pass:{}', enum: [x, y] }]", undefined, 0],
    ["args: [{ name: a, value: 'pass:{}', type: integer }]", undefined, 0],
    ["args: [{ name: a, value: '{}' }]", undefined, 0],
    ["args: [{ name: a, value: ['--set', '{}'] }]", undefined, 0],
    ["args: [{ name: a, value: '--color={}' }]", undefined, 0],
    ["args: [{ name: a, value: 'pass:{}', file: true }]", undefined, 0],
    [mixed, "tools: { t: { args: { a: { pattern: '[a-z]+' } } } }", 0],
    [mixed, "tools: { t: { args: { a: { one_of: [x] } } } }", 0],
    [mixed, "tools: { t: { args: { a: { max_length: 9 } } } }", 1],
    // Maps: the key ends at the separator, and the value is the rest of the word.
    ["args: [{ name: a, type: map, value: '{key}:{value}' }]", undefined, 0],
    ["args: [{ name: a, type: map, value: '{key}={value},ro' }]", undefined, 1],
    ["args: [{ name: a, type: map, value: '{key}={value},ro', pattern: '[a-z]+', keys: { pattern: '[a-z]+' } }]", undefined, 0],
    // Constant words
    ["order: as_written, args: [{ words: ['scale={w}:{h}'] }, { name: w }, { name: h }]", undefined, 1],
    ["order: as_written, args: [{ words: ['scale={w}:{h}'] }, { name: w, type: integer }, { name: h, type: integer }]", undefined, 0],
    ["order: as_written, args: [{ words: ['scale={w}:{h}'] }, { name: w, type: integer }, { name: h }]", undefined, 1],
  ])("is found in %s under the policy %s: %s", async (tool, policy, want) => {
    const codes = (await codesOf([config("ffmpeg", tool)], policy)).filter((code) => code === "mixed-text");
    expect(codes).toHaveLength(want);
  });

  it.each([
    `args: [{ name: a, value: 'pass:{}', ${allow("mixed-text")} }]`,
    `order: as_written, args: [{ words: ['x:{a}'], ${allow("mixed-text")} }, { name: a }]`,
    `${mixed}, ${allow("mixed-text")}`,
  ])("can be acknowledged: %s", async (tool) => {
    expect(await codesOf([config("ffmpeg", tool)])).toEqual([]);
  });
});

describe("examples", () => {
  it("are not hazards", async () => {
    const tool =
      "args: [{ name: a, value: '{}.txt', allow_leading_dash: true, pattern: '[a-z]+' }], examples: [{ description: d, args: { a: x } }]";
    expect(await codesOf([config("ls", tool)])).toEqual([]);
  });
});

it.each([["2>/dev/null"], [">out.txt"], ["<in.txt"], ["$(date)"], ["`date`"], ["2>&1"], ["&>"]])(
  "the shell's %s in a command is a hazard",
  async (word) => {
    expect(await codesOf([config("git", `command: 'log ${word}'`)])).toContain("shell-syntax");
  },
);

it("reports options that callers can pass to a program of docker exec, which -- does not end", async () => {
  const optionsOf = async (program: string): Promise<readonly string[]> => {
    const args =
      '{ name: container, positional: true, required: true, pattern: "[a-z]+" }, ' +
      `{ name: program, positional: true, required: true${program} }, { name: rest, positional: true, allow_leading_dash: true }`;
    const text = `name: d\ncommand: docker exec\nend_of_options: true\ntools: [{ name: t, description: T, risk: read, args: [${args}] }]\n`;
    return (await codesOf([text])).filter((code) => code.endsWith("option-injection") || code === "needless-leading-dash");
  };
  expect(await optionsOf(", enum: [sort, uniq]")).toEqual(["option-injection"]);
  expect(await optionsOf("")).not.toContain("option-injection");
});
