/** Computes line diffs of two texts. */

export interface LineEdit {
  readonly kind: "same" | "removed" | "added";
  readonly line: string;
}

/** The colors of a printed diff: a subset of picocolors' `createColors()`. */
export interface DiffColors {
  readonly bold: (text: string) => string;
  readonly cyan: (text: string) => string;
  readonly green: (text: string) => string;
  readonly red: (text: string) => string;
}

/** Formats a line of a unified diff. `shown` is its text, escaped for a terminal. */
export function paintEdit({ kind }: LineEdit, shown: string, colors: DiffColors): string {
  switch (kind) {
    case "same":
      return ` ${shown}`;
    case "removed":
      return colors.red(`-${shown}`);
    case "added":
      return colors.green(`+${shown}`);
  }
}

/** Maximum number of edits. With more, all lines between the common ends are shown as replaced, because a diff would be unreadable. */
const MAX_EDITS = 300;

/** Returns the shortest list of edits from one text to the other. Equal lines at both ends cost nothing. */
export function diffLines(before: string, after: string): readonly LineEdit[] {
  return diffLists(toLines(before), toLines(after));
}

/** Returns the shortest list of edits for texts that are already split. */
export function diffLists(old: readonly string[], young: readonly string[]): readonly LineEdit[] {
  const head = countCommon(old, young, (lines, place) => lines[place]);
  const rests = [old.slice(head), young.slice(head)] as const;
  const tail = countCommon(...rests, (lines, place) => lines.at(-1 - place));
  const [oldMiddle, youngMiddle] = rests.map((rest) => rest.slice(0, rest.length - tail)) as [string[], string[]];
  const middle = findShortest(oldMiddle, youngMiddle) ?? [...oldMiddle.map(toEdit("removed")), ...youngMiddle.map(toEdit("added"))];
  return [...old.slice(0, head).map(toEdit("same")), ...middle, ...old.slice(old.length - tail).map(toEdit("same"))];
}

function toLines(text: string): readonly string[] {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function toEdit(kind: LineEdit["kind"]): (line: string) => LineEdit {
  return (line) => ({ kind, line });
}

type ReadLine = (lines: readonly string[], place: number) => string | undefined;

function countCommon(left: readonly string[], right: readonly string[], read: ReadLine): number {
  const most = Math.min(left.length, right.length);
  let count = 0;
  while (count < most && read(left, count) === read(right, count)) count++;
  return count;
}

/** Progress in the old text after a number of edits, by diagonal: the index in the old text minus that in the new one. */
type Round = ReadonlyMap<number, number>;

const BEFORE_THE_FIRST: Round = new Map([[1, 0]]);

/** Myers' algorithm. Returns undefined if more than the maximum number of edits is needed. */
function findShortest(old: readonly string[], young: readonly string[]): readonly LineEdit[] | undefined {
  const rounds: Round[] = [];
  for (let edits = 0; edits <= MAX_EDITS; edits++) {
    const round = new Map<number, number>();
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let place = startOf(rounds.at(-1) ?? BEFORE_THE_FIRST, diagonal, edits);
      while (place < old.length && place - diagonal < young.length && old[place] === young[place - diagonal]) place++;
      round.set(diagonal, place);
      if (place >= old.length && place - diagonal >= young.length) return walkBack(old, young, rounds);
    }
    rounds.push(round);
  }
  return undefined;
}

/** An addition keeps the index in the old text; a removal increments it. */
function startOf(before: Round, diagonal: number, edits: number): number {
  return isAddition(before, diagonal, edits) ? (before.get(diagonal + 1) ?? 0) : (before.get(diagonal - 1) ?? 0) + 1;
}

/** Reports whether the addition makes more progress than the removal. */
function isAddition(before: Round, diagonal: number, edits: number): boolean {
  return diagonal === -edits || (diagonal !== edits && (before.get(diagonal - 1) ?? 0) < (before.get(diagonal + 1) ?? 0));
}

/** Returns the edits from the end to the start. `rounds` are the rounds before the last. */
function walkBack(old: readonly string[], young: readonly string[], rounds: readonly Round[]): readonly LineEdit[] {
  const backwards: LineEdit[] = [];
  let [place, other] = [old.length, young.length];
  for (let edits = rounds.length; edits >= 0; edits--) {
    const before = rounds[edits - 1] ?? BEFORE_THE_FIRST;
    const diagonal = place - other;
    const start = startOf(before, diagonal, edits);
    for (; place > start; place--, other--) backwards.push({ kind: "same", line: old[place - 1] ?? "" });
    if (edits === 0) break;
    if (isAddition(before, diagonal, edits)) backwards.push({ kind: "added", line: young[--other] ?? "" });
    else backwards.push({ kind: "removed", line: old[--place] ?? "" });
  }
  return backwards.toReversed();
}
