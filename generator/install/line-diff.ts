/** A change of a text as a unified diff. */

import { escapeUnprintable } from "../diagnostics/wording.ts";

/** What a diff needs of a terminal's colours. */
export interface DiffColors {
  readonly bold: (text: string) => string;
  readonly cyan: (text: string) => string;
  readonly green: (text: string) => string;
  readonly red: (text: string) => string;
}

export interface TextChange {
  readonly path: string;
  /** Empty where there was no file. */
  readonly before: string;
  readonly after: string;
}

/** Unchanged lines that are shown around a change. One: a few lines on, the file of a client may hold somebody's token. */
const CONTEXT = 1;

type Line = readonly [mark: " " | "-" | "+", text: string];

/** One hunk over everything that changed, as `diff -U1` prints it; carriage returns are not shown, what would move a
 * terminal's cursor is written out. Empty where nothing changed. */
export function formatDiff({ path, before, after }: TextChange, colors: DiffColors): string {
  const [old, now] = [toLines(before), toLines(after)];
  const head = old.findIndex((line, index) => line !== now[index]);
  const same = head === -1 ? Math.min(old.length, now.length) : head;
  if (same === old.length && same === now.length) return "";
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - same && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const from = Math.max(0, same - CONTEXT);
  const until = Math.max(0, tail - CONTEXT);
  const lines = compareLines(old.slice(from, old.length - until), now.slice(from, now.length - until));
  const header = `@@ -${range(from, lines, "-")} +${range(from, lines, "+")} @@`;
  return [
    colors.bold(`--- ${before === "" ? "/dev/null" : path}`),
    colors.bold(`+++ ${path}`),
    colors.cyan(header),
    ...lines.map((line) => paint(line, colors)),
    "",
  ].join("\n");
}

/** A last line that does not end is another line than one that does, as `diff` says. */
function toLines(text: string): readonly string[] {
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  return last === "" ? lines : [...lines, `${last}\n\\ No newline at end of file`];
}

function range(from: number, lines: readonly Line[], mark: "-" | "+"): string {
  const count = lines.filter(([other]) => other === " " || other === mark).length;
  const start = count === 0 ? from : from + 1;
  return count === 1 ? String(start) : `${start},${count}`;
}

/** The fewest lines to take away and to add; those that are to be taken away first. The texts are a few dozen lines long. */
function compareLines(old: readonly string[], now: readonly string[]): readonly Line[] {
  const common = countCommon(old, now);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [gone, come] = [old[i], now[j]];
    if (gone !== undefined && gone === come) {
      lines.push([" ", gone]);
      [i, j] = [i + 1, j + 1];
    } else if (gone !== undefined && (come === undefined || at(common, i + 1, j) >= at(common, i, j + 1))) {
      lines.push(["-", gone]);
      i++;
    } else {
      lines.push(["+", come ?? ""]);
      j++;
    }
  }
  return lines;
}

const at = (table: readonly (readonly number[])[], i: number, j: number): number => table[i]?.[j] ?? 0;

/** `[i][j]`: how many lines the rests from `i` and `j` on have in common, in order. */
function countCommon(old: readonly string[], now: readonly string[]): readonly (readonly number[])[] {
  const table: number[][] = old.map(() => []);
  for (let i = old.length - 1; i >= 0; i--) {
    const row = Array.from({ length: now.length }, () => 0);
    table[i] = row;
    for (let j = now.length - 1; j >= 0; j--) {
      row[j] = old[i] === now[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), row[j + 1] ?? 0);
    }
  }
  return table;
}

function paint([mark, text]: Line, colors: DiffColors): string {
  const lines = text.replaceAll("\r", "").split(/([\t\n])/);
  const shown = mark + lines.map((part) => (/^[\t\n]$/.test(part) ? part : escapeUnprintable(part))).join("");
  switch (mark) {
    case " ":
      return shown;
    case "-":
      return colors.red(shown);
    case "+":
      return colors.green(shown);
  }
}
