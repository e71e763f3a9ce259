import { describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { draftConfig } from "../../generator/import/draft/draft.ts";

const OPTIONS = `Usage: tool find [OPTIONS] <PLACE> [NAME]...

Options:
  -n, --most <NUM>      Stop after NUM
  -a, --all             Find all
  -v, --not             Find the others
      --kind <KIND>     Kind [possible values: file, link]
      --tag <TAG>       Tag (can be given multiple times)
  -o, --output <FILE>   Write to a file
`;

/** Returns the examples in the draft of a page with these lines below "Examples:". */
function examples(lines: string, options = OPTIONS): readonly string[] {
  const text = `${options}\nExamples:\n${lines}`;
  const description = describeProgram({ program: "tool", pages: [{ from: "help", label: "tool find --help", path: ["find"], text }] });
  const draft = draftConfig(description, { maxArgs: 8, header: "" }).text;
  return Array.from(draft.matchAll(/^ {6}- \{ description: (.*) \} # /gm), ([, example = ""]) => example);
}

describe("the examples of a page", () => {
  it.each([
    ["a comment above", "  # Find all\n  tool find -a here\n", "Find all, args: { all: true, place: here }"],
    ["two lines of comment", "  # Find all\n  # of them\n  $ tool find -a here\n", "Find all of them, args: { all: true, place: here }"],
    ["a sentence above", "  Find two of them:\n  tool find -n 2 here\n", "Find two of them, args: { most: 2, place: here }"],
    ["text below", "  tool find --most=2 here\n      Find two of them.\n", "Find two of them, args: { most: 2, place: here }"],
    ["a result below", "  $ tool find here\n  #=> Find them\n", "Find them, args: { place: here }"],
    ["a note", "  $ tool find here       (1)\n\n  1. Find them.\n", "Find them, args: { place: here }"],
    ["letters in one word", "  # Others\n  tool find -avn3 here\n", "Others, args: { all: true, not: true, most: 3, place: here }"],
    ["quotes", "  # Quoted\n  tool find 'a b' \"c d\"\n", "Quoted, args: { place: a b, name: [c d] }"],
    ["a list", "  # Tags\n  tool find --tag a --tag b here\n", "Tags, args: { tag: [a, b], place: here }"],
    ["values that look like numbers", "  # Number\n  tool find 7 yes\n", 'Number, args: { place: "7", name: ["yes"] }'],
  ])("become examples with %s", async (_what, lines, expected) => {
    expect(examples(lines)).toEqual([expected]);
  });

  it.each([
    ["an option that is no argument", "  # Find it\n  tool find --other here\n"],
    ["a value that is not listed", "  # Find it\n  tool find --kind pipe here\n"],
    ["a text that is no number", "  # Find it\n  tool find --most many here\n"],
    ["a missing value", "  # Find it\n  tool find --all\n"],
    ["words of a shell", "  # Find it\n  tool find here | sort\n  # Find more\n  tool find $HOME\n  # Find others\n  tool find *.c\n"],
    ["a placeholder", "  # Find it\n  tool find <place>\n"],
    ["no caption", "  tool find here\n"],
    ["another command", "  # Find it\n  tool drop here\n"],
    ["an end of options that the server does not write", "  # Find it\n  tool find -- here\n"],
    ["a quote that does not end", "  # Find it\n  tool find 'here\n"],
  ])("are left out with %s", (_what, lines) => {
    expect(examples(lines)).toEqual([]);
  });

  it("are at most three, each different, and valid", async () => {
    const lines = [1, 2, 2, 3, 4, 5].map((most) => `  # Find ${most}: "x", y\n  tool find -n ${most} here\n`).join("");
    expect(examples(lines)).toHaveLength(3);
    const text = `${OPTIONS}\nExamples:\n${lines}`;
    const description = describeProgram({ program: "tool", pages: [{ from: "help", label: "", path: ["find"], text }] });
    const draft = draftConfig(description, { maxArgs: 8, header: "" }).text;
    expect((await checkInputs([{ path: "tool.yaml", bytes: Buffer.from(draft) }])).diagnostics).toEqual([]);
  });

  it("have the separator between values that the server writes", () => {
    const usage = OPTIONS.replace("<PLACE> [NAME]...", "[<PLACE>] [--] [NAME]...");
    expect(examples("  # Find it\n  tool find here -- x\n  # Find more\n  tool find here x\n", usage)).toEqual([
      "Find it, args: { place: here, name: [x] }",
    ]);
  });
});

it("takes no command line for the caption of the next one", () => {
  const text = "Usage: tool add [OPTIONS] NAME\n\nExample:\n\n  $ tool add one\n  Added one\n\n  $ tool add two\n  Added two\n";
  const description = describeProgram({ program: "tool", pages: [{ from: "help", label: "", path: ["add"], text }] });
  const captions = description.root.commands.flatMap(({ examples: shown = [] }) => shown.map(({ value }) => value.caption ?? ""));
  expect(captions.filter((caption) => caption.startsWith("$"))).toEqual([]);
});
