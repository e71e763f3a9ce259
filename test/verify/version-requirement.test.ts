import { describe, expect, it } from "vitest";
import { isRequirement, meetsRequirement } from "../../generator/text/version-requirement.ts";

describe("meetsRequirement", () => {
  it.each([
    ["2.39.5", ">=2.30", true],
    ["2.9", ">=2.30", false],
    ["2.30", ">=2.30.0", true],
    ["3.0", ">=2.30 <3", false],
    ["2.99", ">=2.30, <3", true],
    ["1.2.3", "1.2.3", true],
    ["1.2.4", "> 1.2.3", true],
    ["2.17.1.1", "2.17.1", true],
    ["2.17.1.1", ">=2.17.1 <=2.17.1", true],
    ["2.17.1.1", ">=2.17.1.2", false],
    ["20221126", ">=20211215", true],
  ])("compares %s with %j", (version, requirement, result) => {
    expect([isRequirement(requirement), meetsRequirement(version, requirement)]).toEqual([true, result]);
  });

  it.each(["", "new", "^1.2", ">=2.x"])("rejects the requirement %j", (requirement) => {
    expect(isRequirement(requirement)).toBe(false);
  });
});
