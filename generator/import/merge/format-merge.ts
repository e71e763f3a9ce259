/** Formats the lines that a merge adds to a config. */
import type { DiffColors } from "../../text/line-diff.ts";
import { diffLines, paintEdit } from "../../text/line-diff.ts";
import { toHunks } from "../../text/hunks.ts";
import { escapeUnprintable } from "../../text/wording.ts";

/** Number of unchanged lines around each change. */
const CONTEXT = 2;

/** Returns the difference between two strings as hunks of a unified diff, without the names of files. Empty if nothing changed. */
export function formatMerge(before: string, after: string, colors: DiffColors): string {
  const lines = toHunks(diffLines(before, after), CONTEXT).flatMap(({ head, edits }) => [
    colors.cyan(head),
    ...edits.map((edit) => paintEdit(edit, escapeUnprintable(edit.line), colors)),
  ]);
  return lines.map((line) => `${line}\n`).join("");
}
