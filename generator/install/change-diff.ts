/** A change of a text as a unified diff. */
import { escapeUnprintable } from "../diagnostics/wording.ts";
import type { DiffColors, LineEdit } from "../diagnostics/line-diff.ts";
import { diffLists, paintEdit } from "../diagnostics/line-diff.ts";

export interface TextChange {
  readonly path: string;
  /** Empty where there was no file. */
  readonly before: string;
  readonly after: string;
}

/** Unchanged lines that are shown around a change. One: a few lines on, the file of a client may hold somebody's token. */
const CONTEXT = 1;

/** One hunk over everything that changed, as `diff -U1` prints it; carriage returns are not shown, what would move a
 * terminal's cursor is written out. Empty where nothing changed. */
export function formatDiff({ path, before, after }: TextChange, colors: DiffColors): string {
  const [old, now] = [toLines(before), toLines(after)];
  const edits = diffLists(old, now);
  const first = edits.findIndex(isChange);
  if (first === -1) return "";
  const from = Math.max(0, first - CONTEXT);
  const lines = edits.slice(from, edits.findLastIndex(isChange) + CONTEXT + 1);
  const header = `@@ -${range(from, lines, "added")} +${range(from, lines, "removed")} @@`;
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

function isChange({ kind }: LineEdit): boolean {
  return kind !== "same";
}

/** The lines of one of the two texts: all but those that only the `other` one has. */
function range(from: number, lines: readonly LineEdit[], other: LineEdit["kind"]): string {
  const count = lines.filter(({ kind }) => kind !== other).length;
  const start = count === 0 ? from : from + 1;
  return count === 1 ? String(start) : `${start},${count}`;
}

function paint(edit: LineEdit, colors: DiffColors): string {
  const parts = edit.line.replaceAll("\r", "").split(/([\t\n])/);
  const shown = parts.map((part) => (/^[\t\n]$/.test(part) ? part : escapeUnprintable(part))).join("");
  return paintEdit(edit, shown, colors);
}
