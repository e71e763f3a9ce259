import { expect, it } from "vitest";
import { firstSentence } from "../../../runtime/search/sentence.ts";

it.each<[string, string, string]>([
  ["ends with a punctuation mark", "Copy files. Folders need -r.", "Copy files."],
  ["may be a question or an exclamation", "Which one? This one.", "Which one?"],
  ["may end in brackets or quotes", 'Say "no." Then leave. (All of it.) More', 'Say "no."'],
  ["continues in lower case", "Check code (e.g. lint it) or, i.e. read it. Slow", "Check code (e.g. lint it) or, i.e. read it."],
  ["continues after a period inside a word", "Write .gz and v1.2 of example.com files", "Write .gz and v1.2 of example.com files"],
  ["ends before an empty line", "Copy files\n\nand folders", "Copy files\n\n"],
  ["continues on the next line", "Copy\nfiles. More", "Copy\nfiles."],
  ["ends with the punctuation of a script without spaces", "显示所有笔记。按名称排序。", "显示所有笔记。"],
  ["is the whole text if it has no end", "Copy files", "Copy files"],
  ["is empty for an empty text", "", ""],
])("the first sentence %s", (_, text, want) => {
  expect(firstSentence(text)).toBe(want);
});

it("finds the first sentence of long repetitive text", () => {
  for (const unit of [".", '."', "\n ", ". "]) expect(firstSentence(unit.repeat(200_000)).length).toBeGreaterThan(0);
});
