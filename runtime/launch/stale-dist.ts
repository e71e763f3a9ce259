/** Finds a `dist/` that was not generated with the sources next to it: a checkout has new sources, but `dist/` is not committed. */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { shellWord } from "../text/shell-word.ts";
import { valueOr } from "../text/value-or.ts";

/** Name of the copy of `SOURCES_MANIFEST` in `dist/`, made when `dist/` was generated. */
export const SOURCES_COPY = "sources.json";

/** The manifest of the generated sources, in the directory that contains `dist/`. */
const SOURCES_MANIFEST = ".climax-gen.json";

/** The generator's record of its last run, in `dist/`. */
const RUN_RECORD = ".climax-gen-run.json";

/** A word of a command; a path is relative to the directory that contains `dist/`. */
export type CommandPart = string | { readonly path: string };

/** A `dist/` that was not generated with the sources next to it. */
export interface StaleDist {
  /** The command that generated `dist/`, for a shell in the current directory. Omitted if it is unknown. */
  readonly command?: string;
}

/**
 * Compares the manifest in `dist` with the manifest next to `dist`. Returns `undefined` if they are equal, or if one is missing, as in a
 * copy of `dist/` alone. This detects accidents, not tampering: anyone who can change one file can change the other.
 */
export function findStaleDist(dist: string): StaleDist | undefined {
  const sources = readIfExists(join(dist, "..", SOURCES_MANIFEST));
  const copy = sources && readIfExists(join(dist, SOURCES_COPY));
  return sources === undefined || copy === undefined || sources === copy ? undefined : describeStaleDist(dist);
}

/** Returns the message about a `dist/` that is known to be stale. */
export function describeStaleDist(dist: string): StaleDist {
  try {
    const { command } = JSON.parse(readIfExists(join(dist, RUN_RECORD)) ?? "") as { readonly command: readonly CommandPart[] };
    const words = command.map((part) => (typeof part === "string" ? part : relative("", join(dist, "..", part.path)) || "."));
    return { command: ["climax-gen", ...words].map(shellWord).join(" ") };
  } catch {
    // The record is missing or unreadable, so the command is unknown.
    return {};
  }
}

function readIfExists(path: string): string | undefined {
  // The file is missing or unreadable, so there is nothing to compare.
  return valueOr(undefined, () => readFileSync(path, "utf8"));
}
