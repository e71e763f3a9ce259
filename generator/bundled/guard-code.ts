/** Reads the prebuilt guard of programs, and its V8 code cache. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { acceptsCodeCache } from "./code-cache.ts";
import { makeGuardCache } from "./guard-cache.ts";

const CODE_FILES = ["guard.cjs", "guard-runtime.cjs", "patterns.cjs", "licenses.txt"] as const;

const CODE_CACHE = "guard-runtime.cache";

/** Returns the code of the guard: content by path below the `dist/` of a guard. The code cache is valid for this Node.js. */
export async function readGuardCode(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { resolve } = createRequire(import.meta.url);
  const pathOf = (name: string): string => resolve(`@climax-gen/runtime/bundle/${name}`);
  const read = async (name: string): Promise<[string, Uint8Array]> => [name, await readFile(pathOf(name))];
  const cache = await renewCache(pathOf("guard-runtime.cjs"), await readFile(pathOf(CODE_CACHE)));
  return new Map([...(await Promise.all(CODE_FILES.map(read))), [CODE_CACHE, cache]]);
}

/**
 * Returns a code cache of the guard in `file` that this Node.js accepts: `built`, or a new one. Returns `built` if none can be created; the
 * guard then compiles its code at each start.
 */
export async function renewCache(file: string, built: Buffer): Promise<Buffer> {
  const code = await readFile(file, "latin1");
  return acceptsCodeCache(code, built) ? built : await makeGuardCache(file, code).catch(() => built);
}
