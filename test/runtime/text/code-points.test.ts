import * as fc from "fast-check";
import { expect, it } from "vitest";
import { compareCodePoints, countCodePoints } from "../../../runtime/text/code-points.ts";

const text = fc.string({ unit: fc.constantFrom("a", "b", "é", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "😀"), maxLength: 4 });

it("orders strings as their UTF-8 bytes", () => {
  fc.assert(
    fc.property(text, text, (left, right) => {
      expect(Math.sign(compareCodePoints(left, right))).toBe(Buffer.from(left).compare(Buffer.from(right)));
    }),
    { numRuns: 2000 },
  );
});

it("counts a pair of surrogates once", () => {
  expect(countCodePoints("a😀")).toBe(2);
});
