/** Finds the programs of a guard on `PATH`, and the other programs with their names. */
import { spawnSync } from "node:child_process";
import { readdirSync, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { GuardedName, GuardState } from "../guard/guard-report.ts";
import { kindOf, listFolder } from "./file-system.ts";
import { isExecutable } from "@climax-gen/runtime/internal/executor/file-kind";
import { groupEntries } from "@climax-gen/runtime/internal/text/group-entries";
import { valueOr } from "@climax-gen/runtime/internal/text/value-or";

/** Directories in which programs usually are, also if `PATH` does not have them. */
const USUAL = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin", "/snap/bin", "/opt/homebrew/bin"];

/**
 * Returns the state of the guard in a directory. Undefined if the directory is not a guard. Starts a shell, which runs none of the programs.
 * @param path the value of `PATH`
 * @param usual directories that are searched after those of `PATH`
 */
export function readGuardState(folder: string, path: string, usual: readonly string[] = USUAL): GuardState | undefined {
  const bin = realPathOf(join(folder, "bin"));
  const names = bin === undefined || kindOf(join(folder, "dist", "guard.cjs")) !== "file" ? undefined : readdirSync(bin).toSorted();
  if (bin === undefined || names === undefined) return undefined;
  const folders = path.split(delimiter).map((one) => (one === "" ? "." : one));
  const found = findWithShell(names, path);
  const files = findFiles([...folders, ...usual], new Set(names));
  const programs = names.map((name) => {
    const guarded = toGuardedName(name, bin, folders, usual, found.get(name));
    const aliases = guarded.others.flatMap((other) => files.get(identify(other) ?? "") ?? []);
    return { ...guarded, ...(aliases.length > 0 && { aliases }) };
  });
  const [busybox] = findAll("busybox", [...folders, ...usual]);
  const [bubblewrap] = findAll("bwrap", [...folders, ...usual]);
  return { bin, programs, ...(busybox !== undefined && { busybox }), ...(bubblewrap !== undefined && { bubblewrap }) };
}

function toGuardedName(
  name: string,
  bin: string,
  folders: readonly string[],
  usual: readonly string[],
  found: string | undefined,
): GuardedName {
  const own = join(bin, name);
  const [first] = findAll(name, folders);
  const paths = findAll(name, [...folders, ...usual]).filter((path) => realPathOf(path) !== own);
  const others = [...new Map(paths.toReversed().map((path) => [realPathOf(path) ?? path, path])).values()].toReversed();
  const isGuard = (path: string | undefined): boolean => path !== undefined && realPathOf(path) === own;
  return { name, isFirst: isGuard(first) && isGuard(found), ...(found !== undefined && { found }), others };
}

/** Returns what a shell runs for each name. A shell can have a built-in command of the same name, which no directory of `PATH` replaces. */
function findWithShell(names: readonly string[], path: string): ReadonlyMap<string, string> {
  const script = 'for name do printf "%s\\n" "$(command -v -- "$name")"; done';
  const { stdout } = spawnSync("/bin/sh", ["-c", script, "sh", ...names], { env: { PATH: path }, encoding: "utf8", timeout: 10_000 });
  const lines = (stdout ?? "").split("\n");
  return new Map(
    names.flatMap((name, index) => (lines[index] === undefined || lines[index] === "" ? [] : [[name, lines[index]] as const])),
  );
}

/** Returns the paths of a program, without duplicates, in the order of the directories. */
function findAll(name: string, folders: readonly string[]): readonly string[] {
  const paths = folders.map((folder) => join(isAbsolute(folder) ? folder : join(process.cwd(), folder), name));
  return [...new Set(paths)].filter(isExecutable);
}

/** Returns the paths of all files of the directories by device and inode, without those of the guarded names. */
function findFiles(folders: readonly string[], guarded: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const real = new Set(folders.flatMap((folder) => realPathOf(folder) ?? []));
  const paths = [...real].flatMap((folder) => listFolder(folder).flatMap((name) => (guarded.has(name) ? [] : [join(folder, name)])));
  return groupEntries(
    paths.flatMap((path) => {
      const file = identify(path);
      return file === undefined ? [] : [[file, path] as const];
    }),
  );
}

/** Returns what is equal for all names of a file: its device and its number. Undefined if there is no such file. */
function identify(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true ? `${stats.dev}:${stats.ino}` : undefined;
}

function realPathOf(path: string): string | undefined {
  return valueOr(undefined, () => realpathSync(path));
}
