/** Finds the sentences of a help that explain a command, before its lists. */
import { readHeading } from "./lines/sections.ts";

/** Maximum length of the text, in UTF-16 code units. The first sentences say what the command does, and later ones how. */
const MAX_LENGTH = 600;

/** Headings that the explanation can follow. */
const BEFORE = /^(?:usage|syntax)\b/;

/** A line of a sentence: words in lower case, without a gap between columns. */
const PROSE = /^["'`(]?[A-Za-z](?!\S*\s{2,}).*\b[a-z]{2,} [a-z]+\b/;

/** Returns the sentences of a help before its first list, without the usage. Undefined if there are none, as in a man page. */
export function findAbout(lines: readonly string[]): string | undefined {
  const found: string[] = [];
  let isUsage = false;
  for (const line of lines) {
    if (line.trim() === "") {
      isUsage = false;
      continue;
    }
    const heading = readHeading(line) ?? /^(?:usage|syntax)\b/i.exec(line.trim())?.[0].toLowerCase();
    if (heading !== undefined && !BEFORE.test(heading)) break;
    if (/^\s*-/.test(line)) break;
    isUsage ||= heading !== undefined;
    if (!isUsage && PROSE.test(line.trim())) found.push(line.trim());
  }
  const text = found.join(" ");
  if (text === "") return undefined;
  return text.length <= MAX_LENGTH ? text : text.slice(0, text.lastIndexOf(" ", MAX_LENGTH));
}
