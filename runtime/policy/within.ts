/** Checks `within`: a path must be inside a directory after symbolic links are resolved, at the time of the call. */
import { basename, resolve } from "node:path";
import type { PathContext } from "./path-context.ts";
import { findBaseDirectories, findWrittenEscape } from "./path-context.ts";
import { findProgramPath, isInside } from "./real-path.ts";

/**
 * Checks that a path is inside `folder`. Returns a message that follows the value, or `undefined` if the path is inside. `~` is an ordinary
 * name. A path with `..` components is always rejected, because programs can resolve `link/..` differently from the system. Users who may
 * write to the directory can still change a link between this check and the start of the program.
 */
export async function findEscape(path: string, folder: string, arg: string, context: PathContext): Promise<string | undefined> {
  const written = findWrittenEscape(path, folder);
  if (written !== undefined) return written;
  const bases = await findBaseDirectories(arg, context);
  const [root, target] = [resolve(bases.folder, folder), resolve(bases.value, path)];
  const [realRoot, realTarget] = await Promise.all([findProgramPath(root), findProgramPath(target)]);
  if (realRoot.kind === "process") return `cannot be inside '${folder}', which is a different directory for each process`;
  if (realRoot.kind === "unknown" || realTarget.kind === "unknown") return `cannot be resolved to a path inside '${folder}'`;
  if (realTarget.kind === "process") {
    const isOwnDescriptor = realTarget.folder === realRoot.path && basename(realRoot.path) === "fd";
    return isOwnDescriptor ? undefined : `refers to a different file in each process, which is not allowed inside '${folder}'`;
  }
  if (isInside(realTarget.path, realRoot.path)) return undefined;
  return isInside(target, root) ? `leaves '${folder}' through a symbolic link` : `is not inside '${folder}'`;
}
