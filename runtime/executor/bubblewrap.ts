/** Wraps a command in bubblewrap. */
import { parentPath, resolvePath } from "../text/posix-path.ts";
import { expandVariables } from "../tool/environment-variables.ts";
import type { Environment } from "../tool/environment-variables.ts";
import type { BubblewrapExecutor } from "../policy/policy-spec.ts";
import { engineOf } from "./engine.ts";
import { FIRST_DESCRIPTOR } from "../process/process-request.ts";
import type { ExecutorHost, PlainCommand, WrappedCommand } from "./plain-command.ts";
import { option, workingDirectoryOf } from "./plain-command.ts";
import { toSocketFilter } from "./socket-filter.ts";

const MIB = 1024 * 1024;

/** Maximum size of the in-memory directories, in bytes. 64 MiB is Docker's size of `/dev/shm`. */
const SIZES = { "/tmp": 512 * MIB, "/dev/shm": 64 * MIB, "/run": 16 * MIB } as const;

/** Namespaces and privileges. If the server runs as root, a program without `--cap-drop` could remount all directories as writable. */
const OWN_NAMESPACES = ["--cap-drop", "ALL", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--die-with-parent", "--new-session"];

/** The order matters: `--proc` after `--remount-ro` would mount a writable `/proc` over the read-only one. */
const READ_ONLY_PROC = ["--proc", "/proc", "--remount-ro", "/proc"];

const encoder = new TextEncoder();

/**
 * Wraps a command in a sandbox with a read-only view of the machine, writable directories, and namespaces that end with the program.
 * `--new-session` removes the program from its process group, and SIGTERM ends bwrap, so an interrupted program is killed without a
 * grace period.
 */
export function toBubblewrap(executor: BubblewrapExecutor, command: PlainCommand, host: ExecutorHost): WrappedCommand {
  const { argv, stdin, env, fileFolder } = command;
  if (Object.entries(env).some(([name, value]) => name.includes("\0") || value.includes("\0")))
    return { argv: [], env: host.inherited, problem: { reason: "nul_byte", subject: "the environment" }, cleanup: [] };
  const directory = toVisibleDirectory(resolvePath(host.directory, workingDirectoryOf(executor, command) ?? ""), host);
  const { files, options } = toFiles(executor, env, host);
  return {
    argv: [
      engineOf("bubblewrap"),
      ...mountFolders(executor, { directory, program: argv[0] ?? "", env }, host),
      ...(fileFolder === undefined ? [] : ["--ro-bind", fileFolder, fileFolder]),
      ...OWN_NAMESPACES,
      ...(executor.network === "host" ? [] : ["--unshare-net"]),
      ...options,
      ...option("--chdir", directory),
      "--",
      ...argv,
    ],
    ...(stdin === undefined ? {} : { stdin }),
    cwd: directory,
    env: host.inherited,
    ...(files.length === 0 ? {} : { files }),
    cleanup: [],
  };
}

/** Directories that the sandbox replaces. `/tmp` and `/run` can contain the working directory. */
const REPLACED = { whole: ["/proc", "/dev"], themselves: ["/", "/tmp", "/run"] } as const;

/**
 * Resolves the links of a directory if they lead to a directory that the sandbox replaces, or to the root. Callers can choose such a link,
 * and a mount of it would show the machine's processes or temporary files.
 */
function toVisibleDirectory(directory: string, { realPath = (path) => path }: ExecutorHost): string {
  const real = realPath(directory);
  const isReplaced =
    REPLACED.themselves.some((folder) => real === folder) ||
    REPLACED.whole.some((folder) => real === folder || real.startsWith(`${folder}/`));
  return isReplaced ? real : directory;
}

/** Returns the writable directories of a bubblewrap executor as absolute paths. */
export function writableFolders(
  { writable = [] }: BubblewrapExecutor,
  host: Pick<ExecutorHost, "variables" | "directory">,
): readonly string[] {
  return writable.map((folder) => resolvePath(host.directory, expandVariables(folder, host.variables)));
}

/** Reports whether a file that a program writes at this path remains on the machine. */
export function isWritable(path: string, executor: BubblewrapExecutor, host: ExecutorHost): boolean {
  const { realPath = (one: string) => one } = host;
  const folder = realPath(parentPath(path));
  const isBelow = (parent: string): boolean => folder === parent || folder.startsWith(parent === "/" ? parent : `${parent}/`);
  const isReplaced = [...REPLACED.whole, ...hiddenFolders(executor)].some(isBelow);
  return writableFolders(executor, host)
    .map(realPath)
    .some((parent) => isBelow(parent) && !(isReplaced && parent === "/"));
}

/** Returns the directories of the machine that the sandbox replaces by empty ones. */
function hiddenFolders({ network }: BubblewrapExecutor): readonly ("/tmp" | "/run")[] {
  return network === "host" ? ["/tmp"] : ["/tmp", "/run"];
}

/** The paths of a call that must be visible in the sandbox. */
interface VisiblePaths {
  readonly directory: string;
  readonly program: string;
  readonly env: Environment;
}

/**
 * Returns the mounts, outermost first. `/proc` is read-only because a program could set the machine's sysctls if the server runs as root.
 * `/dev` is read-only because it is in memory and has no size limit.
 */
function mountFolders(executor: BubblewrapExecutor, visible: VisiblePaths, host: ExecutorHost): readonly string[] {
  const writable = writableFolders(executor, host);
  const empty = (folder: keyof typeof SIZES): readonly string[] => [
    ...(host.hasSizeLimit ? ["--size", String(SIZES[folder])] : []),
    "--tmpfs",
    folder,
  ];
  const hidden = hiddenFolders(executor);
  const isHidden = (path: string): boolean => hidden.some((folder) => path.startsWith(`${folder}/`));
  const programs = [...searchPath(visible.env, host), visible.program].filter(isHidden);
  return [
    // Even if all directories are writable, the following mounts hide the machine's own.
    ...(writable.includes("/") ? ["--bind", "/", "/"] : ["--ro-bind", "/", "/"]),
    "--dev",
    "/dev",
    ...empty("/dev/shm"),
    "--remount-ro",
    "/dev",
    ...READ_ONLY_PROC,
    ...hidden.flatMap(empty),
    ...programs.flatMap((path) => ["--ro-bind-try", path, path]),
    ...(isHidden(visible.directory) ? ["--ro-bind", visible.directory, visible.directory] : []),
    ...writable.flatMap((folder) => (folder === "/" ? [] : ["--bind", folder, folder])),
  ];
}

/** Returns the directories of the program's search path: the config's PATH, or the server's. */
function searchPath(env: Environment, { inherited }: ExecutorHost): readonly string[] {
  const path = (Object.hasOwn(env, "PATH") ? env["PATH"] : inherited["PATH"]) ?? "";
  return [...new Set(path.split(":"))];
}

/**
 * Returns the data that bwrap reads from descriptors: the config's variables, and the filter that denies UNIX sockets to a program without
 * network. The variables are not on the command line, because every user can read it. Because PATH is passed in this way, bwrap itself is
 * looked up in the server's PATH.
 */
function toFiles(
  executor: BubblewrapExecutor,
  env: Environment,
  { architecture }: ExecutorHost,
): { readonly files: readonly Uint8Array[]; readonly options: readonly string[] } {
  const words = Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]);
  const filter = executor.network === "host" ? undefined : toSocketFilter(architecture);
  const inputs: readonly (readonly [string, Uint8Array])[] = [
    ...(words.length === 0 ? [] : [["--args", encoder.encode(words.map((word) => `${word}\0`).join(""))] as const]),
    ...(filter === undefined ? [] : [["--seccomp", filter] as const]),
  ];
  return {
    files: inputs.map(([, content]) => content),
    options: inputs.flatMap(([name], index) => [name, String(FIRST_DESCRIPTOR + index)]),
  };
}
