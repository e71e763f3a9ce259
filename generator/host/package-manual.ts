/** Reads the man pages that the package of a program contains, also if they are not installed where `man` finds them. */
import { dirname, join, resolve } from "node:path";
import { toRealPath } from "@climax-gen/runtime/internal/executor/file-kind";
import { isJsonObject, parseJson } from "@climax-gen/runtime/internal/text/json";
import { readTextIfThere } from "./file-system.ts";
import { findProgram } from "./find-program.ts";

/**
 * Returns the source of a man page of the package that contains a program: a file `NAME.1` in the directory that `directories.man` of the
 * closest `package.json` names. Undefined if the package of the program, or the page, does not exist.
 */
export function readPackageManual(program: string, name: string): string | undefined {
  const found = findProgram(program);
  if (found === undefined || !/^[\w.-]+$/.test(name)) return undefined;
  const folder = findManuals(dirname(toRealPath(resolve(found))));
  const page = folder && toRealPath(join(folder.manuals, `${name}.1`));
  // Neither a manifest nor a link may name a file outside the package.
  return folder === undefined || !page?.startsWith(`${folder.root}/`) ? undefined : readTextIfThere(page);
}

/** Directories between a program and the root of its package, at most. */
const MAX_LEVELS = 3;

interface PackageManuals {
  /** Root of the package, without links. */
  readonly root: string;
  readonly manuals: string;
}

function findManuals(folder: string, levels = MAX_LEVELS): PackageManuals | undefined {
  const manifest = readTextIfThere(join(folder, "package.json"));
  if (manifest === undefined) return levels === 0 ? undefined : findManuals(dirname(folder), levels - 1);
  const value = parseJson(manifest);
  const directories = isJsonObject(value) ? value["directories"] : undefined;
  const manuals = isJsonObject(directories) ? directories["man"] : undefined;
  return typeof manuals === "string" ? { root: folder, manuals: join(folder, manuals, "man1") } : undefined;
}
