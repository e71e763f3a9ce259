import { describe, expect, it } from "vitest";
import { findSchemaProblems } from "../../../runtime/json-schema/validate.ts";
import { createPatternMatcher, findSchemaPatternProblem } from "../../../runtime/json-schema/schema-pattern.ts";

describe("a pattern of a schema", () => {
  const TEXTS = [
    "",
    "a",
    "ab",
    "aé",
    "α",
    "x y",
    "x\u00a0y",
    "x\u2028y",
    "x\ny",
    "\u180e",
    "\ufeff",
    "[",
    "]",
    ":",
    "\b",
    "\0",
    "\u0001",
    "😀",
    "-",
    "\\",
    "{",
    "\v",
    "alpha",
    "[:alpha:]",
  ];

  it.each([
    ["a.b|^$"],
    ["^.$"],
    ["^\\s$"],
    ["^\\S$"],
    ["^[\\s-]$"],
    ["^[^\\s]$"],
    ["^[\\S]$"],
    ["^[^\\S]$"],
    ["^[[:alpha:]$"],
    ["^[\\b]$"],
    ["\\bb?"],
    ["^\\u0061$"],
    ["^\\u{1F600}$"],
    ["^\\uD83D\\uDE00$"],
    ["^[\\uD83D\\uDE00]$"],
    ["^\\x61$"],
    ["^\\cA$"],
    ["^\\0$"],
    ["^[^]$"],
    ["a[]"],
    ["^(?<name>a)b?$"],
    ["^(?:a|b){1,2}$"],
    ["^\\p{Script=Greek}$"],
    ["^\\p{L}+$"],
    ["^\\P{gc=Lu}$"],
    ["^\\w+\\/?$"],
    ["^[\\w\\-]$"],
    ["^\\v$"],
  ])("matches as in ECMAScript: %s", async (pattern) => {
    expect(findSchemaPatternProblem(pattern)).toBeUndefined();
    const matches = await createPatternMatcher(new Set([pattern]));
    const expected = new RegExp(pattern, "u");
    for (const text of TEXTS) expect([text, matches(pattern, text)]).toEqual([text, expected.test(text)]);
  });

  it("does not take exponential time for values and names", async () => {
    const schema = { additionalProperties: { pattern: "^(a+)+$" }, patternProperties: { "^(b+)+$": false } };
    const problems = await findSchemaProblems(schema, { x: `${"a".repeat(50_000)}!`, [`${"b".repeat(50_000)}!`]: "a" });
    expect(problems).toEqual(["Argument 'x' must match the pattern '^(a+)+$'"]);
  });

  it("does not take exponential time as a format", async () => {
    expect(await findSchemaProblems({ format: "json-pointer" }, `${"/".repeat(50_000)}~`)).toHaveLength(1);
  });

  it("rejects every value if it cannot be matched", async () => {
    expect(await findSchemaProblems({ pattern: "(?=a)" }, "a")).toHaveLength(1);
  });
});
