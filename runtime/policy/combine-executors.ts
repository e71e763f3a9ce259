/**
 * Combines the executors of several policies: the strictest value of each setting applies. If no value is stricter, the server does not
 * start.
 */
import { isRoot, toBytes, toProcessCount } from "./docker-values.ts";
import { combineBubblewrapNetworks } from "./network-hosts.ts";
import type { BubblewrapExecutor, DockerExecutor, ExecutorSpec } from "./policy-spec.ts";
import { defined } from "../text/defined.ts";
import { normalizePath } from "../text/posix-path.ts";

/** The combination of executors, or the reason why they cannot be combined. */
export type CombinedExecutor =
  | { readonly kind: "combined"; readonly executor: ExecutorSpec }
  /** `problem` names the keys and values of the policy files. */
  | { readonly kind: "conflict"; readonly problem: string };

const LOCAL: ExecutorSpec = { type: "local" };

/** The combinations of each executor with all earlier ones, or the first conflict. */
export type ExecutorsInTurn =
  | { readonly kind: "combined"; readonly executors: readonly ExecutorSpec[] }
  /** `index` is the index of the first executor that conflicts with an earlier one. */
  | { readonly kind: "conflict"; readonly problem: string; readonly index: number };

/** Returns the directory to which a path of `writable` leads, or undefined if it is unknown. */
export type LocateFolder = (folder: string) => string | undefined;

/**
 * Combines each executor with all earlier ones. The last item of the result combines all of them. `undefined` means `local`.
 * @param locate resolves variables and links. By default, directories are compared as text, for stages without a machine.
 */
export function combineExecutorsInTurn(given: readonly (ExecutorSpec | undefined)[], locate?: LocateFolder): ExecutorsInTurn {
  const executors: ExecutorSpec[] = [];
  for (const [index, executor] of given.entries()) {
    const combined = combineExecutors(executors.at(-1), executor, locate);
    if (combined.kind === "conflict") return { ...combined, index };
    executors.push(combined.executor);
  }
  return { kind: "combined", executors };
}

/**
 * Combines two executors. Every executor is stricter than `local`. For two executors of the same type, the result has the volumes and
 * writable directories that both have, and the smaller limits of memory and processes. It is read-only or without network if either
 * executor is. Settings without an order (image, network, user, working directory) must be equal, or be set in only one executor.
 */
export function combineExecutors(
  left: ExecutorSpec = LOCAL,
  right: ExecutorSpec = LOCAL,
  locate: LocateFolder = (folder) => folder,
): CombinedExecutor {
  if (left.type === "local") return { kind: "combined", executor: right };
  if (right.type === "local") return { kind: "combined", executor: left };
  if (left.type === "docker" && right.type === "docker") return combineDocker(left, right);
  if (left.type === "bubblewrap" && right.type === "bubblewrap") return combineBubblewrap(left, right, locate);
  return conflict(`executor.type: ${left.type} and ${right.type} cannot be combined`);
}

function combineDocker(left: DockerExecutor, right: DockerExecutor): CombinedExecutor {
  const differing = findDifference(left, right, ["image", "working_dir", "user"]);
  if (differing !== undefined) return differing;
  const network = combineNetworks(left.network, right.network);
  if (network.kind === "conflict") return conflict(`executor.network: ${network.names.join(" and ")} cannot be combined`);
  const user = left.user ?? right.user;
  // The default user of an image is unknown, so a policy cannot be narrowed to root.
  if (user !== undefined && isRoot(user) && left.user !== right.user) return conflict(`executor.user: ${user} must be in both policies`);
  const volumes = (left.volumes ?? []).flatMap((volume) => (right.volumes ?? []).flatMap((other) => sharedVolume(volume, other)));
  const cover = findDroppedCover([...(left.volumes ?? []), ...(right.volumes ?? [])], volumes);
  if (cover !== undefined) return cover;
  const memory = smallest(left.memory, right.memory, toBytes);
  const pids = smallest(left.pids, right.pids, toProcessCount);
  return {
    kind: "combined",
    executor: {
      type: "docker",
      image: left.image,
      volumes,
      ...defined({ working_dir: left.working_dir ?? right.working_dir, network: network.name, user, memory, pids }),
      ...((left.read_only || right.read_only) && { read_only: true }),
    },
  };
}

/**
 * Returns a conflict if a volume of one policy covers a part of a shared volume, and the other policy lacks it: without the cover, a
 * container could read or change the covered files.
 */
function findDroppedCover(given: readonly string[], shared: readonly string[]): CombinedExecutor | undefined {
  const targets = shared.map(targetOf);
  const isCover = (volume: string): boolean =>
    !targets.includes(targetOf(volume)) && targets.some((target) => targetOf(volume).startsWith(target));
  const cover = given.find(isCover);
  return cover === undefined
    ? undefined
    : conflict(`executor.volumes: ${cover} must be in both policies, because it covers a part of another volume`);
}

/** Returns the path of a volume in the container, with a final slash. A volume with one part has no source. */
function targetOf(volume: string): string {
  const [source = "", target = source] = volume.split(":");
  return normalizePath(`${target}/`);
}

function combineBubblewrap(left: BubblewrapExecutor, right: BubblewrapExecutor, locate: LocateFolder): CombinedExecutor {
  const differing = findDifference(left, right, ["working_dir"]);
  if (differing !== undefined) return differing;
  return {
    kind: "combined",
    executor: {
      type: "bubblewrap",
      writable: (left.writable ?? []).flatMap((folder) => (right.writable ?? []).flatMap((other) => sharedFolder(folder, other, locate))),
      network: combineBubblewrapNetworks(left.network, right.network),
      ...defined({ working_dir: left.working_dir ?? right.working_dir }),
    },
  };
}

function findDifference<Executor>(
  left: Executor,
  right: Executor,
  keys: readonly (keyof Executor & string)[],
): CombinedExecutor | undefined {
  const key = keys.find((name) => left[name] !== undefined && right[name] !== undefined && left[name] !== right[name]);
  return key && conflict(`executor.${key}: ${String(left[key])} and ${String(right[key])} cannot be combined`);
}

function conflict(what: string): CombinedExecutor {
  return { kind: "conflict", problem: what };
}

type Network =
  | { readonly kind: "network"; readonly name: string | undefined }
  | { readonly kind: "conflict"; readonly names: readonly string[] };

/** Returns the stricter network: `none` is the strictest, `host` the least strict. `undefined` is the engine's default network. */
function combineNetworks(left: string | undefined, right: string | undefined): Network {
  if (left === right) return { kind: "network", name: left };
  if (left === "none" || right === "none") return { kind: "network", name: "none" };
  if (left === "host") return { kind: "network", name: right };
  if (right === "host") return { kind: "network", name: left };
  return { kind: "conflict", names: [left ?? "the default", right ?? "the default"] };
}

function smallest<Value>(left: Value | undefined, right: Value | undefined, amountOf: (value: Value) => number): Value | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return amountOf(right) < amountOf(left) ? right : left;
}

/** Options that restrict a volume; `O` discards the changes of the container. All options except `ro` are options of podman. */
const RESTRICTING: ReadonlySet<string> = new Set(["ro", "noexec", "nosuid", "nodev", "O"]);

/** Returns the volume if both are the same, with the options that both have, and the restricting options of each. */
function sharedVolume(left: string, right: string): readonly string[] {
  const [from = "", to, options = ""] = left.split(":");
  const [otherFrom, otherTo, otherOptions = ""] = right.split(":");
  if (from !== otherFrom || to !== otherTo) return [];
  const [own, others] = [options.split(","), otherOptions.split(",")];
  const restricting = [...RESTRICTING].filter((option) => own.includes(option) || others.includes(option));
  const shared = own.filter((option) => option !== "" && !RESTRICTING.has(option) && others.includes(option));
  const kept = [...restricting, ...shared].filter((option) => option !== "rw" || !restricting.includes("ro"));
  return [[from, ...(to === undefined ? [] : [to]), ...(kept.length === 0 ? [] : [kept.join(",")])].join(":")];
}

/**
 * Returns the inner directory if one contains the other, as text and after links are resolved. A path with `..` contains only an equal
 * path. So does a path if the other has a variable below it, whose value can have `..`.
 */
function sharedFolder(left: string, right: string, locate: LocateFolder): readonly string[] {
  if (left === right) return [left];
  if (`${left}/${right}`.split("/").includes("..")) return [];
  const [inner, outer] = isBelow(right, left) ? [right, left] : [left, right];
  return isBelow(inner, outer) && showsFolder(locate(outer), locate(inner)) ? [inner] : [];
}

function isBelow(folder: string, parent: string): boolean {
  return folder.startsWith(asParent(parent)) && !folder.slice(parent.length).includes("$");
}

/** Reports whether a sandbox with the writable directory `outer` shows the machine's `inner` in it. */
function showsFolder(outer: string | undefined, inner: string | undefined): boolean {
  if (outer === undefined || inner === undefined) return false;
  const isIn = (folder: string): boolean => asParent(inner).startsWith(asParent(folder));
  return isIn(outer) && !(outer === "/" && REPLACED_IN_SANDBOX.some(isIn));
}

/** Directories that a bubblewrap sandbox replaces, even if `/` is writable. */
const REPLACED_IN_SANDBOX = ["/proc", "/dev", "/tmp", "/run"] as const;

function asParent(folder: string): string {
  return folder.endsWith("/") ? folder : `${folder}/`;
}
