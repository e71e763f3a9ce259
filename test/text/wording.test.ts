import { describe, expect, it } from "vitest";
import { didYouMean, groupDigits, joinWords, nameCharacter, quote } from "../../generator/text/wording.ts";

describe("quote", () => {
  it.each([
    ["plain text", "git_log", '"git_log"'],
    ["whitespace as escapes", "a\tb\nc", '"a\\tb\\nc"'],
    ["escape sequences of terminals as text", "\u001b[31mred", '"\\u001b[31mred"'],
    ["characters that reverse text", "a\u202eb", '"a\\u202eb"'],
    ["halves of surrogate pairs", "a\ud800", '"a\\ud800"'],
    ["characters beyond the basic plane verbatim", "😀", '"😀"'],
    ["line separators", "a\u2028b", '"a\\u2028b"'],
    ["long text up to 60 code units", "x".repeat(61), `"${"x".repeat(60)}…"`],
  ])("shows %s", (_name, given, want) => {
    expect(quote(given)).toBe(want);
  });
});

describe("didYouMean", () => {
  it.each([
    ["nothing without names", [], undefined],
    ["one name", ["a"], 'did you mean "a"?'],
    ["three names", ["a", "b", "c"], 'did you mean "a", "b" or "c"?'],
  ])("says %s", (_name, given, want) => {
    expect(didYouMean(given)).toBe(want);
  });
});

it.each([
  [0, "0"],
  [999, "999"],
  [1000, "1,000"],
  [19_000, "19,000"],
  [1_234_567, "1,234,567"],
])("writes %i as %s", (integer, want) => {
  expect(groupDigits(integer)).toBe(want);
});

it("joins words like a sentence", () => {
  expect([joinWords([], "or"), joinWords(["a"], "or"), joinWords(["a", "b"], "and")]).toEqual(["", "a", "a and b"]);
});

it("names characters by code point", () => {
  expect([nameCharacter("\0"), nameCharacter("\u202e"), nameCharacter("\u{e0041}")]).toEqual(["U+0000", "U+202E", "U+E0041"]);
});
