import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toLinearPattern } from "../../../runtime/text/linear-pattern.ts";
import { joinSchemaPatterns, toSchemaPattern } from "../../../runtime/text/pattern-syntax.ts";

describe("toSchemaPattern", () => {
  it.each<[string, string, string | undefined]>([
    ["anchors a pattern", "[a-z]+", "^[a-z]+$"],
    ["does not double anchors", "^[a-z]+$", "^[a-z]+$"],
    ["treats \\A and \\Z as anchors", "\\A[a-z]+\\Z", "^[a-z]+$"],
    ["keeps an escaped $ at the end", "a\\$", "^a\\$$"],
    ["groups alternatives", "a|b", "^(?:a|b)$"],
    ["keeps the anchors of one alternative", "^a|b$", "^(?:^a|b$)$"],
    ["adds no group around alternatives that are already grouped", "(a|b)c", "^(a|b)c$"],
    ["does not treat | in a class as an alternative", "[a|b]", "^[a|b]$"],
    ["matches only an empty value if the pattern is empty", "", "^$"],
    ["drops the names of groups", "(?P<y>\\d{4})-(?<m>\\d\\d)", "^(?:\\d{4})-(?:\\d\\d)$"],
    ["escapes a ] at the start of a class", "[]a]", "^[\\]a]$"],
    ["escapes a ] at the start of a negated class", "[^]a]", "^[^\\]a]$"],
    ["removes unneeded escapes", "\\-\\#\\@[\\w\\-\\#]", "^-#@[\\w\\-#]$"],
    ["escapes single braces", "{{.Names}}", "^\\{\\{.Names\\}\\}$"],
    ["writes {,n} out", "a{,3}", "^a{0,3}$"],
    ["writes characters by their number", "\\u00e9\\x{1F600}[\\U0001F600]", "^\\u{00e9}\\u{1F600}[\\u{0001F600}]$"],
    ["omits patterns with inline flags", "(?i)a", undefined],
    ["omits patterns with flags of a group", "(?s:.)", undefined],
    ["omits patterns with POSIX classes", "[[:alpha:]]", undefined],
    ["omits patterns with octal numbers", "\\101", undefined],
    ["omits patterns with look-around", "(?!a)b", undefined],
    ["omits patterns that do not compile", "a**", undefined],
  ])("%s", (_title, source, want) => {
    expect(toSchemaPattern(source)).toBe(want);
  });

  it("matches what RE2 matches", async () => {
    const atom = fc.constantFrom(
      "a",
      "b",
      ".",
      "\\.",
      "[ab]",
      "[^a]",
      "[]a]",
      "\\w",
      "\\d",
      "\\-",
      "{",
      "}",
      "1",
      "-",
      "\\x61",
      "\\u0062",
      "é",
    );
    const repeated = fc.tuple(atom, fc.constantFrom("", "", "*", "+", "?", "{,2}", "{2}", "{1,}")).map((parts) => parts.join(""));
    const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
      pattern: fc
        .tuple(fc.constantFrom("", "^"), fc.array(tie("part"), { maxLength: 3 }), fc.constantFrom("", "$"))
        .map(([start, parts, end]) => start + parts.join("") + end),
      part: fc.oneof(
        { depthSize: "small" },
        repeated,
        fc
          .tuple(fc.constantFrom("(", "(?:", "(?P<n>"), tie("pattern"), tie("pattern"), fc.constantFrom(")", ")?"))
          .map(([open, left, right, close]) => `${open}${left}|${right}${close}`),
        fc.tuple(tie("pattern"), tie("pattern")).map((sides) => sides.join("|")),
      ),
    }));
    const text = fc.string({ unit: fc.constantFrom("a", "b", "1", ".", "-", "]", "{", "}", "é", "😀"), maxLength: 5 });
    let compared = 0;
    const property = fc.asyncProperty(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), async (source, texts) => {
      const compiled = await toLinearPattern(source).compile();
      const shown = toSchemaPattern(source);
      if (compiled.kind === "invalid" || shown === undefined) return;
      compared += 1;
      const schema = new RegExp(shown, "u");
      for (const one of texts) expect([one, schema.test(one)]).toEqual([one, compiled.matchesAll(one)]);
    });
    await fc.assert(property, { numRuns: 500, seed: 3 });
    expect(compared).toBeGreaterThan(250);
  });
});

describe("joinSchemaPatterns", () => {
  it.each<[string, readonly string[], string]>([
    ["keeps a single pattern", ["^a$"], "^a$"],
    ["joins two patterns with a lookahead", ["^[ab]+$", "^.{2}$"], "(?=^[ab]+$)^.{2}$"],
  ])("%s", (_title, patterns, want) => {
    expect(joinSchemaPatterns(patterns)).toBe(want);
  });

  it("matches what all of them match", () => {
    const joined = new RegExp(joinSchemaPatterns(["^[ab]+$", "^.{2}$", "^a.*$"]), "u");
    expect(["ab", "aa", "ba", "abb", "ac", ""].filter((text) => joined.test(text))).toEqual(["ab", "aa"]);
  });
});
