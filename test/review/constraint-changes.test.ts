/** Tests what is reported about constraints on arguments, also if several policies have them. */
import { describe, expect, it } from "vitest";
import type { Version } from "./policy-review.ts";
import { review } from "./policy-review.ts";

/** Returns the codes and messages of the changes between policies that constrain the arguments of `git_log`. */
async function reviewArgs(old: readonly string[], now: readonly string[]): Promise<readonly string[]> {
  const toPolicies = (args: readonly string[]): Version => ({ policies: args.map((text) => `tools: { git_log: { args: { ${text} } } }`) });
  const lines = await review(toPolicies(old), toPolicies(now));
  return lines.map((line) => line.replace(/^\S+ \S+ /, "").replace(/ git_log \w+: /, ": "));
}

describe("the constraints of several policies", () => {
  const SHORT = "path: { max_length: 50 }";
  it.each<[string, readonly string[], readonly string[], readonly string[]]>([
    [
      "the largest min",
      ["max_count: { min: 1 }", "max_count: { min: 5 }"],
      ["max_count: { min: 1 }", "max_count: { min: 3 }"],
      ["min-loosened: `min` was 5 and is 3"],
    ],
    [
      "the smallest max",
      ["max_count: { max: 9 }", "max_count: { max: 5 }"],
      ["max_count: { max: 9 }", "max_count: { max: 7 }"],
      ["max-loosened: `max` was 5 and is 7"],
    ],
    [
      "the smallest max_length",
      [SHORT, "path: { max_length: 5 }"],
      [SHORT, "path: { max_length: 3 }"],
      ["max-length-tightened: `max_length` was 5 and is 3"],
    ],
    ["a limit that another one exceeds", [SHORT, "path: { max_length: 90 }"], [SHORT, "path: { max_length: 80 }"], []],
    ["forbid of one", [SHORT, "path: { forbid: true }"], [SHORT, SHORT], ["forbid-removed: `forbid` is off"]],
    ["required of one", [SHORT, SHORT], [SHORT, "path: { required: true }"], ["required-added: `required` is on"]],
    [
      "the values that all lists have",
      ["path: { one_of: [a, b, c] }", "path: { one_of: [a, b] }", "path: { one_of: [a] }"],
      ["path: { one_of: [a, b, c] }", "path: { one_of: [a, b] }", "path: { one_of: [b, a] }"],
      ['one-of-loosened: accepts "b"'],
    ],
    [
      "a pattern",
      ["path: { pattern: a }", "path: { pattern: 'a|b' }"],
      ["path: { pattern: a }", "path: { pattern: 'a|c' }"],
      ['pattern-loosened: accepts "c", which it rejected', 'pattern-tightened: rejects "b", which it accepted'],
    ],
    ["a deny_pattern", [SHORT, "path: { deny_pattern: a }"], [SHORT, SHORT], ["deny-pattern-loosened: `deny_pattern` was removed"]],
    ["a directory", [SHORT, "path: { within: src }"], [SHORT, "path: { within: . }"], ['within-loosened: `within` was "src" and is "."']],
    [
      "a single value",
      [SHORT, "path: { equals: a }"],
      [SHORT, "path: { equals: b }"],
      ['equals-loosened: `equals` was "a" and is "b"', 'equals-tightened: `equals` was "a" and is "b"'],
    ],
    [
      "a message",
      [SHORT, "path: { max_length: 50, message: one }"],
      [SHORT, "path: { max_length: 50, message: two }"],
      ['message-changed: `message` was "one" and is "two"'],
    ],
    ["a policy that moves", ["path: { pattern: a }", "path: { within: src }"], ["path: { within: src }", "path: { pattern: a }"], []],
  ])("are compared together: %s", async (_title, old, now, want) => {
    expect(await reviewArgs(old, now)).toEqual(want);
  });
});

describe("a constraint", () => {
  it.each([
    ["an absolute path", "[a-z]{3}", "[a-z/]{3}", 'accepts "/'],
    ["an option", "[a-z]{3}", "[a-z-]{3}", 'accepts "-'],
    ["a path out of the directory", "[a-z]{2}", "[a-z.]{2}", 'accepts ".."'],
  ])("on a pattern that was loosened shows a risky value first: %s", async (_title, old, now, message) => {
    expect(await reviewArgs([`path: { pattern: '${old}' }`], [`path: { pattern: '${now}' }`])).toEqual([
      expect.stringContaining(`pattern-loosened: ${message}`),
    ]);
  });

  it.each<[string, string, string, readonly string[]]>([
    ["inside the earlier one", "/srv", "/srv/./data", ["within-tightened"]],
    ["with the part `..`, which can be anywhere", "/srv", "/srv/../etc", ["within-loosened", "within-tightened"]],
    ["relative instead of absolute", "/srv", "srv", ["within-loosened", "within-tightened"]],
    ["with a similar name", "/srv", "/srv-data", ["within-loosened", "within-tightened"]],
  ])("on a directory may be one %s", async (_title, old, now, codes) => {
    const lines = await reviewArgs([`path: { within: ${old} }`], [`path: { within: ${now} }`]);
    expect(lines.map((line) => line.slice(0, line.indexOf(":")))).toEqual(codes);
  });
});
