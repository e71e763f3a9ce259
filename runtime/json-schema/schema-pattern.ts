/**
 * Matches the patterns of JSON Schema (ECMAScript patterns with the `u` flag) in time linear in the length of the text. Constructs that RE2
 * interprets differently are translated. Constructs that RE2 cannot match are reported when the schema is compiled.
 */
import { compileRe2 } from "../text/linear-pattern.ts";
import { messageOf } from "../text/message-of.ts";

/** Reports whether a pattern matches any part of a text. Returns `false` for a pattern that is not supported. */
export type PatternMatcher = (pattern: string, text: string) => boolean;

/** One token: an escape, the start of a group including its kind, a repeat count, or a character. */
const TOKEN =
  /\\(?:u\{[^}]*\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[^]{4}|x[^]{2}|c[^]|[pP]\{[^}]*\}|k<[^>]*>|[1-9]\d*|[^])|\(\?(?:<[=!]|<[^>]*>|[=!:])|\{\d+(?:,\d*)?\}|[^]/gu;

/** ECMAScript's whitespace. RE2's `\s` is ASCII-only. */
const SPACE = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const NOT_SPACE = String.raw`\x{0}-\x{8}\x{e}-\x{1f}!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`;

/** `unsupported`: valid ECMAScript that cannot be matched in linear time. */
export interface PatternProblem {
  readonly kind: "syntax" | "unsupported";
  readonly problem: string;
}

/**
 * Returns the fault of a pattern: ECMAScript's error message if it is invalid, or the construct that cannot be matched in linear time.
 * Returns undefined for a supported pattern.
 */
export function findSchemaPatternProblem(pattern: string): PatternProblem | undefined {
  const syntax = findSyntaxProblem(pattern);
  if (syntax !== undefined) return { kind: "syntax", problem: syntax };
  const unsupported = findUnsupported(pattern);
  return unsupported === undefined ? undefined : { kind: "unsupported", problem: unsupported };
}

/**
 * Returns the matcher's error message for a pattern that `findSchemaPatternProblem` accepts. Undefined if the pattern can be matched. Never
 * rejects.
 */
export async function findMatcherProblem(pattern: string): Promise<string | undefined> {
  const compiled = await compileRe2(toRe2(pattern));
  return compiled.kind === "ready" ? undefined : compiled.problem;
}

/** Compiles patterns. Loads re2js only if the set is not empty. */
export async function createPatternMatcher(patterns: ReadonlySet<string>): Promise<PatternMatcher> {
  const matchers = new Map<string, (text: string) => boolean>();
  for (const pattern of patterns) {
    if (findSchemaPatternProblem(pattern) !== undefined) continue;
    const compiled = await compileRe2(toRe2(pattern));
    if (compiled.kind === "ready") matchers.set(pattern, compiled.matchesPart);
  }
  // The generator rejects patterns that are missing here. Rejecting the value is safer than accepting everything.
  return (pattern, text) => matchers.get(pattern)?.(text) ?? false;
}

/** Returns ECMAScript's error message without the pattern before it. */
function findSyntaxProblem(pattern: string): string | undefined {
  try {
    return new RegExp(pattern, "u").unicode ? undefined : "not a pattern";
  } catch (error) {
    const message = messageOf(error);
    return message.slice(message.lastIndexOf(": ") + 2).toLowerCase();
  }
}

/** Maximum count of a repetition in RE2. */
const MAX_REPEATS = 1000;

/** The Unicode properties that RE2 supports: categories of one or two letters, and scripts. */
const KNOWN_PROPERTY = /^\\[pP]\{(?:(?:General_Category|gc)=)?(?:[A-Z][a-z]?|(?:Script|sc)=[A-Z][a-z_A-Z]{2,})\}$/;

function findUnsupported(pattern: string): string | undefined {
  let isClass = false;
  for (const token of pattern.match(TOKEN) ?? []) {
    if (!isClass && /^\(\?<?[=!]/.test(token)) return `the look-around \`${token}\``;
    if (!isClass && /^\\(?:[1-9]|k<)/.test(token)) return `the back-reference \`${token}\``;
    if (/^\\[pP]\{/.test(token) && !KNOWN_PROPERTY.test(token)) return `the property \`${token}\``;
    const counts = isClass ? [] : (/^\{(\d+)(?:,(\d*))?\}$/.exec(token)?.slice(1) ?? []);
    if (counts.some((count) => Number(count ?? 0) > MAX_REPEATS)) return `a repetition of more than ${MAX_REPEATS}`;
    isClass = isClass ? token !== "]" : token === "[";
  }
  return undefined;
}

/** Converts a valid pattern without look-around and back-references to RE2's syntax. */
function toRe2(pattern: string): string {
  const tokens = pattern.match(TOKEN) ?? [];
  let start = -1;
  return tokens
    .map((token, index) => {
      if (start === -1) {
        if (token === "[") start = index;
        return toOutside(token);
      }
      if (token === "^" && index === start + 1 && tokens[index + 1] === "]") return "";
      if (token !== "]") return toClassMember(token);
      // RE2 has no empty class: `[]` becomes a class that excludes all characters, `[^]` one that includes all.
      const members = tokens.slice(start + 1, index).join("");
      start = -1;
      if (members === "") return "^\\x{0}-\\x{10ffff}]";
      return members === "^" ? "\\x{0}-\\x{10ffff}]" : "]";
    })
    .join("");
}

function toClassMember(token: string): string {
  switch (token) {
    case "[":
      // `[[:alpha:]]` is a class in RE2, but not in ECMAScript.
      return "\\[";
    case "\\b":
      return "\\x{8}";
    case "\\s":
      return SPACE;
    case "\\S":
      return NOT_SPACE;
    default:
      return toEscape(token);
  }
}

function toOutside(token: string): string {
  switch (token) {
    case ".":
      return String.raw`[^\n\r\x{2028}\x{2029}]`;
    case "\\s":
      return `[${SPACE}]`;
    case "\\S":
      return `[^${SPACE}]`;
    default:
      // Group names are not referenced.
      return /^\(\?<[^=!]/.test(token) ? "(?:" : toEscape(token);
  }
}

function toEscape(token: string): string {
  if (token === "\\0") return "\\x{0}";
  if (/^\\u.{4}\\u/.test(token)) return toCodePoint((JSON.parse(`"${token}"`) as string).codePointAt(0));
  if (/^\\(?:u|x)/.test(token)) return `\\x{${token.replaceAll(/^\\[ux]\{?|\}$/g, "")}}`;
  if (token.startsWith("\\c")) return toCodePoint((token.codePointAt(2) ?? 0) % 32);
  return token.replace(/^(\\[pP]\{)(?:Script|sc|General_Category|gc)=/, "$1");
}

function toCodePoint(code = 0): string {
  return `\\x{${code.toString(16)}}`;
}
