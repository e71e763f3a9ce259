import { expect, it } from "vitest";
import { firstSentence } from "../../../runtime/search/sentence.ts";

it.each<[string, string, string]>([
  ["ends with its mark", "Copy files. Folders need -r.", "Copy files."],
  ["may ask or call", "Which one? This one.", "Which one?"],
  ["may end in brackets or quotes", 'Say "no." Then leave. (All of it.) More', 'Say "no."'],
  ["goes on in lower case", "Check code (e.g. lint it) or, i.e. read it. Slow", "Check code (e.g. lint it) or, i.e. read it."],
  ["goes on behind a point inside of a word", "Write .gz and v1.2 of example.com files", "Write .gz and v1.2 of example.com files"],
  ["ends before an empty line", "Copy files\n\nand folders", "Copy files\n\n"],
  ["goes on in the next line", "Copy\nfiles. More", "Copy\nfiles."],
  ["ends with the mark of a script without spaces", "显示所有笔记。按名称排序。", "显示所有笔记。"],
  ["is all of a text without an end", "Copy files", "Copy files"],
  ["is empty in an empty text", "", ""],
])("the first sentence %s", (_, text, want) => {
  expect(firstSentence(text)).toBe(want);
});

it("is found in time that grows with the text, whatever its marks are", () => {
  for (const unit of [".", '."', "\n ", ". "]) expect(firstSentence(unit.repeat(200_000)).length).toBeGreaterThan(0);
});
