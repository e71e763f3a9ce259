import { describe, expect, it } from "vitest";
import { compileLanguage, findInDifference, findInIntersection } from "../../generator/patterns/language.ts";
import { toMatcher } from "./matching.ts";

/** A text in quotes, `none`, or why it is undecided. */
function difference(left: string, right: string): string {
  const witness = findInDifference(compileLanguage(left), compileLanguage(right));
  return witness.kind === "found" ? JSON.stringify(witness.text) : witness.kind === "none" ? "none" : `undecided: ${witness.reason}`;
}

describe("what one pattern matches and another does not", () => {
  it.each<[string, string, string, string]>([
    ["is nothing for the same pattern", "[a-z]+", "[a-z]+", "none"],
    ["is nothing for the same language said in another way", "a(b|c)*", "ab*(cb*)*", "none"],
    ["is a shortest text", "[a-z]{1,5}", "[a-z]{1,3}", '"aaaa"'],
    ["is not the empty text where another will do", ".*", "src/.*", '"a"'],
    ["is the empty text where no other will do", "a*", "a+", '""'],
    ["is found through a prefix", "(src|docs)/.*", "src/.*", '"docs/"'],
    ["is a letter rather than a control character", "[^b]", "[\\x00-\\x1f]", '"a"'],
    ["is nothing where only the order of alternatives changes", "a|b", "b|a", "none"],
    ["knows that anchors at the ends say nothing new", "^[a-z]+$", "[a-z]+", "none"],
    ["knows Python's anchors", "\\A[a-z]+\\Z", "[a-z]+", "none"],
    ["knows that an anchor amid a text matches nothing", "a^b|a$b", "c", "none"],
    ["holds an anchor to its alternative", "^a|b$", "a|b", "none"],
    ["knows what \\d and \\w are", "\\w", "\\d|[a-zA-Z]", '"_"'],
    ["knows that \\s has no vertical tab", "[\\s\\v]", "\\s", '"\\u000b"'],
    ["knows that a dot is no line feed", "(?s).", ".", '"\\n"'],
    ["knows that a negated class has the line feed", "[^a]", "[^a\\n]", '"\\n"'],
    ["knows POSIX classes", "[[:alnum:]]", "[a-z0-9]", '"A"'],
    ["knows negated POSIX classes", "[[:^digit:]]", "[^0-9]", "none"],
    ["ignores case where told to", "(?i)abc", "abc", '"abC"'],
    ["ignores case up to the end of the group", "(?i:a)b", "[aA]b", "none"],
    ["ignores case as RE2 does, beyond ASCII", "(?i)k", "[kK]", '"\u212a"'],
    ["knows characters beyond the BMP", "[\\x{1F600}-\\x{1F64F}]", "[\\x{1F600}-\\x{1F64E}]", '"\u{1F64F}"'],
    ["knows Python's escapes", "\\u00e9", "é", "none"],
    ["knows that a brace without a count is a brace", "a{,b}", "a\\{,b\\}", "none"],
    ["knows that a brace with a needless 0 is a brace", "a{03}|b{0,01}", "a\\{03\\}|b\\{0,01\\}", "none"],
    ["knows Python's {,n}", "a{,2}", "a{0,2}", "none"],
    ["knows counts that differ by one", "a{0,1000}", "a{0,999}", JSON.stringify("a".repeat(1000))],
    ["takes lazy repeats for repeats", "a*?b+?", "a*b+", "none"],
    ["takes groups with names for groups", "(?P<year>\\d{4})", "(?<y>\\d\\d)(\\d\\d)", "none"],
    ["takes a ] at the start of a class for itself", "[]a]", "[a\\]]", "none"],
    ["takes a - at the end of a class for itself", "[a-]", "a|-", "none"],
    ["takes a - after \\d for itself", "[\\d-z]", "\\d|-|z", "none"],
    ["knows octal escapes", "\\101", "A", "none"],
    ["is undecided with a word boundary", "\\bfoo", "foo", "undecided: '\\b'"],
    ["is undecided with a property of Unicode", "\\p{Lu}+", "a", "undecided: '\\p{Lu}'"],
    ["is undecided with multi-line anchors", "(?m)^a$", "a", "undecided: '(?m)'"],
    ["is undecided where case is ignored beyond ASCII", "(?i)größe", "a", "undecided: '(?i)' with letters beyond ASCII"],
    ["is undecided where flags stand before a repeat", "a(?s){2}", "a", "undecided: a repeat with nothing before it"],
    ["is undecided for the largest patterns", "(a{1000}){9}", "a", "undecided: its size"],
    ["is undecided with multi-line anchors of a group", "(?m:^a$)b", "a", "undecided: '(?m)'"],
    ["names what it does not know, not the bracket behind it", "((?=a)b)", "a", "undecided: this kind of group"],
    ["is undecided with groups deeper than anybody writes", `${"(".repeat(300)}a${")".repeat(300)}`, "a", "undecided: groups this deep"],
    ["is undecided where an automaton explodes", "(a|b)*a(a|b){60}", "(a|b)*b(a|b){60}", "undecided: its size"],
  ])("%s", (_title, left, right, want) => {
    expect(difference(left, right)).toBe(want);
  });

  it.each(["(", "[", "[a-", "a)", "*", "\\", "(?", "(?P<", "(?=a)", "a**", "[[:no:]]", "a{1001}", "(".repeat(300)])(
    "is undecided, and no exception, for what is no pattern: %s",
    (pattern) => {
      expect(difference(pattern, "a")).toMatch(/^undecided: /);
    },
  );
});

describe("what two patterns match both", () => {
  it.each<[string, string, string, string | undefined]>([
    ["is a text of both", "[a-m]+", "[k-z]+", "k"],
    ["is nothing where they exclude each other", "[a-m]+", "[n-z]+", undefined],
    ["finds a way out of a folder", "^src/.*", "(.*/)?\\.\\.(/.*)?", "src/.."],
    ["finds a leading dash", "[\\w-]+", "-.*", "-"],
  ])("%s", async (_title, left, right, want) => {
    const witness = findInIntersection(compileLanguage(left), compileLanguage(right));
    expect(witness).toEqual(want === undefined ? { kind: "none" } : { kind: "found", text: want });
    if (want === undefined) return;
    for (const pattern of [left, right]) expect((await toMatcher(pattern))?.whole(want)).toBe(true);
  });

  it("is about some part of the value where a pattern forbids", () => {
    const forbidden = compileLanguage("\\.\\.", "part");
    expect(findInIntersection(compileLanguage("src/.*"), forbidden)).toEqual({ kind: "found", text: "src/.." });
    expect(findInIntersection(compileLanguage("[a-z./]{0,1}"), forbidden)).toEqual({ kind: "none" });
    expect(findInDifference(compileLanguage("^a", "part"), compileLanguage("a(?s:.*)"))).toEqual({ kind: "none" });
  });
});
