/** Reads values that the config maps to words, in constant words of a tool. */
import { expect, it } from "vitest";
import { readCommandLine } from "../../runtime/guard/read-command-line.ts";
import type { Program, Tool } from "../../runtime/tool/tool.ts";
import { buildCall } from "./catalog-tools.ts";

const PROGRAM: Program = { command: ["demo"], global_args: [] };

/** Returns a tool with one argument, whose values stand for words, in constant words. */
const toolWith = (item: readonly string[], words: Readonly<Record<string, readonly string[]>>): Tool => ({
  name: "demo_run",
  description: "Run",
  args: [{ name: "mode", description: "Mode", type: "string", enum: Object.keys(words), enum_words: words }],
  cli: { name: "demo", description: "demo", tool_count: 1, program: PROGRAM },
  handler: { kind: "command", program: PROGRAM, command: ["run"], order: [item] },
});

const CASES: readonly (readonly [item: readonly string[], words: Readonly<Record<string, readonly string[]>>])[] = [
  [["--opts={mode}"], { fast: ["-O 3 -g"], slow: ["-O0"] }],
  [["--opts", "{mode}"], { fast: ["-O 3"], slow: ["-O0", "-g"] }],
  [["{mode}"], { fast: ["--fast", "very fast"], slow: ["--slow"] }],
  [["{mode}"], { fast: ["very fast"], slow: ["slow"], none: [] }],
  [["mode {mode}!"], { fast: ["very fast"], slow: ["slow"] }],
];

it("reads back the words that a call writes", async () => {
  const results = [];
  for (const [item, words] of CASES) {
    const tool = toolWith(item, words);
    const program = { name: "demo", tools: [{ tool, isEnabled: true }], env: {} };
    for (const mode of Object.keys(words).filter((key) => words[key]?.length !== 0)) {
      const call = await buildCall(tool, { mode });
      const reading = await readCommandLine(call?.words ?? [], program);
      results.push([call?.words, reading.kind === "read" ? reading.args : reading.message, { mode }]);
    }
  }
  expect(results.filter(([, read, given]) => JSON.stringify(read) !== JSON.stringify(given))).toEqual([]);
});

it("refuses the names of the values, and other words", async () => {
  const program = { name: "demo", tools: [{ tool: toolWith(["--opts={mode}"], { fast: ["-O 3"] }), isEnabled: true }], env: {} };
  for (const word of ["--opts=fast", "--opts=-O", "--opts=-O 3 -x"])
    expect((await readCommandLine(["run", word], program)).kind).toBe("refused");
});
