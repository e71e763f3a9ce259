import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createColors } from "picocolors";
import { formatDiff } from "../../generator/install/change-diff.ts";

const plain = createColors(false);
const diff = (before: string, after: string): string => formatDiff({ path: "f", before, after }, plain);

describe("a diff", () => {
  it.each<[string, string, string, string]>([
    ["is empty if nothing changed", "a\n", "a\n", ""],
    ["shows one line of context", "a\nb\nc\nd\ne\n", "a\nb\nx\nd\ne\n", "--- f\n+++ f\n@@ -2,3 +2,3 @@\n b\n-c\n+x\n d\n"],
    ["shows unchanged lines between two changes", "a\nb\nc\n", "x\nb\ny\n", "--- f\n+++ f\n@@ -1,3 +1,3 @@\n-a\n+x\n b\n-c\n+y\n"],
    ["shows /dev/null as the old file of a new file", "", "a\n", "--- /dev/null\n+++ f\n@@ -0,0 +1 @@\n+a\n"],
    ["marks a missing line ending at the end", "a", "a\n", "--- f\n+++ f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"],
    ["omits carriage returns", "a\r\n", "b\r\n", "--- f\n+++ f\n@@ -1 +1 @@\n-a\n+b\n"],
    ["escapes cursor movements", "a\n", "\u001B[2Jb\t\n", "--- f\n+++ f\n@@ -1 +1 @@\n-a\n+\\u001b[2Jb\t\n"],
  ])("%s", (_, before, after, want) => {
    expect(diff(before, after)).toBe(want);
  });

  it("is red and green on a terminal", () => {
    const shown = formatDiff({ path: "f", before: "a\n", after: "b\n" }, createColors(true));
    expect(shown).toContain("\u001B[31m-a\u001B[39m");
    expect(shown).toContain("\u001B[32m+b\u001B[39m");
  });

  it("contains the old and the new text", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (old, now) => {
        const [, , header = "", ...lines] = diff(old.map((line) => `${line}\n`).join(""), now.map((line) => `${line}\n`).join("")).split(
          "\n",
        );
        fc.pre(header !== "" || !isDeepStrictEqual(old, now));
        const [, at = "", count = "1", start = "", added = "1"] = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$/.exec(header) ?? [];
        const linesWith = (mark: string): readonly string[] =>
          lines.filter((line) => line.startsWith(mark) || line.startsWith(" ")).map((line) => line.slice(1));
        const from = Number(at) - (count === "0" ? 0 : 1);
        expect(old.slice(from, from + Number(count))).toEqual(linesWith("-"));
        expect([...old.slice(0, from), ...linesWith("+"), ...old.slice(from + Number(count))]).toEqual(now);
        expect([Number(start) - (added === "0" ? 0 : 1), Number(added)]).toEqual([from, linesWith("+").length]);
      }),
    );
  });
});
