/** Reads the prebuilt guard of programs, and its V8 code cache. */
import { readFile } from "node:fs/promises";
import Module, { createRequire } from "node:module";
import { acceptsCodeCache } from "./code-cache.ts";
import { makeGuardCache, makePatternsCache } from "./guard-cache.ts";

const CODE_FILES = ["guard.cjs", "guard-runtime.cjs", "guard-rare.cjs", "patterns.cjs", "licenses.txt"] as const;

/** The file of each code cache: its text as V8 compiles it, and how its cache is created. */
const CACHED = [
  { name: "guard-runtime", wrap: (code: string) => code, make: makeGuardCache },
  { name: "patterns", wrap: Module.wrap, make: makePatternsCache },
] as const;

/** Returns the code of the guard: content by path below the `dist/` of a guard. The code caches are valid for this Node.js. */
export async function readGuardCode(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { resolve } = createRequire(import.meta.url);
  const pathOf = (name: string): string => resolve(`@climax-gen/runtime/bundle/${name}`);
  const read = async (name: string): Promise<[string, Uint8Array]> => [name, await readFile(pathOf(name))];
  const files = await Promise.all(CODE_FILES.map(read));
  // One after another: `make` runs the code.
  const caches: [string, Uint8Array][] = [];
  for (const { name, ...cached } of CACHED) {
    const cache = `${name}.cache`;
    caches.push([cache, await renewCache(pathOf(`${name}.cjs`), await readFile(pathOf(cache)), cached)]);
  }
  return new Map([...files, ...caches]);
}

/** How the code of a file is compiled, and how its cache is created. */
interface CachedCode {
  readonly wrap: (code: string) => string;
  readonly make: (file: string, code: string) => Promise<Buffer>;
}

/**
 * Returns a code cache of the code in `file` that this Node.js accepts: `built`, or a new one. Returns `built` if none can be created; the
 * guard then compiles its code at each start.
 */
export async function renewCache(file: string, built: Buffer, { wrap, make }: CachedCode): Promise<Buffer> {
  const code = wrap(await readFile(file, "latin1"));
  return acceptsCodeCache(code, built) ? built : await make(file, code).catch(() => built);
}
