/** Finds, reads and counts the lines of spooled output. */
import { isContinuation } from "../text/utf8.ts";
import { countLineFeeds } from "./line-index.ts";
import type { SpooledText } from "./spool.ts";

/** Size of one read, in bytes. */
export const READ_BYTES = 256 * 1024;

/** Returns `1 line`, `2 lines`. */
export function countLines({ lines }: Pick<SpooledText, "lines">): string {
  return `${lines} line${lines === 1 ? "" : "s"}`;
}

/** Decodes bytes, without incomplete characters at both ends. */
export function withoutPartialCharacters(bytes: Buffer, isEnd: boolean): { readonly text: string; readonly skipped: number } {
  let skipped = 0;
  while (skipped < Math.min(3, bytes.length) && isContinuation(bytes[skipped] ?? 0)) skipped += 1;
  return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(skipped), { stream: !isEnd }), skipped };
}

/** Returns the offset of a line. */
export async function findLine(text: SpooledText, line: number): Promise<number> {
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
export async function lineAt(text: SpooledText, offset: number): Promise<number> {
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

interface SpoolLine {
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
export async function* iterateLines(text: SpooledText, start: number, number: number, longest: number): AsyncGenerator<SpoolLine> {
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
