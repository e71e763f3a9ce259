import { describe, expect, it } from "vitest";
import { compileLanguage, findInDifference, findInIntersection } from "../../generator/patterns/language.ts";
import { toMatcher } from "./matching.ts";

/** Formats a witness: a text in quotes, `none`, or the reason why it is undecided. */
function difference(left: string, right: string): string {
  const witness = findInDifference(compileLanguage(left), compileLanguage(right));
  return witness.kind === "found" ? JSON.stringify(witness.text) : witness.kind === "none" ? "none" : `undecided: ${witness.reason}`;
}

describe("the difference of two patterns", () => {
  it.each<[string, string, string, string]>([
    ["is empty for equal patterns", "[a-z]+", "[a-z]+", "none"],
    ["is empty for different patterns of the same language", "a(b|c)*", "ab*(cb*)*", "none"],
    ["is one of the shortest texts", "[a-z]{1,5}", "[a-z]{1,3}", '"aaaa"'],
    ["is not the empty text if there is another text", ".*", "src/.*", '"a"'],
    ["is the empty text if there is no other text", "a*", "a+", '""'],
    ["is found through a prefix", "(src|docs)/.*", "src/.*", '"docs/"'],
    ["is a letter rather than a control character", "[^b]", "[\\x00-\\x1f]", '"a"'],
    ["is empty if only the order of alternatives changes", "a|b", "b|a", "none"],
    ["treats anchors at the ends as redundant", "^[a-z]+$", "[a-z]+", "none"],
    ["supports Python's anchors", "\\A[a-z]+\\Z", "[a-z]+", "none"],
    ["treats an anchor inside a text as matching nothing", "a^b|a$b", "c", "none"],
    ["applies an anchor to its alternative only", "^a|b$", "a|b", "none"],
    ["supports \\d and \\w", "\\w", "\\d|[a-zA-Z]", '"_"'],
    ["excludes the vertical tab from \\s", "[\\s\\v]", "\\s", '"\\u000b"'],
    ["excludes the line feed from a dot", "(?s).", ".", '"\\n"'],
    ["includes the line feed in a negated class", "[^a]", "[^a\\n]", '"\\n"'],
    ["supports POSIX classes", "[[:alnum:]]", "[a-z0-9]", '"A"'],
    ["supports negated POSIX classes", "[[:^digit:]]", "[^0-9]", "none"],
    ["ignores case with (?i)", "(?i)abc", "abc", '"abC"'],
    ["ignores case until the end of the group", "(?i:a)b", "[aA]b", "none"],
    ["ignores case as RE2 does, beyond ASCII", "(?i)k", "[kK]", '"\u212a"'],
    ["supports characters outside the BMP", "[\\x{1F600}-\\x{1F64F}]", "[\\x{1F600}-\\x{1F64E}]", '"\u{1F64F}"'],
    ["supports Python's escapes", "\\u00e9", "é", "none"],
    ["treats a brace without a count as a literal", "a{,b}", "a\\{,b\\}", "none"],
    ["treats a brace with a leading zero as a literal", "a{03}|b{0,01}", "a\\{03\\}|b\\{0,01\\}", "none"],
    ["supports Python's {,n}", "a{,2}", "a{0,2}", "none"],
    ["distinguishes counts that differ by one", "a{0,1000}", "a{0,999}", JSON.stringify("a".repeat(1000))],
    ["treats lazy repeats as repeats", "a*?b+?", "a*b+", "none"],
    ["treats named groups as groups", "(?P<year>\\d{4})", "(?<y>\\d\\d)(\\d\\d)", "none"],
    ["treats ] at the start of a class as a literal", "[]a]", "[a\\]]", "none"],
    ["treats - at the end of a class as a literal", "[a-]", "a|-", "none"],
    ["treats - after \\d as a literal", "[\\d-z]", "\\d|-|z", "none"],
    ["supports octal escapes", "\\101", "A", "none"],
    ["is undecided with a word boundary", "\\bfoo", "foo", "undecided: '\\b'"],
    ["is undecided with a property of Unicode", "\\p{Lu}+", "a", "undecided: '\\p{Lu}'"],
    ["is undecided with multi-line anchors", "(?m)^a$", "a", "undecided: '(?m)'"],
    ["is undecided if case is ignored for non-ASCII letters", "(?i)größe", "a", "undecided: '(?i)' with non-ASCII letters"],
    ["is undecided if flags precede a repeat", "a(?s){2}", "a", "undecided: a repeat with nothing before it"],
    ["is undecided for the largest patterns", "(a{1000}){9}", "a", "undecided: its size"],
    ["is undecided with multi-line anchors of a group", "(?m:^a$)b", "a", "undecided: '(?m)'"],
    ["reports the unsupported syntax, not the bracket after it", "((?=a)b)", "a", "undecided: an unsupported group"],
    ["is undecided for deeply nested groups", `${"(".repeat(300)}a${")".repeat(300)}`, "a", "undecided: deeply nested groups"],
    ["is undecided if an automaton exceeds the state limit", "(a|b)*a(a|b){60}", "(a|b)*b(a|b){60}", "undecided: its size"],
  ])("%s", (_title, left, right, want) => {
    expect(difference(left, right)).toBe(want);
  });

  it.each(["(", "[", "[a-", "a)", "*", "\\", "(?", "(?P<", "(?=a)", "a**", "[[:no:]]", "a{1001}", "(".repeat(300)])(
    "is undecided for an invalid pattern: %s",
    (pattern) => {
      expect(difference(pattern, "a")).toMatch(/^undecided: /);
    },
  );
});

describe("the intersection of two patterns", () => {
  it.each<[string, string, string, string | undefined]>([
    ["is a text that both match", "[a-m]+", "[k-z]+", "k"],
    ["is empty for disjoint patterns", "[a-m]+", "[n-z]+", undefined],
    ["finds a path that escapes a directory", "^src/.*", "(.*/)?\\.\\.(/.*)?", "src/.."],
    ["finds a leading dash", "[\\w-]+", "-.*", "-"],
  ])("%s", async (_title, left, right, want) => {
    const witness = findInIntersection(compileLanguage(left), compileLanguage(right));
    expect(witness).toEqual(want === undefined ? { kind: "none" } : { kind: "found", text: want });
    if (want === undefined) return;
    for (const pattern of [left, right]) expect((await toMatcher(pattern))?.whole(want)).toBe(true);
  });

  it("matches any part of the value in the mode of `deny_pattern`", () => {
    const forbidden = compileLanguage("\\.\\.", "part");
    expect(findInIntersection(compileLanguage("src/.*"), forbidden)).toEqual({ kind: "found", text: "src/.." });
    expect(findInIntersection(compileLanguage("[a-z./]{0,1}"), forbidden)).toEqual({ kind: "none" });
    expect(findInDifference(compileLanguage("^a", "part"), compileLanguage("a(?s:.*)"))).toEqual({ kind: "none" });
  });
});
