/** Finds a literal text in spooled output, as `grep -n -C` does. */
import { encodedSize, startWithin } from "./encoded-size.ts";
import { countLineFeeds } from "./line-index.ts";
import type { SpooledText } from "./spool.ts";
import { countLines, findLine, iterateLines, lineAt, READ_BYTES, withoutPartialCharacters } from "./spool-lines.ts";

/** Maximum size of `match` in the line about the next match, in bytes as JSON. The line quotes `match`, which can double its size. */
const MAX_STATUS_MATCH = 40;

/** Maximum length of a line with a match that is shown as a whole, in bytes. A longer line is reduced to the text around the match. */
const MAX_MATCH_LINE = 2000;
const DEFAULT_CONTEXT = 2;
const MAX_MATCHES = 1000;

/** A search for a literal text, case-sensitive. */
export interface MatchRequest {
  readonly match: string;
  /** Offset of the first byte that is searched. */
  readonly start: number;
  /** Number of lines around each match. Defaults to 2. */
  readonly context?: number | undefined;
}

/** Lists the matches with their line numbers, within `room` bytes as JSON. */
export async function findMatches(
  text: SpooledText,
  { match, start, context = DEFAULT_CONTEXT }: MatchRequest,
  room: number,
): Promise<string> {
  const shown: string[] = [];
  let size = 0;
  let count = 0;
  // Number of the last line that is shown.
  let lastLine = 0;
  let next: string | undefined;
  for await (const found of iterateMatches(text, Buffer.from(match), start)) {
    const number = await lineAt(text, found);
    const end = number + countLineBreaks(match);
    if (end <= lastLine) {
      count += 1;
      continue;
    }
    const block = await showMatch(text, { found, number, end, match, context, after: lastLine, room });
    const part = [...(lastLine > 0 && block.first > lastLine + 1 ? ["--"] : []), ...block.lines];
    const cost = encodedSize(part.join("\n")) + 2;
    if (size + cost > room || count >= MAX_MATCHES) {
      // The next page starts at this match. A match in a long line is identified by its byte, because several matches can be on the line.
      next = block.isExcerpt ? `offset ${found}` : `from_line ${number}`;
      break;
    }
    shown.push(...part);
    size += cost;
    count += 1;
    lastLine = block.isExcerpt ? lastLine : block.last;
  }
  if (shown.length === 0 && next !== undefined) return `[a match at ${next} has too much context for a reply: use fewer lines]`;
  const total = `${count}${next === undefined ? "" : " or more"} match${count === 1 && next === undefined ? "" : "es"}`;
  const first = start === 0 ? 1 : await lineAt(text, start);
  const where = `of ${quoteMatch(match)} in ${first === 1 ? countLines(text) : `lines ${first} to ${text.lines}`}`;
  const advice = count === 0 ? "; match is a literal text, and its case counts" : "";
  return `${shown.length === 0 ? "" : `${shown.join("\n")}\n\n`}[${total} ${where}${advice}${next === undefined ? "" : `; next: ${next}`}]`;
}

function quoteMatch(match: string): string {
  const start = startWithin(match, MAX_STATUS_MATCH);
  return JSON.stringify(start === match ? match : `${start}…`);
}

/** Returns the number of line feeds in a match, except for a line feed at its end. */
function countLineBreaks(match: string): number {
  return countLineFeeds(Buffer.from(match.replace(/\n$/, "")));
}

/** A match, and the limits of the lines to show around it. */
interface MatchToShow {
  /** Offset of the match. */
  readonly found: number;
  /** The line that the match starts on. */
  readonly number: number;
  /** The line that the match ends on. */
  readonly end: number;
  readonly match: string;
  readonly context: number;
  /** Number of the last line that is already shown. */
  readonly after: number;
  /** Maximum size of the lines, in bytes. */
  readonly room: number;
}

interface ShownMatch {
  readonly lines: readonly string[];
  readonly first: number;
  readonly last: number;
  /** Whether only the surroundings of the match are shown, because its line is too long. */
  readonly isExcerpt: boolean;
}

async function showMatch(text: SpooledText, wanted: MatchToShow): Promise<ShownMatch> {
  const { number, end, match, context, after, room } = wanted;
  const first = Math.max(after + 1, number - context, 1);
  const lines: string[] = [];
  let last = first - 1;
  let size = 0;
  for await (const { line, number: current, isCut } of iterateLines(text, await findLine(text, first), first, MAX_MATCH_LINE)) {
    const isLong = Buffer.byteLength(line) > MAX_MATCH_LINE;
    const isInside = current >= number && current <= end;
    if (isInside && isLong) return await showExcerpt(text, wanted);
    // Stops before a long line that may contain the next match, because only the start of the line would be shown.
    if (current > end && isLong && (isCut || line.includes(match))) break;
    const isMatch = isInside || (current > end && line.includes(match));
    lines.push(`${current}${isMatch ? ":" : "-"} ${isLong ? `${startWithin(line, MAX_MATCH_LINE)}…` : line}`);
    last = current;
    size += encodedSize(line);
    if (current >= end + context || size > room) break;
  }
  // A long line, or too much context, has used up the budget before the match.
  return last < end ? await showExcerpt(text, wanted) : { lines, first, last, isExcerpt: false };
}

/** Number of bytes to show before and after a match in a long line. */
const EXCERPT = 200;

/** Size of the prefix of an excerpt, which contains the numbers of the line and the byte, in bytes. */
const EXCERPT_LABEL = 64;

/** Shows the match with at most `EXCERPT` bytes of its line on both sides. A match that does not fit is cut off. */
async function showExcerpt(text: SpooledText, { found, number, match, room }: MatchToShow): Promise<ShownMatch> {
  const start = Math.max(0, found - EXCERPT);
  const bytes = await text.read(start, found - start + Buffer.byteLength(match) + EXCERPT);
  const before = withoutPartialCharacters(bytes.subarray(0, found - start), true).text;
  const rest = withoutPartialCharacters(bytes.subarray(found - start), false).text;
  const lineEnd = rest.indexOf("\n", match.length);
  const excerpt = before.slice(before.lastIndexOf("\n") + 1) + (lineEnd === -1 ? rest : rest.slice(0, lineEnd));
  const line = `${number}: [offset ${found}] …${startWithin(excerpt, room - EXCERPT_LABEL)}…`;
  return { lines: [line], first: number, last: number, isExcerpt: true };
}

/** Yields the offsets of the matches, without overlaps. */
async function* iterateMatches(text: SpooledText, needle: Buffer, start: number): AsyncGenerator<number> {
  const find = createByteFinder(needle);
  let at = start;
  while (at < text.bytes) {
    const bytes = await text.read(at, READ_BYTES + needle.length);
    if (bytes.length < needle.length) return;
    let begin = 0;
    for (let found = find(bytes, 0); found !== -1; found = find(bytes, begin)) {
      yield at + found;
      begin = found + needle.length;
    }
    // The next part overlaps this one, because a match can span both.
    at += Math.max(begin, bytes.length - needle.length + 1);
  }
}

/** Returns the first position of the text in the bytes, from `from` on, or -1. */
type ByteFinder = (bytes: Buffer, from: number) => number;

/** Maximum length of a text that `Buffer.indexOf` finds fast in any bytes. */
const SHORT = 32;

/**
 * Creates a function that finds a text. It finds the start of the text first, and then the rest by the method of Knuth, Morris and Pratt,
 * which reads no byte twice.
 */
export function createByteFinder(text: Buffer): ByteFinder {
  if (text.length <= SHORT) return (bytes, from) => bytes.indexOf(text, from);
  const start = text.subarray(0, SHORT);
  const borders = listBorders(text);
  return (bytes, from) => {
    for (let found = bytes.indexOf(start, from); found !== -1;) {
      let next = found + SHORT;
      let matched = SHORT;
      while (matched > 0 && matched < text.length && next < bytes.length) {
        if (bytes[next] === text[matched]) {
          next += 1;
          matched += 1;
        } else matched = borders[matched - 1] ?? 0;
      }
      if (matched === text.length) return next - matched;
      if (next === bytes.length) return -1;
      found = bytes.indexOf(start, next);
    }
    return -1;
  };
}

/** Returns, for each prefix of the text, the length of the longest shorter prefix that it ends with. */
function listBorders(text: Buffer): Uint32Array {
  const borders = new Uint32Array(text.length);
  for (let index = 1, border = 0; index < text.length; index += 1) {
    while (border > 0 && text[index] !== text[border]) border = borders[border - 1] ?? 0;
    if (text[index] === text[border]) border += 1;
    borders[index] = border;
  }
  return borders;
}
