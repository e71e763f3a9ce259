import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodedSize, endWithin, startWithin } from "../../../runtime/output/encoded-size.ts";

/** Returns the longest string with at most `size` bytes in JSON. */
function longest(texts: readonly string[], size: number): string {
  const fitting = texts.filter((text) => Buffer.byteLength(JSON.stringify(text)) - 2 <= size);
  return fitting.toSorted((left, right) => right.length - left.length)[0] ?? "";
}

describe("the size of a text in JSON", () => {
  const text = fc.string({ unit: fc.constantFrom("a", '"', "\n", "\0", "é", "€", "😀"), maxLength: 20 });
  const size = fc.nat({ max: 60 });

  it("is its number of bytes in UTF-8", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(encodedSize(given)).toBe(Buffer.byteLength(JSON.stringify(given)) - 2);
      }),
    );
  });

  it("limits the start and the end of a text to whole characters", () => {
    fc.assert(
      fc.property(text, size, (given, room) => {
        const characters = Array.from(given);
        const lengths = Array.from({ length: characters.length + 1 }, (_, length) => length);
        expect(startWithin(given, room)).toBe(
          longest(
            lengths.map((length) => characters.slice(0, length).join("")),
            room,
          ),
        );
        expect(endWithin(given, room)).toBe(
          longest(
            lengths.map((length) => characters.slice(length).join("")),
            room,
          ),
        );
      }),
    );
  });
});
