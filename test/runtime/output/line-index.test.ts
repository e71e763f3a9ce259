import { describe, expect, it } from "vitest";
import { countLineFeeds, createLineIndex } from "../../../runtime/output/line-index.ts";

const STEP = 64 * 1024;

function indexOf(...parts: readonly string[]): ReturnType<typeof createLineIndex> {
  const index = createLineIndex();
  for (const part of parts) index.add(Buffer.from(part));
  return index;
}

describe("the index of lines", () => {
  it.each([
    ["no text", [], 0],
    ["empty text", [""], 0],
    ["a line without a line ending", ["a"], 1],
    ["a line with a line ending", ["a\n"], 1],
    ["a line in two parts", ["a", "b\n"], 1],
    ["a line ending followed by empty text", ["a\n", ""], 1],
    ["a line after a line ending", ["a\n", "b"], 2],
  ] as const)("counts the lines of %s", (_, parts, want) => {
    expect(indexOf(...parts).countLines()).toBe(want);
  });

  it("returns a position at or before a byte", () => {
    const index = indexOf("a\n".repeat(STEP / 2), "b\n");
    expect(index.seek({ offset: STEP - 1 })).toEqual({ offset: 0, line: 1 });
    expect(index.seek({ offset: STEP })).toEqual({ offset: STEP, line: STEP / 2 + 1 });
  });

  it("returns a position before a line that starts earlier than the known position on it", () => {
    const index = indexOf(`a\n${"b".repeat(STEP)}`, "c\nd");
    expect(index.seek({ line: 2 })).toEqual({ offset: 0, line: 1 });
    expect(index.seek({ line: 3 })).toEqual({ offset: STEP + 2, line: 2 });
  });
});

describe("countLineFeeds", () => {
  it("counts line feeds", () => {
    expect(countLineFeeds(Buffer.from("\na\nb\n"))).toBe(3);
  });
});
