import { describe, expect, it } from "vitest";
import { checkConfig } from "../../generator/check/check-config.ts";
import { checkAcrossFiles } from "../../generator/check/check-across-files.ts";
import type { CheckedFile } from "../../generator/check/files/checked-file.ts";
import { loadDocument } from "../../generator/load/document.ts";

function configOf(path: string, ...names: readonly string[]): CheckedFile {
  const text = `command: x\ntools:\n${names.map((name) => `  - {name: ${name}, description: d}\n`).join("")}`;
  const { document } = loadDocument({ path, bytes: new TextEncoder().encode(text) });
  const config = document && checkConfig(document).file;
  if (config === undefined) throw new Error(`${path} is not a config`);
  return config;
}

describe("checkAcrossFiles", () => {
  it("names both locations of a tool that a later config redefines", () => {
    const [diagnostic, ...others] = checkAcrossFiles([configOf("a.yaml", "t", "u"), configOf("b.yaml", "v", "t")]);
    expect(others).toEqual([]);
    expect(diagnostic).toMatchObject({
      code: "redefined-tool",
      severity: "warning",
      path: "b.yaml",
      related: { source: { path: "a.yaml" } },
    });
    expect(diagnostic?.source?.text.slice(diagnostic.span?.start, diagnostic.span?.end)).toBe("t");
  });

  it("compares each definition with the one before it", () => {
    const given = checkAcrossFiles([configOf("a.yaml", "t"), configOf("b.yaml", "t"), configOf("c.yaml", "t")]);
    expect(given.map(({ path, related }) => [path, related?.source.path])).toEqual([
      ["b.yaml", "a.yaml"],
      ["c.yaml", "b.yaml"],
    ]);
  });

  it("accepts names that differ, also from inherited properties of objects", () => {
    expect(checkAcrossFiles([configOf("a.yaml", "t", "constructor"), configOf("b.yaml", "T", "toString")])).toEqual([]);
  });
});
