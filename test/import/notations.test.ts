import { expect, it } from "vitest";
import { NOTATIONS, toCommonNotation } from "../../generator/import/read/options/notations.ts";
import { INNER_GAPS, splitColumns } from "../../generator/import/read/options/option-columns.ts";
import { readPage } from "../../generator/import/read/read-page.ts";

it("rewrites the example of every notation", () => {
  const read = NOTATIONS.map(({ name, example }) => {
    const { column, notes } = toCommonNotation(example);
    return [name, [column, ...notes].join(" ")];
  });
  expect(read).toEqual(NOTATIONS.map(({ name, shows }) => [name, shows]));
});

it("keeps the names of every example before the description", () => {
  const read = INNER_GAPS.map(({ name, example }) => [name, splitColumns(example, 0).left]);
  const texts = INNER_GAPS.filter(({ example }) => example.endsWith("  Text"));
  expect(texts.map(({ name, example }) => [name, splitColumns(example, 0).right])).toEqual(texts.map(({ name }) => [name, "Text"]));
  expect(read.filter(([, left]) => left === "")).toEqual([]);
});

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
  ["boost", "  --sign [=KEY(=auto)]   Sign it\n  --format arg (=text)  Format\n", ["--sign, optional, <KEY>, Sign it", "--format, value, <arg>, =text, Format"]],
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
  ["stricli", "FLAGS\n  -o [--output]   Write it\n     [--json]     Print JSON\n      --id        Number\n  -h  --help      Print help\n", ["-o --output, switch, Write it", "--json, switch, Print JSON", "--id, switch, Number", "-h --help, switch, Print help"]],
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
    ["--color / --nocolor, switch, =true, Color it", "--format, value, <json|text>, =text, json|text, Format", "--rate, value, =0.5, Share"],
  ],
  ["plumbum", "    --format VALUE:{json, text}   Format; the default is text\n    --id N:int                    Number; required\n", ["--format, value, <{json, text}>, =text, json|text, Format", "--id, value, <N>, required, Number"]],
  ["clipanion", "  -o,--output #0   Write it\n", ["-o --output, value, <#0>, Write it"]],
  ["tcl", " -owner value         Owner <>\n -rate value          Share <0.5>\n", ["-owner, value, <value>, Owner", "-rate, value, <value>, =0.5, Share"]],
])("reads the options of %s", (_framework, text, options) => {
  expect(read(text)).toEqual(options);
});
