import { describe, expect, it } from "vitest";
import { describeChange } from "../../generator/review/compare/finding.ts";

describe("the description of a change", () => {
  it("starts shortly before the first difference, never inside a character", () => {
    const shared = "😀".repeat(20);
    expect(describeChange(`${shared}ab`, `${shared}ac`)).toBe(`was "…${"😀".repeat(10)}ab" and is "…${"😀".repeat(10)}ac"`);
    expect(describeChange(`${shared}b`, `${shared}c`)).toBe(`was "…${"😀".repeat(10)}b" and is "…${"😀".repeat(10)}c"`);
  });

  it("shows a value that only one side has", () => {
    expect(describeChange(undefined, false)).toBe("was absent and is false");
    expect(describeChange(["a"], undefined)).toBe('was ["a"] and is absent');
    expect(describeChange("", "a")).toBe('was "" and is "a"');
  });
});
