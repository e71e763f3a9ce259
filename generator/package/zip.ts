/** Creates zip archives whose bytes depend only on their contents. */
import { zipSync } from "fflate";
import type { FileContent } from "../write/manifest.ts";

/** The first date of the zip format. fflate reads and writes it in local time, so it is the same everywhere. */
const FIRST_DAY = new Date(1980, 0, 1);

const MADE_ON_UNIX = 3;
/** Unix mode of a regular file that everyone can read, as external attributes. */
const READABLE_FILE = 0o100_644 * 2 ** 16;

/** Creates an archive of the files, in the given order. fflate does not use zlib, whose version could change the bytes. */
export function zipFiles(files: ReadonlyMap<string, FileContent>): Uint8Array {
  const entries = Array.from(files, ([path, content]) => [path, toBytes(content)] as const);
  return zipSync(Object.fromEntries(entries), { level: 9, mtime: FIRST_DAY, os: MADE_ON_UNIX, attrs: READABLE_FILE });
}

function toBytes(content: FileContent): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : content;
}
