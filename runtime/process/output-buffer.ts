/** Buffers the output of one stream up to a maximum size, so that a program cannot make the server run out of memory. */
import { isContinuation } from "../text/utf8.ts";

/** Keeps output up to a limit. */
export interface OutputBuffer {
  /** Copies the part of the chunk that is kept. The chunk may be reused. */
  readonly push: (chunk: Buffer) => void;
  /** Decodes the kept bytes as UTF-8. Invalid bytes become U+FFFD (vectors call.decode); a byte order mark is kept. */
  readonly text: () => string;
  /** Number of bytes received, including dropped ones. */
  readonly size: () => number;
}

/**
 * Creates a buffer that keeps the first and the last `maxBytes / 2` bytes. Between these two parts, the text has a line with the number of
 * dropped bytes. A character that would be split is dropped.
 * @param maxBytes an integer, at least 1
 */
export function createOutputBuffer(maxBytes: number): OutputBuffer {
  const headSize = Math.ceil(maxBytes / 2);
  const tailSize = maxBytes - headSize;
  let kept: Buffer = Buffer.alloc(0);
  let total = 0;

  // The bytes after the head are a ring buffer. Returns the index of byte `position` of the stream.
  const toRingIndex = (position: number): number => headSize + ((position - headSize) % tailSize);

  const overwriteTail = (bytes: Buffer, position: number): void => {
    if (tailSize === 0) return;
    const last = bytes.subarray(Math.max(0, bytes.length - tailSize));
    const start = toRingIndex(position + bytes.length - last.length);
    const copied = last.copy(kept, start, 0, Math.min(last.length, maxBytes - start));
    last.copy(kept, headSize, copied);
  };

  return {
    push(chunk) {
      const fitting = Math.min(chunk.length, Math.max(0, maxBytes - total));
      kept = withRoom(kept, total + fitting, maxBytes);
      chunk.copy(kept, total, 0, fitting);
      if (fitting < chunk.length) overwriteTail(chunk.subarray(fitting), total + fitting);
      total += chunk.length;
    },
    text() {
      if (total <= maxBytes) return kept.toString("utf8", 0, total);
      const start = tailSize === 0 ? maxBytes : toRingIndex(total);
      const head = withoutCutEnd(kept.subarray(0, headSize));
      const tail = withoutCutStart(Buffer.concat([kept.subarray(start, maxBytes), kept.subarray(headSize, start)]));
      const dropped = total - head.length - tail.length;
      return `${head.toString("utf8")}\n[... ${dropped} bytes dropped ...]\n${tail.toString("utf8")}`;
    },
    size: () => total,
  };
}

/** Returns a buffer with enough capacity. Doubling keeps copying linear; the first chunk, often the only one, allocates its exact size. */
function withRoom(kept: Buffer, needed: number, maxBytes: number): Buffer {
  if (needed <= kept.length || kept.length >= maxBytes) return kept;
  const grown = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(needed, 2 * kept.length)));
  kept.copy(grown);
  return grown;
}

/** Maximum number of bytes after the first byte of a character in UTF-8. */
const MAX_CONTINUATION_BYTES = 3;

function withoutCutEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(MAX_CONTINUATION_BYTES, bytes.length); back += 1) {
    const byte = bytes.readUInt8(bytes.length - back);
    if (isContinuation(byte)) continue;
    return characterLength(byte) > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

function withoutCutStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < Math.min(MAX_CONTINUATION_BYTES, bytes.length) && isContinuation(bytes.readUInt8(start))) start += 1;
  return bytes.subarray(start);
}

function characterLength(firstByte: number): number {
  if (firstByte >= 0xf0) return 4;
  if (firstByte >= 0xe0) return 3;
  return firstByte >= 0xc0 ? 2 : 1;
}
