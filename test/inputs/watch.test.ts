import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { takeFingerprints, toHandled } from "../../generator/inputs/watch.ts";

describe("the snapshot that a run has handled", () => {
  it("has the line from before the run for a watched file, so that no change during the run is missed", () => {
    const watched = new Map([["common.yaml", "common.yaml 1"]]);
    const included = new Map([
      ["common.yaml", "common.yaml 2"],
      ["more.yaml", "more.yaml 1"],
    ]);
    expect(toHandled("git.yaml 1\ncommon.yaml 1", watched, included)).toBe("git.yaml 1\ncommon.yaml 1\nmore.yaml 1");
  });

  it("lacks a file that is no longer included", () => {
    expect(toHandled("git.yaml 1\ncommon.yaml 1", new Map([["common.yaml", "common.yaml 1"]]), new Map())).toBe("git.yaml 1");
  });
});

describe("takeFingerprints", () => {
  it("has no state of a file that was written during the run that found it", () => {
    const path = fileURLToPath(import.meta.url);
    expect(takeFingerprints([path], 1).get(path)).toBe("");
    expect(takeFingerprints([path], Date.now() + 60_000).get(path)).toContain("watch.test.ts");
  });
});
