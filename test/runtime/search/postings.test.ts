import fc from "fast-check";
import { expect, it } from "vitest";
import { addPosting, createPostingList, visitPostings } from "../../../runtime/search/postings.ts";

function written(ordinals: readonly number[], impact: number): Uint8Array {
  const list = createPostingList();
  for (const ordinal of ordinals) addPosting(list, ordinal, impact);
  expect(list.count).toBe(ordinals.length);
  return Uint8Array.from(list.bytes);
}

function read(bytes: Uint8Array): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  visitPostings(bytes, (ordinal, impact) => found.push([ordinal, impact]));
  return found;
}

it("encodes postings of adjacent tools in two bytes each", () => {
  expect(written([0, 1, 5, 132], 255)).toHaveLength(8);
});

it("decodes the postings that it encoded", () => {
  const ordinals = fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 27 }), { maxLength: 50 });
  fc.assert(
    fc.property(ordinals, fc.integer({ min: 1, max: 255 }), (given, impact) => {
      const sorted = given.toSorted((left, right) => left - right);
      expect(read(written(sorted, impact))).toEqual(sorted.map((ordinal) => [ordinal, impact]));
    }),
  );
});
