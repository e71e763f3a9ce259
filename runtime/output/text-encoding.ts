/** Determines from the first bytes of a stream whether it is text, and its encoding. */
import { isUtf8 } from "node:buffer";

/** `binary`: the bytes are not text and must not be decoded. */
export type StreamKind = "utf-8" | "utf-16le" | "utf-16be" | "binary";

/** Maximum number of bytes that determine the kind of a stream. */
export const SAMPLE_BYTES = 4100;

/**
 * Minimum size of a stream whose kind is determined by the ratio of its bytes. A shorter stream is binary only if it starts with a
 * signature.
 */
const MIN_RATIO_BYTES = 32;

/**
 * First bytes of formats that are not text, as `latin1`. A stream without control bytes and invalid bytes in the sample is text, even with
 * such a start.
 */
const SIGNATURES: readonly string[] = [
  "\x89PNG\r\n\x1a\n",
  "\xff\xd8\xff",
  "GIF87a",
  "GIF89a",
  "\x1f\x8b",
  "PK\x03\x04",
  "PK\x05\x06",
  "BZh",
  "\xfd7zXZ\0",
  "\x28\xb5\x2f\xfd",
  "7z\xbc\xaf\x27\x1c",
  "%PDF-",
  "\x7fELF",
  "RIFF",
  "OggS",
  "ID3",
  "fLaC",
  "\0asm",
  "SQLite format 3\0",
  "\xca\xfe\xba\xbe",
];

/** Returns the kind of a stream by its first bytes. UTF-16 needs a byte order mark. */
export function detectStreamKind(start: Uint8Array): StreamKind {
  const sample = Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, SAMPLE_BYTES));
  const utf16 = detectUtf16(sample);
  if (utf16 !== undefined) return utf16;
  const { controls, invalid } = countBytes(sample);
  if (controls + invalid === 0) return "utf-8";
  const head = sample.toString("latin1", 0, 16);
  if (SIGNATURES.some((signature) => head.startsWith(signature)) || head.startsWith("ftyp", 4)) return "binary";
  if (sample.length < MIN_RATIO_BYTES) return "utf-8";
  return controls > sample.length / 10 || invalid > sample.length / 3 ? "binary" : "utf-8";
}

function detectUtf16(sample: Buffer): "utf-16le" | "utf-16be" | undefined {
  const mark = sample.length >= 2 ? sample.readUInt16BE(0) : 0;
  const encoding = mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : undefined;
  // UTF-32 starts with the mark of UTF-16 and two zero bytes.
  if (encoding === undefined || sample.length < 4 || sample.readUInt16BE(2) === 0) return undefined;
  const text = new TextDecoder(encoding).decode(sample.subarray(0, sample.length & ~1));
  const odd = text.match(/[\0-\u0008\u000e-\u001a\u001c-\u001f\ufffd\ufffe\uffff]/g)?.length ?? 0;
  return odd > text.length / 10 ? undefined : encoding;
}

/**
 * Counts control bytes that do not occur in text, and bytes that are not UTF-8. An incomplete character at the end of the sample is valid.
 */
function countBytes(sample: Buffer): { readonly controls: number; readonly invalid: number } {
  let controls = 0;
  for (const byte of sample) if (byte < 0x07 || (byte > 0x0d && byte < 0x1b) || (byte > 0x1b && byte < 0x20)) controls += 1;
  return { controls, invalid: isUtf8(sample) ? 0 : countInvalid(sample) };
}

function countInvalid(sample: Buffer): number {
  const text = new TextDecoder("utf-8").decode(sample, { stream: true });
  return text.match(/\ufffd/g)?.length ?? 0;
}
