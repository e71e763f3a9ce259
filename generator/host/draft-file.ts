/** Writes the config that `import` drafts or completes. */
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { errorCode, identify, toShownPath } from "./inputs.ts";
import { removeIfExists, writeTemporary } from "./temporary-files.ts";
import { temporaryName } from "../write/write-steps.ts";

/** Creates a file and its directory. Returns the reason if that fails; an existing file is never replaced. */
export function createDraft(path: string, text: string): string | undefined {
  try {
    fs.mkdirSync(dirname(path), { recursive: true });
    fs.writeFileSync(path, text, { flag: "wx" });
    return undefined;
  } catch (error) {
    const code = errorCode(error);
    return code === "EEXIST" ? "the file exists" : code;
  }
}

/** Replaces a config in one step, and keeps its mode. If the path is a symbolic link, replaces its target. */
export function replaceConfig(path: string, text: string): Diagnostic | undefined {
  const target = identify(path);
  const temporary = join(dirname(target), temporaryName(process.pid, "config"));
  try {
    const { mode } = fs.statSync(target);
    fs.accessSync(target, fs.constants.W_OK);
    writeTemporary(temporary, text);
    fs.chmodSync(temporary, mode);
    fs.renameSync(temporary, target);
    return undefined;
  } catch (error) {
    removeIfExists(temporary);
    return diagnose("output-unwritable", { path: toShownPath(path) }, { reason: errorCode(error) });
  }
}
