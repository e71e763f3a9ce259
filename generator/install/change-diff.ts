/** Formats a change of a file as a unified diff. */
import { escapeUnprintable } from "../text/wording.ts";
import type { DiffColors, LineEdit } from "../text/line-diff.ts";
import { diffLists, paintEdit } from "../text/line-diff.ts";

/** A change of a file's text. */
export interface TextChange {
  readonly path: string;
  /** Empty for a new file. */
  readonly before: string;
  readonly after: string;
}

/** Number of context lines. Only one, because nearby lines of a client's file can contain tokens. */
const CONTEXT_LINES = 1;

/**
 * Formats a diff with a single hunk that spans all changes. Omits carriage returns, and escapes characters that move a terminal's cursor.
 * Empty if nothing changed.
 */
export function formatDiff({ path, before, after }: TextChange, colors: DiffColors): string {
  const [old, now] = [toLines(before), toLines(after)];
  const edits = diffLists(old, now);
  const first = edits.findIndex(isChange);
  if (first === -1) return "";
  const from = Math.max(0, first - CONTEXT_LINES);
  const lines = edits.slice(from, edits.findLastIndex(isChange) + CONTEXT_LINES + 1);
  const header = `@@ -${range(from, lines, "added")} +${range(from, lines, "removed")} @@`;
  return [
    colors.bold(`--- ${before === "" ? "/dev/null" : path}`),
    colors.bold(`+++ ${path}`),
    colors.cyan(header),
    ...lines.map((line) => paint(line, colors)),
    "",
  ].join("\n");
}

/** Splits a text into lines. A last line without a line ending carries the marker of `diff`, so that it differs from one with it. */
function toLines(text: string): readonly string[] {
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  return last === "" ? lines : [...lines, `${last}\n\\ No newline at end of file`];
}

function isChange({ kind }: LineEdit): boolean {
  return kind !== "same";
}

/** Formats the line range of one side of a hunk. `other`: kind of the lines that only the other side has. */
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
