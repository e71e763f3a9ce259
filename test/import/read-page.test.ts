import { describe, expect, it } from "vitest";
import { readPage } from "../../generator/import/read/read-page.ts";
import type { Shown } from "./page-styles.ts";
import { STYLES } from "./page-styles.ts";

/** Returns the facts that the tables compare. */
function read(text: string, from: "help" | "man" = "help"): readonly Shown[] {
  const { options } = readPage("tool", { from, label: "tool --help", path: [], text });
  return options.map(({ names, kind, values, negation, description }) => ({
    names: names.join(" "),
    kind,
    ...(values && { values: values.value.words.join(" ") }),
    ...(negation !== undefined && { negation }),
    ...(description && { text: description.value }),
  }));
}

describe("readPage", () => {
  it.each(STYLES)("reads the options of %s", (_style, text, options) => {
    expect(read(text)).toEqual(options);
  });

  it("reads a rendered man page, in which underlined words are values", () => {
    const underlined = Array.from("size", (letter) => `_\b${letter}`).join("");
    const text = `OPTIONS\n       -b ${underlined}\n              Size of a block.\n\n       -q     Be quiet.\n`;
    expect(read(text, "man")).toEqual([
      { names: "-b", kind: "value", text: "Size of a block." },
      { names: "-q", kind: "switch", text: "Be quiet." },
    ]);
  });

  it.each([
    [
      "bullets of pandoc",
      "       \u25CB   --seq:\n\n           Separate texts.\n",
      { names: "--seq", kind: "switch", text: "Separate texts." },
    ],
    [
      "false of cobra",
      "       -n, --dry-run[=false]      Change nothing\n",
      { names: "-n --dry-run", kind: "switch", text: "Change nothing" },
    ],
    ["an empty list of cobra", "       --host=[]      Hosts\n", { names: "--host", kind: "value", text: "Hosts" }],
    ["a part of the name", "       -c[:stream] codec\n              Choose one.\n", { names: "-c", kind: "value", text: "Choose one." }],
  ])("reads man pages with %s", (_what, text, option) => {
    expect(read(`OPTIONS\n${text}`, "man")).toEqual([option]);
  });

  it("reads tables with several options in a row", () => {
    const rows = ["  -p  print it        -l list all files", "  -d dir  search dir  -t test it", "  -z  zip it          -u[n] update it"];
    expect(read(`Options:\n${rows.join("\n")}\n`).map(({ names, kind, text }) => [names, kind, text])).toEqual([
      ["-p", "switch", "print it"],
      ["-l", "switch", "list all files"],
      ["-d", "value", "search dir"],
      ["-t", "switch", "test it"],
      ["-z", "switch", "zip it"],
      ["-u", "optional", "update it"],
    ]);
  });

  it("reads the long name after a short one that is a dot", () => {
    expect(read("  -., --hidden   Search hidden files\n")).toEqual([{ names: "--hidden", kind: "switch", text: "Search hidden files" }]);
  });

  it.each<[what: string, text: string, ...shown: readonly Shown[]]>([
    ["a colon before a justified text", "  --drop:  remove  the  input", { names: "--drop", kind: "switch", text: "remove the input" }],
    ["justified text", "  -f   force  a  smaller  size", { names: "-f", kind: "switch", text: "force a smaller size" }],
    ["names after a dash", "  -, -l, --login   Log in", { names: "-l --login", kind: "switch", text: "Log in" }],
    ["a sign as a name", "  -!, -exist   Ignore errors", { names: "-! -exist", kind: "switch", text: "Ignore errors" }],
    ["a mark of options that can be negated", "  [!] -s, --source <addr>   From", { names: "-s --source", kind: "value", text: "From" }],
    [
      "names in quotes",
      '  "-A[sym]"\n  "--annotate[=sym]"\n      Print sources',
      { names: "-A --annotate", kind: "optional", text: "Print sources" },
    ],
    ["a short name in the next column", "  --source  -s addr  From here", { names: "--source -s", kind: "value", text: "From here" }],
    ["another option as the description", "  --all   -f all", { names: "--all", kind: "switch", text: "-f all" }],
    ["dots that lead to the text", "  -q <float> ...... Quality", { names: "-q", kind: "value", text: "Quality" }],
    ["few dots that lead to the text", "  -filter <string> . Quality", { names: "-filter", kind: "value", text: "Quality" }],
    ["a value in a column before a colon", "  -o             file : Save here", { names: "-o", kind: "value", text: "Save here" }],
    ["a number sign in a column", "  -p, --jobs   #    : Jobs", { names: "-p --jobs", kind: "value", text: "Jobs" }],
    ["values between bars", "  -eol unix | dos | mac", { names: "-eol", kind: "value", values: "unix dos mac" }],
  ])("reads %s", (_what, text, ...shown) => {
    expect(read(`Options:\n${text}\n`)).toEqual(shown);
  });

  it("does not read negative numbers in examples as options", () => {
    expect(read("  --level=N   Level\n\n  --level -1   level: -1\n").map(({ names }) => names)).toEqual(["--level"]);
  });

  it("does not read the modes of listed files as options", () => {
    expect(read("  -l   List long:\n\n  -rw-r-----   1 root  notes.txt\n").map(({ names }) => names)).toEqual(["-l"]);
  });

  it("shares the description of names that are directly above each other", () => {
    expect(read("  --old\n  --new\n      Both do this.\n").map(({ text }) => text)).toEqual(["Both do this.", "Both do this."]);
  });

  it("does not read options in the middle of a description, or in examples", () => {
    const text = `  --plain   Print text. Without it, the table has
            --columns of any width.\n\nExamples:\n  --made-up this\n`;
    expect(read(text).map(({ names }) => names)).toEqual(["--plain"]);
  });

  it.each([
    ["a list of kinds", "  --to PLACE   one of: file, url"],
    ["a list that continues", "  --to PLACE   one of: red, green, etc"],
    ["examples", "  --to PLACE   a name such as 'red', 'green' or 'blue'"],
    ["placeholders", "  --to FILE|URI   a target"],
    ["the start of the text in brackets", "  --to PLACE   all format options (rate, codecs, buffer sizes) follow"],
    ["words after options in prose", "  --to PLACE   It sets the options inside and outside for you."],
    ["a file or a pipe", "  --to PLACE   send results to file (or |pipe)"],
    ["a sum", "  --to PLACE   the sum of 'near' and 'far'"],
    ["two remarks with slashes", "  --to PLACE   choose between hard (add/drop) and soft (squeeze/stretch)"],
    ["remarks below the first paragraph", "  --to PLACE   the target\n\n               D  the date (mm/dd/yy)\n"],
    ["parts of a definition", "  --to PLACE   the target TARGET := {near|far}"],
    ["a defined word that can be repeated", "  --to PLACE   the target PLACE := {near|far}[,PLACE]"],
    ["a list that explains a part", "  --to[=[[how:]HOW[,[size:]SIZE]]]   the size: one of big, small"],
    ["quoted words with a note before further ones", "  --to PLACE   Places are 'near' (default), 'far' (slow), `and` so on"],
  ])("does not read a complete list from %s", (_what, text) => {
    expect(read(text)[0]?.values).toBeUndefined();
  });

  it.each([
    ["quoted words with notes", "  --to PLACE   The place is 'near' (the default), 'far' (slow), or 'out' (unsafe).", "near far out"],
    ["all quoted words with notes", "  --to PLACE   Options are 'near' (a), 'far' (b), 'out' (c). (default: far)", "near far out"],
    ["the definition of its value", "  --to PLACE   the target PLACE := { near | far }, SIZE := { big | small }", "near far"],
  ])("reads a complete list from %s", (_what, text, values) => {
    expect(read(text)[0]?.values).toBe(values);
  });

  it("reads an optional value with brackets in it", () => {
    expect(read("  --stat[=<width>[,<name>[,<count>]]]   Generate statistics\n")).toEqual([
      { names: "--stat", kind: "optional", text: "Generate statistics" },
    ]);
  });

  it("reads bundles and values of usage lines, if nothing else defines them", () => {
    const { usageOptions } = readPage("tool", {
      from: "help",
      label: "",
      path: [],
      text: "usage: tool [-aBc] [-o file] [--deep <n>] path\n",
    });
    expect(usageOptions.map(({ names, kind }) => `${names.join(" ")} ${kind}`)).toEqual([
      "-a switch",
      "-B switch",
      "-c switch",
      "-o value",
      "--deep value",
    ]);
  });

  it("does not read the word after a defined switch, or an option, as its value", () => {
    const text =
      "usage: tool --args <my filter> [FILE]...\n       tool --pass [--plain]\n\n  --args   The others are texts\n  --pass   Ask\n";
    const page = readPage("tool", { from: "help", label: "", path: [], text });
    expect(page.usageOptions.map(({ names, kind }) => `${names.join(" ")} ${kind}`)).toEqual(["--plain switch"]);
    expect(page.positionals.map(({ name }) => name)).toEqual(["file"]);
  });

  it.each([
    ["another usage", "Usage: tool FROM TO\n  or   tool ALL\n", ["from", "to"]],
    ["the path of the program", "Usage:\t/usr/bin/tool <my filter>\n\t/usr/bin/tool --all <other>\n", ["my_filter"]],
  ])("reads positionals before %s", (_what, text, names) => {
    expect(readPage("tool", { from: "help", label: "", path: [], text }).positionals.map(({ name }) => name)).toEqual(names);
  });

  it("omits the name of the program and its version from the summary", () => {
    const { summary } = readPage("tool", {
      from: "help",
      label: "",
      path: [],
      text: "tool - Sort the lines [version 1.6]\n\nUsage: tool\n",
    });
    expect(summary?.value).toBe("Sort the lines");
  });

  it.each([
    ["an error about the option --help", "tool: Unknown option --help\n\nUsage: tool FILE\n\nPrint a file as text.\n"],
    ["a reference to other help", "  Usage\n    $ tool <file>\n\n  For more info, run it with `--help`\n\nPrint a file as text.\n"],
    ["the word before the summary of LLVM's programs", "OVERVIEW: Print a file as text.\n\nUSAGE: tool FILE\n"],
    ["a line with the version", "tool print version 1.2\nUsage: tool FILE\n\nPrint a file as text.\n"],
    ["its label", "\nAbout:   Print a file as text.\nUsage:   tool FILE\n"],
  ])("omits %s from the summary", (_what, text) => {
    expect(readPage("tool", { from: "help", label: "", path: [], text }).summary?.value).toBe("Print a file as text.");
  });

  it.each([
    ["two words after the usage", "usage: tool [-h] place\n\nDeploy it.\n\noptions:\n  -h  Help\n", "Deploy it."],
    ["two words before a list of aliases", "Usage:  tool ls [OPTIONS]\n\nList files\n\nAliases:\n  tool file ls, tool ls\n", "List files"],
    ["two words at the start, before the usage", "\nUpdate packages\n\nUsage:\ntool ls [<name>]\n", "Update packages"],
    ["no two words at the start without a usage", "Update packages\n\nOptions:\n  -h  Help\n", undefined],
    [
      "no table below a heading",
      "Usage: tool [-h] file\n\nCount lines of files.\n\nSummary:\n  FORMAT   LINES\n  json     12\n",
      "Count lines of files.",
    ],
    ["no heading of two words", "Usage:  tool ls [OPTIONS]\n\nGlobal options\n\n  -h  Help\n", undefined],
    ["no list of aliases", "Usage:  tool ls [OPTIONS]\n\nAliases:\n  tool file ls, tool file list, tool ls\n", undefined],
    ["no reference to the help", 'Usage: tool ls\n\nUse "tool -h" for the complete list of options\n', undefined],
    ["a NAME line with several dashes", "NAME\n       tool - pack files -- the new interface\n", "pack files -- the new interface"],
  ])("reads %s as the summary", (_what, text, expected) => {
    expect(readPage("tool", { from: "help", label: "", path: ["ls"], text }).summary?.value).toBe(expected);
  });

  it("reads no summary from the NAME line that help2man generates without one", () => {
    const text = "NAME\n       tool - manual page for tool 1.4\n\nSYNOPSIS\n       tool FILE\n";
    expect(readPage("tool", { from: "man", label: "", path: [], text }).summary).toBeUndefined();
  });

  it("reads boxes around options and commands", () => {
    const text = ` Usage: tool [OPTIONS] COMMAND

╭─ Options ─────────────────────────────────────────╮
│ *  --place    -p      <str>   The place           │
│                               of things.          │
│    --level        INTEGER     A level             │
│    --deep --no-deep           Go deep [default: ] │
╰───────────────────────────────────────────────────╯
╭─ Commands ────────────────────────────────────────╮
│ run   Run it                                      │
│ drop  Drop it                                     │
╰───────────────────────────────────────────────────╯
`;
    const { commands, options } = readPage("tool", { from: "help", label: "", path: [], text });
    expect(commands.map(({ name, summary }) => `${name}: ${summary?.value}`)).toEqual(["run: Run it", "drop: Drop it"]);
    expect(options.map(({ names, kind, negation, description }) => [names.join(" "), kind, negation, description?.value])).toEqual([
      ["--place -p", "value", undefined, "The place of things."],
      ["--level", "value", undefined, "A level"],
      ["--deep", "switch", "--no-deep", "Go deep"],
    ]);
  });

  it("reads boxes of thick lines", () => {
    const text = `Usage: tool COMMAND

┏━ Subcommands ━━━━━━┓
┃ run   Run it       ┃
┗━━━━━━━━━━━━━━━━━━━━┛

┏━ Options ━━━━━━━━━━┓
┃ --place <PLACE> It ┃
┃ --deep   Go deep   ┃
┗━━━━━━━━━━━━━━━━━━━━┛
`;
    const { commands, options } = readPage("tool", { from: "help", label: "", path: [], text });
    expect(commands.map(({ name }) => name)).toEqual(["run"]);
    expect(options.map(({ names }) => names.join(" "))).toEqual(["--place", "--deep"]);
  });

  it("reads options in brackets, and subcommands below a heading without a colon", () => {
    const text = `Usage: tool {run,drop} [-h]

  Subcommands
    run                  Run it
    drop                 Drop it

  Options
    --id ID              Number of it
    [-o, --output FILE]  Write it
    [--quiet]            Print nothing
`;
    const { commands, options } = readPage("tool", { from: "help", label: "", path: [], text });
    expect(commands.map(({ name }) => name)).toEqual(["run", "drop"]);
    expect(options.map(({ names, kind }) => [names.join(" "), kind])).toEqual(
      expect.arrayContaining([
        ["--id", "value"],
        ["-o --output", "value"],
        ["--quiet", "switch"],
      ]),
    );
  });

  it("reads indented headings without a colon", () => {
    const text = `  Usage
    $ tool <command> [options]

  Available Commands
    run     Run it
    drop    Drop it

  For more info, run any command with the \`--help\` flag
    $ tool run --help

  Options
    --level    Level of messages
`;
    const { commands, options } = readPage("tool", { from: "help", label: "", path: [], text });
    expect(commands.map(({ name }) => name)).toEqual(["run", "drop"]);
    expect(options.map(({ names }) => names)).toEqual([["--level"]]);
  });

  it("reads no summary from an example or a list", () => {
    const text =
      "Usage: tool COMMAND\n\nExample: tool set one two\n\nGroup of commands:\n  add      Add a file\n  uncommit  turn it into files\n  undo      Undo it\n";
    expect(readPage("tool", { from: "help", label: "", path: [], text }).summary).toBeUndefined();
  });

  it("reads no summary from a copyright notice", () => {
    const notice = "seek (Tools) 2.2\nCopyright (C) 2022 Somebody\nThis is free software: you may change it.\n";
    const text = `${notice}\nSyntax: seek [options] [files]\nFind words in files\n`;
    expect(readPage("seek", { from: "help", label: "", path: [], text }).summary).toMatchObject({ value: "Find words in files", line: 6 });
  });

  it("reads positionals, and whether they are required or repeated", () => {
    const { positionals } = readPage("tool", {
      from: "help",
      label: "",
      path: ["copy"],
      text: "Usage: tool copy [OPTIONS] <SOURCE>... [TARGET] [OLD/NEW] ...\n",
    });
    expect(positionals.map(({ name, isRequired, repeat }) => [name, isRequired, repeat])).toEqual([
      ["source", true, true],
      ["target", false, false],
      ["old_new", false, true],
    ]);
  });

  it("reads exit codes", () => {
    const text =
      "EXIT STATUS\n       0      Found.\n\n       1      No lines matched.\n\n       2      Trouble.\n\nSEE ALSO\n       3      other\n";
    const { exits } = readPage("tool", { from: "man", label: "", path: [], text });
    expect(exits.map(({ value }) => value)).toEqual([
      { code: 1, meaning: "No lines matched" },
      { code: 2, meaning: "Trouble" },
    ]);
  });

  it("names the line of every option", () => {
    const { options } = readPage("tool", {
      from: "help",
      label: "tool -h",
      path: [],
      text: "Usage: tool\n\n  --one   First\n  --two   Second\n",
    });
    expect(options.map(({ source }) => source)).toEqual([
      { from: "help", page: "tool -h", line: 3 },
      { from: "help", page: "tool -h", line: 4 },
    ]);
  });

  it("removes terminal sequences", () => {
    expect(read("  \u001B[1m--bold\u001B[0m   \u001B]8;;http://x\u0007Strong\u001B]8;;\u0007\n")).toEqual([
      { names: "--bold", kind: "switch", text: "Strong" },
    ]);
  });
});

it("takes no row of a list of commands for the summary", () => {
  const text =
    "Usage:\n  tool [command]\n\nAvailable Commands:\n  add-it        Adds one\n  image-archive Loads one image from an archive\n";
  const below = "Usage: tool <command>\n\nIMAGES & MORE\n  tool load [name]   Load one image\n";
  const summaries = [text, below].map((page) => readPage("tool", { from: "help", label: "tool --help", path: [], text: page }).summary);
  expect(summaries).toEqual([undefined, undefined]);
});

it.each([
  ["My tool", "Converts files to text.", "Converts files to text."],
  ["The Great Converter", "Converts files to text.", "Converts files to text."],
  ["Tool for files, version 1.2", "Converts files to text.", "Converts files to text."],
  ["List files", "Converts files to text.", "List files"],
  ["My tool", "See the manual for it.", undefined],
])("reads the summary below the title %o and above %o as %o", (title, sentence, summary) => {
  const text = `${title}\n\nUsage: tool [options] <file>\n\n${sentence}\n\nOptions:\n  --all  All\n`;
  expect(readPage("tool", { from: "help", label: "", path: [], text }).summary?.value).toBe(summary ?? title);
});

it.each([
  ["tool entry { show | drop } [ at PLACE ]", undefined],
  ["load <file> [ <file>... ]", undefined],
  ["drop <name> ...", undefined],
  ["all | net [ on | off ]", undefined],
  ["load <file> into the list", "load <file> into the list"],
])("reads no summary from a usage without a heading: %s", (line, summary) => {
  const text = `Usage: tool entry { COMMAND | help }\n\nCOMMAND := { show | drop }\n\n  ${line}\n`;
  expect(readPage("tool", { from: "help", label: "", path: ["entry"], text }).summary?.value).toBe(summary);
});

it.each([
  ["       tool-pack, tool-\n       bundle, tool-join - combine\n       files\n", "combine files"],
  ["       tool-pack - combine files\n       tool-split - divide files\n", "combine files"],
])("reads the summary of the section NAME %o as %o", (rows, summary) => {
  const text = `TOOL(1)\n\nNAME\n${rows}\nSYNOPSIS\n       tool pack <file>\n`;
  expect(readPage("tool", { from: "man", label: "", path: ["pack"], text }).summary?.value).toBe(summary);
});
