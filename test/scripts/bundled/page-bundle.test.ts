/** Compares re2js in the script of the page with the package. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as re2js from "re2js";
import { describe, expect, it } from "vitest";
import { keepPatternTests } from "../../../scripts/bundled/page-bundle.mjs";

const CODE = readFileSync(createRequire(import.meta.resolve("re2js")).resolve("./index.js"), "utf8");

const PATTERNS = [
  "",
  "a|b",
  "^v[0-9]+$",
  String.raw`\p{Lu}\w*`,
  "(?i)straße",
  "(a*)*b",
  "(?P<n>x){2,3}",
  String.raw`\bmain\b`,
  "(",
  "[z-a]",
];
const TEXTS = ["", "a", "v12", "Ärger", "STRASSE", "straSSe", "aaab", "xxx", "the main branch", "v12\n"];

/** The result of each text, or the message about the pattern. */
function resultsOf({ RE2JS }: Pick<typeof re2js, "RE2JS">, pattern: string): unknown {
  try {
    const compiled = RE2JS.compile(pattern);
    return TEXTS.map((text) => [compiled.test(text), compiled.testExact(text)]);
  } catch (error) {
    return String(error);
  }
}

describe("keepPatternTests", () => {
  it("keeps the results of patterns and the messages about invalid ones", async () => {
    const kept = keepPatternTests(CODE);
    const smaller = (await import(`data:text/javascript,${encodeURIComponent(kept)}`)) as typeof re2js;
    expect(smaller.RE2Set).toBeUndefined();
    expect(PATTERNS.map((pattern) => resultsOf(smaller, pattern))).toEqual(PATTERNS.map((pattern) => resultsOf(re2js, pattern)));
  });

  it("throws if re2js has no such module, or declares something else in it", () => {
    expect(() => keepPatternTests(CODE.replace("\n// src/Set.js\n", "\n"))).toThrow("re2js has no module Set.js");
    expect(() => keepPatternTests(CODE.replace("\n// src/Set.js\n", "\n// src/Set.js\nconst also = 1;\n"))).toThrow(
      "re2js declares also, RE2Set in Set.js, instead of RE2Set",
    );
  });
});
