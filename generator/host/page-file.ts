/** Writes a page. Replaces a file only if climax-gen wrote it. */
import * as fs from "node:fs";
import { join } from "node:path";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { errorCode } from "./file-system.ts";
import { toShownPath } from "../text/shown-path.ts";
import { makeFolders } from "./folders.ts";
import { removeLeftovers, replaceFile } from "./temporary-files.ts";

/** The file of a page. */
export interface PageFile {
  readonly folder: string;
  /** Name of the file in the directory. */
  readonly name: string;
  readonly text: string;
  /** Text by which a file is recognized that may be replaced. It is at the start of the file. */
  readonly mark: string;
}

/** Writes the file, and creates its directory. On failure, returns a diagnostic and keeps the old file. */
export function writePageFile({ folder, name, text, mark }: PageFile): Diagnostic | undefined {
  const path = join(folder, name);
  try {
    if (fs.existsSync(path) && !readStart(path).includes(mark)) return diagnose("output-in-the-way", { path: toShownPath(path) });
    makeFolders(folder);
    removeLeftovers(folder, { isLocked: false });
    replaceFile(path, text);
    return undefined;
  } catch (error) {
    return diagnose("output-unwritable", { path: toShownPath(path) }, { reason: errorCode(error) });
  }
}

/** Number of bytes at the start of a file in which the mark is searched. */
const START_LENGTH = 200;

function readStart(path: string): string {
  const file = fs.openSync(path, "r");
  try {
    const start = Buffer.alloc(START_LENGTH);
    return start.toString("utf8", 0, fs.readSync(file, start, 0, START_LENGTH, 0));
  } finally {
    fs.closeSync(file);
  }
}
