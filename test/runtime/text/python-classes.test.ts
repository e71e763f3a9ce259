import { describe, expect, it } from "vitest";
import { toLinearPattern } from "../../../runtime/text/linear-pattern.ts";
import type { PatternUse } from "../../../runtime/text/python-classes.ts";

async function compile(source: string, use: PatternUse) {
  const compiled = await toLinearPattern(source, use).compile();
  if (compiled.kind === "invalid") throw new Error(compiled.problem);
  return compiled;
}

/** Results of `re.fullmatch` in Python 3.11 for every character, except characters newer than its Unicode 14. */
const PYTHON: Readonly<Record<string, RegExp>> = {
  "\\s": /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/u,
  "\\d": /\p{Nd}/u,
  "\\w": /[\p{L}\p{N}_]/u,
};
const COMPLEMENTS: Readonly<Record<string, string>> = { "\\S": "\\s", "\\D": "\\d", "\\W": "\\w" };

const characters = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .filter((code) => code < 0x3100 || code % 97 === 0 || code > 0x10_ff00)
  .map((code) => String.fromCodePoint(code));

const isMember = (name: string, char: string): boolean => {
  const complement = COMPLEMENTS[name];
  return complement === undefined ? (PYTHON[name]?.test(char) ?? false) : !isMember(complement, char);
};

const NAMES = [...Object.keys(PYTHON), ...Object.keys(COMPLEMENTS)];

describe("a class of a pattern that denies", () => {
  it.each(NAMES)("%s has the characters that it has in Python", async (name) => {
    const forms: readonly (readonly [string, (char: string) => boolean])[] = [
      [name, (char) => isMember(name, char)],
      [`[${name}]`, (char) => isMember(name, char)],
      [`[^${name}]`, (char) => !isMember(name, char)],
      [`[-x${name}-]`, (char) => isMember(name, char) || char === "x" || char === "-"],
      [`[^x${name}-.]`, (char) => !isMember(name, char) && char !== "x" && char !== "-" && char !== "."],
    ];
    for (const [source, want] of forms) {
      const { matchesAll } = await compile(source, "deny");
      expect([source, characters.filter((char) => matchesAll(char) !== want(char)).map((char) => char.codePointAt(0))]).toEqual([
        source,
        [],
      ]);
    }
  });
});

describe("a class of a pattern that allows", () => {
  it.each(NAMES)("%s has no character that it does not have in Python", async (name) => {
    for (const [source, isNegated] of [
      [name, false],
      [`[${name}]`, false],
      [`[^${name}]`, true],
    ] as const) {
      const { matchesAll } = await compile(source, "allow");
      const wrong = characters.filter((char) => matchesAll(char) && isMember(name, char) === isNegated);
      expect([source, wrong.map((char) => char.codePointAt(0))]).toEqual([source, []]);
    }
  });

  it("has the letters, digits and spaces of ASCII only, so that nothing is newly allowed", async () => {
    const { matchesAll } = await compile("[\\w\\s]*\\d", "allow");
    expect(["a 1", "é1", "a\u00a01", "a١"].map(matchesAll)).toEqual([true, false, false, false]);
  });
});

describe("a pattern that denies", () => {
  // Each answer is that of Python's `re.search`.
  it.each<[string, string, boolean]>([
    ["rm\\s", "rm\u000b", true],
    ["rm\\s", "rm\u00a0-rf", true],
    ["rm\\s", "rm\u2003-rf", true],
    ["rm\\s", "rm\u0085", true],
    ["rm\\s", "rm\u2028", true],
    ["\\.env$", ".env", true],
    ["\\.env$", ".env\n", true],
    ["\\.env$", ".env\n\n", false],
    ["\\.env$", ".env\nx", false],
    ["\\.env\\Z", ".env\n", false],
    ["(?:\\.env|\\.key$)", "a.key\n", true],
    ["(?:\\.key$|\\.env)", "a.key\n", true],
    ["((a$))|b", "a\n", true],
    ["^$", "\n", true],
    ["a$\\n", "a\n", true],
    ["a$\\s", "a\n", true],
    ["(?:a$)+", "a\n", true],
    ["(?m)a$", "a\nb", true],
    ["[$]", "a\n", false],
    ["\\$", "a\n", false],
    ["a$b", "ab", false],
    ["\\bevil", "x \u00e9 evil", true],
    ["\\bé", " é", true],
    ["é\\b", "é", true],
    ["\\Bfoo", "éfoo", true],
    ["\\brm\\b", "rm", true],
    ["\\brm\\b", "arm", false],
    ["\\brm\\b", "arms — 5", false],
    ["[\\s]", "\u2003", true],
    ["(?i)É\\s", "é\u00a0", true],
  ])("%j matches a part of %j: %s", async (source, text, want) => {
    expect((await compile(source, "deny")).matchesPart(text)).toBe(want);
  });

  it.each<[string, string]>([
    ["\\brm\\b", "würmer"],
    ["a$\\n?", "a\nb"],
  ])("%j matches a part of %j, and so denies more than in Python", async (source, text) => {
    expect((await compile(source, "deny")).matchesPart(text)).toBe(true);
  });
});
