/** Tests that the comparison with the specification finds faults of drafts and calls. */
import { describe, expect, it } from "vitest";
import { buildCall, compareParsed } from "./calls.ts";
import { compareDraft } from "./compare-draft.ts";
import { readDraft } from "./drafted.ts";
import type { Framework } from "./framework.ts";
import { adaptProgram } from "./program.ts";
import { FOLDER, readProgram } from "./score.ts";

const framework: Framework = {
  name: "sample",
  language: "Python",
  toolchain: "python",
  source: "",
  packages: [],
  lacks: ["remote set-url", "output", "tag", "sign", "rate", "plain", "verbose", "owner", "secret", "yaml"],
};
const full = adaptProgram(readProgram(FOLDER), framework);
const program = {
  ...full,
  commands: full.commands.map((command) => ({ ...command, options: command.options.map(({ excludes: _excludes, ...option }) => option) })),
};

const RIGHT = `
tools:
  - name: demo_add
    description: Add entries to the store
    command: add
    args:
      - { name: format, description: "Output format [default: text]", flag: --format=, enum: [json, yaml, text] }
      - { name: color, description: Color the output, type: boolean, flag: --color, negatable: true }
      - { name: id, description: Number of the store, type: integer, required: true, flag: --id= }
      - { name: json, description: "Print JSON", type: boolean, flag: --json }
      - { name: src, positional: true, required: true, repeat: true }
`;

function gapsOf(draft: string, change: Partial<Framework> = {}): readonly string[] {
  return compareDraft(program, readDraft(draft), { ...framework, ...change }).gaps;
}

describe("compareDraft", () => {
  it("finds no gap in a draft that has all facts", () => {
    expect(gapsOf(RIGHT)).toEqual([]);
  });

  it.each([
    ["a lost command", /command: add/, "command: remove", ["add: no tool", "junk tool: demo remove"]],
    ["a list that is too short", "json, yaml, text", "json, yaml", ["add --format: list is wrong: json, yaml"]],
    ["a lost list", ", enum: [json, yaml, text]", "", ["add --format: list not found"]],
    ["a lost negation", ", negatable: true", "", ["add --color: negation not found"]],
    ["a lost mark", "required: true, flag", "flag", ["add --id: required not found"]],
    ["an option without its value", "type: integer", "type: boolean", ["add --id: kind: a switch"]],
    ["an option of the prose", "--json }", "--label }", ["add --json: lost", "add: junk option --label"]],
    ["remains in a text", '"Print JSON"', '"Print JSON [boolean]"', ['add --json: text "Print JSON [boolean]"']],
    ["a positional value that cannot be repeated", ", repeat: true }", " }", ["add src: repeat not found"]],
  ])("finds %s", (_, before, after, gaps) => {
    expect(gapsOf(RIGHT.replace(before, after))).toEqual(gaps);
  });

  it("ignores missing facts that the help does not show, and no wrong ones", () => {
    expect(gapsOf(RIGHT.replace(", enum: [json, yaml, text]", ""), { omits: ["list"] })).toEqual([]);
    expect(gapsOf(RIGHT.replace("json, yaml, text", "json"), { omits: ["list"] })).toEqual(["add --format: list is wrong: json"]);
  });
});

describe("calls", () => {
  const tools = readDraft(RIGHT);
  const call = { path: ["add"], arguments: { src: ["a", "b"], id: 7, color: false } };

  it("pass the values of the specification in the types of the draft", () => {
    expect(buildCall(program, call, tools)).toEqual({
      kind: "call",
      tool: "demo_add",
      arguments: { src: ["a", "b"], id: 7, color: false },
    });
    const two = readDraft(RIGHT.replace("flag: --color, negatable: true", "flag: --no-color").replace("name: color", "name: no_color"));
    expect(buildCall(program, call, two)).toMatchObject({ arguments: { no_color: true } });
  });

  it("are impossible without an argument for a value", () => {
    const one = readDraft(RIGHT.replace(", repeat: true }", " }"));
    expect(buildCall(program, call, one)).toEqual({ kind: "impossible", reason: "src takes no list" });
    expect(buildCall(program, call, [])).toEqual({ kind: "impossible", reason: "no tool" });
  });

  it.each([
    ["all values", { src: ["a", "b"], id: 7, color: false, format: "text" }, []],
    ["values without defaults, as texts", { src: ["a", "b"], id: "7", color: 0 }, []],
    ["another value", { src: ["a"], id: 7, color: false }, ['src is ["a"]']],
    ["an option that was not passed", { src: ["a", "b"], id: 7, color: false, json: true }, ["json is true"]],
    ["no value", { src: ["a", "b"], color: false }, ["id is missing"]],
  ])("compare what the program parsed: %s", (_, parsed, wrong) => {
    expect(compareParsed(program, call, parsed, {})).toEqual(wrong);
  });
});
