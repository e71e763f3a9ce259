/** Formats line edits as a unified diff. */
import type { Colors } from "./colors.ts";
import type { LineEdit } from "./line-diff.ts";
import { escapeUnprintable } from "./wording.ts";

/** Formats all lines of a diff, marked by ` `, `-` or `+`. Escapes characters that move a terminal's cursor. */
export function formatEdits(edits: readonly LineEdit[], colors: Colors): readonly string[] {
  return edits.map(({ kind, line }) => {
    const shown = escapeUnprintable(line);
    switch (kind) {
      case "same":
        return ` ${shown}`;
      case "removed":
        return colors.red(`-${shown}`);
      case "added":
        return colors.green(`+${shown}`);
    }
  });
}

/**
 * Formats the changed lines with `context` unchanged lines before and after. Each group of lines follows a header with its start and number
 * of lines in both texts: `@@ -3,2 +3,4 @@`. Groups that share context are merged.
 */
export function formatHunks(edits: readonly LineEdit[], context: number, colors: Colors): readonly string[] {
  const isShown = edits.map((_, index) =>
    edits.slice(Math.max(0, index - context), index + context + 1).some(({ kind }) => kind !== "same"),
  );
  const lines: string[] = [];
  let [old, young] = [1, 1];
  for (let start = 0, end = 0; start < edits.length; start = end) {
    const other = isShown.indexOf(isShown[start] === false, start);
    end = other === -1 ? edits.length : other;
    const part = edits.slice(start, end);
    const oldCount = part.filter(({ kind }) => kind !== "added").length;
    const youngCount = part.filter(({ kind }) => kind !== "removed").length;
    if (isShown[start]) lines.push(colors.cyan(`@@ -${old},${oldCount} +${young},${youngCount} @@`), ...formatEdits(part, colors));
    old += oldCount;
    young += youngCount;
  }
  return lines;
}
