/** Reads the version of climax-gen. */
import { createRequire } from "node:module";

/** By its relative path: resolving the name of the package takes as long as half of the other modules of `--version`. */
export function readVersion(): string {
  const { version } = createRequire(import.meta.url)("../../package.json") as { version: string };
  return version;
}
