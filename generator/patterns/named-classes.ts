/** Named character classes of RE2 ("Perl character classes" and "ASCII character classes" in its syntax reference). */
import type { CharSet } from "./char-set.ts";
import { negateSet, setOf, toCharSet } from "./char-set.ts";

const between = (...bounds: readonly string[]): CharSet =>
  toCharSet(bounds.map((bound) => [bound.codePointAt(0) ?? 0, bound.codePointAt(1) ?? 0] as const));

const DIGIT = between("09");
const WORD = between("09", "AZ", "az", "__");
const SPACE = setOf("\t\n\f\r ");

const POSIX: ReadonlyMap<string, CharSet> = new Map([
  ["alnum", between("09", "AZ", "az")],
  ["alpha", between("AZ", "az")],
  ["ascii", between("\0\u007f")],
  ["blank", setOf("\t ")],
  ["cntrl", between("\0\u001f", "\u007f\u007f")],
  ["digit", DIGIT],
  ["graph", between("!~")],
  ["lower", between("az")],
  ["print", between(" ~")],
  ["punct", between("!/", ":@", "[`", "{~")],
  ["space", between("\t\r", "  ")],
  ["upper", between("AZ")],
  ["word", WORD],
  ["xdigit", between("09", "AF", "af")],
]);

/** Every character: `.` with the `s` flag. */
export const ANYTHING: CharSet = negateSet([]);
/** Every character except the line feed: `.` without the `s` flag. */
export const ALL_BUT_LINE_FEED: CharSet = negateSet(setOf("\n"));

/** Returns the class `\d`, `\s` or `\w` by its letter, or `undefined` for any other letter. */
export function findPerlClass(letter: string): CharSet | undefined {
  switch (letter) {
    case "d":
      return DIGIT;
    case "s":
      return SPACE;
    case "w":
      return WORD;
    default:
      return undefined;
  }
}

/** The Unicode categories of which Python's classes consist. */
const CATEGORIES: ReadonlySet<string> = new Set(["L", "M", "N", "Nd", "Zl", "Zp", "Zs"]);

const known = new Map<string, CharSet>();

/** Returns the characters of `\p{name}`. Returns undefined for categories that are not compared. */
export function findCategory(name: string): CharSet | undefined {
  if (!CATEGORIES.has(name)) return undefined;
  const test = new RegExp(`\\p{${name}}`, "u");
  const found = known.get(name) ?? collectSet((char) => test.test(char));
  known.set(name, found);
  return found;
}

function collectSet(isMember: (char: string) => boolean): CharSet {
  const ranges: [number, number][] = [];
  for (let code = 0; code < 0x11_0000; code += 1) {
    if (!isMember(String.fromCodePoint(code))) continue;
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return toCharSet(ranges);
}

/** Returns the characters of `[:name:]` in a class. Returns undefined for an unknown name. */
export function findPosixClass(name: string): CharSet | undefined {
  return POSIX.get(name);
}
