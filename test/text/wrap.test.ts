import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import wrapAnsi from "wrap-ansi";
import { anyCharacter } from "../any-character.ts";
import { textWidth, wrapText } from "../../generator/text/wrap.ts";
import "../property-seed.ts";

/** Spaces are frequent, so that words and gaps of every length occur. */
const plainText = fc.string({ unit: fc.constantFrom("a", "b", "c", "~", "!", " "), maxLength: 60 });
const anyText = fc.oneof(plainText, fc.string({ unit: anyCharacter, maxLength: 30 }), fc.string({ unit: "grapheme", maxLength: 30 }));
const width = fc.integer({ min: 1, max: 30 });

describe("text in columns", () => {
  it.each<[string, string, number, readonly string[]]>([
    ["stays on one line if it fits", "one two", 7, ["one two"]],
    ["breaks between words", "one two three", 7, ["one two", "three"]],
    ["is one empty line if empty", "", 5, [""]],
    ["starts a long word on the current line if that saves a line", "ab cdefghij", 6, ["ab cde", "fghij"]],
    ["starts a long word on a new line otherwise", "abcd efghijklmnop", 6, ["abcd", "efghij", "klmnop"]],
    ["continues after the end of a long word", "abcdefgh i j", 6, ["abcdef", "gh i j"]],
    ["counts wide letters twice", "日本 語", 4, ["日本", "語"]],
  ])("%s", (_title, text, columns, want) => {
    expect(wrapText(text, columns)).toEqual(want);
  });

  it.each([
    ["plain", plainText],
    ["any", anyText],
  ])("has the same lines and width as with the libraries: %s text", (_kind, texts) => {
    fc.assert(
      fc.property(texts, width, (text, columns) => {
        expect(wrapText(text, columns)).toEqual(wrapAnsi(text, columns, { hard: true }).split("\n"));
        expect(textWidth(text)).toBe(stringWidth(text));
      }),
      { numRuns: 700 },
    );
  });
});
