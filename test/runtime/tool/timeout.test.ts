import { describe, expect, it } from "vitest";
import { timeoutSeconds } from "../../../runtime/tool/timeout.ts";

describe("the timeout of a call", () => {
  it.each([
    ["30 if the tool has none", undefined, 30],
    ["30 if it is 0", 0, 30],
    ["the tool's own", 0.25, 0.25],
  ])("is %s seconds", (_title, timeout, want) => {
    expect(timeoutSeconds(timeout === undefined ? {} : { timeout })).toBe(want);
  });

  it("is at most the ceiling", () => {
    expect(timeoutSeconds({ timeout: 60 }, 10)).toBe(10);
  });
});
