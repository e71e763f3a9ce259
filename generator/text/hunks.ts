/** Groups a difference of lines into hunks, as unified diffs do. */
import type { LineEdit } from "./line-diff.ts";

/** Adjacent lines of a difference. */
export interface Hunk {
  /** Header with start and number of lines in both texts: `@@ -3,2 +3,4 @@`. */
  readonly head: string;
  readonly edits: readonly LineEdit[];
}

/** Groups changed lines with `context` unchanged lines before and after. Groups that share context are merged. */
export function toHunks(edits: readonly LineEdit[], context: number): readonly Hunk[] {
  const isShown = edits.map((_, index) =>
    edits.slice(Math.max(0, index - context), index + context + 1).some(({ kind }) => kind !== "same"),
  );
  const hunks: Hunk[] = [];
  let [old, young] = [1, 1];
  for (let start = 0, end = 0; start < edits.length; start = end) {
    const other = isShown.indexOf(isShown[start] === false, start);
    end = other === -1 ? edits.length : other;
    const part = edits.slice(start, end);
    const [oldCount, youngCount] = [
      part.filter(({ kind }) => kind !== "added").length,
      part.filter(({ kind }) => kind !== "removed").length,
    ];
    if (isShown[start]) hunks.push({ head: `@@ -${old},${oldCount} +${young},${youngCount} @@`, edits: part });
    old += oldCount;
    young += youngCount;
  }
  return hunks;
}
