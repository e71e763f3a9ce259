/** Parses escapes and bracketed classes, each of which matches one character. */
import type { CharRange, CharSet } from "./char-set.ts";
import { codePointOf, foldSet, negateSet, setOf, toCharSet } from "./char-set.ts";
import type { Cursor } from "./cursor.ts";
import { findCategory, findPerlClass, findPosixClass } from "./named-classes.ts";
import type { PatternNode, UndecidedNode } from "./node.ts";
import { undecided } from "./node.ts";

/** A set, or the reason why it is unsupported. */
type SetOrUndecided = { readonly kind: "chars"; readonly set: CharSet } | UndecidedNode;

const CONTROL_CHARACTERS: ReadonlyMap<string, string> = new Map([
  ["a", "\u0007"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
]);

/** Creates a node for a set, with both cases of every letter if `ignoresCase`. */
export function toChars(set: CharSet, ignoresCase: boolean): SetOrUndecided {
  const folded = ignoresCase ? foldSet(set) : set;
  return folded === undefined ? undecided("'(?i)' with non-ASCII letters") : { kind: "chars", set: folded };
}

/** Parses an escape outside a class. */
export function readEscape(cursor: Cursor, ignoresCase: boolean): PatternNode {
  if (cursor.eat("\\A")) return { kind: "start" };
  if (cursor.eat("\\z")) return { kind: "end" };
  return readNamedClass(cursor, ignoresCase) ?? foldChars(readEscapedChar(cursor), ignoresCase);
}

/** Parses a class, after its opening bracket. */
export function readClass(cursor: Cursor, ignoresCase: boolean): SetOrUndecided {
  const isNegated = cursor.eat("^");
  const items: CharSet[] = [];
  for (let isFirst = true; isFirst || cursor.peek() !== "]"; isFirst = false) {
    if (cursor.peek() === undefined) return undecided("an unterminated class");
    const item = readNamedClass(cursor, ignoresCase) ?? readPosixClass(cursor, ignoresCase) ?? foldChars(readRange(cursor), ignoresCase);
    if (item.kind === "undecided") return item;
    items.push(item.set);
  }
  cursor.next();
  const set = toCharSet(items.flat());
  return { kind: "chars", set: isNegated ? negateSet(set) : set };
}

function foldChars(chars: SetOrUndecided, ignoresCase: boolean): SetOrUndecided {
  return chars.kind === "chars" ? toChars(chars.set, ignoresCase) : chars;
}

function readNamedClass(cursor: Cursor, ignoresCase: boolean): SetOrUndecided | undefined {
  const category = cursor.match(/\\([pP])\{(\w+)\}/uy);
  if (category !== undefined) {
    const [text, kind, name = ""] = category;
    const members = findCategory(name);
    return members === undefined ? undecided(`'${text}'`) : negateIf(kind === "P", toChars(members, ignoresCase));
  }
  const letter = cursor.match(/\\([dDsSwW])/uy)?.[1];
  const set = letter === undefined ? undefined : findPerlClass(letter.toLowerCase());
  return set && negateIf(letter?.toLowerCase() !== letter, toChars(set, ignoresCase));
}

function readPosixClass(cursor: Cursor, ignoresCase: boolean): SetOrUndecided | undefined {
  const posix = cursor.match(/\[:(\^?)(\w+):\]/uy);
  if (posix === undefined) return undefined;
  const [text, negation, name = ""] = posix;
  const set = findPosixClass(name);
  return set === undefined ? undecided(`the class '${text}'`) : negateIf(negation === "^", toChars(set, ignoresCase));
}

/** Negates after case folding: `(?i)\W` excludes everything that `(?i)\w` matches. */
function negateIf(isNegated: boolean, chars: SetOrUndecided): SetOrUndecided {
  return chars.kind === "chars" && isNegated ? { kind: "chars", set: negateSet(chars.set) } : chars;
}

function readRange(cursor: Cursor): SetOrUndecided {
  const first = readClassChar(cursor);
  if (first.kind === "undecided" || cursor.match(/-(?!\])/uy) === undefined) return first;
  const last = readClassChar(cursor);
  if (last.kind === "undecided") return last;
  const range: CharRange = [first.set[0]?.[0] ?? 0, last.set[0]?.[1] ?? 0];
  return range[0] <= range[1] ? { kind: "chars", set: [range] } : undecided("a reversed range");
}

function readClassChar(cursor: Cursor): SetOrUndecided {
  return cursor.peek() === "\\" ? readEscapedChar(cursor) : { kind: "chars", set: setOf(cursor.next() ?? "") };
}

function readEscapedChar(cursor: Cursor): SetOrUndecided {
  cursor.next();
  const hex = cursor.match(/x(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{2}))/uy);
  if (hex !== undefined) return toOneChar(Number.parseInt(hex[1] ?? hex[2] ?? "", 16));
  const octal = cursor.match(/0[0-7]{0,2}|[1-7][0-7]{1,2}/uy);
  if (octal !== undefined) return toOneChar(Number.parseInt(octal[0], 8));
  const char = cursor.next() ?? "";
  const control = CONTROL_CHARACTERS.get(char);
  if (control !== undefined) return { kind: "chars", set: setOf(control) };
  return /^[\0-\u007f]$/.test(char) && !/[0-9A-Za-z]/.test(char) ? toOneChar(codePointOf(char)) : undecided(`'\\${char}'`);
}

function toOneChar(codePoint: number): SetOrUndecided {
  return { kind: "chars", set: [[codePoint, codePoint]] };
}
