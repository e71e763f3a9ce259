import fc from "fast-check";
import { expect, it } from "vitest";
import type { Posting } from "../../../runtime/search/postings.ts";
import { encodePostings, visitPostings } from "../../../runtime/search/postings.ts";

function decode(bytes: readonly number[]): readonly Posting[] {
  const found: Posting[] = [];
  visitPostings(Uint8Array.from(bytes), (ordinal, impact) => found.push({ ordinal, impact }));
  return found;
}

it("postings come back as they were, in two bytes each where tools are near", () => {
  const near = [0, 1, 5, 132].map((ordinal) => ({ ordinal, impact: 255 }));
  expect(encodePostings(near)).toHaveLength(8);
  const postings = fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 27 }), { maxLength: 50 });
  fc.assert(
    fc.property(postings, fc.integer({ min: 1, max: 255 }), (ordinals, impact) => {
      const sorted = ordinals.toSorted((left, right) => left - right).map((ordinal) => ({ ordinal, impact }));
      expect(decode(encodePostings(sorted))).toEqual(sorted);
    }),
  );
});
