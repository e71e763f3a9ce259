import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTextMasker, maskJson } from "../../../runtime/output/mask-text.ts";
import { createSecretSearch } from "../../../runtime/output/secret-search.ts";

function mask(secrets: readonly string[], ...chunks: readonly string[]): string {
  const masker = createTextMasker(createSecretSearch(secrets));
  return chunks.map((chunk) => masker.push(chunk)).join("") + masker.end();
}

/** Marks the secrets at every index, also one of which only the first 8 units or more are there, and joins those that overlap. */
function maskSlowly(secrets: readonly string[], text: string): string {
  let shown = "";
  let end = 0;
  for (let at = 0; at < text.length; at += 1) {
    const rest = text.length - at;
    const isThere = (secret: string): boolean => text.startsWith(secret, at) || (rest >= 8 && secret.startsWith(text.slice(at)));
    const length = Math.max(0, ...secrets.filter(isThere).map((secret) => Math.min(rest, secret.length)));
    if (length > 0 && at >= end) shown += "***";
    end = Math.max(end, at + length);
    if (at >= end) shown += text[at];
  }
  return shown;
}

describe("masking", () => {
  it.each([
    ["replaces a secret", ["hunter22"], ["token hunter22\n"], "token ***\n"],
    ["replaces a secret that is split between chunks", ["hunter22"], ["token hun", "ter", "22!"], "token ***!"],
    ["keeps the start of a secret that does not continue", ["hunter22"], ["hunt", "ing"], "hunting"],
    ["keeps short values", ["secret"], ["a secret"], "a secret"],
    ["replaces the longest secret", ["password", "password1"], ["password1 password"], "*** ***"],
    ["replaces the longest secret if it is split between chunks", ["password", "password1"], ["password", "1!"], "***!"],
    ["replaces a shorter secret at the end of the text", ["password", "password1"], ["password"], "***"],
    ["replaces a secret with syntax of patterns", ["a.b*(c)[d]$^|\\/"], ["a.b*(c)[d]$^|\\/ axb"], "*** axb"],
    ["replaces a secret that starts inside an incomplete one", ["ababaaaa"], ["ababaababaaaa"], "ababa***"],
    ["leaves no part of secrets that overlap", ["abcdefgh", "efghijkl"], ["x abcdefgh", "ijkl y"], "x *** y"],
    ["replaces a secret in another one", ["an old password", "password"], ["an old password"], "***"],
    ["replaces secrets one after the other", ["hunter22"], ["hunter22hunter22"], "******"],
    [
      "keeps a NUL after the start of a secret",
      ["hunter22", "hunter22x", "hunter23"],
      ["hunter2\0 hunter22\0 hunter23\0"],
      "hunter2\0 ***\0 ***\0",
    ],
    ["replaces a secret that is cut off after 8 units", ["hunter22 is the key"], ["token hunter22 ", "is"], "token ***"],
    ["replaces a secret that is cut off in another one", ["hunter22hunter23", "hunter22"], ["hunter22hunter2"], "***"],
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

  it("replaces every character of every secret, and nothing else", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 60 });
    const secret = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 8, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), fc.array(secret, { minLength: 1, maxLength: 4 }), (texts, secrets) => {
        expect(mask(secrets, ...texts)).toBe(maskSlowly(secrets, texts.join("")));
      }),
      { numRuns: 1000 },
    );
  });

  it("reads text in time that does not depend on the number of secrets", () => {
    // A search for each of these secrets takes minutes.
    const secrets = Array.from({ length: 2000 }, (_, index) => "a".repeat(8 + index));
    const text = "a".repeat(65_536);
    expect(mask([...secrets, `${text}b`], text, text, " end")).toBe("*** end");
  });

  it("replaces secrets of any length", () => {
    const long = `${"a".repeat(4_000_000)}b`;
    const chunks = Array.from({ length: 62 }, () => "a".repeat(65_536));
    expect(mask([long, "c".repeat(100_000)], ...chunks, "b!", "c".repeat(100_000))).toBe(`${"a".repeat(63_232)}***!***`);
  });

  it("shows in a preview neither a secret nor the start of one, and changes nothing", () => {
    const masker = createTextMasker(createSecretSearch(["hunter22"]));
    expect(masker.push("token hun")).toBe("token ");
    expect(masker.preview("ter2")).toBe("");
    expect(masker.preview("ter22, hunt")).toBe("***, ");
    expect(masker.preview("ting")).toBe("hunting");
    expect(masker.push("ter22!")).toBe("***!");
  });

  it("replaces secrets in JSON values, keys included", () => {
    const value = { hunter22: ["x hunter22", 12345678, null, true], other: 1 };
    expect(maskJson(value, createSecretSearch(["hunter22", "12345678"]))).toEqual({ "***": ["x ***", "***", null, true], other: 1 });
  });
});
