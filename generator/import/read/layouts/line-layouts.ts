/** Rewrites the lines of single frameworks to the common notation. Descriptions keep their columns. */
import type { Layout } from "./layout.ts";

/** Rewrites one line of a page. */
export type Rewrite = (line: string) => string;

/** A notation of lines. */
export type LineLayout = Layout<readonly [printed: string, common: string]> & {
  /** Returns how to rewrite the lines of a page, in their order. Undefined if the page does not have the layout. */
  readonly rewriteIn: (page: readonly string[]) => Rewrite | undefined;
};

/** An option in brackets and its text, or another one on such a page. */
const BRACKETED = /^(\s+(?:-\w,? +)?)\[(--[\w/-]+(?:=[^\]\s]*)?)\]((?:, \[--[\w-]+\])*(?:\.{3})?)(?=\s+# |\s{2,}\S)/;
const BRACKETED_ALONE = /^(\s+(?:-\w,? +)?)\[(--[\w/-]+(?:=[^\]\s]*)?)\]((?:, \[--[\w-]+\])*)$/;

/** All names of an option and its value in brackets, and the gap before the text: `[-o, --output FILE]  Write it`. */
const BRACKETED_COLUMN = /^( {2,})\[((?:-\w, )*--[a-z][\w-]*(?:, --[a-z][\w-]*)*(?: [A-Z][A-Z_-]*)?)\](?= {2,}\S)/;

/** The names of an option, the type of its value, and the gap before its text. */
const TYPED_COLUMN = /^( {2,}--?\w[\w-]*(?:, --?\w[\w-]*)*) {2,}(?:(Array<)?(String|Number|Boolean)>?)(?= {2,}\S)/;

const ABSL_COLONS = /^(\s+(?:-\w,)?--[\w-]+): (<[^<>]+>): /;
const CAPORAL_REQUIRED = /^ {2,6}required(?: {2,}(\w+)?)? *$/;
const GFLAGS_SOURCE = /^ +Flags from (\S+):$/;
const SPECTRE_DEFAULT = /^ +DEFAULT *$/;

export const LINE_LAYOUTS: readonly LineLayout[] = [
  {
    name: "option of the library",
    from: ["gflags"],
    reason: "options are listed by source file, and those of these files are in all programs",
    pattern: GFLAGS_SOURCE,
    rewriteIn: removeLibrary,
    example: ["  Flags from /src/gflags_reporting.cc:\n    -version (Show the version)", "\n"],
  },
  {
    name: "column of defaults",
    from: ["Spectre.Console"],
    reason: "defaults have a column between the names and the texts",
    pattern: SPECTRE_DEFAULT,
    rewriteIn: moveDefaults,
    example: [
      "                      DEFAULT\n    --rate <NUMBER>   0.5        Share",
      "                      DEFAULT\n    --rate <NUMBER>              Share [default: 0.5]",
    ],
  },
  {
    name: "value between colons",
    from: ["absl"],
    reason: "elsewhere, a colon ends the names",
    pattern: ABSL_COLONS,
    rewriteIn: () => (line) => line.replace(ABSL_COLONS, "$1 $2  "),
    example: ["  --format: <low|high>: Format", "  --format <low|high>  Format"],
  },
  {
    name: "required below the names",
    from: ["caporal"],
    reason: "the word below the names of a required option is beside the type of its value",
    pattern: CAPORAL_REQUIRED,
    rewriteIn: () => (line) => line.replace(CAPORAL_REQUIRED, moveRequired),
    example: ["    required          number", "                        required  number"],
  },
  {
    name: "text in brackets after one space",
    from: ["gflags"],
    reason: "elsewhere, two spaces precede the text",
    pattern: GFLAGS_SOURCE,
    rewriteIn: (page) =>
      page.some((line) => GFLAGS_SOURCE.test(line)) ? (line) => line.replace(/^(\s+-\w+) \((?=[A-Za-z].*)/, "$1  (") : undefined,
    example: [
      "  Flags from tool.cc:\n    -format (Format of it) type: string",
      "  Flags from tool.cc:\n    -format  (Format of it) type: string",
    ],
  },
  {
    name: "long name in brackets",
    from: ["Thor", "stricli"],
    pattern: BRACKETED,
    rewriteIn: (page) =>
      page.some((line) => BRACKETED.test(line))
        ? (line) => line.replace(BRACKETED, unwrap).replace(BRACKETED_ALONE, unwrap).trimEnd()
        : undefined,
    example: ["  -o, [--output=FILE]   # Write it\n      [--json]", "  -o, --output=FILE     # Write it\n      --json"],
  },
  {
    name: "column of types",
    from: ["clerc"],
    reason: "the type of the value has a column between the names and the text",
    pattern: TYPED_COLUMN,
    rewriteIn: (page) => (page.some((line) => TYPED_COLUMN.test(line)) ? (line) => line.replace(TYPED_COLUMN, moveType) : undefined),
    example: ["  --tag, -t  Array<String>  Attach a tag", "  --tag, -t <string> ...    Attach a tag"],
  },
  {
    name: "names and value in brackets",
    from: ["cappa"],
    reason: "elsewhere, brackets around all names are those of a usage",
    pattern: BRACKETED_COLUMN,
    rewriteIn: (page) =>
      page.some((line) => BRACKETED_COLUMN.test(line)) ? (line) => line.replace(BRACKETED_COLUMN, "$1$2  ").trimEnd() : undefined,
    example: ["    [-o, --output FILE]  Write it", "    -o, --output FILE    Write it"],
  },
];

/** Rewrites the lines of a page from all layouts of options to the common notation. */
export function toCommonLines(page: readonly string[]): readonly string[] {
  return rewriteLines(page, LINE_LAYOUTS);
}

/** Rewrites the lines of a page with the given layouts. */
export function rewriteLines(page: readonly string[], layouts: readonly LineLayout[]): readonly string[] {
  const rewrites = layouts.flatMap(({ rewriteIn }) => rewriteIn(page) ?? []);
  return page.map((given) => rewrites.reduce((line, rewrite) => rewrite(line), given));
}

/** Writes the type of a value beside the names. The text keeps its column. */
function moveType(match: string, names: string, list: string | undefined, type: string): string {
  const value = type === "Boolean" ? "" : ` <${type.toLowerCase()}>${list === undefined ? "" : " ..."}`;
  return `${names}${value}`.padEnd(match.length);
}

function removeLibrary(page: readonly string[]): Rewrite | undefined {
  if (!page.some((line) => GFLAGS_SOURCE.test(line))) return undefined;
  let isOfLibrary = false;
  return (line) => {
    const source = GFLAGS_SOURCE.exec(line)?.[1];
    if (source !== undefined) isOfLibrary = /(?:^|\/)gflags(?:_\w+)?\.cc$/.test(source);
    return isOfLibrary ? "" : line;
  };
}

/** Moves a default below the heading of its column to the end of the description. */
function moveDefaults(page: readonly string[]): Rewrite | undefined {
  const column = page.find((line) => SPECTRE_DEFAULT.test(line))?.indexOf("DEFAULT");
  if (column === undefined) return undefined;
  return (line) => {
    const [, names = "", word = "", text = ""] = /^( +-.*\S {2,})(\S+)( {2,}\S.*)$/.exec(line) ?? [];
    const distance = names.length - column;
    return word === "" || distance < -1 || distance > 7 ? line : `${names}${" ".repeat(word.length)}${text} [default: ${word}]`;
  };
}

function moveRequired(all: string, type = ""): string {
  return `required  ${type === "" ? "value" : type}`.padStart(Math.max(all.length, 40));
}

function unwrap(all: string, start: string, name: string, others: string): string {
  return `${start.replace(/(?<=-\w) +$/, ", ")}${name}${others.replace(/[[\]]/g, "")}`.padEnd(all.length);
}
