import "../property-seed.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checksumParts, checksumTree } from "../../generator/generation/previous-run.ts";

describe("a checksum", () => {
  it("does not depend on how the bytes are split", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (parts) => {
        expect(checksumParts(parts)).toBe(checksumParts([Buffer.concat(parts)]));
      }),
    );
  });

  it("changes with any bit", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), fc.nat(), fc.nat(7), (bytes, place, bit) => {
        const changed = Uint8Array.from(bytes);
        changed[place % bytes.length] = (bytes[place % bytes.length] ?? 0) ^ (1 << bit);
        expect(checksumParts([changed])).not.toBe(checksumParts([bytes]));
      }),
    );
  });

  it("differs for a file with trailing zeros", () => {
    expect(new Set(["", "\0", "\0\0", "a", "a\0"].map((text) => checksumParts([text]))).size).toBe(5);
  });

  it("of a string equals that of its UTF-8 bytes, and a tree has one for each file", () => {
    const tree = new Map<string, string | Uint8Array>([
      ["a", "é"],
      ["b", new Uint8Array([0xc3, 0xa9])],
    ]);
    expect([...checksumTree(tree)]).toEqual([
      ["a", expect.stringMatching(/^gmac-[\w+/]{22}==$/)],
      ["b", checksumParts(["é"])],
    ]);
  });
});
