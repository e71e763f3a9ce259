/** Writes the temporary files that a program reads by their paths, and removes them after the call. */
import { accessSync, chmodSync, constants, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { listUnnamedFileFolders } from "./unnamed-file.ts";

/** The temporary files of one call. */
export interface PrivateFiles {
  /** A directory that does not exist yet. Its parent does not exist either, and is created for the server's user only. */
  readonly folder: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** Makes the files readable for all users that can access the directory, because a container can have any user. */
  readonly isForContainer: boolean;
}

/**
 * Returns a new path for the files of a call: in memory if possible, and outside the working directory of the program. Other users cannot
 * guess it.
 * @param candidates directories in order of preference; directories that are not writable are skipped
 */
export function choosePrivateFolder(workingDirectory: string, candidates: readonly string[] = listUnnamedFileFolders()): string {
  const folders = candidates.filter(isWritable);
  const base = folders.find((folder) => isOutside(folder, workingDirectory)) ?? folders[0] ?? "/tmp";
  return join(base, `climax-${crypto.randomUUID()}`, "files");
}

/**
 * Returns another path for the files of a call whose directory `failed` could not hold them, because the file system is full, for example.
 * Returns undefined if there is no other directory.
 */
export function chooseOtherFolder(
  failed: string,
  workingDirectory: string,
  candidates: readonly string[] = listUnnamedFileFolders(),
): string | undefined {
  const others = candidates.filter((folder) => isOutside(failed, folder) && isWritable(folder));
  return others.length === 0 ? undefined : choosePrivateFolder(workingDirectory, others);
}

/** Reports whether a directory exists and accepts files. The file system in memory can be read-only for a service. */
function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isOutside(path: string, folder: string): boolean {
  return relative(folder, path).startsWith("..");
}

/** Writes the files: mode 0600 in a directory of mode 0700. On failure, removes everything and throws the system's error. */
export function writePrivateFiles({ folder, files, isForContainer }: PrivateFiles): void {
  mkdirSync(dirname(folder), { mode: 0o700 });
  try {
    mkdirSync(folder, { mode: 0o700 });
    for (const { path, text } of files) writeFileSync(path, text, { flag: "wx", mode: 0o600 });
    if (isForContainer) makeReadable(folder, files);
  } catch (error) {
    rmSync(dirname(folder), { recursive: true, force: true });
    throw error;
  }
}

/** Makes the files readable. Uses `chmod`, because the process's umask restricts the modes of new files. */
function makeReadable(folder: string, files: PrivateFiles["files"]): void {
  for (const { path } of files) chmodSync(path, 0o644);
  chmodSync(folder, 0o755);
}

/**
 * Removes the files and their directory. Does nothing for a call without files. Never throws, because the result of the call must not be
 * lost. The files are removed first, because a program can leave an unreadable directory next to them.
 */
export function removePrivateFiles(given: PrivateFiles | undefined): void {
  if (given === undefined) return;
  const { folder, files } = given;
  for (const path of [...files.map((file) => file.path), dirname(folder)]) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Best effort: files that the program has created remain.
    }
  }
}
