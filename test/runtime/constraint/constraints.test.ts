/** Every constraint is enforced, described and combined. A constraint without a sample does not compile. */
import { describe, expect, it } from "vitest";
import type { ArgConstraint } from "../../../runtime/constraint/arg-constraint.ts";
import {
  checkGiven,
  checkValue,
  combineConstraints,
  describeConstraint,
  listedValues,
  narrowByEach,
} from "../../../runtime/constraint/constraints.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import type { ScalarValue } from "../../../runtime/tool/tool-spec.ts";

interface Sample {
  readonly constraint: ArgConstraint;
  /** A value that the constraint rejects; `null` if it rejects calls by the presence of the argument. */
  readonly rejected: ScalarValue | null;
  readonly accepted: ScalarValue | null;
  readonly words: string;
}

const SAMPLES = {
  pattern: { constraint: { pattern: "a+" }, rejected: "b", accepted: "aa", words: "matches a+" },
  deny_pattern: { constraint: { deny_pattern: "b" }, rejected: "abc", accepted: "ac", words: "no part matches b" },
  one_of: { constraint: { one_of: ["a", 1] }, rejected: "b", accepted: 1, words: "one of a,1" },
  max_length: { constraint: { max_length: 2 }, rejected: "abc", accepted: "ab", words: "at most 2 characters" },
  min: { constraint: { min: 2 }, rejected: 1, accepted: 2, words: "at least 2" },
  max: { constraint: { max: 2 }, rejected: 3, accepted: 2, words: "at most 2" },
  within: { constraint: { within: "/srv" }, rejected: "/etc/hosts", accepted: "/srv/a", words: "inside /srv" },
  equals: { constraint: { equals: "a" }, rejected: "b", accepted: "a", words: "only a" },
  forbid: { constraint: { forbid: true }, rejected: null, accepted: null, words: "not allowed" },
  required: { constraint: { required: true }, rejected: null, accepted: null, words: "required" },
} satisfies Record<Exclude<keyof ArgConstraint, "message">, Sample>;

const machine = {
  findEscape: (path: string, folder: string) => Promise.resolve(path.startsWith(folder) ? undefined : `is not inside '${folder}'`),
};

const rulesOf = (constraint: ArgConstraint) =>
  toPolicy({ tools: { t: { args: { a: constraint } } } })
    .tools.get("t")
    ?.args.get("a") ?? {};

describe.each(Object.entries(SAMPLES) as [keyof ArgConstraint, Sample][])("the constraint %s", (key, sample) => {
  const rules = rulesOf(sample.constraint);

  it("rejects what violates it, and nothing else", async () => {
    if (sample.rejected === null || sample.accepted === null) {
      expect(checkGiven(rules, key === "forbid")?.[0]).toBe(key);
      expect(checkGiven(rules, key !== "forbid")).toBeUndefined();
      return;
    }
    expect((await checkValue(rules, sample.rejected, machine)).map(([violated]) => violated)).toEqual([key]);
    expect(await checkValue(rules, sample.accepted, machine)).toEqual([]);
  });

  it("lists values only if it allows no others", () => {
    const listed = listedValues(sample.constraint) ?? [sample.accepted];
    expect(listed.map(String)).toContain(String(sample.accepted));
  });

  it("has words", () => {
    const words = describeConstraint(sample.constraint).map(({ phrase, values, unit }) => [phrase, values.join(), unit]);
    expect(words.map((parts) => parts.filter(Boolean).join(" "))).toEqual([sample.words]);
  });
});

it("rejects values of types to which a constraint does not apply", async () => {
  expect(await checkValue(rulesOf({ min: 1, pattern: "a" }), true, machine)).toEqual([
    ["pattern", "value true is a boolean, to which constraint 'pattern' does not apply"],
    ["min", "value true is a boolean, to which constraint 'min' does not apply"],
  ]);
});

it("combines what one value can express, and leaves the rest", () => {
  const one: ArgConstraint = { min: 1, max: 9, max_length: 5, one_of: ["a", "b"], required: true, pattern: "x", equals: "a" };
  const other: ArgConstraint = { min: 2, max: 8, max_length: 6, one_of: ["b", "c"], forbid: true, within: "/" };
  expect(combineConstraints([one, other])).toEqual({ one_of: ["b"], max_length: 5, min: 2, max: 8, forbid: true, required: true });
});

it("narrows a schema only by constraints that fit the type", () => {
  const rules = rulesOf({ pattern: "a", max_length: 3, min: 1, max: Infinity, one_of: [1, "2"] });
  expect(narrowByEach(rules, { name: "a", type: "integer" })).toEqual([{}, { values: [1, 2] }, {}, { minimum: 1 }, {}]);
  expect(narrowByEach(rules, { name: "a", type: "boolean" })).toEqual([{}, {}, {}, {}, {}]);
});
