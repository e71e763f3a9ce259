import { describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { listToolUses } from "../../generator/verify/tool-use.ts";

/** Returns the program and the flags of a tool, with their forms. */
async function listFlags(tool: string): Promise<string> {
  const text = `name: t\ncommand: tool sub --plain\ntools:\n  - { name: t, description: T, ${tool} }\n`;
  const { configs, diagnostics } = await checkInputs([{ path: "t.yaml", bytes: Buffer.from(text) }]);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const [file] = configs;
  if (file?.kind !== "cli") throw new Error("the config cannot be read");
  return listToolUses(file, { env: {}, find: () => undefined })
    .map(({ program, path, flags }) =>
      [program, ...path, ...flags.map(({ flag, form }) => (form === undefined ? flag : `${flag}(${form})`))].join(" "),
    )
    .join("; ");
}

describe("listToolUses", () => {
  it.each([
    [
      "switches and values",
      "args: [{ name: a, type: boolean }, { name: b }, { name: c, flag: --c= }]",
      "--a(switch) --b(separate) --c(glued)",
    ],
    ["an empty value of a boolean", "args: [{ name: a, type: boolean, flag: --a= }]", "--a(glued)"],
    ["words that stand for a boolean", "args: [{ name: a, type: boolean, flag: --a=, enum: { true: 'yes', false: 'no' } }]", "--a"],
    ["a word that stands for a value", "args: [{ name: a, enum: { x: -x, y: [-y, '1'] } }]", "-x(switch) -y"],
    ["no flag of an argument inside constant words", "order: as_written, args: [{ words: [-s, '{w}'] }, { name: w }]", "-s"],
    [
      "flags of mapped values inside constant words",
      'order: as_written, args: [{ words: ["{m}", "--{k}=x"] }, { name: m, enum: { a: [-q, b], c: [] } }, { name: k, type: boolean, enum: { true: in, false: out } }]',
      "-q --in --out",
    ],
    ["no flags of another program", "order: as_written, args: [{ words: [-type, f, -exec, grep, -l] }, { name: text, flag: -e }]", "-type"],
    ["no flags after a switch and an effect", "order: as_written, args: [{ words: [-n, fade] }, { name: m, flag: -m }]", "-n"],
    ["no flags of an effect", "order: as_written, args: [{ name: a }, { words: [fade, -x] }, { name: m, flag: -m }]", "--a(separate)"],
    ["no flags after a literal `--`", "order: as_written, args: [{ name: a }, { words: ['--', -s] }, { name: b }]", "--a(separate)"],
    [
      "no words of an enum after `--`",
      "order: as_written, args: [{ words: ['--'] }, { name: m, positional: true, enum: [--nocapture] }]",
      "",
    ],
    [
      "no words of an enum after the `--` of the tool",
      "end_of_options: true, args: [{ name: m, positional: true, enum: [--nocapture] }]",
      "",
    ],
    ["no flags after `--` in a member of an enum", "args: [{ name: m, enum: { all: [-x, '--', --nocapture] } }]", "-x"],
  ])("lists %s", async (_what, tool, expected) => {
    expect(await listFlags(tool)).toBe(`tool sub --plain ${expected}`.trimEnd());
  });

  it("lists no flags after `--` in a command", async () => {
    expect(await listFlags("command: 'test -q -- --nocapture', args: [{ name: a }]")).toBe("tool sub test --plain -q");
  });

  it("lists the program of a tool, and its words", async () => {
    expect(await listFlags("program: other -q, args: [{ name: a }]")).toBe("other -q --a(separate)");
  });
});
