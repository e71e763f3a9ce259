/**
 * Builds the command line of a bubblewrap sandbox. All sandboxes have the same walls: those of the bubblewrap executor, and those in which
 * climax-gen starts programs to read their help. They differ only in the mounts and the network.
 */
import { FIRST_DESCRIPTOR } from "../process/process-request.ts";
import type { ProcessRequest } from "../process/process-request.ts";
import { isJsonObject, parseJson } from "../text/json.ts";
import type { Environment } from "../tool/environment-variables.ts";
import { engineOf } from "./engine.ts";
import { FORWARDER, forwarderWords } from "./port-forwarder.ts";
import { toSocketFilter } from "./socket-filter.ts";

/**
 * An option that some versions of bwrap lack. `size`: limits in-memory directories; since 0.7, not if bwrap is setuid. `no_namespaces`:
 * forbids user namespaces inside the sandbox; since 0.8, not if bwrap is setuid. `status`: reports whether the program was started.
 */
export type SandboxFeature = "size" | "no_namespaces" | "status";

/** A directory or a file of the machine that is visible at its own path. */
export interface Mount {
  readonly path: string;
  readonly kind: "read_only" | "writable";
  /** Ignores a path that does not exist. Without it, the program is not started. */
  readonly isOptional?: boolean;
}

/** The parts in which sandboxes differ. Everything that is not listed is read-only. */
export interface SandboxContent {
  /** Whether the whole machine is writable, except for `/proc`, `/dev` and the directories of `hidden`. Defaults to false. */
  readonly isWritable?: boolean;
  /** Absolute paths of the directories that are replaced by empty ones in memory, outermost first. */
  readonly hidden: readonly string[];
  /** The mounts over the machine and over the hidden directories, outermost first. */
  readonly mounts: readonly Mount[];
  readonly network: "none" | "host";
  /** The Node.js that runs the command by the forwarder, without another network; see `FORWARDER`. Defaults to no forwarder. */
  readonly forwarder?: string;
  /** Variables whose values other users of the machine must not see. Defaults to none. */
  readonly env?: Environment;
  /** Absolute path of the working directory. */
  readonly directory: string;
}

/** The machine: its processor in the form of `process.arch`, and the features of its bwrap. */
export interface SandboxMachine {
  readonly architecture: string;
  readonly features: readonly SandboxFeature[];
}

/** The request for a program in a sandbox. */
export type SandboxedProgram = Pick<ProcessRequest, "argv" | "files" | "starter">;

const MIB = 1024 * 1024;

/** Maximum size of an in-memory directory, in bytes. 64 MiB is Docker's size of `/dev/shm`. */
const SIZES: ReadonlyMap<string, number> = new Map([
  ["/tmp", 512 * MIB],
  ["/dev/shm", 64 * MIB],
  ["/run", 16 * MIB],
]);
const OTHER_SIZE = 64 * MIB;

/** Namespaces and privileges. If bwrap runs as root, a program without `--cap-drop` could remount all directories as writable. */
const OWN_NAMESPACES = ["--cap-drop", "ALL", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--die-with-parent", "--new-session"];

/** A program in a user namespace of its own reaches more of the kernel. `--disable-userns` requires `--unshare-user`. */
const NO_MORE_NAMESPACES = ["--unshare-user", "--disable-userns"];

/** The order matters: `--proc` after `--remount-ro` would mount a writable `/proc` over the read-only one. */
const READ_ONLY_PROC = ["--proc", "/proc", "--remount-ro", "/proc"];

const encoder = new TextEncoder();

/** Returns the request for a command in a sandbox. The values of `content.env` must not contain NUL characters. */
export function toSandbox(argv: readonly string[], content: SandboxContent, { architecture, features }: SandboxMachine): SandboxedProgram {
  const { network, env = {}, directory, forwarder } = content;
  const engine = engineOf("bubblewrap");
  const { files: inputs, options } = toFiles(env, network === "host" ? undefined : toSocketFilter(architecture));
  const files = forwarder === undefined ? inputs : [...inputs, encoder.encode(FORWARDER)];
  const descriptor = FIRST_DESCRIPTOR + files.length;
  const descriptors = { script: descriptor - 1, channel: descriptor + (features.includes("status") ? 1 : 0) };
  return {
    argv: [
      engine,
      ...mountWords(content, features.includes("size")),
      ...OWN_NAMESPACES,
      ...(features.includes("no_namespaces") ? NO_MORE_NAMESPACES : []),
      ...(network === "host" ? [] : ["--unshare-net"]),
      ...options,
      ...(features.includes("status") ? ["--json-status-fd", String(descriptor)] : []),
      "--chdir",
      directory,
      "--",
      ...(forwarder === undefined ? [] : forwarderWords(forwarder, descriptors)),
      ...argv,
    ],
    ...(files.length > 0 && { files }),
    starter: { name: "bubblewrap", endsAtOnce: true, ...(features.includes("status") ? { hasStarted } : { hasFailed }) },
  };
}

/**
 * Returns the mounts. `/proc` is read-only because a program could set the machine's sysctls if bwrap runs as root. `/dev` is read-only
 * because it is in memory and has no size limit.
 */
function mountWords({ isWritable = false, hidden, mounts }: SandboxContent, hasSizes: boolean): readonly string[] {
  const empty = (folder: string): readonly string[] => [
    ...(hasSizes ? ["--size", String(SIZES.get(folder) ?? OTHER_SIZE)] : []),
    "--tmpfs",
    folder,
  ];
  return [
    // Even if everything is writable, the following mounts hide the machine's own.
    isWritable ? "--bind" : "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    ...empty("/dev/shm"),
    "--remount-ro",
    "/dev",
    ...READ_ONLY_PROC,
    ...hidden.flatMap(empty),
    ...mounts.flatMap(({ path, kind, isOptional = false }) => [
      `--${kind === "writable" ? "bind" : "ro-bind"}${isOptional ? "-try" : ""}`,
      path,
      path,
    ]),
  ];
}

/**
 * Returns the data that bwrap reads from descriptors: the variables, and the filter that denies UNIX sockets to a program without network.
 * The variables are not on the command line, because every user can read it. Because PATH is passed in this way, bwrap itself is looked up
 * in the PATH of the process that starts it.
 */
function toFiles(
  env: Environment,
  filter: Uint8Array | undefined,
): { readonly files: readonly Uint8Array[]; readonly options: readonly string[] } {
  const words = Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]);
  const inputs: readonly (readonly [string, Uint8Array])[] = [
    ...(words.length === 0 ? [] : [["--args", encoder.encode(words.map((word) => `${word}\0`).join(""))] as const]),
    ...(filter === undefined ? [] : [["--seccomp", filter] as const]),
  ];
  return {
    files: inputs.map(([, content]) => content),
    options: inputs.flatMap(([name], index) => [name, String(FIRST_DESCRIPTOR + index)]),
  };
}

/** Reports whether bwrap has started the program, by its status: JSON objects, one per line. Only a started program has an exit code. */
function hasStarted(status: string): boolean {
  return status.split("\n").some((line) => {
    const report = parseJson(line);
    return isJsonObject(report) && Object.hasOwn(report, "exit-code");
  });
}

/** Reports whether a bwrap without a status has failed: it exits with 1, and prints one line and nothing else. */
function hasFailed(exit: number, stderr: string): boolean {
  return exit === 1 && /^bwrap: [^\n]*\n?$/.test(stderr);
}
