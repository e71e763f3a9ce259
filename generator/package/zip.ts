/** Zip archives whose bytes depend on nothing but their contents. */
import { zipSync } from "fflate";
import type { FileContent } from "../write/manifest.ts";

/** The first day that a zip entry can have. Read by fflate in local time and written in local time, so it is the same everywhere. */
const FIRST_DAY = new Date(1980, 0, 1);

const MADE_ON_UNIX = 3;
/** A regular file that everybody may read, where Unix looks for its mode. */
const READABLE_FILE = 0o100_644 * 2 ** 16;

/** An archive of the files, in the order given. fflate compresses by itself, so that no version of zlib can change a byte. */
export function zipFiles(files: ReadonlyMap<string, FileContent>): Uint8Array {
  const entries = Array.from(files, ([path, content]) => [path, toBytes(content)] as const);
  return zipSync(Object.fromEntries(entries), { level: 9, mtime: FIRST_DAY, os: MADE_ON_UNIX, attrs: READABLE_FILE });
}

function toBytes(content: FileContent): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : content;
}
