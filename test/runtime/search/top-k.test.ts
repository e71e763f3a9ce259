import fc from "fast-check";
import { expect, it } from "vitest";
import type { Ranking } from "../../../runtime/search/top-k.ts";
import { topK } from "../../../runtime/search/top-k.ts";

it("returns the first candidates in sorted order, for any limit", () => {
  const limits = fc.constantFrom(-1, 0, 1, 3, 10, 1000, 1001, Number.MAX_SAFE_INTEGER);
  const keys = fc.array(fc.integer({ min: 0, max: 4 }));
  fc.assert(
    fc.property(keys, fc.integer({ min: 0, max: 5 }), limits, (given, first, limit) => {
      const ranking: Ranking = {
        keys: Float64Array.from(given),
        ties: Uint32Array.from(given, (_, ordinal) => given.length - ordinal),
        visitCandidates: (visit) => given.forEach((_, ordinal) => ordinal >= first && visit(ordinal)),
      };
      const candidates = given.map((key, ordinal) => ({ key, ordinal })).filter(({ ordinal }) => ordinal >= first);
      const want = candidates.toSorted((left, right) => right.key - left.key || right.ordinal - left.ordinal);
      expect(topK(ranking, limit)).toEqual(want.slice(0, Math.max(0, limit)).map(({ ordinal }) => ordinal));
    }),
  );
});
