import { describe, expect, it } from "vitest";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { isTool } from "../../generator/import/draft/draft.ts";

describe("describeProgram", () => {
  it.each([
    ["seek - find words in files", "find words in files"],
    ["seek", "Options are read in any order."],
    ["seek - find words in files\n       unseek - hide words again", "find words in files"],
    ["seek - seek, unseek, seekcat - find words in files", "find words in files"],
  ])("describes a program by the NAME line %j of its man page if the line has a description", (name, expected) => {
    const help = { from: "help", label: "seek --help", path: [], text: "Usage: seek WORD\n\nOptions are read in any order.\n" } as const;
    const man = { from: "man", label: "seek(1)", path: [], text: `SEEK(1)\n\nNAME\n       ${name}\n` } as const;
    expect(describeProgram({ program: "seek", pages: [help, man] }).root.summary?.value).toBe(expected);
  });
});

describe("describeProgram with pages of one command", () => {
  const help = { from: "help", label: "seek --help", path: [], text: "Usage: seek <command> FILE\n" } as const;

  it("repeats a positional that the man page shows with an ellipsis", () => {
    const man = { from: "man", label: "seek(1)", path: [], text: "SYNOPSIS\n       seek [OPTIONS] FILE...\n" } as const;
    const { positionals } = describeProgram({ program: "seek", pages: [help, man] }).root;
    expect(positionals.map(({ name, repeat }) => [name, repeat])).toEqual([
      ["command", false],
      ["file", true],
    ]);
  });

  it("reads the letters in a usage line as another page describes them", () => {
    const usage = { from: "help", label: "seek --help", path: [], text: "usage: seek [-Jeo] [-unsetFid] [-dim]\n" } as const;
    const text =
      "OPTIONS\n       -J     Join\n\n       -e     Even\n\n       -o     Odd\n\n       -unsetFid\n              Unset it\n\n       -dim   Dim\n";
    const { options } = describeProgram({ program: "seek", pages: [usage, { from: "man", label: "seek", path: [], text }] }).root;
    expect(options.flatMap(({ names }) => names)).toEqual(["-J", "-e", "-o", "-unsetFid", "-dim"]);
  });

  it("has no positional for a subcommand if it has subcommands", () => {
    const child = { from: "help", label: "seek all --help", path: ["all"], text: "Usage: seek all\n" } as const;
    const { positionals } = describeProgram({ program: "seek", pages: [help, child] }).root;
    expect(positionals.map(({ name }) => name)).toEqual(["file"]);
  });

  it("assigns the options of usage lines to subcommands that share a page", () => {
    const text =
      "Usage: seek COMMAND\n\nCommand syntax:\n  add [-q] [-n name] FILE\n  drop FILE\n\nOptions:\n  -q       Quiet\n  -n NAME  Name\n  -z       Zap\n";
    const pages = [{ from: "help", label: "seek --help", path: [], text, sharedBy: ["add", "drop"] }] as const;
    const { commands } = describeProgram({ program: "seek", pages }).root;
    const flags = commands.map(({ path, options }) => [path.join(" "), ...options.flatMap(({ names }) => names)]);
    expect(flags).toEqual([
      ["add", "-q", "-n"],
      ["drop", "-q", "-n", "-z"],
    ]);
  });

  it("uses the longer of two lists of values", () => {
    const toPage = (from: "help" | "man", values: string) =>
      ({ from, label: from, path: [], text: `Usage: seek\n\nOptions:\n  --by=${values}   Sort\n` }) as const;
    const valuesOf = (helpValues: string, manValues: string): readonly string[] | undefined =>
      describeProgram({ program: "seek", pages: [toPage("help", helpValues), toPage("man", manValues)] }).root.options[0]?.values?.value
        .words;
    expect(valuesOf("near|far", "any|near|far")).toEqual(["any", "near", "far"]);
    expect(valuesOf("near|far", "near|out")).toEqual(["near", "far"]);
  });
});

describe("the description of a subcommand", () => {
  const summaryOf = (name: string, text: string, add = "Add a file"): string | undefined => {
    const list = `Usage: seek COMMAND\n\nCommands:\n  add    ${add}\n  dev <name> scan    Scan it\n`;
    const pages = [
      { from: "help", label: "seek --help", path: [], text: list },
      { from: "help", label: `seek ${name} --help`, path: [name], text },
    ] as const;
    return describeProgram({ program: "seek", pages }).root.commands[0]?.summary?.value;
  };

  it.each([
    ["no text", "usage: seek add [-q] FILE\n"],
    ["a reference", "usage: seek add [-q] FILE\n\nRun 'seek help add' for details.\n"],
    ["a message", "seek add: missing file\n\n  seek add [-q] <file>\n\nOptions:\n  -q   Quiet\n"],
    ["its usage", "add: usage: seek add FILE\n2. seek add FOLDER\n\nOptions:\n  -q   Quiet\n"],
  ])("is taken from the list if its page has %s", (_what, text) => {
    expect(summaryOf("add", text)).toBe("Add a file");
  });

  it("is taken from a list with few words if its page is about the program", () => {
    expect(
      summaryOf("add", "usage: seek add [-q] FILE\n\n'Seek add' automates adding the files that the caller names.\n", "Add files"),
    ).toBe("Add files");
  });

  it("is taken from a list that says `List`, before other words for it", () => {
    expect(summaryOf("add", "usage: seek add [-q] FILE\n\nPrints out information about files.\n", "List files")).toBe("List files");
  });

  it("is taken from its page otherwise", () => {
    expect(summaryOf("add", "usage: seek add [-q] FILE\n\nAdd a file to the index.\n")).toBe("Add a file to the index.");
  });

  it("is not taken from one of its forms", () => {
    expect(summaryOf("dev", "usage: seek dev [-q]\n")).toBeUndefined();
  });
});

describe("subcommands", () => {
  it("have all options of the page if they are the only one of a group", () => {
    const text = "Usage:\n  seek index versions <package>\n\nOptions:\n  --pre   Also the next ones\n  --old   Only the last\n";
    const page = { from: "help", label: "seek index --help", path: ["index"], text } as const;
    const [index] = describeProgram({ program: "seek", pages: [page] }).root.commands;
    expect(index?.commands.map(({ path, options }) => [path.join(" "), options.flatMap(({ names }) => names)])).toEqual([
      ["index versions", ["--pre", "--old"]],
    ]);
  });

  const namesOf = (
    text: string,
    others: readonly { readonly path: readonly string[]; readonly text: string }[] = [],
  ): readonly string[] => {
    const pages = [{ path: [], text }, ...others].map((page) => ({ ...page, from: "help", label: "" }) as const);
    return describeProgram({ program: "seek", pages }).root.commands.map(({ path }) => path.join(" "));
  };

  it("do not include the kinds of arguments in a usage line", () => {
    expect(namesOf("usage: seek [settings|actions]\n\n  -x   Sort\n")).toEqual([]);
    expect(namesOf("usage: seek [start|stop]\n\n  -x   Sort\n")).toEqual(["start", "stop"]);
  });

  it("do not include the page of options that all commands take", () => {
    const options = { path: ["options"], text: "usage: seek <options>\n" };
    expect(namesOf("usage: seek options\n\n  -x   Sort\n", [options])).toEqual([]);
    expect(namesOf("usage: seek COMMAND\n\nCommands:\n  options   Show them\n", [options])).toEqual(["options"]);
  });
});

describe("the summary of a page", () => {
  it.each([
    ["the name of the command below NAME:", "NAME:\n   seek add - Add files\n\nUSAGE:\n   seek add [options]\n", "Add files"],
    ["dashes and an address", "seek -- find words here\nhttps://seek.example\n\nusage: seek [-h]\n", "find words here"],
    ["the line NAME of Sphinx", "NAME\n       seek - seek Documentation\n\nSYNOPSIS\n       seek FILE\n", undefined],
    ["a name in front", "  seek - Find words\n\nusage: seek [-h]\n", "Find words"],
    ["a usage without a heading", "seek add [-f]... (FILE | --all)\n\naliases: a, plus\n\nadd one of the files\n", "add one of the files"],
    ["a reference", 'seek [-h]\n\nUse "seek <word> -h" to see more info\n\nFind some words\n', "Find some words"],
    ["a picture", " _|_ | |  _ |\n|_| |___| |\n\nFind some words\n", "Find some words"],
    ["a sentence about copyright", "usage: seek [-h]\n\nAdd copyright and licensing to files.\n", "Add copyright and licensing to files."],
    ["the holder of the copyright", "seek 1.2, Copyright (C) 2020 Somebody\n\nFind words in files.\n", "Find words in files."],
  ])("is read from a text with %s", (_what, text, summary) => {
    const page = { from: "help", label: "seek --help", path: [], text } as const;
    expect(describeProgram({ program: "seek", pages: [page] }).root.summary?.value).toBe(summary);
  });
});

describe("spellings that turn a switch off", () => {
  const switches = (text: string): readonly unknown[] => {
    const page = { from: "help", label: "tool --help", path: [], text } as const;
    return describeProgram({ program: "tool", pages: [page] }).root.options.map(({ names, negation, description }) => [
      ...names,
      ...(negation === undefined ? [] : [`/ ${negation}`]),
      description?.value,
    ]);
  };

  it("are joined with the switch if they have their own row", () => {
    expect(switches("Options:\n  --color      Color it\n  --no-color   Do not color it\n")).toEqual([
      ["--color", "/ --no-color", "Color it"],
    ]);
    expect(switches("Options:\n  --no-color   Negates --color\n  -c, --color\n")).toEqual([
      ["-c", "--color", "/ --no-color", "Negates --color"],
    ]);
  });

  it("stay separate if the other option has a value", () => {
    expect(switches("Options:\n  --color <when>   When\n  --no-color       Never\n")).toEqual([
      ["--color", "When"],
      ["--no-color", "Never"],
    ]);
  });
});

describe("constraints of usage lines", () => {
  const read = (usage: string) => {
    const text = `Usage: ${usage}\n\nOptions:\n  -i, --id N   Number\n  --json   As JSON\n  --yaml   As YAML\n  -q, --quiet   Less\n`;
    const { options, exclusive } = describeProgram({ program: "tool", pages: [{ from: "help", label: "", path: [], text }] }).root;
    return [options.filter(({ required }) => required).map(({ names }) => names.at(-1)), exclusive];
  };

  it.each([
    ["an option outside of brackets", "tool --id N [--json] FILE", [["--id"], undefined]],
    ["an option in round brackets", "tool (-i N) FILE", [["--id"], undefined]],
    ["an option in angle brackets", "tool <--id N> FILE", [["--id"], undefined]],
    ["alternatives in brackets", "tool [--json | --yaml] FILE", [[], [["--json", "--yaml"]]]],
    ["alternatives in brackets of their own", "tool ([--json] | [--yaml]) --id N", [["--id"], [["--json", "--yaml"]]]],
    ["an option of one of two usages", "tool --id N FILE\n       tool FILE", [[], undefined]],
    ["two spellings", "tool [-q | --quiet] [-i N] FILE", [[], undefined]],
    ["a switch outside of brackets", "tool --json FILE", [[], undefined]],
  ])("are read from %s", (_what, usage, expected) => {
    expect(read(usage)).toEqual(expected);
  });
});

describe("subcommands of usage lines", () => {
  it("can have several words and options before them, as in docopt", () => {
    const text =
      "Usage:\n  tool [options] add [--tag=T]... <src>...\n  tool remote set-url [--push] <name> <url>\n  tool -h | --help\n\nOptions:\n  --tag=T   Tag\n  --push    Push\n  --all     All\n";
    const { commands, isGroup } = describeProgram({ program: "tool", pages: [{ from: "help", label: "", path: [], text }] }).root;
    expect(isGroup).toBe(true);
    expect(
      commands.map(({ path, options, positionals }) => [
        path.join(" "),
        options.map(({ names }) => names[0]),
        positionals.map(({ name }) => name),
      ]),
    ).toEqual([
      ["add", ["--tag", "--all", "-h"], ["src"]],
      ["remote set-url", ["--push"], ["name", "url"]],
    ]);
  });
});

describe("a help that contains the help of its subcommands", () => {
  it("is divided into the pages of the subcommands, whose lines keep their numbers", () => {
    const text = `Usage: tool [options] [command] [command options]
  Options:
    --help
      Print help
  Commands:
    add      Add one
      Usage: add [options] SRC...
        Options:
        * --id
            Number
            Default: 0
          --plain
            Default: false

    drop      Drop one
      Usage: drop [options] NAME
`;
    const { root } = describeProgram({ program: "tool", pages: [{ from: "help", label: "tool --help", path: [], text }] });
    expect(root.isGroup).toBe(true);
    expect(root.options.map(({ names }) => names)).toEqual([["--help"]]);
    expect(
      root.commands.map(({ path, summary, options, positionals }) => [
        path.join(),
        summary?.value,
        options.map(({ names, kind, required, source }) => [names[0], kind, required, source.line]),
        positionals.map(({ name }) => name),
      ]),
    ).toEqual([
      [
        "add",
        "Add one",
        [
          ["--id", "value", true, 9],
          ["--plain", "switch", undefined, 12],
        ],
        ["src"],
      ],
      ["drop", "Drop one", [], ["name"]],
    ]);
  });
});

it.each([
  ["Usage: tool [OPTIONS] COMMAND\n       tool [-force] -batch\n", false],
  ["Usage: tool [-force] -batch\n       tool [OPTIONS] COMMAND\n", true],
  ["Usage: tool [OPTIONS] COMMAND\n       tool [-force] FILE\n", true],
])("drafts a tool for a program itself unless its first usage needs a command and no other has values: %j", (usage, isDrafted) => {
  const text = `${usage}\nCommands:\n  link   Show links\n  rule   Show rules\n\nOptions:\n  -force   Go on after errors\n  -batch   Read commands\n`;
  const link = { from: "help", label: "tool link help", path: ["link"], text: "Usage: tool link NAME\n" } as const;
  const { root } = describeProgram({ program: "tool", pages: [{ from: "help", label: "tool help", path: [], text }, link] });
  expect(isTool(root, root)).toBe(isDrafted);
});
