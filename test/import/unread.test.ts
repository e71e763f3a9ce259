import { expect, it } from "vitest";
import { findLostReading } from "../../generator/import/describe/lost-reading.ts";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { readPage } from "../../generator/import/read/read-page.ts";

const unread = (text: string): readonly unknown[] =>
  readPage("tool", { from: "help", label: "tool --help", path: [], text }).unread.map(({ line, value }) => [line, value.kind, value.text]);

it.each([
  [
    "a section of options without one that can be read",
    "Usage: tool\n\nOptions:\n  {--all} does all\n",
    [[4, "options", "{--all} does all"]],
  ],
  ["a usage whose value cannot be read", "Usage: tool <#>\n", [[1, "positional", "Usage: tool <#>"]]],
])("returns the line of %s", (_what, text, lines) => {
  expect(unread(text).map((entry) => (entry as readonly unknown[]).slice(0, 2))).toEqual(lines.map((entry) => entry.slice(0, 2)));
});

it.each([
  ["words before their lists in brackets", "Usage: tool set <interface> [auto yes|no]\n", [[1, "positional", "[auto yes|no]"]]],
  [
    "words before their values in brackets",
    "Usage: tool set <interface> [port <number>] [key <file path>] [peer <name>]...\n",
    [[1, "positional", "[port <number>], and 2 more"]],
  ],
  [
    "a value that another text names",
    "Usage: tool ITEM\n\nArguments:\n  ITEM  One of KEY\n  KEY   Its key\n",
    [[5, "positional", "KEY   Its key"]],
  ],
  ["a plain word before optional values", "Usage: tool [-ab] [-d conf] action [number] [text]\n", [[1, "positional", "action"]]],
  [
    "options that start with a plus",
    "Usage: tool [name]\n\n   +[no]short   Be short\n   +time=###    Time\n   +all         All\n",
    [[3, "options", "+[no]short   Be short, and 2 more"]],
  ],
])("returns what it does not draft: %s", (_what, text, lines) => {
  expect(unread(text)).toEqual(lines);
});

it("reads no word before a value in brackets as a value", () => {
  const text = "Usage: tool set <interface> [port <number>] [key <file path>]\n";
  expect(readPage("tool", { from: "help", label: "", path: ["set"], text }).positionals.map(({ name }) => name)).toEqual(["interface"]);
});

it.each([
  ["a plain word that a value describes", "Usage: tool [-a] item [number]\n\nArguments:\n  item   One item\n"],
  ["a part of a value", "Usage: tool ITEM[:PATH] KEY\n\nArguments:\n  ITEM   One item\n  PATH   The path of it\n  KEY    Its key\n"],
  ["the kinds of a value", "Usage: tool PATH\n\nArguments:\n  PATH   Either a KEY or DIR\n  KEY    One key\n  DIR    All keys\n"],
  ["options and values that are read", "Usage: tool [options] <file>\n\nOptions:\n  --all   All\n"],
  ["a section that only names options", "Global options:\n  --account, --project, --quiet.\n"],
  ["a usage without values", "Usage: tool\n"],
  ["a usage whose only values are those of options", "Usage: tool --name <name> --kind <kind>\n"],
])("returns no line of %s", (_what, text) => {
  expect(unread(text)).toEqual([]);
});

it("fails if nothing could be read, although the text has options", () => {
  const describe = (text: string) => describeProgram({ program: "tool", pages: [{ from: "help", label: "tool --help", path: [], text }] });
  expect(findLostReading(describe("Usage: tool\n\nOptions:\n  {--all} does all\n"))).toBe(
    'printed options that cannot be read: "{--all} does all"',
  );
  expect(findLostReading(describe("Usage: tool\n"))).toBeUndefined();
  expect(findLostReading(describe("Usage: tool FILE\n\nOptions:\n  {--all} does all\n"))).toBeUndefined();
});

it("applies the habits of frameworks only to their pages", () => {
  const kinds = (text: string): readonly string[] =>
    readPage("tool", { from: "help", label: "", path: [], text }).options.map(({ kind, valueForm = "" }) => `${kind} ${valueForm}`.trim());
  expect(kinds("Usage: tool [--out <file>]\n\nOptions:\n  --out <file>   Write it\n  --help, help   Print help\n")[0]).toBe("value bare");
  expect(kinds("USAGE:\n  tool <OPTIONS>\n\nOPTIONS:\n  --form [form]   Form (default: text)\n")).toEqual(["value bracketed"]);
  expect(kinds("  --[no]all: All\n  --name: Name of it\n")).toEqual(["switch", "value"]);
  expect(kinds("OPTIONS:\n  --form [form]   Form\n")).toEqual(["optional bracketed"]);
  expect(kinds("FLAGS\n    -j, --json=JSON\n        Default: False\n    --name=NAME\n        Default: 'a'\n")).toEqual([
    "switch",
    "value glued",
  ]);
});

it.each([
  ["a row of several names", "Usage: tool <src>\n\nArguments:\n  src dst   Both\n", [[4, "positional", "src dst   Both"]]],
  ["a value that the usage omits", "Usage: tool SRC\n\nArguments:\n  src\n  dst   Target\n", [[5, "positional", "dst   Target"]]],
  ["a plain word at the end of the usage", "Usage: tool [-a] service\n", [[1, "positional", "service"]]],
])("returns a value without a usage: %s", (_what, text, lines) => {
  expect(unread(text)).toEqual(lines);
});
