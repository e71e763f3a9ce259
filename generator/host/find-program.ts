/** Finds programs. */
import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { isExecutable } from "@climax-gen/runtime/internal/executor/file-kind";

/**
 * Returns the path of a program. A name is looked up in the directories of `searchPath`; a path is used as given. Undefined if no
 * executable file is found.
 */
export function findProgram(name: string, searchPath = process.env["PATH"] ?? ""): string | undefined {
  const candidates = name.includes("/") ? [resolve(name)] : searchPath.split(delimiter).map((folder) => join(folder || ".", name));
  return candidates.find(isExecutable);
}

/**
 * Reports whether a program is in the repository, or the directory, of one of these files. Such a program may be part of a pull request
 * that is not trusted.
 */
export function isLocalProgram(program: string, files: readonly string[]): boolean {
  const found = findProgram(program);
  if (found === undefined) return false;
  const paths = [found, realpathSync(found)];
  const roots = [...new Set([...files.map((file) => dirname(resolve(file))), process.cwd()])].map(findRepository);
  return roots.some((root) => root !== "/" && paths.some((path) => path.startsWith(`${root}/`)));
}

/** Returns the nearest directory with a `.git`, or the directory itself. */
function findRepository(folder: string): string {
  for (let at = folder; at !== "/"; at = dirname(at)) if (existsSync(join(at, ".git"))) return at;
  return folder;
}
