/** Reads the version of climax-gen. */
import { createRequire } from "node:module";

/**
 * Returns the version of climax-gen. Loads `package.json` by its relative path, because resolving the package name takes half as long as
 * all other modules of `--version`.
 */
export function readVersion(): string {
  const { version } = createRequire(import.meta.url)("../../package.json") as { version: string };
  return version;
}
