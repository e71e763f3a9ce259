import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findLastValue, scanValue, skipSpace } from "../../../runtime/output/json-values.ts";
import { anyCharacter } from "../../any-character.ts";

describe("the end of a JSON value", () => {
  it("is found after every value", () => {
    const samples = [
      "{}",
      "[]",
      "1",
      "-1.5e+3",
      "true",
      "null",
      '"a"',
      '"\\""',
      '"\\\\"',
      '{"a":[1,{"b":[]}],"c":"]}"}',
      "[ 1 , 2 ]",
      '{\n "a" : 1\n}',
    ];
    const tails = ["", " ", "\n1", "[", "{", '"', "]"];
    const wrong = samples.flatMap((sample) =>
      tails.filter((tail) => scanValue(`x${sample}${tail}`, 1).kind !== "complete" || endOf(`x${sample}${tail}`, 1) !== 1 + sample.length),
    );
    expect(wrong).toEqual([]);
  });

  it("is missing in text that no value starts with", () => {
    const found = [
      "",
      "oops",
      "truefalse",
      "1true",
      "[1 2]",
      "[1,]",
      "[,1]",
      "{1:2}",
      '{"a"}',
      '{"a":}',
      '{"a":1,}',
      "[}",
      "{]",
      "]",
      '"a',
      '"a\\',
      '"a\nb"',
      "[1",
      '{"a": ',
      "[[]",
      "- 1",
    ];
    expect(found.map((text) => [text, scanValue(text, 0)])).toEqual(
      [0, 0, 0, 0, 3, 3, 1, 1, 4, 5, 7, 1, 1, 0, 2, 3, 2, 2, 6, 3, 0].map((at, index) => [found[index], { kind: "broken", at }]),
    );
  });

  it("is the end of the text that `JSON.stringify` writes, at any indentation", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: anyCharacter }), fc.nat(3), (value, spaces) => {
        const text = JSON.stringify(value, undefined, spaces);
        expect(endOf(`${text}\n[`, 0)).toBe(text.length);
      }),
    );
  });

  it("exists in all text that `JSON.parse` accepts", () => {
    const character = fc.constantFrom(...'[]{}:,"\\ \n019-.etrufalsn'.split(""), "true", "null", '"a"', '":', "[1");
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 12 }), (text) => {
        if (isJson(text)) expect(skipSpace(text, endOf(text, skipSpace(text, 0)))).toBe(text.length);
      }),
      { numRuns: 2000 },
    );
  });

  it("is found below many levels and after a long string", () => {
    const levels = 200_000;
    expect(endOf("[".repeat(levels) + "]".repeat(levels), 0)).toBe(2 * levels);
    expect(endOf(`"${"\\n".repeat(3_000_000)}"`, 0)).toBe(6_000_002);
    expect(endOf("1".repeat(3_000_000), 0)).toBe(3_000_000);
  });
});

describe("the last value among other text", () => {
  it("is an object or a list on lines of its own", () => {
    const found: readonly (readonly [text: string, want: unknown])[] = [
      ['[INFO] start\n{"a":1}\n', { a: 1 }],
      ['> npm test\n\n{\n  "a": [\n    1\n  ]\n}\n\ndone in 3 s\n', { a: [1] }],
      ["{}\r\n[2]\r\nend", [2]],
      ['  {"a":1}  \n', { a: 1 }],
      ['{"a":1}\n[2026-11-29]\n', { a: 1 }],
      ['{"a":1}\n[2026-11-29] end\n', { a: 1 }],
      ['[1\n{"a":1}\n', { a: 1 }],
      ['[1, oops\n{"a":1}\nText: {"b":1}\n[1] see below\n', { a: 1 }],
      ['{"a": "x\n{"b":1}', { b: 1 }],
      ['{"a":1} {"b":1}\n', "none"],
      ['oops\n3\ntrue\n"a"\n', "none"],
      ["", "none"],
      ['{"log":1}\n{\n  "a": [\n', "unfinished"],
      ['text\n{"a":1}\n{"b":"', "unfinished"],
    ];
    expect(found.map(([text]) => valueIn(text))).toEqual(found.map(([, want]) => want));
  });

  it("is found in time that is linear in the text", () => {
    const lines = 100_000;
    expect(valueIn("[\n".repeat(lines))).toBe("unfinished");
    expect(valueIn(`${"[\n".repeat(lines)}x\n[1]`)).toEqual([1]);
    expect(valueIn(`${"[x\n".repeat(lines)}[1]`)).toEqual([1]);
    expect(valueIn(`${"\n".repeat(lines)}[1]`)).toEqual([1]);
    expect(valueIn(`[1]${" ".repeat(lines)}x\n`.repeat(3))).toBe("none");
  });
});

function valueIn(text: string): unknown {
  const found = findLastValue(text, JSON.parse);
  return found.kind === "found" ? found.value : found.kind;
}

function endOf(text: string, start: number): number {
  const scanned = scanValue(text, start);
  return scanned.kind === "complete" ? scanned.end : -1;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
