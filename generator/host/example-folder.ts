/**
 * Keeps the temporary directories in which examples run: copies of a project, with a separate home directory. They are removed by
 * `remove`, and by a signal that terminates this process.
 */
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Snapshot } from "../try/file-changes.ts";
import { onTermination } from "./termination.ts";

/** A copy of the project, with its home directory. */
export interface ProjectCopy {
  /** Absolute paths, without links. */
  readonly project: string;
  readonly home: string;
  /** An empty directory of this copy for other files, such as traps. */
  readonly other: string;
}

/** The temporary directory of one run of the command. */
export interface ExampleFolder {
  /** Absolute path, without links. */
  readonly root: string;
  /** Copies the project and its home directory. A later `copy` copies the first copy, with the changes of its setup. */
  readonly copy: () => Promise<ProjectCopy>;
  /** Removes a copy. */
  readonly discard: (copy: ProjectCopy) => Promise<void>;
  /** Removes everything. */
  readonly remove: () => Promise<void>;
}

/** Name of the file that prepares a project. Examples do not see it. */
export const SETUP_FILE = "setup.sh";

/** Creates the temporary directory. `onSignal` is called before a signal removes it: it kills the programs that use it. */
export function createExampleFolder(project: string, onSignal: () => void): ExampleFolder {
  const root = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), "climax-try-"));
  let count = 0;
  let first: ProjectCopy | undefined;
  const release = onTermination(() => {
    onSignal();
    fs.rmSync(root, { recursive: true, force: true });
  });
  return {
    root,
    async copy() {
      // All paths have the same length, so that two runs print the same number of bytes.
      const folder = join(root, String((count += 1)).padStart(6, "0"));
      const made = { project: join(folder, "project"), home: join(folder, "home"), other: join(folder, "other") };
      fs.mkdirSync(made.other, { recursive: true });
      await copyFolder(first?.project ?? project, made.project);
      if (first === undefined) fs.mkdirSync(made.home);
      else await copyFolder(first.home, made.home);
      first ??= made;
      return made;
    },
    discard: (copy) => removeFolder(dirname(copy.project)),
    async remove() {
      await removeFolder(root);
      release();
    },
  };
}

/** Not the synchronous function: other examples run while a slow disk removes the files. */
async function removeFolder(path: string): Promise<void> {
  await fs.promises.rm(path, { recursive: true, force: true });
}

async function copyFolder(from: string, to: string): Promise<void> {
  await fs.promises.cp(from, to, {
    recursive: true,
    preserveTimestamps: true,
    verbatimSymlinks: true,
    mode: fs.constants.COPYFILE_FICLONE,
  });
}

/** Reads the content of a directory: a hash of each file, the target of each link, and the name of each directory. */
export function readSnapshot(folder: string): Snapshot {
  const found = new Map<string, string>();
  const visit = (path: string): void => {
    for (const entry of fs.readdirSync(join(folder, path), { withFileTypes: true })) {
      const inner = path === "" ? entry.name : `${path}/${entry.name}`;
      const absolute = join(folder, inner);
      if (entry.isDirectory()) {
        found.set(`${inner}/`, "");
        visit(inner);
      } else if (entry.isSymbolicLink()) found.set(inner, `link ${fs.readlinkSync(absolute)}`);
      else if (entry.isFile()) found.set(inner, hashFile(absolute));
      else found.set(inner, "other");
    }
  };
  visit("");
  return found;
}

function hashFile(path: string): string {
  const mode = fs.statSync(path).mode & 0o777;
  return `${mode.toString(8)} ${createHash("sha256").update(fs.readFileSync(path)).digest("base64")}`;
}

/**
 * Writes a file of a copy, and the directories that contain it. A symbolic or hard link at the path, or in place of a directory, is replaced:
 * what it leads to, such as the interpreter of a virtual environment, is outside of the copy.
 * @param path relative to the folder
 */
export function writeInto(folder: string, path: string, text: string, isExecutable = false): void {
  const directories = path.split("/").slice(0, -1);
  for (const index of directories.keys()) removeLink(join(folder, ...directories.slice(0, index + 1)));
  const absolute = join(folder, path);
  removeLink(absolute);
  fs.mkdirSync(dirname(absolute), { recursive: true });
  fs.writeFileSync(absolute, text);
  if (isExecutable) fs.chmodSync(absolute, 0o755);
}

function removeLink(path: string): void {
  const found = fs.lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory() && (!found.isFile() || found.nlink > 1)) fs.rmSync(path);
}

/** Moves a file out of a copy. Returns false if it does not exist. */
export function moveFile(from: string, to: string): boolean {
  if (!fs.existsSync(from)) return false;
  fs.renameSync(from, to);
  return true;
}
