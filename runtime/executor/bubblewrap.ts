/** Wraps a command in bubblewrap. */
import { parentPath, resolvePath } from "../text/posix-path.ts";
import { expandVariables } from "../tool/environment-variables.ts";
import type { Environment } from "../tool/environment-variables.ts";
import { hostsOf } from "../policy/network-hosts.ts";
import type { BubblewrapExecutor } from "../policy/policy-spec.ts";
import type { ExecutorHost, PlainCommand, WrappedCommand } from "./plain-command.ts";
import { workingDirectoryOf } from "./plain-command.ts";
import type { Mount } from "./sandbox.ts";
import { proxyVariables } from "./port-forwarder.ts";
import { toSandbox } from "./sandbox.ts";

/**
 * Wraps a command in a sandbox with a read-only view of the machine, writable directories, and namespaces that end with the program.
 * An interrupted program is killed without a grace period: `--new-session` removes it from its process group, and it ends with bwrap.
 */
export function toBubblewrap(executor: BubblewrapExecutor, command: PlainCommand, host: ExecutorHost): WrappedCommand {
  const { argv, stdin, fileFolder } = command;
  const hosts = hostsOf(executor.network);
  const { node = "node" } = host;
  const env = hosts === undefined ? command.env : { ...command.env, ...proxyVariables(hosts) };
  if (Object.entries(env).some(([name, value]) => name.includes("\0") || value.includes("\0")))
    return { argv: [], env: host.inherited, problem: { reason: "nul_byte", subject: "the environment" }, cleanup: [] };
  const directory = toVisibleDirectory(resolvePath(host.directory, workingDirectoryOf(executor, command) ?? ""), host);
  const mounts = [
    ...listMounts(executor, { directory, programs: [argv[0] ?? "", ...(hosts === undefined ? [] : [node])], env }, host),
    ...(fileFolder === undefined ? [] : [{ path: fileFolder, kind: "read_only" } as const]),
  ];
  const isRootWritable = writableFolders(executor, host).includes("/");
  const network = executor.network === "host" ? "host" : "none";
  return {
    ...toSandbox(
      argv,
      {
        isWritable: isRootWritable,
        hidden: hiddenFolders(executor),
        mounts,
        network,
        env,
        directory,
        ...(hosts !== undefined && { forwarder: node }),
      },
      { architecture: host.architecture, features: host.sandboxFeatures ?? [] },
    ),
    ...(stdin === undefined ? {} : { stdin }),
    ...(hosts !== undefined && { hosts }),
    cwd: directory,
    env: host.inherited,
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
  /** The programs that the sandbox starts. A name is looked up in the search path. */
  readonly programs: readonly string[];
  readonly env: Environment;
}

/** Returns the mounts, outermost first. */
function listMounts(executor: BubblewrapExecutor, visible: VisiblePaths, host: ExecutorHost): readonly Mount[] {
  const hidden = hiddenFolders(executor);
  const isHidden = (path: string): boolean => hidden.some((folder) => path.startsWith(`${folder}/`));
  // A normal form: the directory `/run/` of a search path would show all of `/run`.
  const programs = [...searchPath(visible.env, host), ...visible.programs].map((path) => resolvePath("/", path)).filter(isHidden);
  const writable = writableFolders(executor, host).filter((folder) => folder !== "/");
  return [
    ...programs.map((path) => ({ path, kind: "read_only", isOptional: true }) as const),
    ...(isHidden(visible.directory) ? [{ path: visible.directory, kind: "read_only" } as const] : []),
    ...writable.map((path) => ({ path, kind: "writable" }) as const),
  ];
}

/** Returns the directories of the program's search path: the config's PATH, or the server's. */
function searchPath(env: Environment, { inherited }: ExecutorHost): readonly string[] {
  const path = (Object.hasOwn(env, "PATH") ? env["PATH"] : inherited["PATH"]) ?? "";
  return [...new Set(path.split(":"))];
}
