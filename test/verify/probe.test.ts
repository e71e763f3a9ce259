import { describe, expect, it } from "vitest";
import { probeWords, readProbe } from "../../generator/verify/probe.ts";
import { isRequirement, meetsRequirement } from "../../generator/text/version-requirement.ts";

describe("probeWords", () => {
  it("writes a value in the word of the flag, and `--help` after it", () => {
    expect(probeWords(["add"], "--force")).toEqual(["add", "--force=zz9probe", "--help"]);
  });

  it.each(["-f", "--", "+x", "--a b", "force"])("does not probe %j", (flag) => {
    expect(probeWords([], flag)).toBeUndefined();
  });
});

describe("readProbe", () => {
  it.each([
    ["tool: unrecognized option '--force=zz9probe'", "unknown"],
    ["error: unexpected argument '--force' found", "unknown"],
    ["Error: No such option: --force", "unknown"],
    ["error: unknown option `force=zz9probe'", "unknown"],
    ["tool: option '--force' doesn't allow an argument", "switch"],
    ["error: unexpected value 'zz9probe' for '--force' found; no more were expected", "switch"],
    ["Error: Option '--force' does not take a value.", "switch"],
    ["error: argument --force: invalid choice: 'zz9probe' (choose from 'a', 'b')", "value"],
    ["error: invalid value 'zz9probe' for '--force <N>': invalid digit found in string", "value"],
    ["Usage: tool [OPTIONS]\n  --force   Do it", "silent"],
    ["error: unknown option --other", "silent"],
  ])("reads %j as %s", (output, verdict) => {
    expect(readProbe("--force", output)).toBe(verdict);
  });
});

describe("meetsRequirement", () => {
  it.each([
    ["2.39.5", ">=2.30", true],
    ["2.9", ">=2.30", false],
    ["2.30", ">=2.30.0", true],
    ["3.0", ">=2.30 <3", false],
    ["2.99", ">=2.30, <3", true],
    ["1.2.3", "1.2.3", true],
    ["1.2.4", "> 1.2.3", true],
  ])("compares %s with %j", (version, requirement, result) => {
    expect([isRequirement(requirement), meetsRequirement(version, requirement)]).toEqual([true, result]);
  });

  it.each(["", "new", "^1.2", ">=2.x"])("rejects the requirement %j", (requirement) => {
    expect(isRequirement(requirement)).toBe(false);
  });
});
