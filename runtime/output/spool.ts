/** Keeps output that does not fit into a reply in files that have no name, so that callers can read it later. */
import { closeSync, read, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { isContinuation } from "../text/utf8.ts";
import { createUnnamedFile } from "../process/unnamed-file.ts";

/** Output in a file: UTF-8 text. */
export interface SpooledText {
  readonly id: string;
  /** Size of the file, in bytes. */
  readonly bytes: number;
  /** Number of lines in the file. */
  readonly lines: number;
  /** Whether the file contains all of the output. */
  readonly isComplete: boolean;
  /** Returns the start of a line at or before `line`, which is 1 or more, or of the byte `offset`. */
  readonly seek: (target: { readonly line: number } | { readonly offset: number }) => LineStart;
  /** Reads bytes from an offset. The result is shorter at the end of the file. */
  readonly read: (offset: number, size: number) => Promise<Buffer>;
}

/** Offset in bytes, and the number of line feeds before it plus 1. */
export interface LineStart {
  readonly offset: number;
  readonly line: number;
}

export interface SpoolWriter {
  /** Never throws: after a failure or at the size limit, text is dropped. */
  readonly write: (text: string) => void;
  /** Ends the writing. Returns undefined if nothing could be kept. */
  readonly finish: () => SpooledText | undefined;
}

export type FoundText =
  | { readonly kind: "found"; readonly text: SpooledText; readonly release: () => void }
  | { readonly kind: "unknown" }
  /** The id is from another replica of the server, or from an earlier run of it. */
  | { readonly kind: "other_replica" };

export interface Spool {
  /** Starts a file of at most `maxBytes`. Returns undefined if none can be created. Only calls with this `owner` can read it. */
  readonly create: (owner: string | undefined, maxBytes: number) => SpoolWriter | undefined;
  /** Finds the output of an id. It stays readable until `release` is called. */
  readonly find: (id: string, owner: string | undefined) => FoundText;
  /** Closes every file. */
  readonly close: () => void;
}

export interface SpoolOptions {
  /** Directories for the files, in order of preference. Defaults to the temporary directory. */
  readonly folders?: readonly string[];
  /** Maximum size of all files, in bytes. Defaults to 1 GiB. The oldest files make room for new ones. */
  readonly maxTotalBytes?: number;
  /** Maximum number of files, each of which is an open descriptor. Defaults to 256. The oldest files make room for new ones. */
  readonly maxFiles?: number;
  /** Time for which a file is kept, in milliseconds. Defaults to 15 minutes. */
  readonly maxAgeMs?: number;
}

interface Entry {
  readonly id: string;
  readonly owner: string | undefined;
  readonly descriptor: number;
  bytes: number;
  isWriting: boolean;
  /** By the monotonic clock, in milliseconds: the system clock can jump. */
  finishedAt: number;
  readers: number;
  isRemoved: boolean;
  text?: SpooledText;
}

/** Distance of the remembered line starts, in bytes. */
const INDEX_STEP = 64 * 1024;
const ID_BYTES = 16;
const readAsync = promisify(read);

/** Creates the spool of a server. Opens no file until one is needed. */
export function createSpool(options: SpoolOptions = {}): Spool {
  const { folders = [tmpdir()], maxTotalBytes = 1024 ** 3, maxFiles = 256, maxAgeMs = 15 * 60_000 } = options;
  const replica = randomText(4, "hex");
  // In the order of creation.
  const entries = new Map<string, Entry>();
  let total = 0;
  let timer: NodeJS.Timeout | undefined;

  const remove = (entry: Entry): void => {
    if (!entry.isRemoved) {
      entry.isRemoved = true;
      entries.delete(entry.id);
      total -= entry.bytes;
    }
    if (entry.readers === 0) closeSync(entry.descriptor);
  };
  const sweep = (): void => {
    const oldest = performance.now() - maxAgeMs;
    for (const entry of entries.values()) if (!entry.isWriting && entry.finishedAt <= oldest) remove(entry);
    clearTimeout(timer);
    timer = entries.size === 0 ? undefined : setTimeout(sweep, Math.max(1000, maxAgeMs / 10)).unref();
  };
  /** Removes the oldest files until the condition is true. Reports whether it is. */
  const makeRoom = (hasRoom: () => boolean): boolean => {
    for (const entry of entries.values()) {
      if (hasRoom()) break;
      if (!entry.isWriting) remove(entry);
    }
    return hasRoom();
  };

  return {
    create(owner, maxBytes) {
      sweep();
      if (!makeRoom(() => entries.size < maxFiles)) return undefined;
      const descriptor = tryTo(() => createUnnamedFile(folders));
      if (descriptor === undefined) return undefined;
      const id = `${replica}-${randomText(ID_BYTES, "base64url")}`;
      const entry: Entry = { id, owner, descriptor, bytes: 0, isWriting: true, finishedAt: 0, readers: 0, isRemoved: false };
      entries.set(id, entry);
      const starts: LineStart[] = [{ offset: 0, line: 1 }];
      let line = 1;
      let isComplete = true;
      let endsLine = true;
      // Reused: a buffer for each chunk would be garbage that the collector leaves for long.
      let scratch = Buffer.alloc(0);
      const encode = (text: string): Buffer => {
        const size = Buffer.byteLength(text);
        if (size > scratch.length) scratch = Buffer.allocUnsafe(2 * size);
        return scratch.subarray(0, scratch.write(text));
      };
      return {
        write(text) {
          if (!isComplete || text === "") return;
          const all = encode(text);
          const hasRoom = entry.bytes + all.length <= maxBytes && makeRoom(() => total + all.length <= maxTotalBytes);
          const bytes = all.subarray(0, hasRoom ? writeUntilFull(descriptor, all) : 0);
          isComplete = bytes.length === all.length;
          if (bytes.length === 0) return;
          entry.bytes += bytes.length;
          total += bytes.length;
          line += countLineFeeds(bytes);
          endsLine = bytes[bytes.length - 1] === LINE_FEED;
          if (entry.bytes - (starts.at(-1)?.offset ?? 0) >= INDEX_STEP) starts.push({ offset: entry.bytes, line });
        },
        finish() {
          scratch = Buffer.alloc(0);
          entry.isWriting = false;
          entry.finishedAt = performance.now();
          if (entry.bytes === 0) {
            remove(entry);
            return undefined;
          }
          entry.text = {
            id,
            bytes: entry.bytes,
            lines: endsLine ? line - 1 : line,
            isComplete,
            seek: (target) =>
              starts.findLast((start) => ("line" in target ? start.line < target.line : start.offset <= target.offset)) ?? FIRST,
            read: async (offset, size) => await readAt(descriptor, offset, Math.min(size, Math.max(0, entry.bytes - offset))),
          };
          return entry.text;
        },
      };
    },
    find(id, owner) {
      sweep();
      const entry = entries.get(id);
      if (entry?.text === undefined || entry.owner !== owner) {
        return { kind: entry === undefined && !id.startsWith(`${replica}-`) && ID.test(id) ? "other_replica" : "unknown" };
      }
      entry.readers += 1;
      const release = (): void => {
        entry.readers -= 1;
        if (entry.isRemoved && entry.readers === 0) closeSync(entry.descriptor);
      };
      return { kind: "found", text: entry.text, release };
    },
    close() {
      clearTimeout(timer);
      for (const entry of entries.values()) remove(entry);
    },
  };
}

const FIRST: LineStart = { offset: 0, line: 1 };
const LINE_FEED = 0x0a;

/** The form of the ids of every replica. */
const ID = /^[0-9a-f]{8}-[\w-]{22}$/;

function randomText(bytes: number, encoding: "hex" | "base64url"): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString(encoding);
}

/** Writes UTF-8 text up to a system error, such as a full disk. Returns the number of bytes written, without a part of a character. */
function writeUntilFull(descriptor: number, bytes: Buffer): number {
  let written = 0;
  while (written < bytes.length) {
    const start = written;
    const count = tryTo(() => writeSync(descriptor, bytes, start));
    if (count === undefined) break;
    written += count;
  }
  while (written > 0 && written < bytes.length && isContinuation(bytes[written] ?? 0)) written -= 1;
  return written;
}

async function readAt(descriptor: number, offset: number, size: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const { bytesRead } = await readAsync(descriptor, buffer, filled, size - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** Counts the line feeds of UTF-8 text. */
export function countLineFeeds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}

/** Best effort: on a system error, such as a full disk, output is not kept, and the reply reports that. */
function tryTo<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
