/**
 * What `\s`, `\d`, `\w` and `$` mean in Python's `re` for text (str), in RE2's syntax, where they mean ASCII and the very end. Python:
 * `\d` is the category Nd, `\w` is what `str.isalnum` accepts and `_`, `\s` what `str.isspace` accepts; `$` also matches before a
 * line feed at the end.
 */

/**
 * How a pattern is used. Of `deny`, every class is Python's. Of `allow`, only classes that exclude characters are: `\S`, `\D`, `\W`,
 * `[^\s]`. The others stay ASCII, which allows less than Python.
 */
export type PatternUse = "allow" | "deny";

// Each of these begins and ends with a class, so that no `-` before or after it makes a range with one of its ends.
const SPACE = "\\p{Zs}\\t-\\r\\x1c-\\x1f\\x{85}\\p{Zl}\\p{Zp}";
const WORD = "\\p{L}_\\p{N}";
const OTHER_THAN_SPACE =
  "\\p{L}\\x{0}-\\x08\\x0e-\\x1b!-\\x{84}\\x{86}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}" +
  "\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{10ffff}\\p{L}";

/** The members of a class in brackets; `undefined` for any other escape. */
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

let otherCharacters: string | undefined;

/** The ranges of `\W`. RE2 has no name for them within brackets, and few patterns need them. */
function listOtherCharacters(): string {
  otherCharacters ??= `\\p{M}${findRanges((char) => !/[\p{L}\p{N}_]/u.test(char))}\\p{M}`;
  return otherCharacters;
}

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

/** A token that is a class: `\w`, or one in brackets. Other tokens stay. */
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
 * `$` of a pattern for a part of the text: at the end, or before a line feed there. Where more of the pattern follows, which could
 * match that line feed, it is the end of any line: this matches more than in Python, never less.
 */
export function toPythonEnd(tokens: readonly string[], place: number): string {
  return isLast(tokens, place) && !tokens.some((token) => /^\(\?[a-zA-Z]*m/.test(token)) ? "(?:\\n?\\z)" : "(?m:$)";
}

/** Reports whether nothing follows that a match needs: the ends of groups, other alternatives, repeats that may be none. */
function isLast(tokens: readonly string[], place: number): boolean {
  let depth = 0;
  // The depth of the group whose other alternatives are passed over.
  let skipped: number | undefined;
  for (const token of tokens.slice(place + 1)) {
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

/** A letter or digit for Python that is none for `\b` of RE2. */
export const WORD_BEYOND_ASCII = /(?![\0-\x7f])[\p{L}\p{N}]/u;
