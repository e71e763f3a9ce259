/** Splits lines into a column of option names and one of descriptions, and rows with several options into cells. */
import { OWN_RULES } from "../layouts/own-rules.ts";

/** A line in two columns. */
export interface Columns {
  readonly left: string;
  readonly right: string;
  /** Column of `right`. */
  readonly column: number;
}

/** A gap that does not end the column of names. `before` and `after` match the text next to it. */
export interface InnerGap {
  readonly name: string;
  /** The gap is a colon, or spaces. Both if omitted. */
  readonly sign?: "colon" | "space";
  readonly before?: RegExp;
  readonly after: RegExp;
  /** A line with such a gap before its column of descriptions. */
  readonly example: string;
}

/** The start of a value before another gap. Justified text has more gaps. */
const VALUE_WORD = /^(?:[a-z_]+|#(?:\[[^ ]*\])?)(?:\s{2,}| : )(?!.*\s{2,}.*\s{2,})/;

export const INNER_GAPS: readonly InnerGap[] = [
  { name: "colon in a placeholder", sign: "colon", before: /<[^<>]*$/, after: /^/, example: "-f <one of: a b>  Text" },
  {
    name: "colon in round brackets",
    sign: "colon",
    before: / \([^()]*$/,
    after: /^[^()]*\)(?: {2,}|$)/,
    example: "--depth int (default: 3)  Text",
  },
  { name: "value after an equals sign", after: /^= <[^<>]+>/, example: "-seed    = <int>  Text" },
  { name: "name after a comma or bar", before: /[,|]$/, after: /^--?[A-Za-z0-9[]/, example: "-q,    --quiet  Text" },
  { name: "long name after a short one", before: /^(?:-., ?)*-.$/, after: /^--(?:\w|\[\w+-\])/, example: "-q    --quiet  Text" },
  { name: "name after a bar in the next column", after: /^\| *--?[A-Za-z]/, example: "-q   | --quiet  Text" },
  { name: "name after or", after: /^or --?[A-Za-z][\w-]*(?:[ =][^ ]+)?(?: {2,}|$)/, example: "-q   or --quiet  Text" },
  { name: "value in lower case", sign: "space", before: /^-+.[^<[\u2039{=A-Z]*$/, after: VALUE_WORD, example: "-o   file  Text" },
  {
    name: "value in brackets or capitals",
    sign: "space",
    before: /^-+.[^<[\u2039{=A-Z]*$/,
    after: /^(?:[<[\u2039{=][^ ]*|[A-Z][A-Z_]+)(?:\s{2,}| : )/,
    example: "-o   FILE  Text",
  },
  { name: "values alone", after: /^(?:[<\u2039][^<>\u2039\u203A]*[>\u203A]|\[[^[\] ]*\])+$/, example: "--size 3   <n>[k]" },
];

/** A name of the same letter after a short one: `-quiet` after `-q`. */
const SAME_LETTER = /(?:^|[ ,])(-.)(?:\s{2,}|\s*:\s*)\1[a-z]{2,}(?:\s|$)/;

/**
 * Splits a line into names and description, at the first gap of two spaces or colon between them. Gaps between names, or before a value, do
 * not count.
 */
export function splitColumns(line: string, start: number): Columns {
  // Dots can fill the gap before the description: `-q <float> ...... quality`.
  const dotless = line.slice(start).replace(/(?<= )(?:\.{1,2}|\.{4,})(?= [^-])/, (dots) => " ".repeat(dots.length));
  const text = joinLongColumn(joinShortColumn(dotless));
  for (const gap of text.matchAll(/\s{2,}|(?<=[^\s=]) ?:(?= |$)(?! -)/g)) {
    const [left, end] = [text.slice(0, gap.index), gap.index + gap[0].length];
    if (isInner(text, { left, gap: gap[0], end })) continue;
    // Some programs print `:` or `=` at the start of the description.
    const right = text
      .slice(end)
      .trim()
      .replace(/^[:=] +/, "");
    return { left: joinLeft(left), right, column: start + end };
  }
  return { left: text.replace(/\s{2,}/g, " ").replace(/:$/, ""), right: "", column: line.length };
}

interface Gap {
  readonly left: string;
  readonly gap: string;
  readonly end: number;
}

function isInner(text: string, { left, gap, end }: Gap): boolean {
  const sign = gap.includes(":") ? "colon" : "space";
  const right = text.slice(end).trim();
  const isListed = INNER_GAPS.some(
    (inner) => (inner.sign ?? sign) === sign && (inner.before?.test(left) ?? true) && inner.after.test(right),
  );
  return isListed || (/^(?:-., ?)*-.$/.test(left) && SAME_LETTER.test(`${left}${gap}${right}`));
}

function joinLeft(left: string): string {
  return left
    .replace(/(?<=^-.(?:, ?-.)+)\s{2,}(?=-)/, ", ")
    .replace(/\s{2,}/g, " ")
    .replace(/ ,/g, ",");
}

/** A short name with its value in a column: `-f FORMAT`, `-P[WHEN]`, `-h|-H`. */
const SHORT = String.raw`-\w(?:\[[^ ]*\]| [^\s-][^ ]*?|(?:\|-[\w?])+)`;

/** Long names in the next column: `--from=NAME, --read=NAME`. */
const LONG = String.raw`--[A-Za-z][^ ]*(?: [A-Z]+|, --[^ ]+)*(?: {2,}|$)`;

const SHORT_COLUMN = new RegExp(`^((?:${SHORT}(?:, (?=-))?)+)( {2,})(?=${LONG})`);

/** Writes both columns of names as one. The description keeps its column. */
function joinShortColumn(text: string): string {
  return text.replace(SHORT_COLUMN, (_all, names: string, gap: string) => `${names}, ${gap.slice(2)}`);
}

const LONG_FIRST = /^(--[\w-]+(?:=[\w-]+|\[=[\w-]+\])?)( {2,})(-[A-Za-z0-9](?:\[\w+\])?)(?=( .*))/;

/** The text after a short name that another spelling of it precedes. In `--all  -f all`, the description is another option. */
const AFTER_SHORT: readonly (readonly [example: string, pattern: RegExp])[] = [
  ["--source  -s address  Where", /^ [^-\s"][^\s]* {2,}\S/],
  ["--insert  -I chain [number]", /^ (?:\w[\w-]* )?\[.*\]$/],
  ["--set  -s  <name>=<value>  Set it", /^(?: {2,}<[^<>]*>(?:=<[^<>]*>)?)? {2,}\S/],
];

/** Writes a column of long names and one of short names as one. */
function joinLongColumn(text: string): string {
  const [all, name = "", gap = "", short = "", rest = ""] = LONG_FIRST.exec(text) ?? [];
  if (all === undefined || !AFTER_SHORT.some(([, pattern]) => pattern.test(rest))) return text;
  return `${name}, ${gap.slice(2)}${short}${text.slice(all.length)}`;
}

/** The lines of a page without the cells after the first of each row, and these cells: the index of the line, and the indented text. */
interface SplitTables {
  readonly lines: readonly string[];
  readonly cells: readonly { readonly at: number; readonly text: string }[];
}

/** Minimum number of rows with an option in the same column. Fewer rows are not a table. */
const MIN_ROWS = 3;

/** The start of an option after a gap. */
const OPTION = /(?<=\S {2,})(?:-[A-Za-z0-9?]|\+[A-Za-z]|\+\|-)(?=[ A-Za-z0-9[])/g;

/** Splits the rows of tables. Other lines stay unchanged. */
export function splitTables(lines: readonly string[]): SplitTables {
  const starts = lines.map(cellStarts);
  const rows = new Map<number, number>();
  for (const column of starts.flat()) rows.set(column, (rows.get(column) ?? 0) + 1);
  const cells: { at: number; text: string }[] = [];
  const first = lines.map((line, at) => {
    const columns = (starts[at] ?? []).filter((column) => (rows.get(column) ?? 0) >= MIN_ROWS);
    for (const [index, column] of columns.entries()) {
      cells.push({ at, text: `${" ".repeat(column)}${line.slice(column, columns[index + 1]).trimEnd()}` });
    }
    return columns[0] === undefined ? line : line.slice(0, columns[0]).trimEnd();
  });
  return { lines: first, cells };
}

/** Returns the columns of the options in a line that follow an option with its description. */
function cellStarts(line: string): readonly number[] {
  if (!/^ *[-+]/.test(line)) return [];
  const found: number[] = [];
  let start = 0;
  for (const { index } of line.matchAll(OPTION)) {
    // Names and placeholders are not a cell: `-a  --all`, `--names <file>  -n for each`.
    if (!OWN_RULES.unzipCell.pattern.test(line.slice(start, index))) continue;
    found.push(index);
    start = index;
  }
  return found;
}
