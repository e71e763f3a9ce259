/** Finds out whose man pages `man` prints for the name of a program. */
import { existsSync } from "node:fs";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import { isExecutable, toRealPath } from "@climax-gen/runtime/internal/executor/file-kind";

const SECTIONS = ["1", "6", "8"] as const;
const COMPRESSIONS = ["", ".gz", ".xz", ".zst", ".bz2"] as const;

/**
 * Reports whether the man pages of a name belong to the program that is found on PATH. They do not if its installation has none, and that of
 * a later program of the same name has: `/usr/share/man` describes `/usr/bin/gh`, not another version in `/usr/local/bin`.
 */
export function ownsManuals(name: string, path: string = process.env["PATH"] ?? ""): boolean {
  const folders = path.split(delimiter).map((folder) => resolve(folder));
  const [first, ...later] = folders.map((folder) => join(folder, name)).filter(isExecutable);
  if (first === undefined || hasManual(first)) return true;
  return !later.some((other) => toRealPath(other) !== toRealPath(first) && hasManual(other));
}

/** Reports whether the installation that contains a program has a man page about it: `PREFIX/bin/NAME` and `PREFIX/share/man/man1/NAME.1`. */
function hasManual(program: string): boolean {
  const folder = join(dirname(dirname(program)), "share/man");
  return SECTIONS.some((section) => {
    const page = join(folder, `man${section}`, `${basename(program)}.${section}`);
    return COMPRESSIONS.some((compression) => existsSync(`${page}${compression}`));
  });
}
