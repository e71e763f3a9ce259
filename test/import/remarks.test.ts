import { describe, expect, it } from "vitest";
import { readRemarks } from "../../generator/import/read/options/description.ts";
import { readPage } from "../../generator/import/read/read-page.ts";

describe("readRemarks", () => {
  it.each([
    [
      "several remarks in one bracket",
      "Level [env var: LEVEL; default: 2; required]",
      "Level",
      { env: "LEVEL", default: "2", required: true },
    ],
    ["a remark before the text", "(required) Number of it", "Number of it", { required: true }],
    ["bars in a list", "Format (default: text, choices: json | text)", "Format", { default: "text", values: ["json", "text"] }],
    ["lines", "Format\nDefault: text\nPossible Values: [json, text]", "Format", { default: "text", values: ["json", "text"] }],
    ["a fraction", "Share of it [default: 0.5]", "Share of it", { default: "0.5", type: "number" }],
    ["a type before the text", "(List[str], default=[]) Tag of it", "Tag of it", {}],
    ["a type in another bracket", "Number of it (int) (default: 3)", "Number of it", { type: "integer", default: "3" }],
    ["a list as the last sentence", "Format Valid options: json, text. (Default: text)", "Format", { values: ["json", "text"] }],
    ["a sign before the text", "# Number of it", "Number of it", {}],
  ])("reads %s", (_what, given, text, facts) => {
    const read = readRemarks(given);
    expect(read.text).toBe(text);
    expect(read.facts).toMatchObject(facts);
  });

  it.each([
    ["a remark with further words", "Wait (default depends on the terminal)"],
    ["the mark of a default value", "Print no colors (default)"],
    ["a type in a sentence", "Follows [number] of steps"],
    ["a condition", "Sorts (required for reports) it"],
  ])("keeps %s", (_what, text) => {
    expect(readRemarks(text).text).toBe(text);
  });
});

/** Returns the kind and the type of each option. */
function kinds(text: string): readonly string[] {
  const { options } = readPage("tool", { from: "help", label: "", path: [], text });
  return options.map(({ names, kind, type }) => [names.at(-1), kind, type].filter(Boolean).join(" "));
}

describe("the kind of an option without a value in its column", () => {
  it("is a value if the page never shows values, and the default is not a state", () => {
    const text = "  --format  Format  (default text)\n  --rate    Share  (default 0.5)\n  --color   Colors  (default true)\n";
    expect(kinds(text)).toEqual(["--format value", "--rate value number", "--color switch"]);
  });

  it("is a switch if other options show their values", () => {
    expect(kinds("  --format <F>  Format (default: text)\n  --public      Everyone (default: secret)\n")).toEqual([
      "--format value",
      "--public switch",
    ]);
  });

  it("is a value if the text lists the values", () => {
    expect(kinds("  --size <N>  Size\n  --tone   Tone (choices: low, high)\n")).toEqual(["--size value", "--tone value"]);
  });
});
