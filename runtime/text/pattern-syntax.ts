/**
 * The three flavours of a pattern: Python's, as policies are written (CLImax matched with Python's `re`), RE2's, which is
 * matched, and ECMAScript's, which JSON Schema shows.
 */
import type { PatternUse } from "./python-classes.ts";
import { toPythonClass, toPythonEnd } from "./python-classes.ts";

/**
 * What a pattern is made of, longest first: a class (`]` right after its start stands for itself), an escape, the start of a
 * group with all that says its kind, a repeat count, or a character.
 */
const TOKEN =
  /\[\^?\]?(?:\\[^]|\[:\^?\w+:\]|[^\]\\])*\]|\\(?:[xpP]\{[^}]*\}|[0-7]{3}|[1-9]\d?|[^])|\(\?(?:<?[=!]|P=|P?<\w*>?|[\w-]*[:)]|[^])|\{[\d,]*\}|[^]/gu;

const ESCAPES_OF_PYTHON = /\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})|\\[^]/gu;

function toTokens(source: string): readonly string[] {
  return source.match(TOKEN) ?? [];
}

/** Names a construct of Python's `re` that cannot be matched in linear time. Returns undefined if there is none. */
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
 * Python's spellings in RE2's: `\Z`, `\uXXXX`, `\UXXXXXXXX` and `{,n}`, and Python's classes as far as the use of the pattern needs them;
 * what is left over is for RE2 to accept or refuse.
 */
export function toRe2Syntax(source: string, use: PatternUse): string {
  const tokens = toTokens(joinUnicodeEscapes(source));
  return tokens
    .map((token, place) => (token === "$" && use === "deny" ? toPythonEnd(tokens, place) : toPythonClass(toRe2Token(token), use)))
    .join("");
}

/** The same without word boundaries: matches whatever the pattern matches with any meaning of them. `undefined` where there are none. */
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
 * The pattern in ECMAScript's syntax (with its `u` flag), anchored at both ends as the whole value must match; `undefined` where
 * that syntax cannot say it (inline flags, POSIX classes). Groups lose their names: nothing can refer to them, and Python's
 * and ECMAScript's spelling of a name exclude each other, so that clients in either language can read the schema.
 */
export function toSchemaPattern(source: string): string | undefined {
  const tokens = toTokens(joinUnicodeEscapes(source)).map(toEcmaToken);
  if (!tokens.every((token) => token !== undefined)) return undefined;
  const pattern = anchor(tokens);
  return isRegExp(pattern) ? pattern : undefined;
}

function isRegExp(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").unicode;
  } catch {
    // What RE2 has beyond ECMAScript is not shown; it is checked all the same.
    return false;
  }
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

/** With its `u` flag, ECMAScript wants what is special to be escaped and nothing else. */
function toEcmaEscape(token: string): string {
  if (/^[\]{}]+$/.test(token)) return token.replaceAll(/[^]/g, "\\$&");
  if (token.startsWith("\\x{")) return `\\u${token.slice(2)}`;
  return /^\\[ -~]$/.test(token) && !/^\\[\w^$\\.*+?()[\]{}|/]$/.test(token) ? token.slice(1) : token;
}

/** Anchors that are there already are not doubled, and a group is needed only around alternatives. */
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

/** One pattern that matches what all of them match: each but the last is looked at ahead. */
export function joinSchemaPatterns(patterns: readonly string[]): string {
  return patterns.map((pattern, place) => (place < patterns.length - 1 ? `(?=${pattern})` : pattern)).join("");
}
