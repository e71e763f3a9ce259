/** Rewrites notations of single frameworks in the column of an option to the common one: `-o, --output FILE`. */
import { OWN_FORMS } from "../lines/own-forms.ts";

/** A notation. `left` replaces the match of `pattern`, and `note` becomes a remark at the start of the description. */
export interface Notation {
  readonly name: string;
  readonly from: readonly string[];
  readonly pattern: RegExp;
  readonly left: string;
  readonly note?: string;
  readonly example: string;
  readonly shows: string;
}

export const NOTATIONS: readonly Notation[] = [
  {
    name: "underlined names",
    from: ["man pages"],
    pattern: /\u2039(--?\w[\w-]*)\u203A/g,
    left: "$1",
    example: "\u2039--quiet\u203A",
    shows: "--quiet",
  },
  {
    name: "long name in brackets",
    from: ["boost"],
    pattern: /^(-[A-Za-z]|--[\w-]+) \[ ?(--[\w-]+) ?\](?= |$)/,
    left: "$1, $2",
    example: "-o [ --output ] FILE",
    shows: "-o, --output FILE",
  },
  {
    name: "long name in round brackets",
    from: ["args4j"],
    pattern: /^(-[A-Za-z]) \((--[\w-]+)\)(?= |$)/,
    left: "$1, $2",
    example: "-o (--output) FILE",
    shows: "-o, --output FILE",
  },
  {
    name: "list with spaces in brackets",
    from: ["args4j"],
    pattern: /(?<=^-\S+) \[(\w[\w.-]*(?: \| \w[\w.-]*)+)\]$/,
    left: " {$1}",
    example: "--format [low | high]",
    shows: "--format {low | high}",
  },
  {
    name: "other spelling in round brackets",
    from: ["Getopt::Long::Descriptive"],
    pattern: / \(or (-\w)\)$/,
    left: ", $1",
    example: "--output STR (or -o)",
    shows: "--output STR, -o",
  },
  {
    name: "repeated letters",
    from: ["symfony"],
    pattern: /^(-([A-Za-z]))(?:\|\2\2+)+(?=,? |$)/,
    left: "$1",
    example: "-v|vv|vvv, --verbose",
    shows: "-v, --verbose",
  },
  {
    name: "option again in brackets",
    from: ["urfave", "parted"],
    pattern: /^((--?[\w-]+)\b.*\S) \[ ?\2\b[^\]]*\]$/,
    left: "$1 ...",
    example: "--tag string [ --tag string ]",
    shows: "--tag string ...",
  },
  {
    name: "part of a name in brackets",
    from: ["objdump"],
    pattern: /--\[(?!no-)([a-z]+-)\](\w[\w-]*)/,
    left: "--$1$2, --$2",
    example: "--[section-]headers",
    shows: "--section-headers, --headers",
  },
  {
    name: "rest of a name in brackets",
    from: ["git"],
    pattern: /(--[a-z][\w-]*)\[(-[a-z][a-z-]*)\](?=[ =]|$)/,
    left: "$1, $1$2",
    example: "--reference[-if-able] <repository>",
    shows: "--reference, --reference-if-able <repository>",
  },
  {
    name: "dots after a switch",
    from: ["kingpin"],
    pattern: /^((?:-\w, )?--\[no-\][\w-]+) \.{3}$/,
    left: "$1",
    example: "-v, --[no-]verbose ...",
    shows: "-v, --[no-]verbose",
  },
  {
    name: "counter",
    from: ["pflag"],
    pattern: /(?<=^(?:-\w, )?--[\w-]+) count$/,
    left: "",
    example: "-v, --verbose count",
    shows: "-v, --verbose",
  },
  {
    name: "optional value with its default",
    from: ["pflag"],
    pattern: / (\w+)\[=(?:"[^"]*"|-?\d+)\]$/,
    left: "[=$1]",
    example: '--sign KEY[="auto"]',
    shows: "--sign[=KEY]",
  },
  {
    name: "optional value with its default in brackets",
    from: ["boost", "cxxopts"],
    pattern: / \[=(\w+)\(=[^()]*\)\](?: \(=[^()]*\))?$/,
    left: "[=$1]",
    example: "--sign [=KEY(=auto)]",
    shows: "--sign[=KEY]",
  },
  {
    name: "option that takes no other value",
    from: ["CLI11"],
    pattern: /(?<=,--no-[\w-]+)\{false\}/,
    left: "",
    example: "--color,--no-color{false}",
    shows: "--color,--no-color",
  },
  {
    name: "required",
    from: ["CLI11"],
    pattern: / REQUIRED(?= |$)/,
    left: "",
    note: "[required]",
    example: "--id INT REQUIRED",
    shows: "--id INT [required]",
  },
  {
    name: "environment variable",
    from: ["CLI11"],
    pattern: / \(Env:(\w+)\)$/,
    left: "",
    note: "[env: $1]",
    example: "--owner TEXT (Env:DEMO_OWNER)",
    shows: "--owner TEXT [env: DEMO_OWNER]",
  },
  {
    name: "type after a colon",
    from: ["plumbum"],
    pattern: /(?<= [A-Z]+):(?:str|(int|float))$/,
    left: "",
    note: "[type: $1]",
    example: "--id N:int",
    shows: "--id N [type: int]",
  },
  {
    name: "dots after a name in brackets",
    from: ["stricli"],
    pattern: /^((?:-\w,? )?--[\w-]+)\.{3}$/,
    left: "$1",
    example: "-t, --tag...",
    shows: "-t, --tag",
  },
  {
    name: "options that it excludes",
    from: ["CLI11"],
    pattern: / (Excludes: (?:-{1,2}[\w-]+ ?)+)$/,
    left: "",
    note: "[$1]",
    example: "--json Excludes: --yaml",
    shows: "--json [Excludes: --yaml]",
  },
  {
    name: "list after its type",
    from: ["CLI11", "plumbum"],
    pattern: / [A-Z]+:(\{[^{}]*\})(?=[= ]|$)/,
    left: " $1",
    example: "--format TEXT:{low,high}=low",
    shows: "--format {low,high} [default: low]",
  },
  {
    name: "default after a type or a list",
    from: ["CLI11"],
    pattern: /(?<= (?:[A-Z]{2,}|\{[^{}]*\}))=([^ =[<{A-Z][^ =[<{]*)$/,
    left: "",
    note: "[default: $1]",
    example: "--rate FLOAT=0.5",
    shows: "--rate FLOAT [default: 0.5]",
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
  for (const { pattern, left, note } of NOTATIONS) {
    const found = note === undefined ? null : pattern.exec(plain);
    if (found !== null && note !== undefined) notes.push(note.replace("$1", found[1]?.trim() ?? ""));
    plain = plain.replace(pattern, left);
  }
  return { column: plain, notes };
}

/** An option in brackets and its text: `-o, [--output=FILE]   # Write it` of Thor, `-o [--output]  Write it` of stricli. */
const BRACKETED = /^(\s+(?:-\w,? +)?)\[(--[\w/-]+(?:=[^\]\s]*)?)\]((?:, \[--[\w-]+\])*(?:\.{3})?)(?=\s+# |\s{2,}\S)/;

/** Such an option without a text. */
const BRACKETED_ALONE = /^(\s+(?:-\w,? +)?)\[(--[\w/-]+(?:=[^\]\s]*)?)\]((?:, \[--[\w-]+\])*)$/;

/** An option, a word in a column of defaults, and a text. */
const WITH_DEFAULT = /^( +-.*\S {2,})(\S+)( {2,}\S.*)$/;

/** Moves a default below its heading, which starts at `column`, to the end of the description. */
function moveDefault(line: string, column: number | undefined): string {
  const [, names = "", word = "", text = ""] = column === undefined ? [] : (WITH_DEFAULT.exec(line) ?? []);
  const distance = names.length - (column ?? 0);
  return word === "" || distance < -1 || distance > 7 ? line : `${names}${" ".repeat(word.length)}${text} [default: ${word}]`;
}

function moveRequired(all: string, type = ""): string {
  return `required  ${type === "" ? "value" : type}`.padStart(Math.max(all.length, 40));
}

/**
 * Rewrites the lines of options that start with brackets, and those with a value between colons. Descriptions keep their columns. Removes
 * the options that gflags adds to all programs.
 */
export function unwrapLines(lines: readonly string[]): readonly string[] {
  const isBracketed = lines.some((line) => BRACKETED.test(line));
  const unwrap = (all: string, start: string, name: string, others: string): string =>
    `${start.replace(/(?<=-\w) +$/, ", ")}${name}${others.replace(/[[\]]/g, "")}`.padEnd(all.length);
  const hasTypes = lines.some((line) => OWN_FORMS.gflagsSource.pattern.test(line));
  let isOfLibrary = false;
  const defaultsAt = lines.find((line) => OWN_FORMS.spectreDefault.pattern.test(line))?.indexOf("DEFAULT");
  return lines.map((line) => {
    const source = OWN_FORMS.gflagsSource.pattern.exec(line)?.[1];
    if (source !== undefined) isOfLibrary = OWN_FORMS.gflagsLibrary.pattern.test(source);
    if (isOfLibrary) return "";
    const separated = moveDefault(line, defaultsAt)
      .replace(OWN_FORMS.abslColons.pattern, "$1 $2  ")
      .replace(OWN_FORMS.caporalRequired.pattern, moveRequired);
    const plain = hasTypes ? separated.replace(OWN_FORMS.gflagsType.pattern, "$1  (") : separated;
    return isBracketed ? plain.replace(BRACKETED, unwrap).replace(BRACKETED_ALONE, unwrap).trimEnd() : plain;
  });
}
