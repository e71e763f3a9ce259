/** Several executors over one server: the stricter part of each applies. Where neither is stricter, the server does not start. */
import { isRoot, toBytes, toProcessCount } from "./docker-values.ts";
import type { BubblewrapExecutor, DockerExecutor, ExecutorSpec } from "./policy-spec.ts";

export type CombinedExecutor =
  | { readonly kind: "combined"; readonly executor: ExecutorSpec }
  /** `problem` names the keys and values of the policy files. */
  | { readonly kind: "conflict"; readonly problem: string };

const LOCAL: ExecutorSpec = { type: "local" };

export type ExecutorsInTurn =
  | { readonly kind: "combined"; readonly executors: readonly ExecutorSpec[] }
  /** `place` is the index of the first executor that does not agree with those before it. */
  | { readonly kind: "conflict"; readonly problem: string; readonly place: number };

/** Combines each executor with all before it. The last item of the result is the combination of all; `undefined` means `local`. */
export function combineExecutorsInTurn(given: readonly (ExecutorSpec | undefined)[]): ExecutorsInTurn {
  const executors: ExecutorSpec[] = [];
  for (const [place, executor] of given.entries()) {
    const combined = combineExecutors(executors.at(-1), executor);
    if (combined.kind === "conflict") return { ...combined, place };
    executors.push(combined.executor);
  }
  return { kind: "combined", executors };
}

/**
 * Anything is stricter than `local`. Of two executors of one type every part is the stricter: volumes and writable folders
 * that both have, read-only where one says so, the smaller memory and number of processes, no network where one says so.
 * Parts of which neither is stricter (two images, two networks, two users, two directories) must be equal or left out of one.
 */
export function combineExecutors(left: ExecutorSpec = LOCAL, right: ExecutorSpec = LOCAL): CombinedExecutor {
  if (left.type === "local") return { kind: "combined", executor: right };
  if (right.type === "local") return { kind: "combined", executor: left };
  if (left.type === "docker" && right.type === "docker") return combineDocker(left, right);
  if (left.type === "bubblewrap" && right.type === "bubblewrap") return combineBubblewrap(left, right);
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
  const memory = smallest(left.memory, right.memory, toBytes);
  const pids = smallest(left.pids, right.pids, toProcessCount);
  const workingDir = left.working_dir ?? right.working_dir;
  return {
    kind: "combined",
    executor: {
      type: "docker",
      image: left.image,
      volumes: (left.volumes ?? []).flatMap((volume) => (right.volumes ?? []).flatMap((other) => sharedVolume(volume, other))),
      ...(workingDir === undefined ? {} : { working_dir: workingDir }),
      ...(network.name === undefined ? {} : { network: network.name }),
      ...(user === undefined ? {} : { user }),
      ...(memory === undefined ? {} : { memory }),
      ...(pids === undefined ? {} : { pids }),
      ...(left.read_only || right.read_only ? { read_only: true } : {}),
    },
  };
}

function combineBubblewrap(left: BubblewrapExecutor, right: BubblewrapExecutor): CombinedExecutor {
  const differing = findDifference(left, right, ["working_dir"]);
  if (differing !== undefined) return differing;
  const workingDir = left.working_dir ?? right.working_dir;
  return {
    kind: "combined",
    executor: {
      type: "bubblewrap",
      writable: (left.writable ?? []).flatMap((folder) => (right.writable ?? []).flatMap((other) => sharedFolder(folder, other))),
      network: left.network === "host" && right.network === "host" ? "host" : "none",
      ...(workingDir === undefined ? {} : { working_dir: workingDir }),
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
  { readonly kind: "network"; readonly name: string | undefined } | { readonly kind: "conflict"; readonly names: readonly string[] };

/** `none` is stricter than any network, `host` looser than any; absent is the engine's default, a network of its own. */
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

/** The volume that is in both, with the options that both have; read-only where one of them is. */
function sharedVolume(left: string, right: string): readonly string[] {
  const [from = "", to, options = ""] = left.split(":");
  const [otherFrom, otherTo, otherOptions = ""] = right.split(":");
  if (from !== otherFrom || to !== otherTo) return [];
  const others = otherOptions.split(",");
  const shared = options.split(",").filter((option) => option !== "" && option !== "ro" && others.includes(option));
  const isReadOnly = options.split(",").includes("ro") || others.includes("ro");
  const kept = [...(isReadOnly ? ["ro"] : []), ...shared].filter((option) => option !== "rw" || !isReadOnly);
  return [[from, ...(to === undefined ? [] : [to]), ...(kept.length === 0 ? [] : [kept.join(",")])].join(":")];
}

/** The deeper of two folders that lie in each other. With `..` in a path only its equal is in it. */
function sharedFolder(left: string, right: string): readonly string[] {
  if (left === right) return [left];
  if (`${left}/${right}`.split("/").includes("..")) return [];
  if (right.startsWith(asParent(left))) return [right];
  return left.startsWith(asParent(right)) ? [left] : [];
}

function asParent(folder: string): string {
  return folder.endsWith("/") ? folder : `${folder}/`;
}
