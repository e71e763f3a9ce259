/** Accesses the standard streams and the terminal of a front end, synchronously and without a change of the mode of the streams. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { pause, writeWhole } from "../record/line-writer.ts";
import { codeOf } from "../text/message-of.ts";
import { decodeUtf8 } from "../text/utf8.ts";

/** Maximum size of standard input that is read as an argument, in bytes. */
const MAX_INPUT_BYTES = 64 * 1024 * 1024;

/** The result of reading standard input. */
export type ReadInput = { readonly kind: "read"; readonly text: string } | { readonly kind: "refused"; readonly problem: string };

/** The kind of standard input. `other`: a socket or a device that is not a terminal. */
export type InputKind = "terminal" | "pipe" | "file" | "other";

/** Returns what standard input is. */
export async function kindOfInput(): Promise<InputKind> {
  try {
    const facts = fstatSync(0);
    if (facts.isFIFO()) return "pipe";
    if (facts.isFile()) return "file";
    return (await isTerminal(0)) ? "terminal" : "other";
  } catch {
    // Standard input is closed.
    return "other";
  }
}

/** Loads the module here, because the server, which shares this code, starts without it. */
async function isTerminal(descriptor: number): Promise<boolean> {
  const { isatty } = await import("node:tty");
  return isatty(descriptor);
}

/** Reads standard input to its end, as UTF-8. */
export function readInput(): ReadInput {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const length = readSome(0, chunk);
    if (length === 0) break;
    size += length;
    if (size > MAX_INPUT_BYTES) return { kind: "refused", problem: `standard input has more than ${MAX_INPUT_BYTES / 1024 / 1024} MiB` };
    chunks.push(chunk.subarray(0, length));
  }
  const text = decodeUtf8(Buffer.concat(chunks));
  return text === undefined ? { kind: "refused", problem: "standard input is not UTF-8 text" } : { kind: "read", text };
}

/** Reads from a descriptor. Waits if it is in non-blocking mode. Returns 0 at the end, and if it cannot be read. */
function readSome(descriptor: number, buffer: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, buffer);
    } catch (error) {
      if (codeOf(error) !== "EAGAIN") return 0;
      pause();
    }
  }
}

/** Writes a text. Returns false if its reader has closed the stream. */
export function write(descriptor: 1 | 2, text: string): boolean {
  const bytes = Buffer.from(text);
  return writeWhole(descriptor, bytes, Infinity) === bytes.length;
}

/** Asks the user of a terminal. Returns undefined without a terminal on standard error, or if this process has none. */
export async function openQuestion(): Promise<((text: string) => boolean) | undefined> {
  try {
    if (!(await isTerminal(2))) return undefined;
    closeSync(openSync("/dev/tty", "r+"));
  } catch {
    return undefined;
  }
  return (text) => {
    write(2, `${text}\nRun it? [y/N] `);
    return /^\s*y(?:es)?\s*$/i.test(readLine());
  };
}

/** Reads a line of the terminal. The terminal sends it as a whole. */
function readLine(): string {
  const descriptor = openSync("/dev/tty", "r");
  try {
    const buffer = Buffer.allocUnsafe(4096);
    return buffer.toString("utf8", 0, readSome(descriptor, buffer)).replace(/\n$/, "");
  } finally {
    closeSync(descriptor);
  }
}
