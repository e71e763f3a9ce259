import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createByteFinder } from "../../../runtime/output/spool-matches.ts";

describe("a text in bytes", () => {
  it("is found at every position at which Buffer.indexOf finds it", () => {
    const letters = (minLength: number, maxLength: number) =>
      fc.string({ unit: fc.constantFrom("a", "a", "a", "b"), minLength, maxLength });
    fc.assert(
      fc.property(letters(1, 50), letters(0, 90), letters(0, 90), fc.nat(20), (text, before, after, from) => {
        const wanted = Buffer.from(text);
        const find = createByteFinder(wanted);
        const texts = [before + text + after, before + after, text.slice(0, -1) + before, `${before + text.slice(0, -1)}c${text}`];
        for (const bytes of texts.map((one) => Buffer.from(one))) expect(find(bytes, from)).toBe(bytes.indexOf(wanted, from));
      }),
      { numRuns: 1000 },
    );
  });

  it("is found in bytes that repeat its start", () => {
    const text = Buffer.from(`${"a".repeat(500)}b${"a".repeat(499)}`);
    const bytes = Buffer.alloc(10_000_000, "a");
    expect(createByteFinder(text)(bytes, 0)).toBe(-1);
    text.copy(bytes, bytes.length - text.length);
    expect(createByteFinder(text)(bytes, 0)).toBe(bytes.length - text.length);
  });
});
