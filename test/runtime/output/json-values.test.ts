import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scanValue, skipSpace } from "../../../runtime/output/json-values.ts";
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
