import { describe, expect, it } from "vitest";
import { printValues } from "../../generator/review/print/html-values.ts";

const numbered = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from }, (_, index) => `value_${String(from + index).padStart(3, "0")}`);

/** Returns the lines of both sides, without markup other than marks. */
function linesOf(old: unknown, now: unknown): { readonly old: readonly string[]; readonly new: readonly string[] } {
  const { old: before, new: after } = printValues(old, now);
  const toLines = (markup: string): readonly string[] => markup.replaceAll(/<\/?(?:pre|span)[^>]*>|&quot;/g, "").split("\n");
  return { old: toLines(before.markup), new: toLines(after.markup) };
}

describe("two long lists", () => {
  it("mark the items that differ, and shorten those that do not", () => {
    const found = linesOf(numbered(2, 300), numbered(0, 298));
    const middle = ["value_002", "value_003", "&hellip; 292 items that are on both sides", "value_296", "value_297"];
    expect(found.old).toEqual([...middle, "<del>value_298</del>", "<del>value_299</del>"]);
    expect(found.new).toEqual(["<ins>value_000</ins>", "<ins>value_001</ins>", ...middle]);
  });

  it("have all items if they are few", () => {
    const old = numbered(0, 8);
    expect(linesOf(old, old.toSpliced(3, 1)).new).toEqual(old.toSpliced(3, 1));
  });

  it("escape invisible characters and markup", () => {
    const found = linesOf([...numbered(0, 8), "<b>\u202e"], numbered(0, 8));
    expect(found.old.at(-1)).toBe("<del>&lt;b&gt;\\u202e</del>");
  });

  it("have no marks if too many items differ", () => {
    expect(linesOf(numbered(0, 900), numbered(900, 1800)).old.join("")).not.toContain("<del>");
  });
});

it("two short lists mark the words that differ", () => {
  expect(linesOf(["a", "b"], ["a", "c"])).toEqual({ old: ["[a,<del>b</del>]"], new: ["[a,<ins>c</ins>]"] });
});
