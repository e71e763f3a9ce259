/** Reads the imports of the source files from their text. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** One import of a source file. */
export interface Import {
  readonly file: string;
  /** Path from the root for relative imports, the specifier for others. */
  readonly target: string;
  readonly isType: boolean;
  readonly isLazy: boolean;
}

const IMPORT = /^\s*(?:import|export)\s+(type\s)?[^"';]*?from\s+"([^"]+)"|^\s*import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm;

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return Array.from(text.matchAll(IMPORT), ([, type, from, bare, lazy]) => {
    const name = from ?? bare ?? lazy ?? "";
    const target = name.startsWith(".") ? posix.normalize(posix.join(posix.dirname(file), name)) : name;
    return { file, target, isType: type !== undefined, isLazy: lazy !== undefined };
  });
}

/** Returns the source files of a package, as paths from the root. */
export const sources = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => posix.join(folder, name.replaceAll("\\", "/")))
    .filter((name) => /\.tsx?$/.test(name) && !name.includes("/dist/") && !name.includes("node_modules"));

export const generator = sources("generator").flatMap(importsOf);
export const runtime = sources("runtime").flatMap(importsOf);
/** Returns the imports of both packages. */
export const all = [...generator, ...runtime];

/** Returns all files and packages that a file loads immediately: its imports and theirs, without type and lazy imports. */
export function reachable(entry: string, seen: Set<string> = new Set()): ReadonlySet<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  for (const { target, isType, isLazy } of all.filter(({ file }) => file === entry)) {
    const file = target === "@climax-gen/runtime/compiler" ? "runtime/compiler.ts" : target;
    if (!isType && !isLazy) reachable(file, seen);
  }
  return seen;
}
