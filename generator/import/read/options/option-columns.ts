/** Splits lines into a column of option names and one of descriptions. Splits tables of options, as in the help of `unzip`, into cells. */

/** A line in two columns. */
export interface Columns {
  readonly left: string;
  readonly right: string;
  /** Column of `right`. */
  readonly column: number;
}

/**
 * Splits a line into names and description, at the first gap of two spaces or colon between them. Gaps between names, or before a value, do
 * not count.
 */
export function splitColumns(line: string, start: number): Columns {
  // Dots can fill the gap before the description: `-q <float> ...... quality`.
  const dotless = line.slice(start).replace(/(?<= )(?:\.{1,2}|\.{4,})(?= [^-])/, (dots) => " ".repeat(dots.length));
  const text = joinLongColumn(joinShortColumn(dotless));
  const gaps = /\s{2,}|(?<=[^\s=]) ?:(?= |$)(?! -)/g;
  for (let gap = gaps.exec(text); gap !== null; gap = gaps.exec(text)) {
    const left = text.slice(0, gap.index);
    // A colon in a placeholder: `<String, one of: 'a' 'b'>`.
    if (gap[0].includes(":") && /<[^<>]*$/.test(left)) continue;
    const end = gap.index + gap[0].length;
    // Some programs print `:` or `=` at the start of the description.
    const right = text
      .slice(end)
      .trim()
      .replace(/^[:=] +/, "");
    // A value, and not a description: `-seed    = <int>`.
    if (/^= <[^<>]+>/.test(text.slice(end))) continue;
    const short = /^(?:-., ?)*(-.)$/.exec(left)?.[1];
    const isShort = short !== undefined && startsWithLong(right, short);
    if (/^--?[A-Za-z0-9[]/.test(right) && (/[,|]$/.test(left) || isShort)) continue;
    if (/^\| *--?[A-Za-z]/.test(right)) continue;
    if (/^or --?[A-Za-z][\w-]*(?:[ =][^ ]+)?(?: {2,}|$)/.test(right)) continue;
    // After a colon, the column is a description in any case.
    if (!gap[0].includes(":") && startsWithValue(right) && !/[<[\u2039{=A-Z]| [^-]/.test(left.replace(/^-+./, ""))) continue;
    if (/^(?:[<\u2039][^<>\u2039\u203A]*[>\u203A]|\[[^[\] ]*\])+$/.test(right) || /^[<\u2039][^<>\u2039\u203A]*[>\u203A] {2,}/.test(right))
      continue;
    return {
      left: left
        .replace(/(?<=^-.(?:, ?-.)+)\s{2,}(?=-)/, ", ")
        .replace(/\s{2,}/g, " ")
        .replace(/ ,/g, ","),
      right,
      column: start + end,
    };
  }
  return { left: text.replace(/\s{2,}/g, " ").replace(/:$/, ""), right: "", column: line.length };
}

/** Reports whether a value and a gap, or a value and a colon, precede the description. Justified text has further gaps. */
function startsWithValue(text: string): boolean {
  const isWord = /^(?:[a-z_]+|#(?:\[[^ ]*\])?)(?:\s{2,}| : )/.test(text) && text.split(/\s{2,}/).length < 3;
  return isWord || /^(?:[<[\u2039{=][^ ]*|[A-Z][A-Z_]+)(?:\s{2,}| : )/.test(text);
}

/** Reports whether a text starts with a long name: `--quiet`, or `-quiet` after `-q`. */
function startsWithLong(text: string, short: string): boolean {
  return /^--(?:\w|\[\w+-\])/.test(text) || (text.startsWith(short) && /^-[a-z]{3,}(?:\s|$)/.test(text));
}

/** Short names with their values in a column, and long names in the next: `-f FORMAT, -r FORMAT  --from=FORMAT, --read=FORMAT`. */
const SHORT_COLUMN =
  /^((?:-\w(?:\[[^ ]*\]| [^\s-][^ ]*?|(?:\|-[\w?])+)(?:, (?=-))?)+)( {2,})(?=--[A-Za-z][^ ]*(?: [A-Z]+|, --[^ ]+)*(?: {2,}|$))/;

/** Writes both columns of names as one. The description keeps its column. */
function joinShortColumn(text: string): string {
  return text.replace(SHORT_COLUMN, (_all, names: string, gap: string) => `${names}, ${gap.slice(2)}`);
}

/**
 * A long name, and a short one in the next column that is not the start of a description: `--source  -s address  Where`,
 * `--all  -a  Everything`, `--insert  -I chain [number]`. In `--all  -f all`, the description is another option.
 */
const LONG_COLUMN =
  /^(--[\w-]+(?:=[\w-]+|\[=[\w-]+\])?)( {2,})(?=-[A-Za-z0-9](?:\[\w+\])?(?: [^-\s"][^\s]* {2,}\S| [^\s]*[[<][^\s]*$| (?:\w[\w-]* )?\[.*\]$|(?: {2,}<[^<>]*>(?:=<[^<>]*>)?)? {2,}\S))/;

/** Writes a column of long names and one of short names as one. */
function joinLongColumn(text: string): string {
  return text.replace(LONG_COLUMN, (_all, name: string, gap: string) => `${name}, ${gap.slice(2)}`);
}

/** A cell of a table after the first of its row, indented to its column. */
export interface OptionCell {
  /** Index of the line. */
  readonly at: number;
  readonly text: string;
}

/** The lines of a page without the cells after the first of each row, and these cells. */
export interface SplitTables {
  readonly lines: readonly string[];
  readonly cells: readonly OptionCell[];
}

/** Minimum number of rows with an option in the same column. Fewer rows are not a table. */
const MIN_ROWS = 3;

/** The start of an option after a gap. */
const OPTION = /(?<=\S {2,})(?:-[A-Za-z0-9?]|\+[A-Za-z]|\+\|-)(?=[ A-Za-z0-9[])/g;

/** An option with a description: `-l list files`. Names and placeholders are not a cell: `-a  --all`, `--names <file>  -n for each`. */
const CELL = /^ *[-+][^ ]* +(?:[^ ]+ +)*[a-z(]/;

/** Splits the rows of tables. Other lines stay unchanged. */
export function splitTables(lines: readonly string[]): SplitTables {
  const starts = lines.map(cellStarts);
  const rows = new Map<number, number>();
  for (const column of starts.flat()) rows.set(column, (rows.get(column) ?? 0) + 1);
  const cells: OptionCell[] = [];
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
    if (!CELL.test(line.slice(start, index))) continue;
    found.push(index);
    start = index;
  }
  return found;
}
