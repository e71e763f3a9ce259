/** Writes the config that `import` drafts or completes. */
import * as fs from "node:fs";
import { dirname } from "node:path";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { makeFolders } from "./folders.ts";
import { errorCode, identify } from "./file-system.ts";
import { toShownPath } from "../text/shown-path.ts";
import { createFile } from "./new-files.ts";
import { replaceFile } from "./temporary-files.ts";

/** Creates a file and its directory. Returns the reason if that fails; an existing file is never replaced. */
export function createDraft(path: string, text: string): string | undefined {
  try {
    makeFolders(dirname(path));
    return createFile(path, text) ? undefined : "the file exists";
  } catch (error) {
    return errorCode(error);
  }
}

/** Replaces a config in one step, and keeps its mode. If the path is a symbolic link, replaces its target. */
export function replaceConfig(path: string, text: string): Diagnostic | undefined {
  const target = identify(path);
  try {
    fs.accessSync(target, fs.constants.W_OK);
    replaceFile(target, text, fs.statSync(target).mode);
    return undefined;
  } catch (error) {
    return diagnose("output-unwritable", { path: toShownPath(path) }, { reason: errorCode(error) });
  }
}
