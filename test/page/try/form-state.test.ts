import { describe, expect, it } from "vitest";
import { readInput, startInput, switchMode } from "../../../generator/page/browser/try/call-input.ts";
import { fieldKind, toFormState, toGiven } from "../../../generator/page/browser/try/form-state.ts";
import type { Tool, ToolArg } from "../../../runtime/tool/tool.ts";

const arg = (rest: Partial<ToolArg>): ToolArg => ({ name: "a", type: "string", ...rest });

describe("a field", () => {
  it.each<[Partial<ToolArg>, string, string, unknown]>([
    [{}, "text", "two words", "two words"],
    [{ stdin: true }, "long_text", "a\nb\n", "a\nb\n"],
    [{ type: "integer" }, "number", "12", 12],
    [{ type: "number" }, "number", "-1.5e3", -1500],
    [{ type: "integer" }, "number", "012", "012"],
    [{ type: "boolean" }, "boolean", "false", false],
    [{ enum: ["x", "y"] }, "choice", "y", "y"],
    [{ type: "integer", enum: [1, 2] }, "choice", "2", 2],
    [{ repeat: true }, "lines", "a\nb c\n", ["a", "b c"]],
    [{ repeat: true, type: "integer" }, "lines", "1\nx", [1, "x"]],
    [{ join: "," }, "lines", "a", ["a"]],
    [{ repeat: true, enum: ["x", "y"] }, "choices", "x\ny", ["x", "y"]],
    [{ type: "map" }, "pairs", "a=1\n__proto__=b=c\nd", JSON.parse('{"a":"1","__proto__":"b=c","d":""}')],
    [{ optional_value: true }, "optional_text", "true", true],
    [{ optional_value: true }, "optional_text", "=true", "true"],
  ])("of %j is %s, and passes %j as %j", (rest, kind, text, value) => {
    expect(fieldKind(arg(rest))).toBe(kind);
    expect(toGiven([arg(rest)], new Map([["a", text]]))).toEqual({ a: value });
  });

  it("passes no value without text, and supports names of object members", () => {
    expect(toGiven([arg({})], new Map([["a", ""]]))).toEqual({});
    expect(Object.keys(toGiven([arg({ name: "__proto__" })], new Map([["__proto__", "x"]])))).toEqual(["__proto__"]);
  });

  it.each<[Partial<ToolArg>, unknown]>([
    [{}, "x"],
    [{}, "a\nb"],
    [{ type: "integer" }, 12],
    [{ repeat: true }, ["a", "b"]],
    [{ type: "map" }, { k: "v=w" }],
    [{ optional_value: true }, false],
    [{ optional_value: true }, ""],
  ])("of %j contains %j", (rest, value) => {
    const state = toFormState([arg(rest)], { a: value });
    expect(state && toGiven([arg(rest)], state)).toEqual({ a: value });
  });

  it.each<[Partial<ToolArg>, Readonly<Record<string, unknown>>]>([
    [{}, { a: "" }],
    [{}, { a: 1 }],
    [{}, { a: null }],
    [{}, { b: "unknown" }],
    [{ type: "integer" }, { a: "12" }],
    [{ type: "boolean" }, { a: "true" }],
    [{ repeat: true }, { a: ["a\nb"] }],
    [{ repeat: true }, { a: [] }],
    [{ repeat: true }, { a: "one" }],
    [{ type: "map" }, { a: { "k=": "v" } }],
    [{ type: "map" }, { a: { k: 1 } }],
  ])("of %j cannot show %j", (rest, given) => {
    expect(toFormState([arg(rest)], given)).toBeUndefined();
  });
});

describe("the input of a call", () => {
  const tool = { args: [arg({})] } as unknown as Tool;

  it("starts as JSON if the form cannot show the arguments", () => {
    const input = startInput(tool, { a: 1 });
    expect(input.mode).toBe("json");
    expect(readInput(tool, input)).toEqual({ kind: "given", given: { a: 1 } });
  });

  it("preserves the arguments when the mode changes", () => {
    const json = switchMode(tool, startInput(tool, { a: "x" }), "json");
    if (typeof json === "string") throw new Error(json);
    expect(readInput(tool, json)).toEqual({ kind: "given", given: { a: "x" } });
    expect(switchMode(tool, json, "form")).toMatchObject({ mode: "form", texts: new Map([["a", "x"]]) });
    expect(switchMode(tool, { ...json, json: '{"a":1}' }, "form")).toContain("cannot show");
    expect(switchMode(tool, { ...json, json: "{" }, "form")).toContain("not valid JSON");
  });

  it.each(["[]", "1", "null", '"a"'])("is invalid if it is %s", (json) => {
    expect(readInput(tool, { mode: "json", texts: new Map(), json })).toEqual({
      kind: "invalid",
      problem: "The arguments are not a JSON object",
    });
  });
});
