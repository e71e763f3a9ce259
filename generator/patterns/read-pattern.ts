/** Parses the regular part of RE2's syntax. Unsupported syntax becomes an undecided node, so parsing never fails. */
import { setOf } from "./char-set.ts";
import type { Cursor } from "./cursor.ts";
import { createCursor } from "./cursor.ts";
import { ALL_BUT_LINE_FEED, ANYTHING } from "./named-classes.ts";
import type { PatternNode } from "./node.ts";
import { findUndecided, undecided } from "./node.ts";
import { readClass, readEscape, toChars } from "./read-class.ts";

/** Flags set by `(?i)` and `(?s)`. */
interface PatternFlags {
  readonly ignoresCase: boolean;
  readonly dotMatchesAll: boolean;
}

/** Maximum repeat count of RE2. */
const MAX_REPEATS = 1000;
/** Maximum nesting depth of groups. Deeper patterns are undecided. */
const MAX_DEPTH = 200;

/** Parses a pattern in RE2's syntax into a tree. */
export function readPattern(source: string): PatternNode {
  const cursor = createCursor(source);
  const node = readChoice(cursor, { ignoresCase: false, dotMatchesAll: false }, 0);
  return cursor.peek() === undefined ? node : (findUndecided(node) ?? undecided("an unmatched ')'"));
}

function readChoice(cursor: Cursor, flags: PatternFlags, depth: number): PatternNode {
  if (depth > MAX_DEPTH) return undecided("deeply nested groups");
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
  // At the start of a group and after flags. RE2 repeats the node before the flags.
  if (readRepeat(cursor) !== undefined) return undecided("a repeat with nothing before it");
  const body = readAtom(cursor, flags, depth);
  const repeat = readRepeat(cursor);
  if (repeat === undefined) return body;
  // A `?` after a repeat prefers the shorter match, which does not change the language.
  cursor.eat("?");
  if (readRepeat(cursor) !== undefined) return undecided("a repeat of a repeat");
  return repeat.min > MAX_REPEATS || (repeat.max > MAX_REPEATS && repeat.max !== Infinity)
    ? undecided("a repeat count above 1000")
    : { kind: "repeat", body, ...repeat };
}

function readRepeat(cursor: Cursor): { readonly min: number; readonly max: number } | undefined {
  if (cursor.eat("*")) return { min: 0, max: Infinity };
  if (cursor.eat("+")) return { min: 1, max: Infinity };
  if (cursor.eat("?")) return { min: 0, max: 1 };
  // A count with a leading zero is not a repeat: the braces are literal characters.
  const counts = cursor.match(/\{(0|[1-9]\d*)(,?)((?<=,)(?:0|[1-9]\d*)|)\}/uy);
  if (counts === undefined) return undefined;
  const [, min = "", comma, max = ""] = counts;
  const unbounded = comma === "" ? Number(min) : Infinity;
  return { min: Number(min), max: max === "" ? unbounded : Number(max) };
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
  if (kind === undefined && cursor.peek() === "?") return undecided("an unsupported group");
  if (kind !== undefined && isMultiline(kind)) return undecided("'(?m)'");
  const node = readChoice(cursor, kind === undefined ? flags : switchFlags(flags, kind), depth + 1);
  // Parsing stops at undecided syntax, so a bracket after it can appear to be missing.
  return cursor.eat(")") ? node : (findUndecided(node) ?? undecided("an unmatched '('"));
}
