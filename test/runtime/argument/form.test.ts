/** Tests the form of an argument: the place of its value, and how the value becomes words. */
import { describe, expect, it } from "vitest";
import type { ArgForm, Place } from "../../../runtime/argument/form.ts";
import { isOnCommandLine, placeOf, toForm, toLineForm, variableOf, writtenFlagOf } from "../../../runtime/argument/form.ts";
import type { ToolArg } from "../../../runtime/tool/tool.ts";

const plain = { kind: "templates", templates: ["{}"] } as const;
const option = { place: "option", flag: "--a-b", isGlued: false, words: plain, times: "once" } as const;
const table = { x: ["-x"], y: [] };

const rows: readonly [keys: Partial<ToolArg>, form: ArgForm][] = [
  [{}, option],
  [{ flag: "" }, option],
  [{ flag: "-a" }, { ...option, flag: "-a" }],
  [{ flag: "a=" }, { ...option, flag: "a=", isGlued: true }],
  [{ repeat: true }, { ...option, times: "each" }],
  [{ repeat: "once" }, { ...option, times: "together" }],
  [
    { repeat: true, join: "," },
    { ...option, times: "joined" },
  ],
  [{ type: "map" }, { ...option, words: { kind: "templates", templates: ["{key}={value}"] }, times: "each" }],
  [
    { type: "map", join: "," },
    { ...option, words: { kind: "templates", templates: ["{key}={value}"] }, times: "joined" },
  ],
  [
    { flag: "-a", value: ["x={}"] },
    { ...option, flag: "-a", words: { kind: "templates", templates: ["x={}"] } },
  ],
  [{ type: "boolean" }, { ...option, words: { kind: "switch", flag: "--a-b" } }],
  [
    { type: "boolean", negatable: true },
    { ...option, words: { kind: "switch", flag: "--a-b", negation: "--no-a-b" } },
  ],
  [{ optional_value: true }, { ...option, words: { kind: "optional", alone: "--a-b", prefix: "--a-b=" } }],
  [
    { flag: "-U", optional_value: true },
    { ...option, flag: "-U", words: { kind: "optional", alone: "-U", prefix: "-U" } },
  ],
  [
    { flag: "--c=", optional_value: true },
    { ...option, flag: "--c=", isGlued: true, words: { kind: "optional", alone: "--c", prefix: "--c=" } },
  ],
  [
    { flag: "-m", enum_words: table },
    { ...option, flag: "-m", words: { kind: "mapped", table } },
  ],
  [{ enum_words: table }, { place: "words", words: { kind: "mapped", table }, times: "once" }],
  [
    { type: "boolean", enum_words: table },
    { place: "words", words: { kind: "mapped", table }, times: "once" },
  ],
  [{ value: ["-e", "{}"] }, { place: "words", words: { kind: "templates", templates: ["-e", "{}"] }, times: "once" }],
  [
    { type: "boolean", value: ["b={}"] },
    { place: "words", words: { kind: "templates", templates: ["b={}"] }, times: "once" },
  ],
  [{ positional: true }, { place: "operand", words: plain, times: "once" }],
  [
    { positional: true, repeat: true },
    { place: "operand", words: plain, times: "each" },
  ],
  [
    { positional: true, enum_words: table },
    { place: "operand", words: { kind: "mapped", table }, times: "once" },
  ],
  [
    { positional: true, file: {} },
    { place: "operand", words: plain, times: "once" },
  ],
  [{ stdin: true }, { place: "stdin" }],
  [{ cwd: true }, { place: "directory" }],
  [{ env: "AB" }, { place: "variable", name: "AB" }],
  [
    { env: "AB", repeat: true, join: ":" },
    { place: "variable", name: "AB", separator: ":" },
  ],
];

const argOf = (keys: Partial<ToolArg>): ToolArg => ({ name: "a_b", type: "string", ...keys });

describe("the form of an argument", () => {
  it("has a place, and the words of the value there", () => {
    expect(rows.map(([keys]) => [keys, toForm(argOf(keys))])).toEqual(rows);
  });

  it("ignores other places for a global argument, which is always on the command line", () => {
    expect([{ cwd: true }, { stdin: true }, { env: "AB" }].map((keys) => toLineForm(argOf(keys)))).toEqual([option, option, option]);
  });

  it("agrees with the functions that return one of its parts", () => {
    const lines: ReadonlySet<Place> = new Set(["option", "operand", "words"]);
    const found = rows.map(([keys]) => {
      const arg = argOf(keys);
      return [placeOf(arg), isOnCommandLine(arg), writtenFlagOf(arg), variableOf(arg)];
    });
    const expected = rows.map(([, form]) => [
      form.place,
      lines.has(form.place),
      form.place === "option" ? form.flag : undefined,
      form.place === "variable" ? form.name : undefined,
    ]);
    expect(found).toEqual(expected);
  });
});
