/**
 * Finds the program that the shim of a version manager starts. A shim reads settings of the home directory, which are hidden while programs are
 * read. The shim is not started: its path, its link and the manager's own files name the program.
 */
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { isExecutable, toRealPath } from "@climax-gen/runtime/internal/executor/file-kind";
import { compareVersions } from "../text/version-requirement.ts";
import { listFolder, readTextIfThere } from "./file-system.ts";
import { findProgram } from "./find-program.ts";

/** A program that was found. */
export interface RealProgram {
  /** Absolute path of the program, or of the one that a shim starts. */
  readonly program: string;
  /** Whether a shim of a version manager was found in its place. */
  readonly isShimmed: boolean;
  /** Whether it was named without a directory. */
  readonly isOnPath: boolean;
}

/** Finds a program by its name or path, as `findProgram` does, and the program that it starts if it is a shim. */
export function findRealProgram(name: string, searchPath?: string, home = homedir()): RealProgram | undefined {
  const found = findProgram(name, searchPath);
  if (found === undefined) return undefined;
  const program = findShimmed({ path: resolve(found), home });
  return { program, isShimmed: program !== resolve(found), isOnPath: !name.includes("/") };
}

/** A program that was found on `PATH`, and the home directory with the version managers. */
export interface FoundProgram {
  /** Absolute path. */
  readonly path: string;
  readonly home: string;
}

/** Returns the path of the program that a shim starts by default, or the path itself if it is not a shim of a known version manager. */
export function findShimmed({ path, home }: FoundProgram): string {
  const name = basename(path);
  const real = toRealPath(path);
  const candidates = [
    ...(basename(real) === "rustup" && name !== "rustup" ? ofRustup(home, name) : []),
    ...["pyenv", "rbenv", "nodenv"].flatMap((manager) =>
      isIn(path, join(home, `.${manager}`, "shims")) ? ofEnv(home, manager, name) : [],
    ),
    ...(isIn(path, join(home, ".asdf/shims")) ? ofAsdf(home, path, name) : []),
    ...(isIn(path, join(home, ".local/share/mise/shims")) ? ofMise(home, name) : []),
    ...(basename(real) === "volta-shim" ? ofVolta(home, name) : []),
  ];
  return candidates.find(isExecutable) ?? path;
}

function isIn(path: string, folder: string): boolean {
  return dirname(path) === folder;
}

/** A version or a name of a directory. No other text of a manager's file becomes part of a path. */
const PLAIN = /^[\w.+-]+$/;

function isPlain(name: string): boolean {
  return PLAIN.test(name) && name !== "..";
}

/** Returns the text of a file that the pattern captures. Undefined without the file: the manager then has no default. */
function readName(file: string, pattern: RegExp): string | undefined {
  const found = pattern.exec(readTextIfThere(file) ?? "")?.[1];
  return found !== undefined && isPlain(found) ? found : undefined;
}

function ofRustup(home: string, name: string): readonly string[] {
  const toolchain = readName(join(home, ".rustup/settings.toml"), /^default_toolchain = "([^"]+)"/m);
  return toolchain === undefined ? [] : [join(home, ".rustup/toolchains", toolchain, "bin", name)];
}

/** The file names a version in each line, or the beginning of one: the newest installed one counts. The first that has the program is used. */
function ofEnv(home: string, manager: string, name: string): readonly string[] {
  const versions = join(home, `.${manager}`, "versions");
  const installed = listFolder(versions);
  return readNames(join(home, `.${manager}`, "version")).flatMap((version) => {
    const own = installed.includes(version) ? version : findNewest(version, installed);
    return own === undefined ? [] : [join(versions, own, "bin", name)];
  });
}

/** Returns the first word of each line of a file, without comments. */
function readNames(file: string): readonly string[] {
  const lines = (readTextIfThere(file) ?? "").split("\n");
  return lines.map((line) => line.trim().split(/\s/)[0] ?? "").filter(isPlain);
}

/** Returns the newest of the released versions that begin with the numbers of a prefix, such as `3.12`. */
function findNewest(prefix: string, installed: readonly string[]): string | undefined {
  const matching = installed.filter((version) => version.startsWith(`${prefix}.`) && /^[\d.]+$/.test(version));
  return matching.toSorted((one, other) => compareVersions(other, one))[0];
}

/** A shim of asdf names its plugin and the installed versions in comments. */
function ofAsdf(home: string, path: string, name: string): readonly string[] {
  const plugin = readName(path, /^# asdf-plugin: (\S+) \S+/m);
  const version = readName(path, /^# asdf-plugin: \S+ (\S+)/m);
  return plugin === undefined || version === undefined ? [] : [join(home, ".asdf/installs", plugin, version, "bin", name)];
}

/** mise links the newest installed version of each tool as `latest`. */
function ofMise(home: string, name: string): readonly string[] {
  const installs = join(home, ".local/share/mise/installs");
  return listFolder(installs).flatMap((tool) => [join(installs, tool, "latest/bin", name), join(installs, tool, "latest", name)]);
}

function ofVolta(home: string, name: string): readonly string[] {
  const tools = join(home, ".volta/tools");
  const node = readName(join(tools, "user/platform.json"), /"runtime":\s*"([^"]+)"/);
  const packages = listFolder(join(tools, "image/packages")).map((one) => join(tools, "image/packages", one, "bin", name));
  return [...(node === undefined ? [] : [join(tools, "image/node", node, "bin", name)]), ...packages];
}
