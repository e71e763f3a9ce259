/**
 * Patches between two texts of a golden case, in the style of a unified diff without line numbers.
 *
 * A line that starts with a space is in both texts, one with `-` only in the base, one with `+` only in the result. An empty line is an
 * empty line of both. A line `@@` separates two hunks. The lines that a hunk has of the base must be at exactly one place of the base, so
 * a change elsewhere in the base does not change the patch.
 */
import { structuredPatch } from "diff";

const SEPARATOR = "@@";

/** Applies a patch. Throws if a hunk has a line without a mark, or does not match the base at exactly one place after the previous hunk. */
export function applyPatch(base: readonly string[], patch: readonly string[]): readonly string[] {
  const result: string[] = [];
  let position = 0;
  for (const hunk of splitHunks(patch)) {
    const before = hunk.filter((line) => markOf(line) !== "+").map((line) => line.slice(1));
    const [place, ...others] = findAll(base, before);
    const first = JSON.stringify(hunk[0] ?? "");
    if (place === undefined) throw new Error(`the patch does not match its base: see the hunk that starts with ${first}`);
    if (others.length > 0) throw new Error(`the patch matches its base at ${others.length + 1} places: add lines to the hunk ${first}`);
    if (place < position) throw new Error(`the hunks overlap or are not in the order of the base: see the hunk ${first}`);
    result.push(...base.slice(position, place), ...hunk.filter((line) => markOf(line) !== "-").map((line) => line.slice(1)));
    position = place + before.length;
  }
  return [...result, ...base.slice(position)];
}

/** Returns the patch from `base` to `result` with the smallest context, at least one line, that matches exactly one place. */
export function createPatch(base: readonly string[], result: readonly string[]): readonly string[] {
  for (let context = 1; ; context += 1) {
    const { hunks } = structuredPatch("", "", toText(base), toText(result), "", "", { context });
    const patch = hunks.flatMap(({ lines }, index) => [
      ...(index === 0 ? [] : [SEPARATOR]),
      ...lines.map((line) => (line === " " ? "" : line)),
    ]);
    // With a context of the whole base, a hunk matches it at one place only.
    if (context > base.length || isUnique(base, splitHunks(patch))) return patch;
  }
}

function isUnique(base: readonly string[], hunks: readonly (readonly string[])[]): boolean {
  return hunks.every(
    (hunk) =>
      findAll(
        base,
        hunk.filter((line) => markOf(line) !== "+").map((line) => line.slice(1)),
      ).length === 1,
  );
}

function splitHunks(patch: readonly string[]): readonly (readonly string[])[] {
  const hunks: string[][] = [];
  for (const [index, line] of patch.entries()) {
    if (index === 0 || line === SEPARATOR) hunks.push([]);
    if (line !== SEPARATOR) hunks.at(-1)?.push(line);
  }
  return hunks;
}

function markOf(line: string): " " | "+" | "-" {
  const mark = line === "" ? " " : line[0];
  if (mark === " " || mark === "+" || mark === "-") return mark;
  throw new Error(`a line of a patch starts with a space, "+" or "-": ${JSON.stringify(line)}`);
}

/** Returns every index at which the lines of `part` are in `lines`. */
function findAll(lines: readonly string[], part: readonly string[]): readonly number[] {
  const starts = Array.from({ length: lines.length - part.length + 1 }, (_, start) => start);
  return starts.filter((start) => part.every((line, index) => lines[start + index] === line));
}

function toText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
