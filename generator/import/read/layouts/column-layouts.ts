/** Lists the notations of single frameworks for the names and the value of an option, and the common one: `-o, --output FILE`. */
import type { Layout } from "./layout.ts";

/** A notation of a column. `left` replaces the match of `pattern`, and `note` becomes a remark at the start of the description. */
type ColumnLayout = Layout<readonly [printed: string, common: string]> & { readonly left: string; readonly note?: string };

export const COLUMN_LAYOUTS: readonly ColumnLayout[] = [
  {
    name: "underlined names",
    from: ["man pages"],
    reason: "elsewhere, an underlined word is a value",
    pattern: /\u2039(--?\w[\w-]*)\u203A/g,
    left: "$1",
    example: ["\u2039--quiet\u203A", "--quiet"],
  },
  {
    name: "long name in brackets",
    from: ["boost", "args4j"],
    pattern: /^(-[A-Za-z]|--[\w-]+) (?:\[ ?(--[\w-]+) ?\]|\((--[\w-]+)\))(?= |$)/,
    left: "$1, $2$3",
    example: ["-o [ --output ] FILE", "-o, --output FILE"],
  },
  {
    name: "exclamation mark of a required option",
    from: ["brocli"],
    reason: "elsewhere, the mark belongs to the value",
    pattern: /(?<=^(?:-\w, )?--[\w-]+ )!(?=[a-z]|\[ )/,
    left: "",
    note: "[required]",
    example: ["--id !integer", "--id integer [required]"],
  },
  {
    name: "list with spaces in brackets",
    from: ["args4j", "brocli"],
    reason: "elsewhere, square brackets mark an optional value",
    pattern: /(?<=^(?:-\w, )?-\S+) \[ ?(\w[\w.-]*(?: \| \w[\w.-]*)+) ?\]$/,
    left: " {$1}",
    example: ["--format [low | high]", "--format {low | high}"],
  },
  {
    name: "other spelling in round brackets",
    from: ["Getopt::Long::Descriptive"],
    reason: "elsewhere, round brackets mark a remark",
    pattern: / \(or (-\w)\)$/,
    left: ", $1",
    example: ["--output STR (or -o)", "--output STR, -o"],
  },
  {
    name: "repeated letters",
    from: ["symfony"],
    reason: "elsewhere, a bar precedes another name",
    pattern: /^(-([A-Za-z]))(?:\|\2\2+)+(?=,? |$)/,
    left: "$1",
    example: ["-v|vv|vvv, --verbose", "-v, --verbose"],
  },
  {
    name: "option again in brackets",
    from: ["urfave", "parted"],
    pattern: /^((--?[\w-]+)\b.*\S) \[ ?\2\b[^\]]*\]$/,
    left: "$1 ...",
    example: ["--tag string [ --tag string ]", "--tag string ..."],
  },
  {
    name: "part of a name in brackets",
    from: ["objdump"],
    reason: "elsewhere, only `no-` can be left out",
    pattern: /--\[(?!no-)([a-z]+-)\](\w[\w-]*)/,
    left: "--$1$2, --$2",
    example: ["--[section-]headers", "--section-headers, --headers"],
  },
  {
    name: "rest of a name in brackets",
    from: ["git"],
    reason: "elsewhere, brackets after a name mark an optional value",
    pattern: /(--[a-z][\w-]*)\[(-[a-z][a-z-]*)\](?=[ =]|$)/,
    left: "$1, $1$2",
    example: ["--reference[-if-able] <repository>", "--reference, --reference-if-able <repository>"],
  },
  {
    name: "dots after a switch",
    from: ["kingpin"],
    reason: "the dots mean that the switch can be repeated, not that it has a value",
    pattern: /^((?:-\w, )?--\[no-\][\w-]+) \.{3}$/,
    left: "$1",
    example: ["-v, --[no-]verbose ...", "-v, --[no-]verbose"],
  },
  {
    name: "counter",
    from: ["pflag"],
    reason: "elsewhere, a word in lower case is a value",
    pattern: /(?<=^(?:-\w, )?--[\w-]+) count$/,
    left: "",
    example: ["-v, --verbose count", "-v, --verbose"],
  },
  {
    name: "optional value with its default",
    from: ["pflag"],
    reason: "the brackets contain the default, not the value",
    pattern: / (\w+)\[=(?:"[^"]*"|-?\d+)\]$/,
    left: "[=$1]",
    example: ['--sign KEY[="auto"]', "--sign[=KEY]"],
  },
  {
    name: "optional value with its default in brackets",
    from: ["boost", "cxxopts"],
    pattern: / \[=(\w+)\(=[^()]*\)\](?: \(=[^()]*\))?$/,
    left: "[=$1]",
    example: ["--sign [=KEY(=auto)]", "--sign[=KEY]"],
  },
  {
    name: "option that takes no other value",
    from: ["CLI11"],
    reason: "elsewhere, braces list the values",
    pattern: /(?<=,--no-[\w-]+)\{false\}/,
    left: "",
    example: ["--color,--no-color{false}", "--color,--no-color"],
  },
  {
    name: "required",
    from: ["CLI11"],
    reason: "elsewhere, a word in capitals is a value",
    pattern: / REQUIRED(?= |$)/,
    left: "",
    note: "[required]",
    example: ["--id INT REQUIRED", "--id INT [required]"],
  },
  {
    name: "type after a colon",
    from: ["plumbum"],
    reason: "elsewhere, a colon is a part of the value",
    pattern: /(?<= [A-Z]+):(?:str|(int|float))$/,
    left: "",
    note: "[type: $1]",
    example: ["--id N:int", "--id N [type: int]"],
  },
  {
    name: "variable after the value",
    from: ["serpent"],
    reason: "the variable is beside the names, not in the description",
    pattern: /(?<= [a-z][\w|-]*), (\$[A-Z]\w*)(?= \(|$)/,
    left: "",
    note: "[env: $1]",
    example: ["--owner string, $OWNER", "--owner string [env: $OWNER]"],
  },
  {
    name: "default in brackets after the value",
    from: ["serpent"],
    reason: "the default is beside the names, not in the description",
    pattern: /(?<=^(?:-\w, )?--[\w-]+ [a-z][\w|-]*) \(default: ([^()]*)\)$/,
    left: "",
    note: "[default: $1]",
    example: ["--rate float64 (default: 0.5)", "--rate float64 [default: 0.5]"],
  },
  {
    name: "type of a switch",
    from: ["serpent"],
    reason: "elsewhere, the word belongs to the description",
    pattern: /(?<=^(?:-\w, )?--[\w-]+) bool$/,
    left: "",
    note: "[type: bool]",
    example: ["--json bool", "--json [type: bool]"],
  },
  {
    name: "options that it excludes",
    from: ["CLI11"],
    reason: "the remark is beside the names, not in the description",
    pattern: / (Excludes: (?:-{1,2}[\w-]+ ?)+)$/,
    left: "",
    note: "[$1]",
    example: ["--json Excludes: --yaml", "--json [Excludes: --yaml]"],
  },
  {
    name: "list after its type",
    from: ["CLI11", "plumbum"],
    pattern: / [A-Z]+:(\{[^{}]*\})(?=[= ]|$)/,
    left: " $1",
    example: ["--format TEXT:{low,high}=low", "--format {low,high} [default: low]"],
  },
  {
    name: "default after a type or a list",
    from: ["CLI11"],
    reason: "elsewhere, an equals sign precedes the value",
    pattern: /(?<= (?:[A-Z]{2,}|\{[^{}]*\}))=([^ =[<{A-Z][^ =[<{]*)$/,
    left: "",
    note: "[default: $1]",
    example: ["--rate FLOAT=0.5", "--rate FLOAT [default: 0.5]"],
  },
];

/** A column in the common notation, and the remarks that were a part of it. */
export interface PlainColumn {
  readonly column: string;
  readonly notes: readonly string[];
}

/** Rewrites all notations of a column. */
export function toCommonNotation(column: string): PlainColumn {
  const notes: string[] = [];
  let plain = column;
  for (const { pattern, left, note } of COLUMN_LAYOUTS) {
    const found = note === undefined ? null : pattern.exec(plain);
    if (found !== null && note !== undefined) notes.push(note.replace("$1", found[1]?.trim() ?? ""));
    plain = plain.replace(pattern, left);
  }
  return { column: plain, notes };
}
