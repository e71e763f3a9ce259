/** Reads the prebuilt guard of programs, and its V8 code cache. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const CODE_FILES = ["guard.cjs", "guard-runtime.cjs", "guard-runtime.cache", "patterns.cjs", "licenses.txt"] as const;

/** Returns the code of the guard: content by path below the `dist/` of a guard. */
export async function readGuardCode(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { resolve } = createRequire(import.meta.url);
  const read = async (name: string): Promise<[string, Uint8Array]> => [name, await readFile(resolve(`@climax-gen/runtime/bundle/${name}`))];
  return new Map(await Promise.all(CODE_FILES.map(read)));
}
