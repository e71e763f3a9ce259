/** Reads the regular part of RE2's syntax; what it does not know becomes an undecided node, so that reading never fails. */
import { setOf } from "./char-set.ts";
import type { Cursor } from "./cursor.ts";
import { createCursor } from "./cursor.ts";
import { ALL_BUT_LINE_FEED, ANYTHING } from "./named-classes.ts";
import type { PatternNode } from "./node.ts";
import { findUndecided, undecided } from "./node.ts";
import { readClass, readEscape, toChars } from "./read-class.ts";

/** What `(?i)` and `(?s)` switch on. */
interface PatternFlags {
  readonly ignoresCase: boolean;
  readonly dotMatchesAll: boolean;
}

/** RE2 allows no more repeats than this, and a pattern with deeper groups than this is not read. */
const MOST_REPEATS = 1000;
const MOST_GROUPS = 200;

/** The pattern as a tree, in RE2's flavour. */
export function readPattern(source: string): PatternNode {
  const cursor = createCursor(source);
  const node = readChoice(cursor, { ignoresCase: false, dotMatchesAll: false }, 0);
  return cursor.peek() === undefined ? node : (findUndecided(node) ?? undecided("a ')' without its '('"));
}

function readChoice(cursor: Cursor, flags: PatternFlags, depth: number): PatternNode {
  if (depth > MOST_GROUPS) return undecided("groups this deep");
  const options: PatternNode[] = [];
  let current = flags;
  do {
    const parts: PatternNode[] = [];
    for (let char = cursor.peek(); char !== undefined && char !== "|" && char !== ")"; char = cursor.peek()) {
      const switched = cursor.match(/\(\?([imsU]*)(?:-([imsU]+))?\)/uy);
      if (switched === undefined) parts.push(readRepeated(cursor, current, depth));
      else if (isMultiline(switched)) parts.push(undecided("'(?m)'"));
      else current = switchFlags(current, switched);
    }
    options.push({ kind: "sequence", parts });
  } while (cursor.eat("|"));
  return options.length === 1 && options[0] ? options[0] : { kind: "choice", options };
}

function isMultiline([, on = ""]: RegExpExecArray): boolean {
  return on.includes("m");
}

function switchFlags(flags: PatternFlags, [, on = "", off = ""]: RegExpExecArray): PatternFlags {
  const read = (letter: string, before: boolean): boolean => (before || on.includes(letter)) && !off.includes(letter);
  return { ignoresCase: read("i", flags.ignoresCase), dotMatchesAll: read("s", flags.dotMatchesAll) };
}

function readRepeated(cursor: Cursor, flags: PatternFlags, depth: number): PatternNode {
  // At the start of a group, and behind flags, through which RE2 repeats what stands before them.
  if (readRepeat(cursor) !== undefined) return undecided("a repeat with nothing before it");
  const body = readAtom(cursor, flags, depth);
  const repeat = readRepeat(cursor);
  if (repeat === undefined) return body;
  // A `?` after a repeat prefers the shorter match, which is none of a language's business.
  cursor.eat("?");
  if (readRepeat(cursor) !== undefined) return undecided("a repeat of a repeat");
  return repeat.least > MOST_REPEATS || (repeat.most > MOST_REPEATS && repeat.most !== Infinity)
    ? undecided("so many repeats")
    : { kind: "repeat", body, ...repeat };
}

function readRepeat(cursor: Cursor): { readonly least: number; readonly most: number } | undefined {
  if (cursor.eat("*")) return { least: 0, most: Infinity };
  if (cursor.eat("+")) return { least: 1, most: Infinity };
  if (cursor.eat("?")) return { least: 0, most: 1 };
  // A number that starts with a needless 0 makes plain characters of it all.
  const counts = cursor.match(/\{(0|[1-9]\d*)(,?)((?<=,)(?:0|[1-9]\d*)|)\}/uy);
  if (counts === undefined) return undefined;
  const [, least = "", comma, most = ""] = counts;
  const unbounded = comma === "" ? Number(least) : Infinity;
  return { least: Number(least), most: most === "" ? unbounded : Number(most) };
}

function readAtom(cursor: Cursor, flags: PatternFlags, depth: number): PatternNode {
  if (cursor.peek() === "\\") return readEscape(cursor, flags.ignoresCase);
  const char = cursor.next() ?? "";
  switch (char) {
    case "(":
      return readGroup(cursor, flags, depth);
    case "[":
      return readClass(cursor, flags.ignoresCase);
    case ".":
      return { kind: "chars", set: flags.dotMatchesAll ? ANYTHING : ALL_BUT_LINE_FEED };
    case "^":
      return { kind: "start" };
    case "$":
      return { kind: "end" };
    default:
      return toChars(setOf(char), flags.ignoresCase);
  }
}

function readGroup(cursor: Cursor, flags: PatternFlags, depth: number): PatternNode {
  const kind = cursor.match(/\?(?:P?<\w+>|([imsU]*)(?:-([imsU]+))?:)/uy);
  if (kind === undefined && cursor.peek() === "?") return undecided("this kind of group");
  if (kind !== undefined && isMultiline(kind)) return undecided("'(?m)'");
  const node = readChoice(cursor, kind === undefined ? flags : switchFlags(flags, kind), depth + 1);
  // What is undecided is not read to its end, so that a bracket may seem to be missing behind it.
  return cursor.eat(")") ? node : (findUndecided(node) ?? undecided("a '(' without its ')'"));
}
