/**
 * Converts patterns between three syntaxes: Python's `re` (the syntax of policies in CLImax), RE2 (for matching), and ECMAScript (for JSON
 * Schema).
 */
import type { PatternUse } from "./python-classes.ts";
import { toPythonClass, toPythonEnd } from "./python-classes.ts";
import { valueOr } from "./value-or.ts";

/**
 * One token of a pattern: a class (`]` directly after its start is literal), an escape, the start of a group including its kind, a
 * repeat count, or a character.
 */
const TOKEN =
  /\[\^?\]?(?:\\[^]|\[:\^?\w+:\]|[^\]\\])*\]|\\(?:[xpP]\{[^}]*\}|[0-7]{3}|[1-9]\d?|[^])|\(\?(?:<?[=!]|P=|P?<\w*>?|[\w-]*[:)]|[^])|\{[\d,]*\}|[^]/gu;

const ESCAPES_OF_PYTHON = /\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})|\\[^]/gu;

function toTokens(source: string): readonly string[] {
  return source.match(TOKEN) ?? [];
}

/** Returns a construct of Python's `re` in the pattern that cannot be matched in linear time, or undefined. */
export function findUnsupported(source: string): string | undefined {
  for (const token of toTokens(source)) {
    const construct = nameUnsupported(token);
    if (construct === undefined) continue;
    return `${construct} '${token}' cannot be matched in linear time`;
  }
  return undefined;
}

function nameUnsupported(token: string): string | undefined {
  if (/^\(\?<?[=!]/.test(token)) return "look-around";
  if (/^(?:\\[1-9]\d?$|\\[gk]|\(\?P=)/.test(token)) return "back-reference";
  return undefined;
}

/**
 * Converts Python's syntax to RE2's: `\Z`, `\uXXXX`, `\UXXXXXXXX`, `{,n}`, and character classes, depending on the use of the pattern.
 * Other constructs are passed to RE2 unchanged.
 */
export function toRe2Syntax(source: string, use: PatternUse): string {
  const tokens = toTokens(joinUnicodeEscapes(source));
  return tokens
    .map((token, index) => (token === "$" && use === "deny" ? toPythonEnd(tokens, index) : toPythonClass(toRe2Token(token), use)))
    .join("");
}

/**
 * Converts a pattern without its word boundaries. The result matches every text that the pattern matches under any definition of a word
 * boundary. Returns `undefined` if the pattern has no word boundaries.
 */
export function toUnboundedRe2Syntax(source: string, use: PatternUse): string | undefined {
  const tokens = toTokens(source);
  const isBoundary = (token: string): boolean => /^\\b$/i.test(token);
  if (!tokens.some(isBoundary)) return undefined;
  return toRe2Syntax(tokens.map((token) => (isBoundary(token) ? "(?:)" : token)).join(""), use);
}

function toRe2Token(token: string): string {
  if (token === "\\Z") return "\\z";
  return token.startsWith("{,") ? `{0${token.slice(1)}` : token;
}

function joinUnicodeEscapes(source: string): string {
  return source.replace(ESCAPES_OF_PYTHON, (escape, four?: string, eight?: string) =>
    four === undefined && eight === undefined ? escape : `\\x{${four ?? eight}}`,
  );
}

/**
 * Converts a pattern to ECMAScript's syntax (with the `u` flag), anchored at both ends. Returns `undefined` if that syntax cannot express
 * the pattern (inline flags, POSIX classes). Group names are removed, because they are not referenced, and Python and ECMAScript spell them
 * differently. Clients in either language can thus use the schema.
 */
export function toSchemaPattern(source: string): string | undefined {
  const tokens = toTokens(joinUnicodeEscapes(source)).map(toEcmaToken);
  if (!tokens.every((token) => token !== undefined)) return undefined;
  const pattern = anchor(tokens);
  return isRegExp(pattern) ? pattern : undefined;
}

function isRegExp(pattern: string): boolean {
  // Constructs that only RE2 supports are not part of the schema, but are still enforced.
  return valueOr(false, () => new RegExp(pattern, "u").unicode);
}

function toEcmaToken(token: string): string | undefined {
  if (token.startsWith("[") && token.length > 1) return toEcmaClass(token);
  if (token.startsWith("(?")) return /^\(\?(?::|P?<\w+>)$/.test(token) ? "(?:" : undefined;
  if (token === "\\A") return "^";
  if (token === "\\Z" || token === "\\z") return "$";
  return toEcmaEscape(toRe2Token(token));
}

function toEcmaClass(token: string): string | undefined {
  if (/\[:\^?\w+:\]/.test(token)) return undefined;
  const inner = token.replace(/^(\[\^?)\]/, "$1\\]");
  return inner.replace(/\\(?:x\{[^}]*\}|[^])/gu, (escape) => (escape === "\\-" ? escape : toEcmaEscape(escape)));
}

/** Adjusts escapes: with the `u` flag, ECMAScript requires special characters to be escaped, and forbids escaping others. */
function toEcmaEscape(token: string): string {
  if (/^[\]{}]+$/.test(token)) return token.replaceAll(/[^]/g, "\\$&");
  if (token.startsWith("\\x{")) return `\\u${token.slice(2)}`;
  return /^\\[ -~]$/.test(token) && !/^\\[\w^$\\.*+?()[\]{}|/]$/.test(token) ? token.slice(1) : token;
}

/** Anchors a pattern. Keeps existing anchors, and adds a group only around alternatives. */
function anchor(tokens: readonly string[]): string {
  if (hasAlternatives(tokens)) return `^(?:${tokens.join("")})$`;
  const start = tokens[0] === "^" ? 1 : 0;
  const end = tokens.length > start && tokens.at(-1) === "$" ? -1 : tokens.length;
  return `^${tokens.slice(start, end).join("")}$`;
}

function hasAlternatives(tokens: readonly string[]): boolean {
  let depth = 0;
  for (const token of tokens) {
    if (token.startsWith("(")) depth += 1;
    else if (token === ")") depth -= 1;
    else if (token === "|" && depth === 0) return true;
  }
  return false;
}

/** Joins patterns into one pattern that matches if all patterns match. All patterns but the last become look-aheads. */
export function joinSchemaPatterns(patterns: readonly string[]): string {
  return patterns.map((pattern, index) => (index < patterns.length - 1 ? `(?=${pattern})` : pattern)).join("");
}
