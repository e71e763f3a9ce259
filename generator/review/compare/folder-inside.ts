import { isWholeSystem } from "@climax-gen/runtime/compiler";

/**
 * Reports whether the first directory is equal to or inside the second. Compares names only: symbolic links are not resolved, and variables
 * are part of a name. Returns false if a name contains `..`.
 */
export function isFolderInside(inner: string, outer: string): boolean {
  if (isWholeSystem(outer)) return true;
  const [path, folder] = [inner, outer].map((name) => name.split("/").filter((part) => part !== "" && part !== "."));
  if (path === undefined || folder === undefined || [...path, ...folder].includes("..")) return false;
  return inner.startsWith("/") === outer.startsWith("/") && folder.every((part, index) => path[index] === part);
}
