/** Finds similar names, for "unknown tool" replies and for diagnostics about unknown keys. */
import { compareTexts } from "./code-unit-order.ts";

/** Maximum length of a name to compare. Longer names are ignored, because comparing them is slow. */
const MAX_LENGTH = 100;

/** One typo is allowed per this number of characters, up to `MAX_TYPOS`. */
const CHARACTERS_PER_TYPO = 3;
const MAX_TYPOS = 3;

/**
 * Returns at most `limit` similar names, nearest first, ties in code-unit order. The distance counts inserted, deleted, changed and swapped
 * characters. Case and the separators `-`, `_`, `.`, `/` and space are ignored. Names are left out if their distance exceeds the distance
 * of the nearest name by more than one. Pure.
 */
export function nearNames(wanted: string, names: Iterable<string>, limit: number): string[] {
  if (wanted.length > MAX_LENGTH) return [];
  const target = fold(wanted);
  const allowed = Math.min(MAX_TYPOS, Math.floor(target.length / CHARACTERS_PER_TYPO));
  const near = new Map<string, number>();
  let fewest = Infinity;
  for (const name of names) {
    if (name.length > MAX_LENGTH) continue;
    const typos = countTypos(target, fold(name), allowed);
    if (typos > allowed) continue;
    near.set(name, typos);
    fewest = Math.min(fewest, typos);
  }
  return [...near]
    .filter(([, typos]) => typos <= fewest + 1)
    .toSorted(compareNearness)
    .slice(0, limit)
    .map(([name]) => name);
}

/**
 * Returns at most `limit` names that consist of words of the wanted name, in code-unit order. If no name does, returns names that contain
 * all of its words. Returns `git_log` for `mcp__server__git_log` and for `log`. Words end at separators. Pure.
 */
export function namesWithWords(wanted: string, names: Iterable<string>, limit: number): string[] {
  if (wanted.length > MAX_LENGTH) return [];
  const words = new Set(splitWords(wanted));
  if (words.size === 0) return [];
  const [inside, around]: [string[], string[]] = [[], []];
  for (const name of names) {
    if (name.length > MAX_LENGTH) continue;
    const parts = splitWords(name);
    if (parts.length > 1 && parts.every((part) => words.has(part))) inside.push(name);
    else if ([...words].every((word) => parts.includes(word))) around.push(name);
  }
  return (inside.length > 0 ? inside : around).toSorted(compareTexts).slice(0, limit);
}

function splitWords(name: string): readonly string[] {
  return name
    .toLowerCase()
    .split(/[-_./ ]+/)
    .filter((word) => word !== "");
}

function compareNearness([a, aTypos]: [string, number], [b, bTypos]: [string, number]): number {
  return aTypos - bTypos || compareTexts(a, b);
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[-_./ ]/g, "");
}

/**
 * Computes the optimal string alignment distance. Returns any number above `allowed` if the distance exceeds `allowed`. Only cells within
 * `allowed` of the diagonal are computed, so the time is linear in the length of the names.
 */
function countTypos(left: string, right: string, allowed: number): number {
  const tooMany = allowed + 1;
  if (Math.abs(left.length - right.length) > allowed) return tooMany;
  const [a, b] = withoutCommonEnds(left, right);
  let beforePrevious = new Uint8Array();
  let previous = Uint8Array.from({ length: b.length + 1 }, (_, column) => Math.min(column, tooMany));
  for (let row = 1; row <= a.length; row += 1) {
    const current = new Uint8Array(b.length + 1).fill(tooMany);
    current[0] = Math.min(row, tooMany);
    let fewest = at(current, 0);
    for (let column = Math.max(1, row - allowed); column <= Math.min(b.length, row + allowed); column += 1) {
      const changed = at(previous, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwap ? at(beforePrevious, column - 2) + 1 : tooMany;
      const cell = Math.min(changed, swapped, at(previous, column) + 1, at(current, column - 1) + 1);
      current[column] = cell;
      fewest = Math.min(fewest, cell);
    }
    // A swap uses the row before the previous one, but its distance is never below the minimum of the previous row.
    if (fewest > allowed) return tooMany;
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, b.length);
}

/** Removes the common prefix and suffix. They do not affect the distance, and names of the same CLI consist mostly of them. */
function withoutCommonEnds(a: string, b: string): readonly [string, string] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}

function at(cells: Uint8Array, index: number): number {
  return cells[index] ?? Infinity;
}
