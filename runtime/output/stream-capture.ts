/**
 * Captures one output stream of a program: text within a budget, and longer text in a spool file. For binary output, only the size and the
 * first bytes are kept.
 */
import { StringDecoder } from "node:string_decoder";
import type { TextCleaner } from "./clean-text.ts";
import { cleanText, createTextCleaner } from "./clean-text.ts";
import { encodedSize } from "./encoded-size.ts";
import { createTextMasker } from "./mask-text.ts";
import type { SecretSearch } from "./secret-search.ts";
import { createSecretSearch } from "./secret-search.ts";
import type { SpooledText, SpoolWriter } from "./spool.ts";
import type { StreamKind } from "./text-encoding.ts";
import { detectStreamKind, SAMPLE_BYTES } from "./text-encoding.ts";

/** Limits of a capture, and options for text. */
export interface CaptureOptions {
  /** Maximum size of text in memory, in bytes as JSON. */
  readonly budget: number;
  /** Returns the text unchanged apart from its encoding, and decodes any bytes. Defaults to false. */
  readonly isRaw?: boolean;
  /** Values that are replaced by `***`. */
  readonly secrets?: SecretSearch;
  /** Starts a file for text beyond the budget. Without it, only the start and the end of the text are kept. */
  readonly createSpool?: (() => SpoolWriter | undefined) | undefined;
  /** Length of the longest text that is not written to the file if it is within the budget, in UTF-16 units. Defaults to any length. */
  readonly maxUnkeptLength?: number;
  /** Maximum number of bytes to keep in addition to the text. Defaults to 0. */
  readonly maxKeptBytes?: number;
  /** Called with each part of the text, clean and masked, as soon as it is final. Defaults to no function. */
  readonly onText?: (text: string) => void;
}

/** The output of a stream. */
export type CapturedStream =
  | WholeText
  | CutText
  /** `sample`: the first bytes. */
  | { readonly kind: "binary"; readonly bytes: number; readonly sample: Buffer };

/** Text within the budget. */
export interface WholeText {
  readonly kind: "text";
  readonly text: string;
  /** Set if the text was kept too, because a client may not show all of it. */
  readonly spooled?: SpooledText;
}

/** Text that exceeds the budget. */
export interface CutText {
  readonly kind: "cut";
  readonly head: string;
  readonly tail: string;
  /** Size in bytes and number of lines of the whole text. */
  readonly bytes: number;
  readonly lines: number;
  /** Omitted if the text was not kept. */
  readonly spooled?: SpooledText;
}

/** The capture of one stream. */
export interface StreamCapture {
  /** Appends a chunk. The chunk may be reused, because kept data is copied. */
  readonly push: (chunk: Buffer) => void;
  readonly end: () => CapturedStream;
  /**
   * Returns the output so far, without its incomplete last line. Decides whether the stream is text. The text of the rest is final as soon as
   * its lines are complete.
   */
  readonly soFar: () => CapturedStream;
  /** Returns the incomplete last line. Omits a last part that may be the start of a secret. */
  readonly pendingLine: () => string;
  /** All bytes, or undefined if they exceed `maxKeptBytes`. */
  readonly bytes: () => Buffer | undefined;
  /** Number of bytes received. */
  readonly size: () => number;
  /** Whether the output is not text. */
  readonly isBinary: () => boolean;
  /** The last line so far that is not empty, for progress. Empty for output that is not text. */
  readonly lastLine: () => string;
}

/** Number of UTF-16 units of final text that `lastLine` reads. */
const LAST_LINE_LENGTH = 2048;

/** Creates the capture of one stream. */
export function createStreamCapture(options: CaptureOptions): StreamCapture {
  const { maxKeptBytes = 0 } = options;
  let size = 0;
  let kept: Buffer[] | undefined = [];
  let sample: Buffer = Buffer.alloc(0);
  let reading: StreamReading | undefined;
  let isFollowed = false;

  const startNow = (): void => {
    reading = startReading(sample, options);
    sample = Buffer.from(sample.subarray(0, SAMPLE_BYTES));
  };
  const isBinary = (): boolean => (reading === undefined ? detectStreamKind(sample) === "binary" : reading.text === undefined);

  return {
    push(chunk) {
      size += chunk.length;
      if (size <= maxKeptBytes) kept?.push(Buffer.from(chunk));
      else kept = undefined;
      if (reading !== undefined) return reading.text?.push(chunk);
      sample = Buffer.concat([sample, chunk]);
      if (sample.length >= SAMPLE_BYTES || isFollowed) startNow();
    },
    end() {
      if (size === 0) return EMPTY_TEXT;
      reading ??= startReading(sample, options);
      return reading.text?.end() ?? { kind: "binary", bytes: size, sample };
    },
    soFar() {
      isFollowed = true;
      if (size === 0) return EMPTY_TEXT;
      if (reading === undefined) startNow();
      return reading?.text?.soFar() ?? { kind: "binary", bytes: size, sample };
    },
    pendingLine: () => reading?.text?.pendingLine() ?? "",
    bytes: () => kept && Buffer.concat(kept),
    size: () => size,
    isBinary,
    lastLine() {
      const { text } = reading ?? startReading(sample, { ...options, createSpool: undefined });
      // Raw output is not cleaned, but its last line must be clean text.
      const lines = cleanText(text?.lastText() ?? "").split("\n");
      return lines.findLast((line) => line.trim() !== "")?.trim() ?? "";
    },
  };
}

const EMPTY_TEXT: WholeText = { kind: "text", text: "" };

/** The reading of a stream. `text` is omitted for output that is not text. */
interface StreamReading {
  readonly text?: TextReader;
}

/** Starts to read a stream. The first bytes determine its kind. */
function startReading(sample: Buffer, options: CaptureOptions): StreamReading {
  const kind = options.isRaw === true ? "utf-8" : detectStreamKind(sample);
  if (kind === "binary") return {};
  const text = createTextReader(kind, options);
  text.push(sample);
  return { text };
}

interface TextReader {
  readonly push: (chunk: Buffer) => void;
  readonly end: () => CapturedStream;
  readonly soFar: () => CapturedStream;
  readonly pendingLine: () => string;
  /** Returns the end of the text so far. Omits a last part that may be the start of a secret. */
  readonly lastText: () => string;
}

function createTextReader(kind: Exclude<StreamKind, "binary">, options: CaptureOptions): TextReader {
  const decoder = createDecoder(kind);
  const cleaner = options.isRaw === true ? PASS : createTextCleaner();
  const masker = createTextMasker(options.secrets ?? createSecretSearch([]));
  const window = createTextWindow(options);
  const { onText } = options;
  const add = (text: string): void => {
    window.push(text);
    if (text !== "") onText?.(text);
  };
  const pendingLine = (): string => masker.preview(cleaner.preview());
  return {
    push: (chunk) => add(masker.push(cleaner.push(decoder.decode(chunk)))),
    end() {
      add(masker.push(cleaner.push(decoder.end()) + cleaner.end()) + masker.end());
      return window.end();
    },
    soFar: window.soFar,
    pendingLine,
    lastText: () => window.lastText() + pendingLine(),
  };
}

interface Decoder {
  readonly decode: (chunk: Buffer) => string;
  readonly end: () => string;
}

/** `StringDecoder` is faster than `TextDecoder`, and keeps the byte order mark of UTF-8, as the contract does (vector call.strip.018). */
function createDecoder(kind: Exclude<StreamKind, "binary">): Decoder {
  if (kind === "utf-8") {
    const decoder = new StringDecoder("utf8");
    return { decode: (chunk) => decoder.write(chunk), end: () => decoder.end() };
  }
  const decoder = new TextDecoder(kind);
  return { decode: (chunk) => decoder.decode(chunk, { stream: true }), end: () => decoder.decode() };
}

const PASS: TextCleaner = { push: (text) => text, end: () => "", preview: () => "" };

/** The limits of a text window. */
export type WindowOptions = Pick<CaptureOptions, "budget" | "createSpool" | "maxUnkeptLength">;

/**
 * Keeps the whole text if it is within the budget. Otherwise, keeps its start and its end, and writes all of it to a spool file. A text
 * longer than `maxUnkeptLength` is written to the file too.
 */
function createTextWindow({ budget, createSpool, maxUnkeptLength = Infinity }: WindowOptions): {
  readonly push: (text: string) => void;
  readonly end: () => Extract<CapturedStream, { kind: "text" | "cut" }>;
  /** Returns the text so far. */
  readonly soFar: () => Extract<CapturedStream, { kind: "text" | "cut" }>;
  /** Returns the end of the text so far. */
  readonly lastText: () => string;
} {
  let head = "";
  let encoded = 0;
  let tail = "";
  let isCut = false;
  let isSpooling = false;
  let bytes = 0;
  let lineFeeds = 0;
  let writer: SpoolWriter | undefined;
  const spool = (text: string): void => {
    if (!isSpooling) writer = createSpool?.();
    writer?.write(isSpooling ? text : head);
    isSpooling = true;
  };
  const toCut = (spooled: SpooledText | undefined): CutText => {
    const end = tail.slice(-budget);
    const lines = lineFeeds + (end.endsWith("\n") ? 0 : 1);
    return { kind: "cut", head, tail: end, bytes, lines, ...(spooled && { spooled }) };
  };
  return {
    push(text) {
      if (text === "") return;
      bytes += Buffer.byteLength(text);
      lineFeeds += countTextLineFeeds(text);
      if (isCut) {
        writer?.write(text);
        tail = keepEnd(tail + text.slice(-budget), budget);
        return;
      }
      head += text;
      encoded += encodedSize(text);
      isCut = encoded > budget;
      if (isCut || head.length > maxUnkeptLength) spool(text);
      if (!isCut) return;
      tail = keepEnd(head, budget);
      head = copy(head.slice(0, budget));
    },
    end() {
      const spooled = writer?.finish();
      return isCut ? toCut(spooled) : { kind: "text", text: head, ...(spooled && { spooled }) };
    },
    soFar: () => (isCut ? toCut(writer?.soFar()) : { kind: "text", text: head }),
    lastText: () => (isCut ? tail : head).slice(-LAST_LINE_LENGTH),
  };
}

/** Shortens a text to its last `length` units when it is twice as long, so that it is seldom copied. */
function keepEnd(text: string, length: number): string {
  return text.length <= 2 * length ? text : copy(text.slice(-length));
}

/** Copies a string, because a slice keeps the whole original string in memory. */
function copy(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}

/** Counts the line feeds of a text. */
export function countTextLineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
