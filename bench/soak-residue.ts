/** Finds processes, descriptors and temporary files that servers leave behind. Reads `/proc`, and so needs Linux. */
import { readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { MARK } from "./soak-project.ts";

export interface MarkedProcess {
  readonly pid: number;
  /** Name of the server that started the process. */
  readonly server: string;
  readonly command: string;
}

/** Returns the servers of a soak and all processes that they started, at any depth, by a variable in their environment. */
export function findMarked(run: string): readonly MarkedProcess[] {
  const start = `${MARK}=${run}/`;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const mark = readText(`/proc/${pid}/environ`)
        .split("\0")
        .find((variable) => variable.startsWith(start));
      if (mark === undefined) return [];
      return [
        { pid: Number(pid), server: mark.slice(start.length), command: readText(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim() },
      ];
    });
}

export interface Descriptors {
  readonly open: number;
  /** Files without a name, which hold long output for `output_read`. */
  readonly keptOutput: number;
}

export function countDescriptors(pid: number): Descriptors {
  const targets = readdirSync(`/proc/${pid}/fd`).map((name) => readLink(`/proc/${pid}/fd/${name}`));
  const keptOutput = targets.filter((target) => target.endsWith(" (deleted)")).length;
  return { open: targets.length - keptOutput, keptOutput };
}

/** Removes the temporary files of calls that contain this text, with their directories, and returns their contents. */
export function removePrivateFiles(text: string): readonly string[] {
  const folders = readdirSync("/dev/shm").filter((name) => name.startsWith("climax-"));
  return folders.flatMap((name) => {
    const files = join("/dev/shm", name, "files");
    const contents = listNames(files).map((file) => readText(join(files, file)));
    if (!contents.some((content) => content.includes(text))) return [];
    rmSync(join("/dev/shm", name), { recursive: true, force: true });
    return contents;
  });
}

/** Reads a file. Processes and files can disappear between two reads. */
function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
