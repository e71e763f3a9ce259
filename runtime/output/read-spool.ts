/** Reads pages of spooled output, and searches it. */
import { isContinuation } from "../text/utf8.ts";
import { encodedSize, startWithin } from "./encoded-size.ts";
import { createByteFinder } from "./find-bytes.ts";
import { countLineFeeds } from "./line-index.ts";
import type { SpooledText } from "./spool.ts";

/** A request for a page. `from_line` is the default, with 1. */
export interface PageRequest {
  /** First line, 1 or more. With `match`, the line at which the search starts. */
  readonly from_line?: number;
  /** Number of lines. Defaults to as many as fit. With `match`, the number of lines around each match; defaults to 2. */
  readonly lines?: number;
  /** A literal text, case-sensitive. */
  readonly match?: string;
  /** Offset in bytes; selects reading by bytes instead of lines. With `match`, the byte at which the search starts. */
  readonly offset?: number;
}

/** Size of one read, in bytes. */
const READ_BYTES = 256 * 1024;

/** Bytes of a reply that are reserved for the line about the next page, as JSON. */
const STATUS_BYTES = 200;

/** Maximum size of `match` in the line about the next page, in bytes as JSON. The line quotes `match`, which can double its size. */
const MAX_STATUS_MATCH = 40;

/** Maximum length of a line with a match that is shown as a whole, in bytes. A longer line is reduced to the text around the match. */
const MAX_MATCH_LINE = 2000;
const DEFAULT_CONTEXT = 2;
const MAX_MATCHES = 1000;

/** Returns a page of at most `budget` bytes of JSON. Its last line states its position and the arguments for the next page. */
export async function readPage(text: SpooledText, request: PageRequest, budget: number): Promise<string> {
  const room = Math.max(STATUS_BYTES, budget - STATUS_BYTES);
  const { from_line = 1, lines, match, offset } = request;
  const whole = text.isComplete ? "the output" : "the part of the output that was kept";
  if (from_line > text.lines) return `[line ${from_line} is beyond the end: ${whole} has ${countLines(text)}]`;
  if (offset !== undefined && offset >= text.bytes) return `[offset ${offset} is beyond the end: ${whole} has ${text.bytes} bytes]`;
  if (match !== undefined) return await findMatches(text, { ...request, match }, room);
  if (offset !== undefined) return await readBytes(text, offset, room);
  return await readLines(text, { first: from_line, count: lines ?? Infinity }, room);
}

function countLines({ lines }: Pick<SpooledText, "lines">): string {
  return `${lines} line${lines === 1 ? "" : "s"}`;
}

async function readBytes(text: SpooledText, offset: number, room: number): Promise<string> {
  const bytes = withoutPartialCharacters(await text.read(offset, room), offset + room >= text.bytes);
  const page = startWithin(bytes.text, room);
  const start = offset + bytes.skipped;
  const end = start + Buffer.byteLength(page);
  return `${page}\n\n[bytes ${start} to ${end} of ${text.bytes}${end < text.bytes ? `; next: offset ${end}` : ""}]`;
}

/** Decodes bytes, without incomplete characters at both ends. */
function withoutPartialCharacters(bytes: Buffer, isEnd: boolean): { readonly text: string; readonly skipped: number } {
  let skipped = 0;
  while (skipped < Math.min(3, bytes.length) && isContinuation(bytes[skipped] ?? 0)) skipped += 1;
  return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(skipped), { stream: !isEnd }), skipped };
}

async function readLines(
  text: SpooledText,
  { first, count }: { readonly first: number; readonly count: number },
  room: number,
): Promise<string> {
  const start = await findLine(text, first);
  const page: string[] = [];
  let size = 0;
  let next = first;
  let longLine: number | undefined;
  for await (const { line, offset } of iterateLines(text, start, first, room)) {
    const cost = encodedSize(line) + 2;
    if (size + cost > room) {
      longLine = page.length === 0 ? offset : undefined;
      break;
    }
    page.push(line);
    size += cost;
    next += 1;
    if (page.length >= count || next > text.lines) break;
  }
  if (longLine !== undefined) return `[line ${first} is too long for a reply: read it with offset ${longLine}]`;
  const more = next <= text.lines ? `; next: from_line ${next}` : "";
  return `${page.join("\n")}\n\n[lines ${first} to ${next - 1} of ${text.lines}${more}]`;
}

/** Returns the offset of a line. */
async function findLine(text: SpooledText, line: number): Promise<number> {
  const { offset, line: known } = text.seek({ line });
  let left = line - known;
  let at = offset;
  while (left > 0) {
    const bytes = await text.read(at, READ_BYTES);
    if (bytes.length === 0) return at;
    let end = 0;
    for (let feed = bytes.indexOf(0x0a); feed !== -1 && left > 0; feed = bytes.indexOf(0x0a, feed + 1)) {
      left -= 1;
      end = feed + 1;
    }
    at += left === 0 ? end : bytes.length;
  }
  return at;
}

/** Returns the number of the line that contains a byte. */
async function lineAt(text: SpooledText, offset: number): Promise<number> {
  const start = text.seek({ offset });
  let line = start.line;
  for (let at = start.offset; at < offset;) {
    const bytes = await text.read(at, Math.min(READ_BYTES, offset - at));
    if (bytes.length === 0) break;
    line += countLineFeeds(bytes);
    at += bytes.length;
  }
  return line;
}

interface Line {
  readonly line: string;
  readonly number: number;
  /** Offset of the first byte of the line. */
  readonly offset: number;
  /** Whether the line is cut at the limit, so that its rest is missing. */
  readonly isCut: boolean;
}

/**
 * Yields lines, beginning with the line that starts at the offset `start`. A line that is longer than `longest` bytes is cut off, and ends
 * the iteration.
 */
async function* iterateLines(text: SpooledText, start: number, number: number, longest: number): AsyncGenerator<Line> {
  let rest: Buffer = Buffer.alloc(0);
  let offset = start;
  let at = start;
  let current = number;
  while (at < text.bytes) {
    const bytes = await text.read(at, READ_BYTES);
    if (bytes.length === 0) break;
    at += bytes.length;
    rest = Buffer.concat([rest, bytes]);
    let begin = 0;
    for (let feed = rest.indexOf(0x0a); feed !== -1; feed = rest.indexOf(0x0a, begin)) {
      yield { line: rest.toString("utf8", begin, feed), number: current, offset: offset + begin, isCut: false };
      current += 1;
      begin = feed + 1;
    }
    offset += begin;
    rest = rest.subarray(begin);
    if (rest.length > longest) break;
  }
  if (rest.length > 0) yield { line: rest.toString("utf8"), number: current, offset, isCut: at < text.bytes };
}

interface MatchRequest extends PageRequest {
  readonly match: string;
}

/** Lists the matches with their line numbers, as `grep -n -C` does. */
async function findMatches(
  text: SpooledText,
  { match, from_line, offset = 0, lines = DEFAULT_CONTEXT }: MatchRequest,
  room: number,
): Promise<string> {
  const start = from_line === undefined ? offset : await findLine(text, from_line);
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
    const block = await showMatch(text, { found, number, end, match, context: lines, after: lastLine, room });
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
