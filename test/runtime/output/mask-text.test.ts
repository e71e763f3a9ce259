import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTextMasker, maskJson } from "../../../runtime/output/mask-text.ts";

function mask(secrets: readonly string[], ...chunks: readonly string[]): string {
  const masker = createTextMasker(secrets);
  return chunks.map((chunk) => masker.push(chunk)).join("") + masker.end();
}

describe("masking", () => {
  it.each([
    ["replaces a secret", ["hunter22"], ["token hunter22\n"], "token ***\n"],
    ["finds one that chunks share", ["hunter22"], ["token hun", "ter", "22!"], "token ***!"],
    ["keeps a start that does not become one", ["hunter22"], ["hunt", "ing"], "hunting"],
    ["keeps short values", ["secret"], ["a secret"], "a secret"],
    ["replaces the longest first", ["password", "password1"], ["password1 password"], "*** ***"],
    ["replaces the longest first if chunks share it", ["password", "password1"], ["password", "1!"], "***!"],
    ["replaces the shorter one at the end", ["password", "password1"], ["password"], "***"],
    ["replaces a secret with syntax of patterns", ["a.b*(c)[d]$^|\\/"], ["a.b*(c)[d]$^|\\/ axb"], "*** axb"],
    ["replaces several lines", ["-----BEGIN\nkey"], ["x -----BEGIN\nke", "y"], "x ***"],
  ])("%s", (_title, secrets, chunks, want) => {
    expect(mask(secrets, ...chunks)).toBe(want);
  });

  it("does not depend on the chunks", () => {
    const chunks = fc.array(fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 9 }), { maxLength: 9 });
    fc.assert(
      fc.property(chunks, (texts) => {
        expect(mask(["abababab"], ...texts)).not.toContain("abababab");
        expect(mask(["aaaabbbb"], ...texts)).toBe(mask(["aaaabbbb"], texts.join("")));
        const several = ["abababab", "ababababb", "babababaa"];
        expect(mask(several, ...texts)).toBe(mask(several, texts.join("")));
      }),
    );
  });

  it("replaces secrets in JSON values, keys included", () => {
    const value = { hunter22: ["x hunter22", 12345678, null, true], other: 1 };
    expect(maskJson(value, ["hunter22", "12345678"])).toEqual({ "***": ["x ***", "***", null, true], other: 1 });
  });
});
