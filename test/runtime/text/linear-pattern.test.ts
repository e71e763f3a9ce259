import { describe, expect, it } from "vitest";
import { findPatternProblem, toLinearPattern } from "../../../runtime/text/linear-pattern.ts";

async function match(source: string, text: string): Promise<{ readonly all: boolean; readonly part: boolean }> {
  const compiled = await toLinearPattern(source).compile();
  if (compiled.kind === "invalid") throw new Error(compiled.problem);
  return { all: compiled.matchesAll(text), part: compiled.matchesPart(text) };
}

describe("a pattern", () => {
  it.each<[string, string, string, "all" | "part" | "none"]>([
    ["matches a whole value", "[a-z]+", "abc", "all"],
    ["does not match a value with further text after the match", "[a-z]+", "abc1", "part"],
    ["does not match a value with further text before the match", "[a-z]+", "1abc", "part"],
    ["tries every alternative", "a|ab", "ab", "all"],
    ["applies anchors of an alternative only to that alternative", "^a|b$", "ax", "part"],
    ["matches $ only at the end, not before a line feed", "[a-z]+$", "abc\n", "none"],
    ["matches \\Z only at the end", "[a-z]+\\Z", "abc\n", "none"],
    ["knows Python's \\A and \\Z", "\\Aab\\Z", "ab", "all"],
    ["supports Python's named groups", "(?P<year>\\d{4})-(?P<month>\\d\\d)", "2026-02", "all"],
    ["knows Python's {,n}", "a{,2}", "aa", "all"],
    ["supports {,n}", "a{,2}", "aaa", "part"],
    ["supports Python's \\u and \\U", "\\u00e9\\U0001F600", "é😀", "all"],
    ["reads \\\\u0041 as a backslash and letters", "\\\\u0041", "\\u0041", "all"],
    ["reads a ] at the start of a class as a character", "[]a]+", "]a", "all"],
    ["supports inline flags", "(?i)größe", "GRÖßE", "all"],
    ["counts a character beyond the BMP once", ".", "😀", "all"],
    ["does not match a line feed with a dot", ".+", "a\nb", "part"],
    ["matches only an empty value if it is empty", "", "a", "part"],
    ["matches an empty value if it is empty", "", "", "all"],
  ])("%s", async (_title, source, text, want) => {
    const { all, part } = await match(source, text);
    expect({ all, part }).toEqual({ all: want === "all", part: want !== "none" });
  });

  it("compiles once", async () => {
    const pattern = toLinearPattern("a");
    expect(await pattern.compile()).toBe(await pattern.compile());
  });

  it.each([
    ["nested repeats", "(a+)+", `${"a".repeat(50_000)}!`],
    ["overlapping alternatives", "(a|a)*b", "a".repeat(50_000)],
    ["many optional parts", `${"a?".repeat(200)}${"a".repeat(200)}`, "a".repeat(199)],
    ["a search in a long text", "x+x+y", "x".repeat(50_000)],
  ])(
    "takes time in proportion to the value: %s",
    async (_title, source, text) => {
      expect(await match(source, text)).toMatchObject({ all: false });
    },
    10_000,
  );
});

describe("findPatternProblem", () => {
  const advice = "cannot be matched in linear time";
  it.each([
    ["(?!secret)[a-z]+", `look-around '(?!' ${advice}`],
    ["a(?=b)", `look-around '(?=' ${advice}`],
    ["(?<=a)b", `look-around '(?<=' ${advice}`],
    ["(?<!a)b", `look-around '(?<!' ${advice}`],
    ["(a)\\1", `back-reference '\\1' ${advice}`],
    ["(a)\\12", `back-reference '\\12' ${advice}`],
    ["(?P<y>a)(?P=y)", `back-reference '(?P=' ${advice}`],
    ["\\k<n>", `back-reference '\\k' ${advice}`],
    ["(?>a+)b", "not a valid pattern: invalid or unsupported Perl syntax '(?>'"],
    ["a++b", "not a valid pattern: invalid nested repetition operator '++'"],
    ["a**", "not a valid pattern: invalid nested repetition operator '**'"],
    ["a{3,1}", "not a valid pattern: invalid repeat count '{3,1}'"],
    ["a{1001}", "not a valid pattern: invalid repeat count '{1001}'"],
    ["abc)", "not a valid pattern: unexpected ) 'abc)'"],
    ["(", "not a valid pattern: missing closing ) '('"],
    ["[", "not a valid pattern: missing closing ] '['"],
    ["[z-a]", "not a valid pattern: invalid character class range 'z-a'"],
    ["\\", "not a valid pattern: trailing backslash at end of expression"],
    ["\\q", "not a valid pattern: invalid escape sequence '\\q'"],
  ])("rejects %s", async (source, problem) => {
    expect(await findPatternProblem(source, "allow")).toBe(problem);
  });

  it.each([
    "^[a-z]+$",
    "",
    "\\101",
    "[(?=]",
    "[[:alpha:](?=]",
    "\\(?=",
    "\\\\1",
    "(?P<n>a)",
    "(?<n>a)",
    "(?i:a)",
    "\\p{L}+",
    "[[:alpha:]]",
  ])("accepts %s", async (source) => {
    expect(await findPatternProblem(source, "deny")).toBeUndefined();
  });
});
