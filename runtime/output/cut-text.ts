/** Reduces text to its start and its end, and reports the missing part. Pure. */
import { encodedSize, endWithin, startWithin } from "./encoded-size.ts";
import type { CutText, WholeText } from "./stream-capture.ts";
import type { SpooledText } from "./spool.ts";
import { countTextLineFeeds } from "./stream-capture.ts";
import { OUTPUT_READ, writeOutputCall } from "../tool/meta-tool-names.ts";

/** The part of a text that a reply shows. */
export interface ShownText {
  readonly text: string;
  /** A note of one line about the missing part. Omitted if nothing is missing. */
  readonly note?: string;
  /** A note of one line that says how to read the text again, for clients that do not show all of it. Omitted for short text. */
  readonly keptNote?: string;
}

/** Returns a text that is shown whole, with a note if it was kept. */
export function showWhole({ text, spooled }: WholeText, part?: string): ShownText {
  if (spooled === undefined || !spooled.isComplete) return { text };
  const what = `${part === undefined ? "" : `${part}: `}${formatBytes(spooled.bytes)} in ${spooled.lines} ${spooled.lines === 1 ? "line" : "lines"}`;
  return { text, keptNote: `[${what}, complete below. If your client cuts it, call ${readCall(spooled, '"from_line":1')}]` };
}

/** Options of the note about the missing part. */
export interface NoteOptions {
  /** Remedy if the rest was not kept. Defaults to a narrower call. */
  readonly advice?: string | undefined;
  /** The part of the reply that lacks text: `[stderr]`. Defaults to the reply as a whole. */
  readonly part?: string;
}

/**
 * Reduces a text to `room` bytes as JSON: half from the start and half from the end, cut at line endings if possible. The marker line
 * between the halves is not counted.
 */
export function cutText(cut: CutText, room: number, options: NoteOptions = {}): ShownText {
  const half = Math.floor(room / 2);
  const head = toWholeLines(startWithin(cut.head, half));
  const tail = toLineStart(endWithin(cut.tail, half));
  const missing = cut.bytes - Buffer.byteLength(head) - Buffer.byteLength(tail);
  const first = countTextLineFeeds(head) + 1;
  const last = cut.lines - countTextLineFeeds(tail) - (tail.endsWith("\n") ? 0 : 1);
  const isByLine = head.endsWith("\n") && last >= first;
  const what = isByLine
    ? `${first === last ? `line ${first}` : `lines ${first} to ${last}`} of ${cut.lines}`
    : `bytes ${Buffer.byteLength(head)} to ${cut.bytes - Buffer.byteLength(tail)} of ${cut.bytes}`;
  const start = isByLine ? `"from_line":${first}` : `"offset":${Buffer.byteLength(head)}`;
  return { text: `${head}${head.endsWith("\n") ? "" : "\n"}[… ${what} …]\n${tail}`, note: toNote(cut, { what, missing, start }, options) };
}

const NARROW = "They were not kept: narrow the call, for example with a filter, a limit or a range";

function toNote(
  { spooled }: CutText,
  { what, missing, start }: Readonly<Record<"what" | "start", string>> & { readonly missing: number },
  { advice = NARROW, part }: NoteOptions,
): string {
  const begin = `[… missing${part === undefined ? "" : ` in ${part}`}: ${what} (${formatBytes(missing)})`;
  if (spooled === undefined) return `${begin}. ${advice}]`;
  const limit = spooled.isComplete ? "" : ` (only the first ${formatBytes(spooled.bytes)} can be read)`;
  return `${begin}. To read on${limit}, call ${readCall(spooled, start)}; to find a text, write "match":"text" instead of ${start}]`;
}

/** Returns the call of `output_read` that starts at a line or an offset. */
function readCall({ id, readTool }: Pick<SpooledText, "id" | "readTool">, start: string): string {
  return writeOutputCall(readTool, OUTPUT_READ, `{"id":"${id}",${start}}`);
}

/** Cuts a text after its last line feed, if this keeps at least half of the text. */
function toWholeLines(text: string): string {
  const end = text.lastIndexOf("\n") + 1;
  return end >= text.length / 2 ? text.slice(0, end) : text;
}

function toLineStart(text: string): string {
  const start = text.indexOf("\n") + 1;
  return start <= text.length / 2 ? text.slice(start) : text;
}

/** Formats a size: `512 bytes`, `1.5 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Divides `room` bytes between two streams. Standard error gets at least a quarter if it needs it. */
export function divideRoom(stdout: number, stderr: number, room: number): { readonly stdout: number; readonly stderr: number } {
  const errors = Math.min(stderr, Math.max(Math.floor(room / 4), room - stdout));
  return { stdout: room - errors, stderr: errors };
}

/** Returns the size of a text in a reply, or infinity if it has been cut. */
export function sizeOf(stream: { readonly kind: "text"; readonly text: string } | CutText): number {
  return stream.kind === "text" ? encodedSize(stream.text) : Infinity;
}
