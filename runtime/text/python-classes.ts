/**
 * Converts `\s`, `\d`, `\w` and `$` from Python's `re` for `str` to RE2's syntax. In RE2, the classes are ASCII-only, and `$` matches only
 * at the very end. In Python, `\d` is the category Nd, `\w` is `_` and the characters of `str.isalnum`, and `\s` is the characters of
 * `str.isspace`. Python's `$` also matches before a line feed at the end.
 */
import { once } from "./once.ts";

/**
 * The use of a pattern. For `deny`, every class has Python's meaning. For `allow`, only classes that exclude characters have Python's
 * meaning: `\S`, `\D`, `\W`, `[^\s]`. The other classes remain ASCII-only, so they allow fewer characters than in Python.
 */
export type PatternUse = "allow" | "deny";

// Each string begins and ends with a class, so that an adjacent `-` cannot form a range with its first or last character.
const SPACE = "\\p{Zs}\\t-\\r\\x1c-\\x1f\\x{85}\\p{Zl}\\p{Zp}";
const WORD = "\\p{L}_\\p{N}";
const OTHER_THAN_SPACE =
  "\\p{L}\\x{0}-\\x08\\x0e-\\x1b!-\\x{84}\\x{86}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}" +
  "\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{10ffff}\\p{L}";

/** Returns the members of a class for use in brackets, or `undefined` for any other escape. */
function toMembers(escape: string): string | undefined {
  switch (escape) {
    case "\\s":
      return SPACE;
    case "\\S":
      return OTHER_THAN_SPACE;
    case "\\d":
      return "\\p{Nd}";
    case "\\D":
      return "\\P{Nd}";
    case "\\w":
      return WORD;
    case "\\W":
      return listOtherCharacters();
    default:
      return undefined;
  }
}

/** Returns the ranges of `\W`. RE2 has no name for them within brackets. */
const listOtherCharacters = once(() => `\\p{M}${findRanges((char) => !/[\p{L}\p{N}_]/u.test(char))}\\p{M}`);

function findRanges(isMember: (char: string) => boolean): string {
  const ranges: string[] = [];
  let start: number | undefined;
  for (let code = 0; code <= 0x11_0000; code += 1) {
    const isIn = code < 0x11_0000 && isMember(String.fromCodePoint(code));
    if (isIn) start ??= code;
    else if (start !== undefined) {
      ranges.push(`\\x{${start.toString(16)}}-\\x{${(code - 1).toString(16)}}`);
      start = undefined;
    }
  }
  return ranges.join("");
}

/** Converts a token that is a class, such as `\w` or `[\w-]`. Returns other tokens unchanged. */
export function toPythonClass(token: string, use: PatternUse): string {
  if (token.startsWith("[") && token.length > 1) return toPythonBrackets(token, use);
  const isExpanded = use === "deny" || /^\\[SDW]$/.test(token);
  const members = isExpanded ? toMembers(token.toLowerCase()) : undefined;
  if (members === undefined || !/^\\[sdw]$/i.test(token)) return token;
  return `[${token === token.toLowerCase() ? "" : "^"}${members}]`;
}

function toPythonBrackets(token: string, use: PatternUse): string {
  const isNegated = token.startsWith("[^");
  return token.replaceAll(/\\(?:[xpP]\{[^}]*\}|[^])/gu, (escape) => {
    const excludes = isNegated !== /^\\[SDW]$/.test(escape);
    return use === "deny" || excludes ? (toMembers(escape) ?? escape) : escape;
  });
}

/**
 * Converts `$` of a pattern for partial matches. The result matches at the end, or before a line feed at the end. If other tokens follow,
 * which could match the line feed, the result matches at the end of any line, which includes all matches of Python.
 */
export function toPythonEnd(tokens: readonly string[], index: number): string {
  return isLast(tokens, index) && !tokens.some((token) => /^\(\?[a-zA-Z]*m/.test(token)) ? "(?:\\n?\\z)" : "(?m:$)";
}

/** Reports whether no later token must match: only ends of groups, other alternatives and quantifiers follow. */
function isLast(tokens: readonly string[], index: number): boolean {
  let depth = 0;
  // Depth of the group whose other alternatives are being skipped.
  let skipped: number | undefined;
  for (const token of tokens.slice(index + 1)) {
    if (token === ")") {
      depth -= 1;
      if (skipped !== undefined && depth < skipped) skipped = undefined;
    } else if (skipped !== undefined) {
      if (token.startsWith("(") && !/^\(\?[\w-]+\)$/.test(token)) depth += 1;
    } else if (token === "|") {
      skipped = depth;
    } else if (!/^(?:[*+?$]|\\z)$/i.test(token)) {
      return false;
    }
  }
  return true;
}

/** Returns what matches a letter or digit that is a word character in Python, but not for RE2's `\b`. V8 parses the pattern slowly. */
export const wordBeyondAscii = once(() => /(?![\0-\x7f])[\p{L}\p{N}]/u);
