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
    ["finds one that starts in a start of it", ["ababaaaa"], ["ababaababaaaa"], "ababa***"],
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

  it("replaces the first secret, and of those at one place the longest", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 60 });
    const secret = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 8, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), fc.array(secret, { minLength: 1, maxLength: 4 }), (texts, secrets) => {
        const pattern = new RegExp(secrets.toSorted((a, b) => b.length - a.length).join("|"), "g");
        expect(mask(secrets, ...texts)).toBe(texts.join("").replace(pattern, "***"));
      }),
      { numRuns: 1000 },
    );
  });

  it("replaces secrets of any length", () => {
    const long = `${"a".repeat(4_000_000)}b`;
    const chunks = Array.from({ length: 62 }, () => "a".repeat(65_536));
    expect(mask([long, "c".repeat(100_000)], ...chunks, "b!", "c".repeat(100_000))).toBe(`${"a".repeat(63_232)}***!***`);
  });

  it("shows in a preview neither a secret nor the start of one, and changes nothing", () => {
    const masker = createTextMasker(["hunter22"]);
    expect(masker.push("token hun")).toBe("token ");
    expect(masker.preview("ter2")).toBe("");
    expect(masker.preview("ter22, hunt")).toBe("***, ");
    expect(masker.preview("ting")).toBe("hunting");
    expect(masker.push("ter22!")).toBe("***!");
  });

  it("replaces secrets in JSON values, keys included", () => {
    const value = { hunter22: ["x hunter22", 12345678, null, true], other: 1 };
    expect(maskJson(value, ["hunter22", "12345678"])).toEqual({ "***": ["x ***", "***", null, true], other: 1 });
  });
});
