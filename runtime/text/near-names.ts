/** Names that someone may have meant: for "unknown tool" replies and for diagnostics about unknown keys. */
import { compareTexts } from "./code-unit-order.ts";

/** Longer names are passed over: nobody has mistyped one, and comparing two of them would cost. */
const MAX_LENGTH = 100;

/** One mistake is allowed per so many characters, and never more than `MAX_MISTAKES`. */
const CHARACTERS_PER_MISTAKE = 3;
const MAX_MISTAKES = 3;

/**
 * At most `limit` of the names, nearest first, ties in code-unit order. Near is what a few inserted, lost, changed or swapped
 * characters turn into the wanted name; case and the separators `-`, `_`, `.`, `/` and space make no difference. Names that are
 * more than one mistake further than the nearest are left out. Pure.
 */
export function nearNames(wanted: string, names: Iterable<string>, limit: number): string[] {
  const target = fold(wanted);
  const allowed = Math.min(MAX_MISTAKES, Math.floor(target.length / CHARACTERS_PER_MISTAKE));
  const near = new Map<string, number>();
  let fewest = Infinity;
  for (const name of names) {
    if (name.length > MAX_LENGTH) continue;
    const mistakes = countMistakes(target, fold(name), allowed);
    if (mistakes > allowed) continue;
    near.set(name, mistakes);
    fewest = Math.min(fewest, mistakes);
  }
  return [...near]
    .filter(([, mistakes]) => mistakes <= fewest + 1)
    .toSorted(compareNearness)
    .slice(0, limit)
    .map(([name]) => name);
}

function compareNearness([a, aMistakes]: [string, number], [b, bMistakes]: [string, number]): number {
  return aMistakes - bMistakes || compareTexts(a, b);
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[-_./ ]/g, "");
}

/**
 * The optimal string alignment distance, or any number above `allowed` as soon as it is certain to be above.
 * Only the cells within `allowed` of the diagonal can matter, so the work is linear in the length of the names.
 */
function countMistakes(left: string, right: string, allowed: number): number {
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
    // A swap reaches back two rows, but never to fewer mistakes than the row between them holds.
    if (fewest > allowed) return tooMany;
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, b.length);
}

/** What two names begin and end with alike takes no part in the distance, and is most of the names of one CLI. */
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
