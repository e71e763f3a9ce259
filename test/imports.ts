/** Reads the imports of the source files from their text. */
import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join, posix } from "node:path";
import { ROOT } from "./root.ts";

export { ROOT };

/** One import of a source file. */
export interface Import {
  readonly file: string;
  /** Path from the root for relative imports, the specifier for others; for a module of Node.js with its prefix, `node:fs`. */
  readonly target: string;
  readonly isType: boolean;
  readonly isLazy: boolean;
}

const IMPORT = /^\s*(?:import|export)\s+(type\s)?[^"';]*?from\s+"([^"]+)"|^\s*import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm;

function importsOf(file: string): readonly Import[] {
  return Array.from(readSource(file).matchAll(IMPORT), ([, type, from, bare, lazy]) => {
    const name = from ?? bare ?? lazy ?? "";
    return { file, target: toTarget(file, name), isType: type !== undefined, isLazy: lazy !== undefined };
  });
}

function toTarget(file: string, name: string): string {
  if (name.startsWith(".")) return posix.normalize(posix.join(posix.dirname(file), name));
  return builtinModules.includes(name) ? `node:${name}` : name;
}

/** Returns the text of a source file. */
export const readSource = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Returns the source files of a package, as paths from the root. */
export const sources = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => posix.join(folder, name.replaceAll("\\", "/")))
    .filter((name) => /\.tsx?$/.test(name) && !name.includes("/dist/") && !name.includes("node_modules"));

export const generator = sources("generator").flatMap(importsOf);
export const runtime = sources("runtime").flatMap(importsOf);
/** Imports of both packages. */
export const all = [...generator, ...runtime];

/** Formats imports as `file → target`. */
export const printImports = (imports: readonly Import[]): readonly string[] => imports.map(({ file, target }) => `${file} → ${target}`);

/** Returns the npm package or the module of Node.js that an import names, without the path inside it. Undefined for a source file. */
export function packageOf({ target }: Import): string | undefined {
  if (/^(generator|runtime)\/|^@climax-gen\//.test(target)) return undefined;
  return target.split("/", target.startsWith("@") ? 2 : 1).join("/");
}

/** Returns the source file that defines an export. Throws unless exactly one file does. */
export function definitionOf(name: string): string {
  const definition = new RegExp(`^export (?:async )?(?:function|const|class) ${name}\\b`, "m");
  const [file, ...others] = [...sources("generator"), ...sources("runtime")].filter((path) => definition.test(readSource(path)));
  if (file === undefined || others.length > 0) throw new Error(`the definition of ${name} is in ${[file, ...others].join(", ")}`);
  return file;
}

const importsByFile = new Map<string, Import[]>();
for (const one of all) importsByFile.set(one.file, [...(importsByFile.get(one.file) ?? []), one]);

/** Returns all files and packages that a file loads immediately: its imports and theirs, without type and lazy imports. */
export function reachable(entry: string, seen: Set<string> = new Set()): ReadonlySet<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  for (const { target, isType, isLazy } of importsByFile.get(entry) ?? []) {
    if (!isType && !isLazy) reachable(target.replace(/^@climax-gen\/runtime\/(?:internal\/)?(.*)/, "runtime/$1.ts"), seen);
  }
  return seen;
}
