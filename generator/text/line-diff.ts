/** Compares two strings line by line. */
import { diffArrays } from "diff";

/** A line of a diff. */
export interface LineEdit {
  readonly kind: "same" | "removed" | "added";
  readonly line: string;
}

/** Maximum number of removed and added lines in a shortest diff. The search takes time quadratic in this number. */
const MAX_EDITS = 300;

/**
 * Returns a shortest list of edits from one text to the other. If this list has more than 300 edits, replaces everything between the common
 * lines at the start and at the end.
 */
export function diffLines(before: string, after: string): readonly LineEdit[] {
  const [old, young] = [toLines(before), toLines(after)];
  const head = countCommon(old, young);
  const tail = countCommon(old.slice(head).toReversed(), young.slice(head).toReversed());
  const [oldMiddle, youngMiddle] = [old.slice(head, old.length - tail), young.slice(head, young.length - tail)];
  return [
    ...old.slice(0, head).map(toEdit("same")),
    ...(findShortest(oldMiddle, youngMiddle) ?? [...oldMiddle.map(toEdit("removed")), ...youngMiddle.map(toEdit("added"))]),
    ...old.slice(old.length - tail).map(toEdit("same")),
  ];
}

function toLines(text: string): readonly string[] {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function countCommon(left: readonly string[], right: readonly string[]): number {
  const different = left.findIndex((line, index) => line !== right[index]);
  return different === -1 ? left.length : different;
}

/** Returns a shortest list of edits. Undefined if it has more than `MAX_EDITS` edits. */
function findShortest(old: readonly string[], young: readonly string[]): readonly LineEdit[] | undefined {
  const changes = diffArrays([...old], [...young], { maxEditLength: MAX_EDITS });
  return changes?.flatMap(({ removed, added, value }) => value.map(toEdit(removed ? "removed" : added ? "added" : "same")));
}

function toEdit(kind: LineEdit["kind"]): (line: string) => LineEdit {
  return (line) => ({ kind, line });
}
