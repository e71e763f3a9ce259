import { describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { draftConfig } from "../../generator/import/draft/draft.ts";
import { toBlocks } from "./block-arguments.ts";
import { draftSeek as draft } from "./draft-seek.ts";

const HELP = `Search lines for a pattern.

Usage: seek [OPTIONS] <PATTERN> [FILE]...

Options:
  -m, --most <NUM>       Stop after NUM lines
      --tint[=WHEN]      Paint hits [possible values: auto, never]
      --[no-]sort        Sort files
      --hook <CMD>       Command to run
  -h, --help             Print help
`;

/** Returns a draft with a line for each key of an argument. */
function draftBlocks(text: string): string {
  return toBlocks(draft(text));
}

describe("draftConfig", () => {
  it("keeps no control character of a page, U+0085 and C1 included, and drafts a valid config", async () => {
    const controls = Array.from({ length: 33 }, (_, index) => String.fromCharCode(0x7f + index)).join("");
    const page = HELP.split("\n")
      .map((line) => line.replaceAll(/(?<=\w)(?=\w)/g, (_, at: number) => (at % 3 === 0 ? (controls[at % 33] ?? "") : "")))
      .join("\n");
    for (const text of [
      page,
      HELP.replaceAll("\n", "\u0085"),
      HELP.replaceAll("Stop after", `Stop${controls}after`),
      HELP.replaceAll("Sort", "So\u0085rt"),
    ]) {
      const config = draft(text);
      // eslint-disable-next-line no-control-regex
      expect(config).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]/);
      const checked = await checkInputs([{ path: "seek.yaml", bytes: Buffer.from(config) }]);
      expect(checked.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    }
    expect(draft(HELP.replaceAll("\n", "\u0085"))).toBe(draft(HELP));
  });

  it("writes an option in one line, with its spellings and its source", () => {
    expect(draft(HELP)).toBe(`# Drafted from seek 1.2: seek --help.
name: seek
description: Search lines for a pattern # help:1
command: seek
program_version: ">=1.2"
tools:
  - name: seek
    description: Search lines for a pattern # help:1
    order: as_written # help:3
    args: # can run a program: --hook=; not for tools: --help
      - { name: most, type: integer, flag: --most=, description: Stop after NUM lines } # -m, --most; help:6
      - { name: tint, flag: --tint, optional_value: true, enum: [auto, never], description: Paint hits } # help:7
      - { name: sort, type: boolean, flag: --sort, negatable: true, description: Sort files } # help:8
      - { name: pattern, positional: true, required: true } # help:3
      - { name: file, positional: true, repeat: true } # help:3
`);
  });

  it("lists the words of options that are not arguments, each once, without those of the tool", () => {
    const rows = [
      "  --one   Find lines",
      "  --two=NUM   Skip the lines of a binary file",
      "  --old   Deprecated: skip",
      "  --quiet   Say less",
    ];
    expect(draft(`Usage: seek\n\n  Seek text\n\n${rows.join("\n")}\n`, 1)).toContain("    weak_keywords: [skip, binary, file]\n");
  });

  it("never has options that are deprecated, or for a person at a terminal, as arguments", () => {
    const rows = [
      "old   Deprecated: use --one",
      "help   Help",
      "color=WHEN   Paint",
      "no-pager   Print",
      "verbose   Say more",
      "progress   Say how far",
    ];
    const text = `Usage: seek\n\n  --one   One\n${rows.map((row) => `  --${row}\n`).join("")}  -p, --pick   Interactively choose lines\n`;
    const names = (yaml: string): readonly string[] => Array.from(yaml.matchAll(/^ {6}- \{ name: (\w+)/gm), ([, name = ""]) => name);
    for (const most of [8, 9999]) expect(names(draft(text, most))).toEqual(["one"]);
  });

  it("chooses the options with the most evidence of use: the usage, examples, short spellings, early in the text", () => {
    const rows = Array.from({ length: 20 }, (_, index) => `      --later-${index}   Later`);
    const text = [
      "Usage: seek [--shown] [OPTIONS]",
      "",
      "Options:",
      "      --first     First",
      ...rows,
      "      --shown     Shown",
      "      --used      Used",
      "  -s, --short     Short",
      "      --limit N   Bound",
      "",
      "Examples:",
      "  seek --used",
      "",
    ].join("\n");
    const names = Array.from(draft(text, 5).matchAll(/^ {6}- \{ name: (\w+)/gm), ([, name = ""]) => name);
    expect(names).toEqual(["first", "shown", "used", "short", "limit"]);
  });

  it.each([
    ["Deprecated: use --one", true],
    ["Path of a file. Deprecated; use --one", true],
    ["Sort it (deprecated)", true],
    ["This option is now deprecated in favor of --one", true],
    ["Sort it. DEPRECATED", true],
    ["Enable deprecated functions, that will be removed", false],
    ["Format: html, or old_html (deprecated HTML of version 1)", false],
  ])("reports whether an option is deprecated: %s (%s)", (said, isDeprecated) => {
    expect(draft(`Usage: seek\n\n  --one N   One\n  --two     ${said}\n`).includes("# deprecated: --two\n")).toBe(isDeprecated);
  });

  it("names the options beyond the limit in a comment", async () => {
    const text = draft(HELP, 1);
    expect(text).toContain("    args: # can run a program: --hook=; left out: --tint[=] --sort; not for tools: --help\n");
    expect((await checkInputs([{ path: "seek.yaml", bytes: Buffer.from(text) }])).diagnostics).toEqual([]);
  });

  it("describes the options beyond the limit in one line each, if that is requested", async () => {
    const text = draft(HELP, 1, [], "sentences");
    expect(text).toContain(
      "      # --tint[=<WHEN>]  Paint hits\n      # --sort  Sort files\n      # --hook=<CMD>  (can run a program) Command to run\n      # not for tools: --help\n",
    );
    expect((await checkInputs([{ path: "seek.yaml", bytes: Buffer.from(text) }])).diagnostics).toEqual([]);
  });

  it.each([
    ["list", "  --all   All\n", "read"],
    ["list", "  --output <FILE>   Write to a file\n", "read"],
    ["show", "  --exec <CMD>   Run this\n", "read"],
    ["create", "  --output <FILE>   Write to a file\n", "destructive"],
    ["delete", "  --all   All\n", "destructive"],
    ["create", "  --all   All\n", "write"],
    ["frobnicate", "  --all   All\n", undefined],
    ["item-add", "  --all   All\n", "write"],
    ["item-delete", "  --all   All\n", "destructive"],
    ["comment", "  --all   All\n", "write"],
    ["unpublish", "  --all   All\n", "destructive"],
    ["clear-list", "  --all   All\n", "destructive"],
  ])("rates %s with %j as %s", (verb, options, risk) => {
    const text = draft(`Usage: seek ${verb}\n\nOptions:\n${options}`, 24, [verb]);
    expect(/^ {4}risk: (\w+)$/m.exec(text)?.[1]).toBe(risk);
  });

  it.each([
    ["quotes and a comment", 'say "no" # now: later'],
    ["a reserved word", "yes"],
    ["brackets", "[x] & *y"],
    ["a line separator", "a\u2028b"],
  ])("writes a description with %s so that it is read unchanged", async (_what, said) => {
    const { configs } = await checkInputs([{ path: "a.yaml", bytes: Buffer.from(draft(`Usage: seek\n\n  --one   ${said}\n`)) }]);
    const [config] = configs;
    expect(config?.kind === "cli" && config.tools[0]?.args[0]?.description).toBe(said.replace("\u2028", " "));
  });

  it.each([
    ["<UNIT>...", "units"],
    ["<UNIT>", "unit_value"],
  ])("names the positional %s %s if an option has its name", (positional, name) => {
    const text = draftBlocks(`Usage: seek [OPTIONS] ${positional}\n\n  --unit <NAME>   One\n`);
    expect(text).toContain(`      - name: ${name} # help:1\n        positional: true\n`);
  });

  it.each([
    ["seek [OPTIONS] [--] <FILE>", true],
    ["seek [OPTIONS] <REVISION> [--] <FILE>", false],
    ["seek [OPTIONS] <FILE>", false],
  ])("ends options for %s: %s", (usage, isEnded) => {
    expect(draft(`Usage: ${usage}\n\n  --one   One\n`).includes("end_of_options: true")).toBe(isEnded);
  });

  it.each([
    ["<RANGE> -- <FILE>...", ["name: range", "words: --", "name: file"]],
    ["[<RANGE>] [[--] <FILE>...]", ["name: range", "words: --", "name: file"]],
    ["<RANGE> [-- <FILE>...]", ["name: range", "words: --", "name: file"]],
    ["[--] <FILE>...", ["name: file"]],
  ])("writes -- before the values that it separates from others: %s", async (usage, items) => {
    const text = draftBlocks(`Usage: seek [OPTIONS] ${usage}\n\n  --one   One\n`);
    expect(Array.from(text.matchAll(/^ {6}- (.*?)(?: #.*)?$/gm), ([, item = ""]) => item.replace('["--"]', "--"))).toEqual([
      "name: one",
      ...items,
    ]);
    const { diagnostics } = await checkInputs([{ path: "seek.yaml", bytes: Buffer.from(text) }]);
    expect(diagnostics).toEqual([]);
  });

  it("requires a value after --, although the one before it is optional", () => {
    const text = draftBlocks("Usage: seek [<RANGE>] [--] <FILE>\n\n  --one   One\n");
    expect(text).toContain("- name: file # help:1\n        positional: true\n        required: true\n");
  });

  it("does not end options with -- if another usage shows it between values", () => {
    const text = draft(
      "Usage: seek [OPTIONS] <BRANCH>\n   or: seek [OPTIONS] [<BRANCH>] -- <FILE>...\n\n  --one   One\n  --      End the options\n",
    );
    expect(text).toContain("order: as_written");
    expect(text).not.toContain("end_of_options");
  });

  it("writes the sign before a value as a part of its word", async () => {
    const text = draftBlocks("Usage: seek [OPTION]... [+FORMAT]\n   or: seek [-u] [+x] [TIME]\n\n  --one   One\n");
    expect(text).toContain('      - name: format # help:1\n        positional: true\n        value: "+{}"\n');
    expect(text).not.toContain("FORMAT");
    const { diagnostics } = await checkInputs([{ path: "seek.yaml", bytes: Buffer.from(text) }]);
    expect(diagnostics).toEqual([]);
  });

  it.each([
    ["seek [OPTIONS] <FILE>", true],
    ["seek [-a] [--two] FILE", true],
    ["/usr/bin/seek [global options] FILE", true],
    ["seek <FILE> [flags]", false],
    ["seek [-a] [path...] [expression]", false],
    ["seek [OPTIONS] [--] <FILE>", false],
    ["seek [OPTIONS]", false],
  ])("writes options before positional values for %s: %s", (usage, isFirst) => {
    expect(draft(`Usage: ${usage}\n\n  --one   One\n`).includes("order: as_written # help:1\n")).toBe(isFirst);
  });

  it.each([
    ["ends the options", true],
    ["terminates argument processing", false],
  ])("ends options if -- %s: %s", (said, isEnded) => {
    expect(draft(`Usage: seek <FILE>\n\n  --one   One\n  --      ${said}\n`).includes("end_of_options: true")).toBe(isEnded);
  });

  it("writes the meanings of exit codes, and marks those that are not failures", () => {
    const text = draft("Usage: seek\n\n  --one   One\n\nExit status:\n  1  no lines matched\n  2  an error, or none: {x}\n");
    expect(text).toContain(
      '    exit_codes:\n      1: no lines matched # help:6\n      2: { error: "an error, or none: {x}" } # help:7\n    args:\n',
    );
  });

  it.each([
    ["URL malformed. The syntax was not correct", '{ error: "URL malformed" }'],
    ["Function not found. A required function was not found", '{ error: "Function not found" }'],
    ["No files could be read", '{ error: "No files could be read" }'],
    ["Files differ", "Files differ"],
    ["No differences were found", "No differences were found"],
    ["No match", "No match"],
  ])("writes an exit code as a failure unless it means that nothing was found: %s", (meaning, expected) => {
    expect(draft(`Usage: seek\n\n  --one   One\n\nExit status:\n  3  ${meaning}.\n`)).toContain(`      3: ${expected} # help:6\n`);
  });

  it("writes the first sentence of a text as the description, and the rest as a comment", () => {
    const text = draft("Usage: seek\n\n  --one   Set it, e.g. The last. This can be slow\n");
    expect(text).toContain('description: "Set it, e.g. The last" } # This can be slow; help:3');
  });

  it("omits the sign at the end of a row", () => {
    expect(draft("Usage: seek\n\n  --one   Set it;\n")).toContain("description: Set it } # help:3");
  });

  it("writes the notation of values in comments as the program reads it", () => {
    const rows = "  --arg name value   Set it\n    --kind=KIND   Kind\n";
    const lines = draft(`Usage: seek\n\n${rows}`, 0, [], "sentences").match(/^ +# --.*$/gm);
    expect(lines?.map((line) => line.trim())).toEqual(["# --arg <key> <value>  Set it", "# --kind=<KIND>  Kind"]);
  });

  it("reads no numbers of an example as options", () => {
    expect(draft("Usage: seek\n\n  --one   One\n\nExamples:\n\n  seek 'all'\n     [-1, 1]\n  => true\n")).not.toContain("-1");
  });

  it("cuts the meaning of an exit code at a word", () => {
    const meaning = "the connection to the server was interrupted before all of the requested data had arrived";
    expect(draft(`Usage: seek\n\n  --one   One\n\nExit status:\n  3  ${meaning}\n`)).toContain("before all of the requested data \u2026");
  });

  it("writes a comment as the option is spelled if the value follows a colon", () => {
    const text = draft("Usage: seek\n\n  -splash:<image>   Show it\n  --one   One\n", 0, [], "sentences");
    expect(text).toContain("# -splash:<image>  Show it");
  });

  it.each([
    ["a switch with --no-", "--[no-]sort   Sort", "type: boolean\n        flag: --sort\n        negatable: true\n"],
    ["another spelling of off", "--[no]sort   Sort", "flag: --sort\n      - name: nosort"],
    ["a value that can be turned off", "--[no-]sort=KEY   Sort", "flag: --sort=\n      - name: no_sort"],
    [
      "a switch that is on by default, so that callers can turn it off",
      "--trust   Check signatures (default true)",
      'type: boolean\n        flag: --trust=\n        enum: { true: "true", false: "false" }\n',
    ],
    ["a switch that is off by default", "--force=false:   Replace it", "type: boolean\n        flag: --force\n"],
    [
      "a switch that the text shows with a value",
      "-lock=false   Do not lock",
      'description: "`-lock=false`: Do not lock"\n        type: boolean\n        flag: -lock=\n        enum: { true: "true", false: "false" }\n',
    ],
    ["an option before two words", "--arg name value   Set a variable", 'type: map\n        value: [--arg, "{key}", "{value}"]\n'],
    ["a list that explains a part of the value", "-L [KIND=]PATH   The KIND can be one of <native|all>", "flag: -L\n      - name: file"],
    ["an optional value", "-t, --tint[=WHEN]   Paint", "flag: --tint\n        optional_value: true\n"],
    ["an optional value of a short flag", "-U[N]   Context", "flag: -U\n        optional_value: true\n"],
    ["a list with commas", "--cols <COLS>   Comma-separated list of columns", 'flag: --cols=\n        join: ","\n'],
    ["a list of several words", "--cols <COLS>   A list of columns, separated by spaces", "flag: --cols=\n      - name: file"],
    ["a format that has commas", "--form <FORM>   Print a comma-separated list", "flag: --form=\n      - name: file"],
    [
      "a range of digits",
      "-0 ... -3   Level; the default is 2",
      '- name: level # help:4\n        description: "Level (default: 2)"\n        enum: ["0", "1", "2", "3"]\n        value: "-{}"\n',
    ],
    ["a range with other spellings", "-1 (or --fast) to -2 (or --best)   Size", 'enum: ["1", "2"]\n        value: "-{}"\n'],
    ["a range of levels without dots", "-1 .. -2   Size", 'enum: ["1", "2"]\n        value: "-{}"\n'],
    [
      "a number in the word of its option",
      "-T#   Number of threads",
      '- name: T # help:4\n        description: Number of threads\n        type: integer\n        value: "-T{}"\n',
    ],
    [
      "a value in the word of its option",
      "-Ddir   Search here",
      "- name: D # help:4\n        description: Search here\n        flag: -D\n",
    ],
    [
      "a number that is the whole option",
      "-#   Level",
      '- name: level # help:4\n        description: Level\n        type: integer\n        value: "-{}"\n',
    ],
    [
      "a family of options",
      "--force-<thing>[,...]   Ignore problems",
      '- name: force # help:4\n        description: Ignore problems\n        pattern: ".+"\n        value: "--force-{}"\n',
    ],
    ["pairs that repeat", "--set <KEY=VALUE>   Set it (can be repeated)", "type: map\n        flag: --set=\n      - name: file"],
    ["a positive number", "-len +int   Number of bytes", "description: Number of bytes\n        type: integer\n        flag: -len\n"],
    ["a number that can have a fraction", "--wait=SECS   Wait for SECS[.TENTHS]", 'TENTHS]"\n        flag: --wait=\n'],
    ["a limit that can have a unit", "--most=LIMIT   Set the limit of memory", "limit of memory\n        flag: --most=\n"],
    ["a positive number with a limit", "-len <Integer, >=4>   Length", "description: Length\n        type: integer\n        flag: -len\n"],
    ["a value after a sign", "-seed = <int32>  Seed", "description: Seed\n        type: integer\n        flag: -seed=\n"],
    ["a value after a sign in a column", "-seed     = <text> (default: 2)", "flag: -seed=\n"],
    ["a level that is a text", "--log <level>   [string] info | warn", 'description: "info | warn"\n        flag: --log=\n'],
    ["a real number", "-cut <Real>   Threshold", "description: Threshold\n        type: number\n        flag: -cut\n"],
    ["a limit of a number", "--most=LIMIT   Set the number of results", "type: integer\n        flag: --most=\n"],
    [
      "an option that is allowed several times",
      "-f file   Read a file. Multiple -f options are allowed.",
      "flag: -f\n        repeat: true\n",
    ],
    ["an option with an opposite that has two dashes", "-b, --b   Binary", "flag: -b\n"],
    ["a value after a part of the name", "-if[NUM] EXPR   Filter", "description: Filter\n        flag: -if\n"],
    ["a description after dashes", "--one   -- Print one", "description: Print one\n"],
    ["one pair", "--set <KEY=VALUE>   Set it", "description: Set it\n        flag: --set=\n      - name: file"],
    ["pairs with commas", "--set <KEY=VALUE>   Comma-separated list of pairs", 'type: map\n        flag: --set=\n        join: ","\n'],
  ])("writes %s", async (_what, option, expected) => {
    const text = draft(`Usage: seek [FILE]...\n\nOptions:\n  ${option}\n`);
    expect(toBlocks(text)).toContain(expected);
    expect((await checkInputs([{ path: "seek.yaml", bytes: Buffer.from(text) }])).diagnostics).toEqual([]);
  });

  it("names the words that print the version, unless they are --version", () => {
    const page = { from: "help", label: "seek --help", path: [], text: HELP } as const;
    const lines = (versionCommand: string): string =>
      draftConfig(describeProgram({ program: "seek", version: "1.2", versionCommand, pages: [page] }), { maxArgs: 1, header: "" }).text;
    expect(lines("version")).toContain('program_version: ">=1.2"\nversion_command: version\n');
    expect(lines("--version")).not.toContain("version_command");
  });
});

it("drafts NUMBER as an integer only if the text or the name is about a count", () => {
  const typeOf = (line: string): string | undefined => /type: (\w+)/.exec(draft(`Options:\n  ${line}\n`))?.[1];
  const types = [
    ["--rate=NUMBER  Share of the entries to sample", "number"],
    ["--lines=NUMBER  Print the first NUMBER lines", "integer"],
    ["--tab-size=NUMBER  Columns of a tab", "integer"],
    ["--wait=NUMBER  Time to wait (default: 2.5)", "number"],
    ["--wait=NUMBER  Time to wait (default: 30)", "integer"],
  ] as const;
  expect(types.map(([line]) => [line, typeOf(line)])).toEqual(types);
});

it("drafts the format of the output once, as an argument of all commands that share it", () => {
  const names = ["add", "cut", "join", "sort"];
  const pages = names.map((name) => {
    const text = `Usage: tool ${name} [options]\n\nOptions:\n  --output-format <name>  Format of the output\n  --depth <n>  Depth\n`;
    return { from: "help", label: "", path: [name], text } as const;
  });
  const { text } = draftConfig(describeProgram({ program: "tool", pages }), { maxArgs: 8, header: "" });
  expect(text).toContain("arg_groups:\n  output_format:\n    - { name: output_format, flag: --output-format=");
  expect(text.split("use: output_format")).toHaveLength(names.length + 1);
  expect(text).toMatch(/^# left out: --depth=$/m);
});
