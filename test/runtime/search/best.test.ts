import fc from "fast-check";
import { expect, it } from "vitest";
import { takeBest } from "../../../runtime/search/best.ts";
import { createMemoryReader } from "../../../runtime/tool-index/index-reader.ts";

const [{ cli } = { cli: undefined }] = createMemoryReader([
  { cli: { name: "x", description: "", command: ["x"], tool_count: 0 }, tools: {} },
]).clis;
if (cli === undefined) throw new Error("a reader has the CLIs that it was made of");

it("the best are the first of all candidates in order, however many are asked for", () => {
  const limits = fc.constantFrom(-1, 0, 1, 3, 10, 1000, 1001, Number.MAX_SAFE_INTEGER);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1, max: 4 })), fc.integer({ min: 0, max: 5 }), limits, (given, first, limit) => {
      const keyOf = (ordinal: number): number => given[ordinal] ?? -1;
      const ties = Uint32Array.from(given, (_, ordinal) => given.length - ordinal);
      const range = { cli, first: Math.min(first, given.length), count: Math.max(0, given.length - first) };
      const candidates = given.map((key, ordinal) => ({ key, ordinal })).filter(({ key, ordinal }) => key >= 0 && ordinal >= first);
      const want = candidates.toSorted((left, right) => right.key - left.key || right.ordinal - left.ordinal);
      expect(takeBest([range], { keyOf, ties }, limit)).toEqual(want.slice(0, Math.max(0, limit)).map(({ ordinal }) => ordinal));
    }),
  );
});
