import { describe, expect, it } from "vitest";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { draftConfig } from "../../generator/import/draft/draft.ts";
import type { Page } from "../../generator/import/description.ts";
import { readPage } from "../../generator/import/read/read-page.ts";

/** Returns the positionals of a help text: optional ones in brackets, lists with dots. */
function positionals(text: string): readonly string[] {
  const page = readPage("tool", { from: "help", label: "tool --help", path: [], text });
  return page.positionals.map(({ name, isRequired, repeat }) => `${isRequired ? name : `[${name}]`}${repeat ? "..." : ""}`);
}

describe("positionals of usage lines", () => {
  it.each([
    ["in brackets with spaces", "Usage: tool [options] [ FILTER ]\n", ["[filter]"]],
    ["marked together with their brackets", "Usage: tool [options] \u2039[ FILTER ]\u203A\n", ["[filter]"]],
    ["between marked brackets", "Usage: tool [options] \u2039[\u203A \u2039FILTER\u203A \u2039]\u203A\n", ["[filter]"]],
    ["in quotes", "Usage: tool [-f value] 'program text' [file ...]\n", ["program_text", "[file]..."]],
    [
      "in alternatives with several values",
      "Usage: tool [options] <file(s)/dir(s)> | <set 1> <set 2> | <report files>\n",
      ["files_dirs..."],
    ],
    ["next to each other with one bar", "Usage: tool [options] <file> | <url> <target>\n", ["file", "target"]],
    ["in braces", "Usage: tool [OPTION]... {script-only-if-no-other} [input-file]...\n", ["[script_only_if_no_other]", "[input_file]..."]],
    ["without a heading", "tool [options] <range> <path>\n\nPrint a range.\n", ["range", "path"]],
    ["of a second usage", "Usage: tool [-h]\n       tool [options] FILE...\n", ["[file]..."]],
    ["with several names in one word", "Usage: tool [codenames] <codename>\n", ["[codenames]...", "codename"]],
    ["after a title", "SYNOPSIS\n   Reading\n       tool [OPTIONS] FILE\n", ["file"]],
    [
      "with the name of a kind at their end",
      "Usage: tool [options] source_dir dst_dataset class_name\n",
      ["source_dir", "dst_dataset", "class_name"],
    ],
    ["above a sentence in lower case", "usage: tool [OPTIONS] [FILES]\n  run the Tools, Version 4.12.1\n", ["[files]..."]],
    ["after another list of options", "Usage: tool [options except for -e -d] [ option_args ] in-file\n", ["in_file"]],
    ["above rows of subcommands", "usage: tool <command> [options]\n\tclean   -- rewrite a file\n\tdraw\t-- convert a FILE\n", ["command"]],
    ["between titles", "SYNOPSIS\n  Reading\n    tool [*OPTIONS*] *FILE*...\n\n  Writing\n    tool -w *FILE*...\n", ["file..."]],
    ["before a description in the same line", "tool [-a] <file>: read all input and write it\n", ["file"]],
    ["above other text", "SYNOPSIS\n       tool WORD\n\n       Note: Some texts use [ITEM] for an item\n", ["word"]],
    ["above definitions", "Usage:\n  tool -x <index> [-S <out>]\n\n  <index>  Name of the index\n", []],
    ["above the usage of another program", "SYNOPSIS\n       tool [-b] FILE\n\n       tool_run ...\n", ["file"]],
    ["of a program with another name", "Usage: ntool [-j] [MONTH]\n       ntool [-m MONTH] [YEAR]\n", ["[month]"]],
    ["after a space before the colon", "Usage : tool [options] FILE\n", ["file"]],
    ["in the plural", "Usage: tool [options] FILES\n", ["files..."]],
    ["with an optional plural", "Usage: tool <option(s)> elf-file(s) [file(s)]\n", ["elf_files...", "[files]..."]],
    ["after the name of a group of options", "usage: tool [-o output] [build flags] [packages]\n", ["[packages]..."]],
    ["after options in the same braces", "usage: tool [-a] { -p pid | [--daemon] [--env] PROG [ARGS] }\n", ["[prog]", "[args]..."]],
    ["after alternatives of options in brackets", "usage: tool [(-c | -C) <commit> | --fixup <commit>] [--] [<path>...]\n", ["[path]..."]],
    [
      "above an option with a short description",
      "Usage: tool [file] [arguments]\n  -0[octal] specify the separator, if no argument\n",
      ["[file]", "[arguments]..."],
    ],
    ["below another word for usage", "Syntax: tool [options] [files]\nSign or check\n", ["[files]..."]],
    ["followed by dots in brackets", "Usage:\n tool [options] <pid> [...]\n", ["pid..."]],
    ["followed by two dots", "Usage: tool [options] [file ..]\n", ["[file]..."]],
    ["as alternatives of one value", "Usage: tool [options] <file>|<directory> <script>\n", ["file", "script"]],
    ["in groups with their options", "usage: tool [options] [[in options] -i infile]... {[out options] outfile}...\n", ["outfile..."]],
    [
      "in groups with dots after a space",
      "Usage: tool [options] {[in_options] -i in_url} ... {[out_options] out_url} ...\n",
      ["out_url..."],
    ],
    ["without brackets, if their name is that of a value", "Usage: tool [option(s)] in-file [out-file]\n", ["in_file", "[out_file]"]],
    ["as alternatives of standard input", "Usage: tool [options] [-|INPUT-FILE] [OUTPUT-FILE]\n", ["[input_file]", "[output_file]"]],
    ["with names of two words", "Usage: tool [Scan Type(s)] [Options] {target place}\n", ["[scan_types]", "[target_place]"]],
    ["with dots inside their brackets", "Usage: tool <path ...>\n", ["path..."]],
    [
      "in capitals, with optional parts",
      "Usage: tool [OPTIONS] IMAGE[:TAG|@DIGEST] [OWNER][:[GROUP]] MODE[,MODE]...\n",
      ["image", "owner_group", "mode"],
    ],
    ["with a sign in their word", "Usage: tool [flags] source:path [user@]host:dir\n", ["source_path", "host_dir"]],
    [
      "as dots after the value of an option",
      "usage: tool [-h] -n name ...\n\npositional arguments:\n  command  To run\n",
      ["[command]..."],
    ],
    ["as a file, after options with repeated values", "usage: tool [-x] -f file ... [-e word ...] input\n", ["input"]],
    ["as pairs with numbers", "Usage: tool KEY_1=VAL_1 ... KEY_N=VAL_N\n", ["key_val..."]],
    ["as alternatives in braces", "Usage: tool {<number> | <url>} [flags]\n", ["number"]],
    ["as alternatives with bars only", "Usage: tool [OPTIONS] PATH | URL | -\n", ["path"]],
    ["as alternatives of options", "Usage: tool {<name> | --all} [<file>|--stdin]\n", ["[name]", "[file]"]],
    ["as alternatives of options with values", "Usage: tool <PACKAGE|--file <FILE>|--group <GROUP>>\n", ["[package]"]],
    ["as alternatives of two values", "Usage: tool (TYPE NAME | TYPE/NAME) [-f FILE | DIR]\n", ["type", "[name]", "[dir]"]],
    ["after required options with values", "Usage: tool -r RECIPIENT --verb=verb (-m | --message) <text> NAME\n", ["name"]],
    ["after words for any options", "Usage: tool [-Options...] one [--one-opts] FILE [FILE...]\n", ["file..."]],
    ["after an option with listed values", "Usage: tool [-inform DER|PEM] [-A|B|C N] [FILE|URL|-]\n", ["[file]"]],
    ["in brackets with the end of options", "Usage: tool [<range>] [[--] <path>...]\n", ["[range]", "[path]..."]],
    ["as two words that name one value", "Usage: tool [flags] [snapshot ID] [...]\n", ["[snapshot_id]..."]],
    ["with repeated names in lower case", "usage: tool [-h] ENV dist [dist ...]\n", ["env", "dist..."]],
    ["without the extension of the program", "Usage: tool[EXE] [OPTIONS] <FILE>\n", ["file"]],
    ["after the interpreter of the program", "Usage: /usr/bin/python3 -m tool [options] <package> ...\n", ["package..."]],
    ["before another usage", "Usage: tool <from> or <to>\n", ["from"]],
    ["before prose", "Usage: tool <command> Use tool command help for information on a COMMAND\n", ["command"]],
    ["without the keywords of a grammar", "Usage: tool ADDR dev DEV [ self ] [ port PORT ] [ mode { on | off } ]\n", ["addr"]],
    ["above remarks in brackets", "Usage: tool <name> [args...]\n           (to execute a class)\n", ["name", "[args]..."]],
  ])("are read %s", (_where, text, expected) => {
    expect(positionals(text)).toEqual(expected);
  });

  it.each([
    ["a sentence", "Usage: tool <name>\n Display data about the FILE of a name\n Options are:\n  -a --all   All of [THEM]\n"],
    ["a hint", "\nUsage:\n tool <name>\n\n Try 'tool --help <simple|list>'\n"],
    ["options with values", "Usage: tool [options] <name>\n  -f <int>    : first page of <FILE>\n  -d <int>    last page, or [ALL]\n"],
    ["a heading without a colon", "\n  Usage\n    $ tool <name>\n\n  Available Commands\n    run <PLACE>   Run it\n"],
    ["options", "usage: tool <name>\n  ------- Listing options -------\n  -a            All [FILES] are listed.\n"],
  ])("end before %s", (_what, text) => {
    expect(positionals(text)).toEqual(["name"]);
  });

  it.each([
    ["a subcommand", "Usage: tool set <key> <value>\n"],
    ["subcommands", "Usage: tool { add | del } prefix PREFIX [ dev DEV ]\n"],
    ["subcommands of argparse", "usage: tool [-h] {add,remove} ...\n"],
  ])("are not read from a line about %s", (_what, text) => {
    expect(positionals(text)).toEqual([]);
  });

  it("have the alternatives of a value as their description, or as values if each is literal", () => {
    const read = (text: string): unknown => readPage("tool", { from: "help", label: "", path: [], text }).positionals;
    expect(read("Usage: tool [<id> | <url>...] REPO[:TAG]\n")).toMatchObject([{ description: "id | url" }, { description: "REPO[:TAG]" }]);
    expect(read("Usage: tool [flags] [on|off]\n")).toMatchObject([{ name: "choice", values: ["on", "off"] }]);
    expect(read("Usage: tool \u2039ITEM\u203A \u20391|0|turn\u203A\n")).toMatchObject([
      { name: "item" },
      { name: "choice", values: ["1", "0", "turn"] },
    ]);
    for (const list of ["true|name", "low|high"])
      expect(read(`Usage: tool <${list}>\n`)).toEqual([expect.not.objectContaining({ values: expect.anything() })]);
    expect(read("Usage: tool <add|remove|import> FILE\n")).toMatchObject([
      { name: "choice", values: ["add", "remove", "import"] },
      { name: "file" },
    ]);
    expect(read("Usage: tool <volume|export>\n")).toMatchObject([{ name: "volume", description: "volume | export" }]);
    expect(read("usage: tool [-h] {start,stop}\n")).toMatchObject([{ name: "choice", values: ["start", "stop"], isRequired: true }]);
    expect(read("Usage: tool [mask | cpu-list] [name|id|all]\n")).toMatchObject([
      { name: "mask", description: "mask | cpu-list" },
      { name: "name", description: "name | id | all" },
    ]);
  });

  it("are not read from the usage of the program in the page of a subcommand", () => {
    const read = (usage: string): unknown =>
      readPage("tool", { from: "help", label: "", path: ["set"], text: `SYNOPSIS\n  ${usage}\n` }).positionals;
    expect(read("tool [option ...] command [arg ...]")).toEqual([]);
    expect(read("tool COMMAND [NAME]")).toEqual([]);
    expect(read("tool <command> set NAME")).not.toEqual([]);
    expect(read("tool set command [arg ...]")).toMatchObject([{ name: "command" }, { name: "arg" }]);
  });

  it("are described without the comma of a list", () => {
    const { positionals: found } = readPage("tool", { from: "help", label: "", path: [], text: "Usage: tool <key=word,...>\n" });
    expect(found.map(({ name, description }) => [name, description])).toEqual([["key_word", "key=word"]]);
  });

  it("are not the actions of a program whose actions are options", () => {
    expect(positionals("tool [option...] action\n\nACTIONS\n  --status   Show it\n\nOPTIONS\n  --all   All\n")).toEqual([]);
  });

  it("are not the list of commands of a program whose commands are options", () => {
    expect(positionals("Usage: tool [commands]\n\nCommands:\n\n -genkey     Make a key\n -list       List keys\n")).toEqual([]);
  });

  it("are not the commands of a program whose commands are options", () => {
    expect(positionals("Usage: tool [<option>...] <command>\n\nCommands:\n  -s, --status   Show it\n  -l, --list     List all\n")).toEqual(
      [],
    );
  });
});

describe("options of usage lines", () => {
  it("are read from a bundle in which some letters are repeated", () => {
    const { usageOptions } = readPage("tool", { from: "help", label: "", path: [], text: "usage: tool [-ACdffhiqqVvxx] FILE\n" });
    expect(usageOptions.map(({ names }) => names.join(" ")).join(" ")).toBe("-A -C -d -f -h -i -q -V -v -x");
  });

  it.each([
    ["a bundle after a value", "usage: tool -f file [-hU] [-lv]\n", "-f -h -U -l -v"],
    ["a bundle with a question mark", "usage: tool [-?abhK] FILE\n", "-? -a -b -h -K"],
    ["a number that is not a bundle", "usage: tool [-WIDTH] [-a] FILE\n", "-a"],
    ["an underlined bundle", "usage: tool [\u2039-abcdx\u203A]... [\u2039-WIDTH\u203A] \u2039FILE\u203A\n", "-a -b -c -d -x"],
    ["an option with a value that is not a bundle", "usage: tool [-bv] [-fn font] [-of format]\n", "-b -v -fn -of"],
    ["lines in brackets with spaces", "  tool - do it\n\n  tool\n\t[ -H|--history ]\n\t[    --rows ]\n", "-H --history --rows"],
    ["no word for any options", "usage: tool [-options ...] [-option] [-a]\n", "-a"],
    ["an option that is repeated after its value", "usage: tool -e query [-e query] ... [file] ...\n", "-e -e..."],
    ["a value that can be repeated", "usage: tool [-e EXPR]... [-o FILE] [[options] -i infile]...\n", "-e... -o -i..."],
  ])("are read from %s", (_what, text, names) => {
    const { usageOptions } = readPage("tool", { from: "help", label: "", path: [], text });
    expect(usageOptions.map((option) => `${option.names.join(" ")}${option.repeat === true ? "..." : ""}`).join(" ")).toBe(names);
  });
});

const STASH = `usage: seek stash list [<log-options>]
   or: seek stash drop [-q | --quiet] [<stash>]
   or: seek stash [push [-p | --patch] [(-m | --message) <message>] [<path>...]]

    -q, --[no-]quiet   be quiet
`;

/** Drafts the tools of pages, without sources. */
function draft(...pages: readonly Page[]): string {
  return draftConfig(describeProgram({ program: "seek", pages }), { maxArgs: 24, header: "seek" }).text.replace(
    / # (?:.*; )?(?:help|man):.*$/gm,
    "",
  );
}

describe("subcommands that only usage lines show", () => {
  const page = { from: "help", label: "seek stash -h", path: ["stash"], text: STASH } as const;

  it("become tools with the options of their lines, which the page describes", () => {
    expect(draft(page)).toContain(`  - name: seek_stash_drop
    description: Run seek stash drop
    command: stash drop
    risk: destructive
    order: as_written
    args: # not for tools: --quiet
      - { name: stash, positional: true }
  - name: seek_stash_push
    description: Run seek stash push
    command: stash push
    risk: destructive
    timeout: 600
    order: as_written
    args:
      - { name: patch, type: boolean, flag: --patch }
      - { name: message, flag: --message= }
      - { name: path, positional: true, repeat: true }
`);
  });

  it("are overridden by the pages of the subcommands", () => {
    const own = {
      from: "help",
      label: "seek stash drop -h",
      path: ["stash", "drop"],
      text: "usage: seek stash drop\n\n  --all  All\n",
    } as const;
    const text = draft(page, own);
    expect([text.match(/command: stash drop$/gm)?.length, text.includes("flag: --all")]).toEqual([1, true]);
  });

  it("are read from a single line if the word is a usual one below another command", () => {
    const names = (text: string): readonly string[] => readPage("seek", { ...page, text }).usageCommands.map(({ name }) => name);
    expect(names("Usage: seek stash list\n")).toEqual(["list"]);
  });

  it.each([
    ["one word, which can be a placeholder", "usage: seek stash thing [-q]\n"],
    ["words for something else", "usage: seek stash options\n   or: seek stash file\n"],
    ["names of kinds of values", "usage: seek stash [pid | main-class] thing\n   or: seek stash -l\n"],
    ["names of other commands", "usage: seek list one\n   or: seek drop one\n"],
  ])("are not %s", (_what, text) => {
    expect(readPage("seek", { ...page, text }).usageCommands).toEqual([]);
  });
});

describe("grammars", () => {
  const GRAMMAR = `Usage: seek address {add|change} PREFIX dev NAME [ LIFETIME ]
       seek address [ show [ dev NAME ] [ state { on | off } ] [ up ] ]
LIFETIME := [ valid SECONDS ]
`;
  const page = { from: "help", label: "seek address help", path: ["address"], text: GRAMMAR } as const;

  it("become tools whose options have no dashes", () => {
    expect(draft(page)).toBe(`# seek
name: seek
command: seek
tools:
  - name: seek_address_add
    description: Run seek address add
    command: address add
    risk: write
    args:
      - { name: dev, flag: dev }
      - { name: prefix, positional: true, required: true }
      - { name: lifetime, positional: true, repeat: true }
  - name: seek_address_change
    description: Run seek address change
    command: address change
    args:
      - { name: dev, flag: dev }
      - { name: prefix, positional: true, required: true }
      - { name: lifetime, positional: true, repeat: true }
  - name: seek_address_show
    description: Run seek address show
    command: address show
    risk: read
    args:
      - { name: dev, flag: dev }
      - { name: state, flag: state, enum: ["on", "off"] }
      - { name: up, type: boolean, flag: up }
`);
  });

  it("have usage lines after blank lines", () => {
    const text = "Usage: seek address add NAME\n\n\tseek address drop NAME\n\nseek address is fast\n";
    expect(readPage("seek", { ...page, text }).usageCommands.map(({ name }) => name)).toEqual(["add", "drop"]);
  });

  it("name the subcommands of a program in a list below the name", () => {
    const text = "Usage: seek [OPTIONS] OBJECT { COMMAND | help }\n\nOBJECT\n  g[eneral]   All of it\n  link        Links\n\n";
    const { commands, asksWithHelp } = readPage("seek", { ...page, path: [], text });
    expect([commands.map(({ name }) => name), asksWithHelp]).toEqual([["general", "link"], true]);
  });

  it("name the subcommands of a command, and show their values below it", () => {
    const text =
      "Usage: seek link { COMMAND | help }\n\nCOMMAND := { show | [ on | off ] }\n\n  show [--all] [<name>] [order <order spec>]\n\n  on\n\n  off\n";
    const { usageCommands, summary } = readPage("seek", { ...page, path: ["link"], text });
    expect(
      usageCommands.map(({ name, usageOptions, positionals: values }) => [
        name,
        ...usageOptions.flatMap(({ names }) => names),
        ...values.map((value) => `[${value.name}]`),
      ]),
    ).toEqual([["show", "--all", "order", "[name]"], ["on"], ["off"]]);
    expect(summary).toBeUndefined();
  });

  it("name the subcommands of a program", () => {
    const text =
      "Usage: seek [ OPTIONS ] OBJECT { COMMAND | help }\nwhere  OBJECT := { address | help |\n                   link | rule }\n";
    const { commands, asksWithHelp } = readPage("seek", { ...page, path: [], text });
    expect([commands.map(({ name }) => name), asksWithHelp]).toEqual([["address", "link", "rule"], true]);
  });
});

it("reads a version below the usage as none", () => {
  const text = "Usage: tool [options] <command>\ntool version: 0.34\n\nOptions:\n  --all   All\n";
  expect(readPage("tool", { from: "help", label: "", path: [], text }).usage.map(({ value }) => value)).toEqual([
    "tool [options] <command>",
  ]);
});

it("reads a value whose name ends with the word option after a dot", () => {
  const text = "Usage: tool [OPTIONS] SECTION.OPTION [VALUE]\n";
  expect(readPage("tool", { from: "help", label: "", path: [], text }).positionals.map(({ name }) => name)).toEqual([
    "section_option",
    "value",
  ]);
});
