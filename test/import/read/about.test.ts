import { expect, it } from "vitest";
import { findAbout } from "../../../generator/import/read/about.ts";

it.each([
  [
    "a text before the usage",
    "Show an issue and its comments.\n\nWith `--web`, open it\nin a browser instead.\n\nUSAGE\n  tool show <number>\n\nFLAGS\n  --web  Open a page for it\n",
    "Show an issue and its comments. With `--web`, open it in a browser instead.",
  ],
  [
    "a text below the usage",
    "Usage: tool run NAME\n       with more values than these\n\nRun one of the scripts\n\nOptions:\n  -x   Use it here\n",
    "Run one of the scripts",
  ],
  ["only lists", "Usage: tool run NAME\n\nOptions:\n  -x   Use it here\n", undefined],
  ["a man page", "TOOL(1)\n\nNAME\n     tool - combine files\n\nDESCRIPTION\n     This text says what it does.\n", undefined],
])("reads %s", (_name, text, want) => {
  expect(findAbout(text.split("\n"))).toBe(want);
});

it("cuts a long text at a word", () => {
  expect(findAbout(Array.from({ length: 60 }, () => "several words of a text"))?.length).toBeLessThanOrEqual(600);
});
