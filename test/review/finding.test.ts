import { describe, expect, it } from "vitest";
import { describeChange } from "../../generator/review/compare/finding.ts";

describe("the description of a change", () => {
  it("starts shortly before the first difference, never inside a character", () => {
    const shared = "😀".repeat(20);
    expect(describeChange(`${shared}ab`, `${shared}ac`)).toBe(`was "…${"😀".repeat(10)}ab" and is "…${"😀".repeat(10)}ac"`);
    expect(describeChange(`${shared}b`, `${shared}c`)).toBe(`was "…${"😀".repeat(10)}b" and is "…${"😀".repeat(10)}c"`);
  });

  it("contains everything between the first and the last difference", () => {
    const middle = "x".repeat(100);
    const shared = "😀".repeat(20);
    expect(describeChange(`a${middle}b${shared}`, `c${middle}d${shared}`)).toBe(
      `was "a${middle}b${"😀".repeat(10)}…" and is "c${middle}d${"😀".repeat(10)}…"`,
    );
    expect(describeChange("aa", "aaa")).toBe('was "aa" and is "aaa"');
    expect(describeChange("a".repeat(900), "b".repeat(900))).toBe(`was "${"a".repeat(400)}…" and is "${"b".repeat(400)}…"`);
  });

  it("shows a value that only one side has", () => {
    expect(describeChange(undefined, false)).toBe("was absent and is false");
    expect(describeChange(["a"], undefined)).toBe('was ["a"] and is absent');
    expect(describeChange("", "a")).toBe('was "" and is "a"');
  });
});
