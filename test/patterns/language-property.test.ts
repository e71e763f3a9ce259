import "../property-seed.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileLanguage, findInDifference, findInIntersection } from "../../generator/patterns/language.ts";
import { toMatcher } from "./matching.ts";

const ATOMS = [
  "a",
  "b",
  "A",
  "k",
  "1",
  "-",
  "\\.",
  "\\/",
  ".",
  "\\d",
  "\\w",
  "\\s",
  "\\W",
  "[ab]",
  "[^a]",
  "[a-c1-3]",
  "[^\\d]",
  "[-a]",
  "\\n",
];
const ANCHORS = ["^", "$", "\\A", "\\Z", "(?i)", ""];
const COUNTS = ["*", "+", "?", "{2}", "{1,2}", "{0,3}", "{2,}", "{,2}", "*?", "{02}"];

/**
 * Patterns in the regular part of the syntax: nested groups and alternatives, counts, anchors anywhere, flags. They are small, because large
 * ones are often undecided.
 */
const { pattern } = fc.letrec<{ pattern: string; part: string; body: string }>((tie) => ({
  body: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom(...ATOMS),
    fc.tuple(fc.constantFrom("(", "(?:", "(?i:", "(?s:"), tie("pattern")).map(([open, inner]) => `${open}${inner})`),
  ),
  part: fc.oneof(
    { weight: 4, arbitrary: fc.tuple(tie("body"), fc.constantFrom("", "", ...COUNTS)).map(([body, repeat]) => `${body}${repeat}`) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...ANCHORS), fc.constantFrom("", "", "{2}")).map((parts) => parts.join("")) },
  ),
  pattern: fc
    .array(
      fc.array(tie("part"), { maxLength: 3, size: "small" }).map((parts) => parts.join("")),
      { minLength: 1, maxLength: 2, size: "small" },
    )
    .map((options) => options.join("|")),
}));

const CHARS = ["a", "b", "c", "A", "k", "\u212a", "1", "-", ".", "/", " ", "\n", "é", "_"];
const texts = fc.array(
  fc.array(fc.constantFrom(...CHARS), { maxLength: 5 }).map((chars) => chars.join("")),
  { minLength: 40, maxLength: 40 },
);

describe("for any two patterns", () => {
  it.each(["whole", "part"] as const)("returns a valid counterexample, or none if no sample shows a difference (%s)", async (mode) => {
    const seen = { found: 0, none: 0, undecided: 0 };
    const property = fc.asyncProperty(pattern, pattern, texts, async (left, right, samples) => {
      const [matchLeft, matchRight] = [await toMatcher(left), await toMatcher(right)];
      fc.pre(matchLeft !== undefined && matchRight !== undefined);
      const [inLeft, inRight] = [matchLeft[mode], matchRight[mode]];
      const languages = [compileLanguage(left, mode), compileLanguage(right, mode)] as const;
      const witness = findInDifference(...languages);
      const common = findInIntersection(...languages);
      seen[witness.kind] += 1;
      if (witness.kind === "found") expect([inLeft(witness.text), inRight(witness.text)]).toEqual([true, false]);
      if (witness.kind === "none") expect(samples.filter((text) => inLeft(text) && !inRight(text))).toEqual([]);
      if (common.kind === "found") expect([inLeft(common.text), inRight(common.text)]).toEqual([true, true]);
      if (common.kind === "none") expect(samples.filter((text) => inLeft(text) && inRight(text))).toEqual([]);
    });
    await fc.assert(property, { numRuns: 200 });
    // Otherwise, the property would hold if no pair was decided.
    expect(seen.undecided).toBeLessThan(seen.found + seen.none);
    expect(Math.min(seen.found, seen.none)).toBeGreaterThan(20);
  });
});

describe("for any text as a pattern", () => {
  it("returns a result without throwing", async () => {
    const anything = fc.string({ unit: fc.constantFrom(...Array.from("()[]{}|*+?^$\\.-aZ09,:=!<P>ims")) });
    await fc.assert(
      fc.asyncProperty(anything, texts, async (source, samples) => {
        const language = compileLanguage(source);
        const matcher = await toMatcher(source);
        if (language.kind === "undecided" || matcher === undefined) return;
        const witness = findInDifference(compileLanguage("(?s:.*)"), language);
        if (witness.kind === "found") expect(matcher.whole(witness.text)).toBe(false);
        if (witness.kind === "none") expect(samples.every(matcher.whole)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
