/** Creates files, and never replaces existing ones. */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { toShownPath } from "../text/shown-path.ts";
import { errorCode } from "./file-system.ts";
import { makeFolders } from "./folders.ts";

/** Result of writing files without overwriting any. */
export interface NewFiles {
  /** Paths that were created, in the given order. */
  readonly created: readonly string[];
  /** Paths that existed, and were not changed. */
  readonly kept: readonly string[];
  /** The first error, after which nothing was written. */
  readonly failure?: Diagnostic;
}

/** Creates the files that do not exist, by path below the directory. Overwrites nothing. */
export function createNewFiles(folder: string, files: ReadonlyMap<string, string>): NewFiles {
  const created: string[] = [];
  const kept: string[] = [];
  for (const [path, text] of files) {
    const target = join(folder, path);
    try {
      makeFolders(dirname(target));
      (createFile(target, text) ? created : kept).push(path);
    } catch (error) {
      return { created, kept, failure: diagnose("output-unwritable", { path: toShownPath(target) }, { reason: errorCode(error) }) };
    }
  }
  return { created, kept };
}

/** Creates a file. Returns false if the path exists. Throws the system's error. */
export function createFile(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}
