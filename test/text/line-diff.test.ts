import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createColors } from "picocolors";
import { formatDrift } from "../../generator/write/drift-diff.ts";
import type { LineEdit } from "../../generator/text/line-diff.ts";
import { diffLines } from "../../generator/text/line-diff.ts";

const without = (kind: LineEdit["kind"], edits: readonly LineEdit[]): readonly string[] =>
  edits.filter((edit) => edit.kind !== kind).map(({ line }) => line);
const changes = (edits: readonly LineEdit[]): number => edits.filter(({ kind }) => kind !== "same").length;

describe("the difference of two strings", () => {
  it("converts one text to the other, and is never longer than replacing all lines", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 });
    const property = fc.property(lines, lines, (old, young) => {
      const edits = diffLines(old.map((line) => `${line}\n`).join(""), young.map((line) => `${line}\n`).join(""));
      expect(without("added", edits)).toEqual(old);
      expect(without("removed", edits)).toEqual(young);
      expect(changes(edits)).toBe(old.length + young.length - 2 * longestCommon(old, young));
    });
    fc.assert(property, { numRuns: 300, seed: 7 });
  });

  it("replaces all lines between the common ends if it would be too long", () => {
    const [old, young] = [0, 1].map((side) => `head\n${Array.from({ length: 500 }, (_, n) => `${side} ${n}\n`).join("")}tail\n`) as [
      string,
      string,
    ];
    const edits = diffLines(old, young);
    expect(edits.map(({ kind }) => kind[0]).join("")).toBe(`s${"r".repeat(500)}${"a".repeat(500)}s`);
  });
});

/** Computes the length of the longest common subsequence with the textbook algorithm. */
function longestCommon(left: readonly string[], right: readonly string[]): number {
  const [first, ...others] = left;
  if (first === undefined) return 0;
  const at = right.indexOf(first);
  const taken = at === -1 ? 0 : 1 + longestCommon(others, right.slice(at + 1));
  return Math.max(taken, longestCommon(others, right));
}

describe("the difference of an output file", () => {
  const text = (...lines: readonly (string | number)[]): string => lines.map((line) => `${line}\n`).join("");
  const plain = createColors(false);
  const format = (there: string, generated: string): string => formatDrift({ path: "out/a.ts", there, generated }, plain);

  it("shows changes with one line of context", () => {
    expect(format(text(1, 2, 3, 4, 5, 6, 7, 8, 9), text(1, 2, "three", 4, 5, 6, 7, 9))).toBe(
      text("--- out/a.ts", "+++ generated", "@@ -2,3 +2,3 @@", " 2", "-3", "+three", " 4", "@@ -7,3 +7,2 @@", " 7", "-8", " 9"),
    );
  });

  it("is limited to twelve lines, and counts the others", () => {
    const lines = format("", text(...Array.from({ length: 30 }, (_, n) => n))).split("\n");
    expect([lines.length, lines.at(-2)]).toEqual([16, "… 19 more lines"]);
  });

  it("escapes control characters and limits line length", () => {
    expect(format("", `\u001b[2J${"x".repeat(500)}\n`)).toContain(`+\\u001b[2J${"x".repeat(156)}…\n`);
  });

  it("is colored if colors are enabled", () => {
    expect(formatDrift({ path: "a", there: "x\n", generated: "y\n" }, createColors(true))).toContain(
      "\u001b[31m-x\u001b[39m\n\u001b[32m+y",
    );
  });
});
