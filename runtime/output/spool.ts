/** Keeps output that does not fit into a reply in files that have no name, so that callers can read it later. */
import { closeSync, read, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { isContinuation } from "../text/utf8.ts";
import { CALL_TOOL } from "../tool/meta-tool-names.ts";
import { createUnnamedFile } from "../process/unnamed-file.ts";
import type { LineIndex } from "./line-index.ts";
import { createLineIndex } from "./line-index.ts";
import { once } from "../text/once.ts";
import { valueOr } from "../text/value-or.ts";

/** Output in a file: UTF-8 text. */
export interface SpooledText extends Pick<LineIndex, "seek"> {
  readonly id: string;
  /** Name of the tool with which callers read it: a meta-tool, or `output_read` itself in classic mode. */
  readonly readTool: string;
  /** Size of the file, in bytes. */
  readonly bytes: number;
  /** Number of lines in the file. */
  readonly lines: number;
  /** Whether the file contains all of the output. */
  readonly isComplete: boolean;
  /** Reads bytes from an offset. The result is shorter at the end of the file. */
  readonly read: (offset: number, size: number) => Promise<Buffer>;
}

/** Writes the output of one stream to a file of the spool. */
export interface SpoolWriter {
  /** Never throws: after a failure, at the size limit and after `close` of the spool, text is dropped. */
  readonly write: (text: string) => void;
  /** Returns the text that is written so far. Later writes do not change it. */
  readonly soFar: () => SpooledText;
  /** Ends the writing. Never throws. Returns undefined if nothing was kept. */
  readonly finish: () => SpooledText | undefined;
}

/** Result of looking up kept output. */
export type FoundText =
  /** `release` must be called once, after the last read. */
  | { readonly kind: "found"; readonly text: SpooledText; readonly release: () => void }
  /** The id was never issued to this owner, or its output has been removed. */
  | { readonly kind: "unknown" }
  /** The id is from another replica or an earlier run of the server. */
  | { readonly kind: "other_replica" };

/** The kept output of a server. */
export interface Spool {
  /** Name of the tool with which callers read the output: a meta-tool, or `output_read` itself. */
  readonly readTool: string;
  /** Starts a file of at most `maxBytes`. Returns undefined if none can be created. Only calls with this `owner` can read it. */
  readonly create: (owner: string | undefined, maxBytes: number) => SpoolWriter | undefined;
  /** Finds the output of an id, also while it is written. The output remains readable until `release` is called. */
  readonly find: (id: string, owner: string | undefined) => FoundText;
  /** Closes every file. Calls in flight can still write, without effect. */
  readonly close: () => void;
}

/** Limits of a spool, and the directories of its files. */
export interface SpoolOptions {
  /** Name of the tool with which callers read the output: a meta-tool, or `output_read` itself. Defaults to `climax_call`. */
  readonly readTool?: string;
  /** Directories for the files, in order of preference. Defaults to the temporary directory. */
  readonly folders?: readonly string[];
  /** Maximum size of all files, in bytes. Defaults to 1 GiB. The oldest files make room for new ones. */
  readonly maxTotalBytes?: number;
  /** Maximum number of files, each of which is an open descriptor. Defaults to 256. The oldest files make room for new ones. */
  readonly maxFiles?: number;
  /** Time for which a file is kept, in milliseconds. Defaults to `MAX_AGE_MINUTES`. */
  readonly maxAgeMs?: number;
}

/** A file of the spool. */
interface SpoolEntry {
  readonly id: string;
  readonly owner: string | undefined;
  readonly descriptor: number;
  bytes: number;
  isWriting: boolean;
  /** Time of the monotonic clock, in milliseconds. The system clock can jump. */
  finishedAt: number;
  /** Number of readers that have not called `release`. */
  readers: number;
  /** Whether `find` no longer returns the file. Its descriptor is open until the last reader calls `release`. */
  isRemoved: boolean;
  /** Returns the text of the file. */
  readText: () => SpooledText;
}

/** All files of a spool. */
interface Files {
  /** By id, in the order of creation. */
  readonly entries: Map<string, SpoolEntry>;
  /** Size of the files in `entries`, in bytes. */
  totalBytes: number;
}

/** Time for which a file is kept by default, in minutes. */
export const MAX_AGE_MINUTES = 15;

const ID_BYTES = 16;
// Created when it is used: a guard starts without it.
const toReadAsync = once(() => promisify(read));

/** Creates the spool of a server. Opens no file until one is needed. */
export function createSpool(options: SpoolOptions = {}): Spool {
  const {
    readTool = CALL_TOOL,
    folders = [tmpdir()],
    maxTotalBytes = 1024 ** 3,
    maxFiles = 256,
    maxAgeMs = MAX_AGE_MINUTES * 60_000,
  } = options;
  const replica = randomText(4, "hex");
  const files: Files = { entries: new Map(), totalBytes: 0 };
  const { entries } = files;
  let timer: NodeJS.Timeout | undefined;

  const sweep = (): void => {
    removeExpired(files, maxAgeMs);
    clearTimeout(timer);
    timer = entries.size === 0 ? undefined : setTimeout(sweep, Math.max(1000, maxAgeMs / 10)).unref();
  };

  return {
    readTool,
    create(owner, maxBytes) {
      sweep();
      if (!makeRoom(files, () => entries.size < maxFiles)) return undefined;
      // After a system error, such as a full disk, output is not kept, and the reply reports that.
      const descriptor = valueOr(undefined, () => createUnnamedFile(folders));
      if (descriptor === undefined) return undefined;
      const id = `${replica}-${randomText(ID_BYTES, "base64url")}`;
      const state = { bytes: 0, isWriting: true, finishedAt: 0, readers: 0, isRemoved: false };
      const entry: SpoolEntry = { id, owner, descriptor, ...state, readText: () => writer.soFar() };
      const writer = createWriter(files, entry, { readTool, maxBytes, maxTotalBytes });
      entries.set(id, entry);
      return writer;
    },
    find(id, owner) {
      sweep();
      const entry = entries.get(id);
      if (entry !== undefined && entry.owner === owner) return toFound(entry, entry.readText());
      const isOurs = entry !== undefined || id.startsWith(`${replica}-`);
      return { kind: isOurs || !ID.test(id) ? "unknown" : "other_replica" };
    },
    close() {
      clearTimeout(timer);
      for (const entry of entries.values()) remove(files, entry);
    },
  };
}

/** Removes a file from the spool, and closes it unless it has readers. Has no effect on a file that is already removed. */
function remove(files: Files, entry: SpoolEntry): void {
  if (entry.isRemoved) return;
  entry.isRemoved = true;
  files.entries.delete(entry.id);
  files.totalBytes -= entry.bytes;
  if (entry.readers === 0) closeSync(entry.descriptor);
}

function removeExpired(files: Files, maxAgeMs: number): void {
  const oldest = performance.now() - maxAgeMs;
  for (const entry of files.entries.values()) if (!entry.isWriting && entry.finishedAt <= oldest) remove(files, entry);
}

/**
 * Removes the oldest files until the condition is true. Reports whether the condition is true. Does not remove files that are being
 * written.
 */
function makeRoom(files: Files, hasRoom: () => boolean): boolean {
  for (const entry of files.entries.values()) {
    if (hasRoom()) break;
    if (!entry.isWriting) remove(files, entry);
  }
  return hasRoom();
}

interface WriterOptions {
  readonly readTool: string;
  readonly maxBytes: number;
  readonly maxTotalBytes: number;
}

function createWriter(files: Files, entry: SpoolEntry, { readTool, maxBytes, maxTotalBytes }: WriterOptions): SpoolWriter {
  const index = createLineIndex();
  const encoder = createEncoder();
  let isComplete = true;

  const hasRoomFor = (size: number): boolean =>
    entry.bytes + size <= maxBytes && makeRoom(files, () => files.totalBytes + size <= maxTotalBytes);

  const soFar = (): SpooledText => toText(entry, index, { readTool, isComplete });

  return {
    soFar,
    write(text) {
      // The descriptor of a removed file is closed, and its number can already belong to another file.
      if (!isComplete || entry.isRemoved || text === "") return;
      const all = encoder.encode(text);
      const written = hasRoomFor(all.length) ? writeUntilFull(entry.descriptor, all) : 0;
      isComplete = written === all.length;
      entry.bytes += written;
      files.totalBytes += written;
      index.add(all.subarray(0, written));
    },
    finish() {
      encoder.free();
      entry.isWriting = false;
      entry.finishedAt = performance.now();
      if (entry.bytes === 0) remove(files, entry);
      if (entry.isRemoved) return undefined;
      const text = soFar();
      entry.readText = () => text;
      return text;
    },
  };
}

function toText({ id, bytes, descriptor }: SpoolEntry, index: LineIndex, facts: Pick<SpooledText, "readTool" | "isComplete">): SpooledText {
  return {
    id,
    ...facts,
    bytes,
    lines: index.countLines(),
    seek: index.seek,
    read: async (offset, size) => await readAt(descriptor, offset, Math.min(size, Math.max(0, bytes - offset))),
  };
}

/** Registers a reader, which keeps the file open. */
function toFound(entry: SpoolEntry, text: SpooledText): FoundText {
  entry.readers += 1;
  const release = (): void => {
    entry.readers -= 1;
    if (entry.isRemoved && entry.readers === 0) closeSync(entry.descriptor);
  };
  return { kind: "found", text, release };
}

interface Encoder {
  /** Encodes a text as UTF-8. The result is valid until the next call. */
  readonly encode: (text: string) => Buffer;
  readonly free: () => void;
}

/** Creates an encoder that reuses one buffer. With a new buffer for each chunk, memory would grow until the next garbage collection. */
function createEncoder(): Encoder {
  let scratch = Buffer.alloc(0);
  return {
    encode(text) {
      const size = Buffer.byteLength(text);
      if (size > scratch.length) scratch = Buffer.allocUnsafe(2 * size);
      return scratch.subarray(0, scratch.write(text));
    },
    free: () => void (scratch = Buffer.alloc(0)),
  };
}

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
    const count = valueOr(undefined, () => writeSync(descriptor, bytes, start));
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
    const { bytesRead } = await toReadAsync()(descriptor, buffer, filled, size - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
