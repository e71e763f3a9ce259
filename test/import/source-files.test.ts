import { describe, expect, it } from "vitest";
import { walkCommands } from "../../generator/import/description.ts";
import { readSourceFile } from "../../generator/import/files/read-source-file.ts";

/** Returns one line for each command: its options with their kinds, and its positionals. */
function read(text: string): readonly string[] {
  const reading = readSourceFile({ program: "tool", path: [], label: "tool.txt", text });
  if (reading.kind === "unreadable") return [reading.problem];
  const commands = walkCommands(reading.description.root).map(({ path, options, positionals }) => {
    const flags = options.map((option) => {
      const values = option.values ? `{${option.values.value.words.join(",")}}` : "";
      return `${option.names.join("|")}:${option.kind}${values}${option.repeat ? "*" : ""}${option.negation ? `!${option.negation}` : ""}`;
    });
    const args = positionals.map(({ name, isRequired, repeat }) => `${isRequired ? "" : "?"}${name}${repeat ? "*" : ""}`);
    return [path.join(" "), ...flags, ...args].join(" ").trim();
  });
  return [reading.format, ...commands];
}

const FORMATS: readonly (readonly [name: string, text: string, expected: readonly string[]])[] = [
  ["a saved help text", "Usage: tool [OPTIONS] <FILE>\n\n  --one <X>   One\n", ["help text", "--one:value file"]],
  [
    "man page source",
    `.TH TOOL 1
.SH NAME
tool \\- do things
.SH OPTIONS
.TP
\\fB\\-o\\fR, \\fB\\-\\-output\\fR=\\fIFILE\\fR
Write to \\fIFILE\\fR.
.TP
.B \\-q
Be quiet.
`,
    ["man page source", "-o|--output:value -q:switch"],
  ],
  [
    "mdoc",
    `.Dd January 1, 2026
.Dt TOOL 1
.Sh NAME
.Nm tool
.Nd do things
.Sh DESCRIPTION
.Bl -tag -width Ds
.It Fl c Ar file
Read
.Ar file .
.It Fl v
Print more.
.El
`,
    ["man page source", "-c:value -v:switch"],
  ],
  [
    "a fig spec",
    JSON.stringify({
      name: "tool",
      subcommands: [
        {
          name: ["add", "a"],
          options: [
            { name: ["-m", "--message"], isRepeatable: true, args: { name: "text" } },
            { name: "--color", args: { name: "when", isOptional: true } },
            { name: "--force" },
            { name: "--secret", hidden: true },
          ],
          args: [{ name: "file", isVariadic: true, isOptional: true }],
        },
      ],
    }),
    ["JSON description", "", "add -m|--message:value* --color:optional --force:switch ?file*"],
  ],
  [
    "OpenCLI",
    JSON.stringify({
      opencli: "0.1",
      info: { title: "tool", version: "3.1.0" },
      options: [{ name: "--level", aliases: ["-l"], arguments: [{ name: "LEVEL", required: true, acceptedValues: ["low", "high"] }] }],
      commands: [{ name: "run", arguments: [{ name: "TARGET", required: true }], options: [{ name: "--dry", recursive: true }] }],
    }),
    ["JSON description", "--level|-l:value{low,high}", "run --dry:switch target"],
  ],
  [
    "the JSON of usage",
    JSON.stringify({
      name: "tool",
      bin: "tool",
      cmd: {
        flags: [{ name: "jobs", short: ["j"], long: ["jobs"], arg: { name: "n", required: true } }],
        subcommands: {
          add: {
            name: "add",
            args: [{ name: "item", required: true, var: true }],
            flags: [{ name: "force", short: ["f"], long: ["force"] }],
          },
        },
      },
    }),
    ["JSON description", "-j|--jobs:value", "add -f|--force:switch item*"],
  ],
  [
    "usage KDL",
    `name "tool"
bin "tool"
// comment
flag "-j --jobs <n>" help="Workers"
flag "--color" negate="--no-color" global=#true
cmd "add" help="Add items" {
  flag "-s --shape <shape>" { choices "round" "flat" }
  arg "<item>..." help="What to add"
  arg "[place]"
}
`,
    ["usage KDL", "-j|--jobs:value --color:switch!--no-color", "add -s|--shape:value{round,flat} item* ?place"],
  ],
  [
    "CLI Schema",
    JSON.stringify({
      name: "tool",
      version: "1.0.0",
      commands: [
        {
          name: "deploy",
          flags: [
            { name: "env", type: "string" },
            { name: "dry", type: "boolean" },
          ],
        },
      ],
    }),
    ["JSON description", "", "deploy --env:value --dry:switch"],
  ],
  [
    "a cobra dump",
    "add\tAdd one\n--all\tShow all\n--out=\tWhere\n:4\nCompletion ended with directive: ShellCompDirectiveNoFileComp\n",
    ["cobra __complete", "--all:unknown --out:value", "add"],
  ],
  ["a cobra dump of commands only", "add\tAdd one\nlist\tList all\n:4\n", ["cobra __complete", "", "add", "list"]],
  ["a cobra dump of commands only", "add\tAdd one\nlist\tList all\n:4\n", ["cobra __complete", "", "add", "list"]],
];

describe("readSourceFile", () => {
  it.each(FORMATS)("reads %s", (_name, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ["invalid JSON", "{ not json", "the file is not valid JSON"],
    ["JSON about something else", '{"a": 1}', "the file has no options or commands that can be read as JSON description"],
    ["a text without options", "Hello, this is a letter.\n", "the file has no options or commands that can be read as help text"],
  ])("rejects %s", (_name, text, problem) => {
    expect(read(text)).toEqual([problem]);
  });
});
