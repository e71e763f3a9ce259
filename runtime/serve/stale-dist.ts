/** Finds a `dist/` that was not generated with the sources beside it: a checkout brings new sources, but `dist/` is not committed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Name of the file in `dist/` that is a copy of `SOURCES_MANIFEST` as it was when `dist/` was generated. */
export const SOURCES_COPY = "sources.json";

/** The manifest of the generated sources, in the folder that holds `dist/`. */
const SOURCES_MANIFEST = ".climax-gen.json";

/** What the generator leaves in `dist/` about its last run. */
const RUN_RECORD = ".climax-gen-run.json";

export interface StaleDist {
  /** The command that generated `dist/`, for a shell in the current folder. Absent if it is unknown. */
  readonly command?: string;
}

/**
 * Compares the sources that `dist` was generated with and those beside it. Returns `undefined` if they are the same, and if one of the
 * two is missing, as in a copy of `dist/` alone. This finds mistakes, not tampering: whoever can change one file can change the other.
 */
export function findStaleDist(dist: string): StaleDist | undefined {
  const sources = readIfThere(join(dist, "..", SOURCES_MANIFEST));
  const copy = sources && readIfThere(join(dist, SOURCES_COPY));
  return sources === undefined || copy === undefined || sources === copy ? undefined : describeStaleDist(dist);
}

/** The same of a `dist/` that is known to be stale. */
export function describeStaleDist(dist: string): StaleDist {
  try {
    const { command, folder } = JSON.parse(readIfThere(join(dist, RUN_RECORD)) ?? "") as { readonly command?: unknown; folder?: unknown };
    if (typeof command !== "string" || typeof folder !== "string") return {};
    return { command: folder === process.cwd() ? command : `cd ${quoteWord(folder)} && ${command}` };
  } catch {
    // No record, or none that can be read: the command stays unknown.
    return {};
  }
}

function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // Missing, or unreadable for another reason: there is nothing to compare.
    return undefined;
  }
}
