import { expect, it } from "vitest";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { readPage } from "../../generator/import/read/read-page.ts";

/** Returns the facts of each option that are not the default ones. */
function read(text: string): readonly unknown[] {
  const { options } = readPage("tool", { from: "help", label: "", path: [], text });
  return options.map(({ names, kind, placeholder, negation, required, repeat, default: byDefault, values, excludes, description }) =>
    [
      `${names.join(" ")}${negation === undefined ? "" : ` / ${negation}`}`,
      kind,
      placeholder && `<${placeholder}>`,
      required && "required",
      repeat && "repeat",
      byDefault !== undefined && `=${byDefault}`,
      values?.value.words.join("|"),
      excludes && `not ${excludes.join()}`,
      description?.value,
    ]
      .filter(Boolean)
      .join(", "),
  );
}

it.each([
  [
    "pflag",
    '      --sign KEY[="auto"]   Sign it\n      --mark string[="x"]   Mark it\n  -v, --verbose count       Print more\n',
    ["--sign, optional, <KEY>, Sign it", "--mark, optional, <string>, Mark it", "-v --verbose, switch, Print more"],
  ],
  [
    "boost",
    "  --sign [=KEY(=auto)]   Sign it\n  --format arg (=text)  Format\n",
    ["--sign, optional, <KEY>, Sign it", "--format, value, <arg>, =text, Format"],
  ],
  ["urfave", "   --tag string [ --tag string ]  Attach a tag\n", ["--tag, value, <string>, repeat, Attach a tag"]],
  ["kingpin", "  -v, --[no-]verbose ...  Print more\n", ["-v --verbose / --no-verbose, switch, Print more"]],
  [
    "CLI11",
    "Options:\n  --id INT REQUIRED           Number\n  --color,--no-color{false}   Colors\n  --json Excludes: --yaml     Print JSON\n  --format TEXT:{low,text}=low   Format\n  --rate FLOAT=0.5            Share\n",
    [
      "--id, value, <INT>, required, Number",
      "--color / --no-color, switch, Colors",
      "--json, switch, not --yaml, Print JSON",
      "--format, value, <{low,text}>, =low, low|text, Format",
      "--rate, value, <FLOAT>, =0.5, Share",
    ],
  ],
  [
    "Thor",
    "Options:\n  -o, [--output=FILE]              # Write it\n      [--color], [--no-color]      # Color it\n      [--format=FORMAT]            # Format\n                                   # Default: text\n                                   # Possible values: json, text\n  -i, --id=N                       # Number\n      [--plain]\n",
    [
      "-o --output, value, <FILE>, Write it",
      "--color / --no-color, switch, Color it",
      "--format, value, <FORMAT>, =text, json|text, Format",
      "-i --id, value, <N>, Number",
      "--plain, switch",
    ],
  ],
  [
    "stricli",
    "FLAGS\n  -o [--output]   Write it\n     [--json]     Print JSON\n      --id        Number\n  -h  --help      Print help\n",
    ["-o --output, switch, Write it", "--json, switch, Print JSON", "--id, switch, Number", "-h --help, switch, Print help"],
  ],
  [
    "argparse of Lua",
    "Options:\n         -o <file>,      Write it\n   --output <file>\n   --format {low,text}\n                         Format\n",
    ["-o --output, value, <file>, Write it", "--format, value, <{low,text}>, low|text, Format"],
  ],
  [
    "JCommander",
    "  Options:\n  * --id\n      Number\n    --format\n      Format\n      Default: text\n      Possible Values: [json, text]\n    --plain\n      Default: false\n",
    ["--id, switch, required, Number", "--format, value, =text, json|text, Format", "--plain, switch"],
  ],
  [
    "absl",
    "  --[no]color: Color it\n    (default: 'true')\n  --format: <json|text>: Format\n    (default: 'text')\n  --rate: Share\n    (default: '0.5')\n    (a number)\n",
    [
      "--color / --nocolor, switch, =true, Color it",
      "--format, value, <json|text>, =text, json|text, Format",
      "--rate, value, =0.5, Share",
    ],
  ],
  [
    "plumbum",
    "    --format VALUE:{json, text}   Format; the default is text\n    --id N:int                    Number; required\n",
    ["--format, value, <{json, text}>, =text, json|text, Format", "--id, value, <N>, required, Number"],
  ],
  ["clipanion", "  -o,--output #0   Write it\n", ["-o --output, value, <#0>, Write it"]],
  [
    "tcl",
    " -owner value         Owner <>\n -rate value          Share <0.5>\n",
    ["-owner, value, <value>, Owner", "-rate, value, <value>, =0.5, Share"],
  ],
  [
    "System.CommandLine",
    "Options:\n  --format <json|text>   Format [default: text]\n  --id <id> (REQUIRED)   Number\n  -?, -h, --help         Show help\n",
    ["--format, value, <json|text>, =text, json|text, Format", "--id, value, <id>, required, Number", "-? -h --help, switch, Show help"],
  ],
  [
    "Spectre.Console",
    "OPTIONS:\n                              DEFAULT\n    -h, --help                           Print help\n        --rate <NUMBER>       0.5        Share\n",
    ["-h --help, switch, Print help", "--rate, value, <NUMBER>, =0.5, Share"],
  ],
  [
    "Swift Argument Parser",
    "OPTIONS:\n  --format <format>       Format (values: json, text; default:\n                          text)\n  --color/--no-color      Colors (default: --color)\n",
    ["--format, value, <format>, =text, json|text, Format", "--color / --no-color, switch, Colors"],
  ],
  [
    "Dart args",
    "-h, --help               Print help\n    --format             Format\n                         [json, text (default)]\n    --id=<N> (mandatory) Number\n",
    ["-h --help, switch, Print help", "--format, value, =text, json|text, Format", "--id, value, <N>, required, Number"],
  ],
  [
    "Clikt",
    "Options:\n  --format=(json|text)   Format (default: text)\n  --id=<int>             Number (required)\n",
    ["--format, value, <json|text>, =text, json|text, Format", "--id, value, <int>, required, Number"],
  ],
  [
    "bashly",
    "Options:\n  --format, -f FORMAT\n    Format\n    Allowed: json, text\n    Default: text\n\n  --json\n    Print JSON\n    Conflicts: --yaml\n",
    ["--format -f, value, <FORMAT>, =text, json|text, Format", "--json, switch, not --yaml, Print JSON"],
  ],
  [
    "cliffy",
    'Options:\n\n  -f, --format  <form>  - Format  (Default: "text", Values: "json", "text")\n  --id          <id>    - Number  (required)\n',
    ["-f --format, value, <form>, =text, json|text, Format", "--id, value, <id>, required, Number"],
  ],
  [
    "Getopt::Long::Descriptive",
    "tool [-ov] [long options...]\n    --output STR (or -o)  Write it\n    --verbose (or -v)     Print more\n",
    ["--output -o, value, <STR>, Write it", "--verbose -v, switch, Print more"],
  ],
  [
    "dry-cli",
    'Options:\n  --format=VALUE   # Format, default: "text"\n  --help, -h       # Print help\n',
    ["--format, value, <VALUE>, =text, Format", "--help -h, switch, Print help"],
  ],
  [
    "args4j",
    " --format [json | text] : Format (default: text)\n -o (--output) FILE     : Write it\n",
    ["--format, value, <{json | text}>, =text, json|text, Format", "-o --output, value, <FILE>, Write it"],
  ],
  [
    "git blame, whose value can start with a colon",
    "OPTIONS\n       -L <start>,<end>, -L :<name>\n              Show it.\n",
    ["-L, value, <name>, Show it."],
  ],
])("reads the options of %s", (_framework, text, options) => {
  expect(read(text)).toEqual(options);
});

it("reads the values of options that only the usage shows, in capitals or after an equals sign", () => {
  const kindsOf = (usage: string): readonly string[] => {
    const text = `${usage}\n\nOptions:\n  --id     Number\n  --json   Print JSON\n`;
    const { root } = describeProgram({ program: "tool", pages: [{ from: "help", label: "", path: [], text }] });
    return root.options.map(({ names, kind }) => `${names.join(" ")} ${kind}`);
  };
  expect(kindsOf("Usage: tool [--json] --id VAR src...")).toEqual(["--id value", "--json switch"]);
  expect(kindsOf("Usage: tool [--json] --id=<n> SRC...")).toEqual(["--id value", "--json switch"]);
  expect(kindsOf("Usage: tool --json <src> --id=BOOL")).toEqual(["--id switch", "--json switch"]);
});
