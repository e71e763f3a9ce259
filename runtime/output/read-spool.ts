/** Reads pages of spooled output, and searches it. */
import { encodedSize, startWithin } from "./encoded-size.ts";
import type { SpooledText } from "./spool.ts";
import { countLines, findLine, iterateLines, withoutPartialCharacters } from "./spool-lines.ts";
import { findMatches } from "./spool-matches.ts";

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

/** Bytes of a reply that are reserved for the line about the next page, as JSON. */
const STATUS_BYTES = 200;

/** Returns a page of at most `budget` bytes of JSON. Its last line states its position and the arguments for the next page. */
export async function readPage(text: SpooledText, request: PageRequest, budget: number): Promise<string> {
  const room = Math.max(STATUS_BYTES, budget - STATUS_BYTES);
  const { from_line = 1, lines, match, offset } = request;
  const whole = text.isComplete ? "the output" : "the part of the output that was kept";
  if (from_line > text.lines) return `[line ${from_line} is beyond the end: ${whole} has ${countLines(text)}]`;
  if (offset !== undefined && offset >= text.bytes) return `[offset ${offset} is beyond the end: ${whole} has ${text.bytes} bytes]`;
  if (match !== undefined) {
    const start = request.from_line === undefined ? (offset ?? 0) : await findLine(text, from_line);
    return await findMatches(text, { match, start, context: lines }, room);
  }
  if (offset !== undefined) return await readBytes(text, offset, room);
  return await readLines(text, { first: from_line, count: lines ?? Infinity }, room);
}

async function readBytes(text: SpooledText, offset: number, room: number): Promise<string> {
  const bytes = withoutPartialCharacters(await text.read(offset, room), offset + room >= text.bytes);
  const page = startWithin(bytes.text, room);
  const start = offset + bytes.skipped;
  const end = start + Buffer.byteLength(page);
  return `${page}\n\n[bytes ${start} to ${end} of ${text.bytes}${end < text.bytes ? `; next: offset ${end}` : ""}]`;
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
