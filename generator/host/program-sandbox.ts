/**
 * Confines the programs whose help is read, and those of examples: the walls of the bubblewrap executor, without network, and with an empty
 * home directory.
 */
import { homedir, tmpdir, userInfo } from "node:os";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import type { SandboxContent, SandboxedProgram, SandboxFeature } from "@climax-gen/runtime/internal/executor/sandbox";
import { isFolder, toRealPath } from "@climax-gen/runtime/internal/executor/file-kind";
import { toSandbox } from "@climax-gen/runtime/internal/executor/sandbox";
import { valueOr } from "@climax-gen/runtime/internal/text/value-or";

/**
 * Directories of the home directory in which version managers install programs and their libraries. They contain no settings and no
 * credentials. The interpreter of a script is often a link to one of them.
 */
const INSTALLATIONS = [
  ".asdf/installs",
  ".local/share/fnm",
  ".local/share/mise/installs",
  ".local/share/uv/python",
  ".nvm/versions",
  ".pyenv/versions",
  ".rbenv/versions",
  ".rustup/toolchains",
  ".sdkman/candidates",
  ".volta/tools",
] as const;

/** The confinement of a program. */
export interface Confinement {
  /** Whether the user named the program without a directory. */
  readonly isOnPath: boolean;
  readonly features: readonly SandboxFeature[];
  /** The word that starts the program in the sandbox. Defaults to its path. */
  readonly name?: string;
  /** Absolute paths of programs that the program starts by their names. Defaults to none. */
  readonly starts?: readonly string[];
  /** Additional mounts, the working directory, the variables and the network. Defaults to `/tmp`, without variables and network. */
  readonly content?: Partial<Pick<SandboxContent, "mounts" | "directory" | "env" | "network">>;
}

/** The request for a confined program. */
export interface ConfinedProgram extends SandboxedProgram {
  /** The directories in memory in which the program can create files, and those below them that contain mounts. */
  readonly writable: readonly string[];
}

/**
 * Returns the request for a program in a sandbox.
 * @param program absolute path of the program
 */
export function confineProgram(
  [program, ...args]: readonly [program: string, ...args: readonly string[]],
  { isOnPath, features, name = program, starts = [], content = {} }: Confinement,
): ConfinedProgram {
  const { network = "none" } = content;
  // `HOME` can be empty or relative, and then names no directory.
  const homes = [homedir(), accountHome()].filter(isAbsolute).map((path) => resolve(path));
  // A program with network needs the name servers, which `/run` often contains.
  const places = ["/tmp", ...(network === "none" ? ["/run"] : []), resolve(tmpdir()), ...homes].map((path) => ({
    path,
    real: toRealPath(path),
  }));
  const folders = places.map(({ real }) => real).filter((folder) => folder !== "/" && isFolder(folder));
  const hidden = [...new Set(folders)].toSorted((left, right) => left.length - right.length);
  const toReal = (path: string): string => {
    const place = places.find((one) => path.startsWith(`${one.path}/`));
    return place === undefined ? path : `${place.real}${path.slice(place.path.length)}`;
  };
  const visible = visiblePaths(program, { homes, hidden, isOnPath, starts, toReal });
  const mounts = visible.map((path) => ({ path, kind: "read_only", isOptional: true }) as const);
  const request = toSandbox(
    [name, ...args],
    { directory: "/tmp", ...content, network, hidden, mounts: [...mounts, ...(content.mounts ?? [])] },
    { architecture: process.arch, features },
  );
  const parents = visible.flatMap((path) => parentsBelow(path, hidden));
  return { ...request, writable: [...new Set(["/dev/shm", ...hidden, ...parents])] };
}

/** Returns the directories between a path and a hidden directory above it. They are in memory, as the hidden directory is. */
function parentsBelow(path: string, hidden: readonly string[]): readonly string[] {
  const parent = dirname(path);
  return hidden.some((folder) => parent.startsWith(`${folder}/`)) ? [parent, ...parentsBelow(parent, hidden)] : [];
}

/** Returns the home directory of the password file, which `HOME` can hide. Empty if the user has none there. */
function accountHome(): string {
  // A container can run as a user that the password file lacks.
  return valueOr("", () => userInfo().homedir);
}

interface Visibility {
  readonly homes: readonly string[];
  /** Without links. */
  readonly hidden: readonly string[];
  readonly isOnPath: boolean;
  readonly starts: readonly string[];
  /** Replaces a link at the start of a path that names a hidden directory, because bubblewrap cannot mount there. */
  readonly toReal: (path: string) => string;
}

/**
 * Returns the paths below hidden directories that the program needs: the directories of PATH, the installations of version managers, and
 * the directories of the program and of those that it starts. Adds the parents of `bin` and `shims`, and `node_modules`, which contain libraries and other programs.
 *
 * The content of the program never decides: a `#!` line could name any file. A link is followed if the program was found on PATH, where the
 * user has installed it, or if it leads to another file of the same directory. Otherwise, a link in a cloned repository could name any
 * directory.
 */
function visiblePaths(program: string, { homes, hidden, isOnPath, starts, toReal }: Visibility): readonly string[] {
  const isHidden = (path: string): boolean => !hidden.includes(path) && hidden.some((folder) => path.startsWith(`${folder}/`));
  const own = ownFolders(dirname(program));
  const real = toRealPath(program);
  const isFollowed = isOnPath || own.some((folder) => real.startsWith(`${toReal(folder)}/`));
  const search = (process.env["PATH"] ?? "").split(delimiter).map((folder) => resolve(folder));
  const installations = homes.flatMap((home) => INSTALLATIONS.map((folder) => join(home, folder)));
  const linked = [...(isFollowed ? [real] : []), ...starts, ...starts.map(toRealPath)];
  const folders = [...search, ...installations, ...own, ...linked.flatMap((path) => ownFolders(dirname(path)))]
    .map(toReal)
    .filter(isHidden);
  const itself = toReal(program);
  // If the directory of the program is a hidden one, only the program is visible.
  return [...new Set([...folders, ...(hidden.includes(dirname(itself)) ? [itself] : [])])];
}

/** Returns the directory, and the directories around it that contain the libraries of its programs. */
function ownFolders(folder: string): readonly string[] {
  const modules = /^.*?\/node_modules(?=\/)/.exec(folder)?.[0];
  return [folder, ...(/\/(?:bin|shims)$/.test(folder) ? [dirname(folder)] : []), ...(modules === undefined ? [] : [modules])];
}
