/** Reads and replaces the configuration files of clients. */
import { isLink } from "@climax-gen/runtime/internal/executor/file-kind";
import { decodeUtf8 } from "@climax-gen/runtime/internal/text/utf8";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { makeFolders } from "./folders.ts";
import { removeIfExists, removeLeftovers } from "./temporary-files.ts";
import { temporaryName } from "../write/write-steps.ts";
import { errorCode, identify } from "./file-system.ts";
import { toShownPath } from "../text/shown-path.ts";
import { decodeFile } from "../load/decode.ts";

/** A client's file. */
export interface ClientFile {
  readonly path: string;
  /** Content with its byte order mark. Empty if the file does not exist. */
  readonly text: string;
  readonly bytes?: Uint8Array;
}

/**
 * Reads a client's file. Rejects a file that is not UTF-8, because it could not be written back unchanged. Rejects a pipe or a device,
 * which has no content to change.
 */
export function readClientFile(path: string): ClientFile | Diagnostic {
  const shown = toShownPath(path);
  try {
    const stats = fs.statSync(path);
    if (!stats.isFile() && !stats.isDirectory()) return diagnose("unreadable-file", { path: shown }, { reason: "not a regular file" });
    const bytes = fs.readFileSync(path);
    const text = decodeUtf8(bytes);
    if (text !== undefined) return { path, text, bytes };
    return decodeFile({ path: shown, bytes }).diagnostics[0] ?? diagnose("unreadable-file", { path: shown }, { reason: "not UTF-8" });
  } catch (error) {
    const reason = errorCode(error);
    if (reason !== "ENOENT") return diagnose("unreadable-file", { path: shown }, { reason });
    return isLink(path) ? diagnose("unreadable-file", { path: shown }, { reason: "broken link" }) : { path, text: "" };
  }
}

/** Result of replacing a client's configuration file. */
export interface ReplacedFile {
  /** Path of the copy of the old file. Omitted if there was none. */
  readonly backup?: string;
}

/** Mode of a new file, which can contain tokens. A replaced file keeps its mode. */
const OWNER_ONLY = 0o600;

/**
 * Writes the new text in one step, with the old file's mode, after copying the old file to `<file>.climax-gen.bak`, or `.bak.2` and so on.
 * If the path is a symbolic link, replaces its target.
 * @param keepsOld whether to copy the old file; defaults to true
 */
export function replaceClientFile({ path, bytes }: ClientFile, text: string, keepsOld = true): ReplacedFile | Diagnostic {
  const target = identify(path);
  const temporary = join(dirname(target), temporaryName(process.pid, "client"));
  try {
    makeFolders(dirname(target));
    // Leftover temporary files can contain tokens.
    removeLeftovers(dirname(target), { isLocked: false });
    fs.writeFileSync(temporary, text, { flag: "wx", mode: OWNER_ONLY });
    if (!isUnchanged(target, bytes)) return diagnose("client-file-changed", { path: toShownPath(path) });
    if (bytes !== undefined) fs.chmodSync(temporary, fs.statSync(target).mode);
    const backup = bytes === undefined || !keepsOld ? {} : { backup: copyAside(path) };
    fs.renameSync(temporary, target);
    return backup;
  } catch (error) {
    return diagnose("output-unwritable", { path: toShownPath(path) }, { reason: errorCode(error) });
  } finally {
    removeIfExists(temporary);
  }
}

/**
 * Removes a client's file, after copying it as `replaceClientFile` does. If the path is a symbolic link, removes the link.
 * @param keepsOld whether to copy the file
 */
export function removeClientFile({ path, bytes }: ClientFile, keepsOld: boolean): ReplacedFile | Diagnostic {
  try {
    if (!isUnchanged(path, bytes)) return diagnose("client-file-changed", { path: toShownPath(path) });
    const backup = bytes === undefined || !keepsOld ? {} : { backup: copyAside(path) };
    fs.rmSync(path, { force: true });
    return backup;
  } catch (error) {
    return diagnose("output-unwritable", { path: toShownPath(path) }, { reason: errorCode(error) });
  }
}

/** Reports whether a file still has the bytes that were read. Clients also write their files, some frequently. */
function isUnchanged(path: string, bytes: Uint8Array | undefined): boolean {
  const isThere = fs.existsSync(path);
  return bytes === undefined ? !isThere : isThere && fs.readFileSync(path).equals(bytes);
}

function copyAside(path: string): string {
  for (let number = 1; ; number++) {
    const backup = `${path}.climax-gen.bak${number === 1 ? "" : `.${number}`}`;
    try {
      fs.copyFileSync(path, backup, fs.constants.COPYFILE_EXCL);
      return backup;
    } catch (error) {
      // Older backups are kept.
      if (errorCode(error) !== "EEXIST") throw error;
    }
  }
}
