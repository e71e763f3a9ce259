/** Converts the output of a program or of `man` to plain lines. */

/**
 * Start of an underlined word of a man page, which is a placeholder. Patterns contain the marks as escapes, because the bundled command is
 * read as Latin-1.
 */
export const MARK_START = "\u2039";
/** End of an underlined word. */
export const MARK_END = "\u203A";

const TAB_WIDTH = 8;

/** Escape sequences of terminals: colors, cursor moves, titles and links. */
// eslint-disable-next-line no-control-regex
const ESCAPES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])/g;

/** Control characters and marks of direction, without tabs, line ends, backspaces and escapes. */
const CONTROLS = new RegExp(
  String.raw`[\u0000-\u0007\u000B-\u001A\u001C-\u001F\u007F-\u0084\u0086-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]`,
  "g",
);

/** Other line ends: CR and NEL. A config cannot contain NEL. */
const LINE_ENDS = /\r\n?|\u0085/g;

/** Splits a text into lines without escape sequences, overstrikes and tabs. Underlined words get marks. */
export function toPlainLines(text: string): readonly string[] {
  const visible = text.replace(ESCAPES, "").replace(LINE_ENDS, "\n");
  const plain = visible.includes("\b") ? readOverstrikes(visible) : visible;
  return plain
    .replace(CONTROLS, "")
    .split("\n")
    .map((line) => readBox(toPlainLine(line)));
}

/** Removes the marks of placeholders. */
export function unmark(text: string): string {
  return text.replaceAll(MARK_START, "").replaceAll(MARK_END, "");
}

/** Joins lines to one text without the marks of placeholders. */
export function toText(lines: readonly string[]): string {
  return unmark(lines.join(" ")).replace(/\s+/g, " ").trim();
}

/** Returns the lines from an index up to the next line that `isEnd` accepts. Defaults to a paragraph: a blank line ends it. */
export function takeLines(
  lines: readonly string[],
  start: number,
  isEnd = (line: string): boolean => line.trim() === "",
): readonly string[] {
  const end = lines.findIndex((line, index) => index > start && isEnd(line));
  return lines.slice(start, end === -1 ? undefined : end);
}

/** Returns the number of spaces at the start of a plain line. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Marks words between stars, as pod2usage of Perl writes placeholders: `--output *FILE*`. */
export function markStarred(text: string): string {
  return text.replace(/(?<=^|[\s=:[(|,-])\*([A-Za-z][\w.-]*)\*(?=[\s\]).,:|[]|$)/g, `${MARK_START}$1${MARK_END}`);
}

/** Converts a title between rules to a heading, and a line of a box: its title becomes a heading, and a row loses its borders. */
function readBox(line: string): string {
  const ruled = /^ *[\u2501\u2500\u2550]{2,} (\S[^\u2501\u2500\u2550]*?) [\u2501\u2500\u2550]{2,}$/.exec(line)?.[1];
  if (ruled !== undefined) return `${ruled}:`;
  const title = /^ *[\u256D\u250C\u250F][\u2500\u2501 ]*([^\u2500\u2501]*?)[\u2500\u2501 ]*[\u256E\u2510\u2513]$/.exec(line)?.[1];
  if (title !== undefined) return title === "" ? "" : `${title}:`;
  if (/^ *[\u2570\u2514\u2517][\u2500\u2501]*[\u256F\u2518\u251B]$/.test(line)) return "";
  const row = /^ *[\u2502\u2503](.*)[\u2502\u2503]$/.exec(line)?.[1];
  return row === undefined ? line : joinCells(row.trimEnd());
}

/** An option whose spellings and value are in separate columns: `--name  -n  TEXT`. */
const BOX_OPTION = new RegExp(
  [
    String.raw`^( +(?:\* +)?)`,
    String.raw`(-{1,2}\w[^ ]*)((?: +-{1,2}\w[^ ]*)*)`,
    String.raw`((?: +(?:<[^<>]+>|[A-Z]{2,}(?: [A-Z]+)*)(?:\.{3})?)?)(?= {2}|$)`,
  ].join(""),
);

/** Joins the spellings and the value of an option in one column. The description keeps its column if there is room. */
function joinCells(row: string): string {
  const [all, indent = "", first = "", others = "", value = ""] = BOX_OPTION.exec(row) ?? [];
  if (all === undefined) return row;
  const column = [[first, ...others.trim().split(/ +/)].filter((name) => name !== "").join(", "), value.trim()].join(" ").trimEnd();
  const text = row.slice(all.length).trimStart();
  return text === "" ? `${indent}${column}` : `${`${indent}${column}  `.padEnd(row.length - text.length)}${text}`;
}

function toPlainLine(line: string): string {
  return repairDoubledBold(expandTabs(line))
    .replace(/[\u00A0\u2002-\u200A]/g, " ")
    .replace(/[\u2010\u2011\u2212]/g, "-")
    .trimEnd();
}

function expandTabs(line: string): string {
  if (!line.includes("\t")) return line;
  let expanded = "";
  for (const part of line.split(/(\t)/)) {
    expanded += part === "\t" ? " ".repeat(TAB_WIDTH - (expanded.length % TAB_WIDTH)) : part;
  }
  return expanded;
}

/** Characters without an overstrike, at most 200 at once, or one character with those below it. */
// eslint-disable-next-line no-control-regex
const OVERSTRIKES = /((?:\n|[^\u0008\n\r\u2028\u2029](?!\u0008)){1,200})|(?:(.)\u0008)*(.|\n)/gu;

/** Reads `X\bX` as X and `_\bX` as an underlined X. */
function readOverstrikes(text: string): string {
  let marked = "";
  let isOpen = false;
  for (const [all, plain, under = "", last = ""] of text.matchAll(OVERSTRIKES)) {
    const over = plain ?? last;
    const isMarked = all.length > over.length && under === "_" && over !== "_";
    if (isMarked && !isOpen) marked += MARK_START;
    if (!isMarked && isOpen) marked += MARK_END;
    isOpen = isMarked;
    marked += over;
  }
  return isOpen ? `${marked}${MARK_END}` : marked;
}

/** Repairs headings such as `NNAAMMEE`, which remain of overstrikes after `col -b` or a filter that removes backspaces. */
function repairDoubledBold(line: string): string {
  return line.replace(/(?:([A-Z])\1){3,}(?: (?:([A-Z])\2)+)*/g, (word) => word.replace(/([A-Z])\1/g, "$1"));
}
