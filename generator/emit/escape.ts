/**
 * Escapes text from YAML for generated files: one function per syntactic context. All text from YAML passes through this file.
 * Letters of every script are kept; invisible characters, and characters that could terminate the literal or comment, are escaped.
 */
import { escapeMarkup, fence } from "@climax-gen/runtime/internal/skill/markdown";
import { isIdentifierName } from "../resolve/tool-identifiers.ts";

/** Control, format (bidirectional, zero-width) and separator characters, and lone surrogates. Excludes the plain space. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** Line endings of YAML, JavaScript and Unicode, so that no text starts a new line. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Fast path: text that needs no escape in code. Most text matches. */
const PLAIN_TEXT = /^[\w ,.;:()=+'!?#%/${}-]*$/;

/** Returns a double-quoted string literal that evaluates to the text, also if the file is embedded in an HTML page. */
export function stringLiteral(text: string): string {
  if (PLAIN_TEXT.test(text)) return `"${text}"`;
  return JSON.stringify(text)
    .replaceAll(INVISIBLE, escapeCharacter)
    .replaceAll(/<(?=\/script|!--)/gi, "\\x3c");
}

/** Returns a key of an object literal. `__proto__` is computed, because a plain or quoted key would set the prototype. */
export function propertyKey(name: string): string {
  return name === "__proto__" ? '["__proto__"]' : memberName(name);
}

/** Returns the name of a property of an interface. */
export function memberName(name: string): string {
  return isIdentifierName(name) ? name : stringLiteral(name);
}

/**
 * Returns the content of a doc comment, one line per line of the text. Empty for a blank text. A line is never wrapped, so that an edited
 * word changes one line. An `@` that would start a tag is escaped: no description makes a tool deprecated.
 */
export function docText(text: string): string {
  if (PLAIN_TEXT.test(text)) return text.trim();
  const lines = text.split(LINE_END).map((line) =>
    visible(line)
      .replaceAll("*/", "*\\/")
      .replaceAll(/(?<![\w.-])@/g, "\\@")
      .trimEnd(),
  );
  while (lines[0] === "") lines.shift();
  while (lines.at(-1) === "") lines.pop();
  return lines.length === 1 ? (lines[0] ?? "").trimStart() : lines.join("\n");
}

/** Returns text for a line comment. */
export function lineCommentText(text: string): string {
  return oneLine(text);
}

/** Returns text for a Markdown page or for a cell of its tables. */
export function markdownText(text: string): string {
  return escapeMarkup(oneLine(text));
}

/**
 * Returns code for a Markdown table: a code span with more backticks than any run in the text. Text with `\|` becomes a `code` element
 * instead: many parsers read its escaped form `\\|` as the end of the cell, and drop the rest.
 */
export function markdownCode(text: string): string {
  const line = oneLine(text);
  if (line.includes("\\|")) return `<code>${line.replaceAll(/[^\p{L}\p{N} ]/gu, toReference)}</code>`;
  return fence(line.replaceAll("|", "\\|"));
}

function toReference(character: string): string {
  return `&#${character.codePointAt(0) ?? 0};`;
}

/** Returns the text on one line, with single spaces and without invisible characters. */
function oneLine(text: string): string {
  return visible(text.split(LINE_END).join(" ").replaceAll("\t", " ")).replaceAll(/ {2,}/g, " ").trim();
}

function visible(line: string): string {
  return line.replaceAll("\t", " ").replaceAll(INVISIBLE, escapeCharacter);
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
}
