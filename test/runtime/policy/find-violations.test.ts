import { describe, expect, it } from "vitest";
import { findViolations } from "../../../runtime/policy/find-violations.ts";
import type { ArgConstraint } from "../../../runtime/constraint/arg-constraint.ts";
import type { ToolPolicy } from "../../../runtime/policy/policy-spec.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import type { ArgValue } from "../../../runtime/tool/tool-spec.ts";
import type { ToolArg } from "../../../runtime/tool/tool.ts";
import { toolOf } from "./tools.ts";

const ARGS: readonly ToolArg[] = [
  { name: "text", type: "string" },
  { name: "count", type: "integer" },
  { name: "ratio", type: "number" },
  { name: "loud", type: "boolean" },
  { name: "paths", type: "string", repeat: true },
  { name: "constructor", type: "string" },
];

/** Returns the messages for these values under policies with these rules. */
async function check(
  values: Readonly<Record<string, ArgValue>>,
  ...args: readonly NonNullable<ToolPolicy["args"]>[]
): Promise<readonly string[]> {
  const policies = args.map((rules) => toPolicy({ tools: { t: { args: rules } } }));
  const violations = await findViolations(toolOf(ARGS), { values: new Map(Object.entries(values)), policies, workingDirectory: "/" });
  return violations.map(({ message }) => message);
}

describe("findViolations", () => {
  it.each<[string, string, ArgConstraint, ArgValue, readonly string[]]>([
    ["allows a value that matches the pattern", "text", { pattern: "^[a-z]+$" }, "abc", []],
    [
      "rejects a value that does not match the pattern",
      "text",
      { pattern: "^[a-z]+$" },
      "INVALID123",
      ["Argument 'text': value 'INVALID123' does not match pattern '^[a-z]+$'"],
    ],
    [
      "matches a pattern against the whole value",
      "text",
      { pattern: "[a-z]+" },
      "abc1",
      ["Argument 'text': value 'abc1' does not match pattern '[a-z]+'"],
    ],
    ["treats an empty pattern as a constraint", "text", { pattern: "" }, "a", ["Argument 'text': value 'a' does not match pattern ''"]],
    [
      "rejects a value that matches a denied pattern anywhere",
      "text",
      { deny_pattern: "se+d" },
      "a seed",
      ["Argument 'text': value 'a seed' matches denied pattern 'se+d'"],
    ],
    [
      "denies by the characters of a class in every alphabet",
      "text",
      { deny_pattern: "[0-9]|\\d" },
      "٣",
      ["Argument 'text': value '٣' matches denied pattern '[0-9]|\\d'"],
    ],
    [
      "allows by the characters of a class in ASCII",
      "text",
      { pattern: "\\d" },
      "٣",
      ["Argument 'text': value '٣' does not match pattern '\\d'"],
    ],
    ["allows a value that does not match a denied pattern", "text", { deny_pattern: "^seed" }, "a seed", []],
    [
      "rejects every value if a denied pattern is empty",
      "text",
      { deny_pattern: "" },
      "a",
      ["Argument 'text': value 'a' matches denied pattern ''"],
    ],
    ["allows a member", "text", { one_of: ["a", "b"] }, "b", []],
    ["rejects a value that is not a member", "text", { one_of: ["a", "b"] }, "c", ["Argument 'text': value 'c' is not one of: a, b"]],
    ["rejects a member in another case", "text", { one_of: ["a"] }, "A", ["Argument 'text': value 'A' is not one of: a"]],
    ["rejects every value if there are no members", "text", { one_of: [] }, "a", ["Argument 'text': value 'a' is not one of: "]],
    ["allows a number that is a member", "count", { one_of: [1, 2] }, 2, []],
    ["rejects a number that is not a member", "count", { one_of: [1, 2] }, 3, ["Argument 'count': value 3 is not one of: 1, 2"]],
    ["compares a number in YAML with a text", "text", { one_of: [1] }, "1", []],
    ["allows the longest text", "text", { max_length: 3 }, "abc", []],
    [
      "rejects a text above the maximum length",
      "text",
      { max_length: 3 },
      "abcd",
      ["Argument 'text': value 'abcd' exceeds maximum length 3"],
    ],
    ["counts a character beyond the BMP once", "text", { max_length: 2 }, "😀😀", []],
    [
      "counts half of a surrogate pair as a character",
      "text",
      { max_length: 1 },
      "\ud83da",
      ["Argument 'text': value '\ud83da' exceeds maximum length 1"],
    ],
    [
      "shows the start of a very long value",
      "text",
      { max_length: 3 },
      "a".repeat(500),
      [`Argument 'text': value '${"a".repeat(200)}…' exceeds maximum length 3`],
    ],
    ["allows the minimum and the maximum", "count", { min: 1, max: 1 }, 1, []],
    ["rejects a number below the minimum", "ratio", { min: 0.5 }, 0.49, ["Argument 'ratio': value 0.49 is below minimum 0.5"]],
    ["rejects a number above the maximum", "ratio", { max: 10.5 }, 11, ["Argument 'ratio': value 11 exceeds maximum 10.5"]],
    [
      "reports both limits if the minimum exceeds the maximum",
      "count",
      { min: 2.5, max: 1.5 },
      2,
      ["Argument 'count': value 2 is below minimum 2.5", "Argument 'count': value 2 exceeds maximum 1.5"],
    ],
    ["rejects every value if a limit is not a number", "count", { min: NaN }, 5, ["Argument 'count': value 5 is below minimum NaN"]],
    ["rejects a value that is not a number", "count", { max: 5 }, NaN, ["Argument 'count': value NaN exceeds maximum 5"]],
    [
      "reports every violation",
      "text",
      { pattern: "a", deny_pattern: "b", one_of: ["c"], max_length: 0 },
      "b",
      [
        "Argument 'text': value 'b' does not match pattern 'a'",
        "Argument 'text': value 'b' matches denied pattern 'b'",
        "Argument 'text': value 'b' is not one of: c",
        "Argument 'text': value 'b' exceeds maximum length 0",
      ],
    ],
    [
      "rejects a path outside the directory",
      "text",
      { within: "/srv" },
      "/etc/passwd",
      ["Argument 'text': value '/etc/passwd' is not inside '/srv'"],
    ],
    ["accepts any value of an argument without constraints", "text", {}, "anything", []],
    [
      "treats a name of Object.prototype as any other",
      "constructor",
      { pattern: "a" },
      "b",
      ["Argument 'constructor': value 'b' does not match pattern 'a'"],
    ],
  ])("%s", async (_title, name, rules, value, want) => {
    expect(await check({ [name]: value }, { [name]: rules })).toEqual(want);
  });

  it.each<[string, ArgConstraint, ArgValue, string]>([
    ["a number for a pattern", { pattern: ".*" }, 5, "value 5 is a number, to which constraint 'pattern' does not apply"],
    ["a number for a denied pattern", { deny_pattern: "x" }, 5, "value 5 is a number, to which constraint 'deny_pattern' does not apply"],
    ["a number for a length", { max_length: 9 }, 5, "value 5 is a number, to which constraint 'max_length' does not apply"],
    ["a number for a folder", { within: "/" }, 5, "value 5 is a number, to which constraint 'within' does not apply"],
    ["a text for a minimum", { min: 1 }, "5", "value '5' is a string, to which constraint 'min' does not apply"],
    ["a text for a maximum", { max: 9 }, "5", "value '5' is a string, to which constraint 'max' does not apply"],
    ["a boolean for a maximum", { max: 9 }, true, "value true is a boolean, to which constraint 'max' does not apply"],
    ["a boolean for a list of members", { one_of: ["true"] }, true, "value true is a boolean, to which constraint 'one_of' does not apply"],
    ["a boolean for a pattern", { pattern: ".*" }, true, "value true is a boolean, to which constraint 'pattern' does not apply"],
  ])("rejects a value of another type: %s", async (_title, rules, value, want) => {
    expect(await check({ text: value }, { text: rules })).toEqual([`Argument 'text': ${want}`]);
  });

  it("rejects every value if the pattern is invalid", async () => {
    const problem = "the pattern '[' of the policy cannot be used: not a valid pattern: missing closing ] '['";
    expect(await check({ text: "a" }, { text: { pattern: "[" } })).toEqual([`Argument 'text': ${problem}`]);
    expect(await check({ text: "a" }, { text: { deny_pattern: "[" } })).toEqual([`Argument 'text': ${problem}`]);
  });

  it("checks every item of a list and reports its index", async () => {
    expect(await check({ paths: ["ok", "NO", "ok", "5"] }, { paths: { pattern: "[a-z]+" } })).toEqual([
      "Argument 'paths[1]': value 'NO' does not match pattern '[a-z]+'",
      "Argument 'paths[3]': value '5' does not match pattern '[a-z]+'",
    ]);
  });

  it("does not check an argument without a value", async () => {
    expect(await check({}, { text: { pattern: "a" }, count: { min: 1 }, toString: { pattern: "a" } })).toEqual([]);
  });

  it("reports in the order of the policy, not of the call, and policy by policy", async () => {
    const values = { text: "NO", count: 20 };
    const rules = { count: { max: 10 }, text: { pattern: "[a-z]+" } };
    expect(await check(values, rules, { text: { max_length: 1 } })).toEqual([
      "Argument 'count': value 20 exceeds maximum 10",
      "Argument 'text': value 'NO' does not match pattern '[a-z]+'",
      "Argument 'text': value 'NO' exceeds maximum length 1",
    ]);
  });

  it("does not apply the rules of one tool to another", async () => {
    const policy = toPolicy({ tools: { other: { args: { text: { pattern: "a" } } }, t: {} } });
    expect(await findViolations(toolOf(ARGS), { values: new Map([["text", "b"]]), policies: [policy], workingDirectory: "/" })).toEqual([]);
  });

  it("names argument and constraint apart from the message, which shows the value", async () => {
    const policy = toPolicy({ tools: { t: { args: { text: { max_length: 0 } } } } });
    const violations = await findViolations(toolOf(ARGS), {
      values: new Map([["text", "hush"]]),
      policies: [policy],
      workingDirectory: "/",
    });
    expect(violations.map(({ arg, constraint }) => [arg, constraint])).toEqual([["text", "max_length"]]);
  });
});
