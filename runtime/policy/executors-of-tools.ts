/** Combines the executors of several policies for each tool: that of its own rules, or that of the policy. Pure. */
import type { ExecutorsInTurn, LocateFolder } from "./combine-executors.ts";
import { combineExecutorsInTurn } from "./combine-executors.ts";
import type { Environment } from "../tool/environment-variables.ts";
import type { Policy } from "./policy.ts";
import { executorsFor, toolsWithExecutor } from "./policy.ts";
import type { ExecutorSpec } from "./policy-spec.ts";
import { normalizePath } from "../text/posix-path.ts";
import { expandVariables } from "../tool/environment-variables.ts";
import type { DockerExecutor } from "./policy-spec.ts";

/** The executors of a server's tools. For each policy, in order: its executor combined with all earlier ones. */
export interface ExecutorsOfTools {
  readonly kind: "combined";
  /** The executors of the tools without their own. */
  readonly shared: readonly ExecutorSpec[];
  /** The executors of the tools that have their own in one of the policies, by name. */
  readonly tools: ReadonlyMap<string, readonly ExecutorSpec[]>;
}

/** The first contradiction between policies. */
export interface ContradictingExecutors {
  readonly kind: "conflict";
  readonly problem: string;
  /** Index of a policy that takes part. Omitted if directories of a container differ; see `findMovedFolder`. */
  readonly index?: number;
  /** The tools whose own executors contradict each other. Omitted if those of the policies do. */
  readonly tools?: readonly string[];
}

/** The parts of a machine that a combination depends on. Without them, directories are compared as text. */
export interface CombinedMachine {
  readonly locate?: LocateFolder;
  readonly variables: Environment;
}

/**
 * Combines the policies for every tool.
 * @param isCommand reports whether a tool runs a command: executors of others have no effect. By default, every tool does.
 */
export function combineForTools(
  policies: readonly Policy[],
  { locate, variables }: CombinedMachine,
  isCommand: (tool: string) => boolean = () => true,
): ExecutorsOfTools | ContradictingExecutors {
  const own = toolsWithExecutor(policies).filter(isCommand);
  const names = new Set(own);
  const combine = (given: readonly (ExecutorSpec | undefined)[], isUser: (tool: string) => boolean): ExecutorsInTurn | Moved => {
    const combined = combineExecutorsInTurn(given, locate);
    if (combined.kind === "conflict") return combined;
    const problem = findMovedFolder(policies, combined.executors, { variables, isUser });
    return problem === undefined ? combined : { kind: "conflict", problem };
  };
  const shared = combine(
    policies.map(({ executor }) => executor),
    (tool) => !names.has(tool),
  );
  if (shared.kind === "conflict") return shared;
  const ofTools = own.map((name) => ({ name, found: combine(executorsFor(name, policies), (tool) => tool === name) }));
  const conflicts = ofTools.flatMap(({ name, found }) => (found.kind === "conflict" ? [{ ...found, name }] : []));
  const [first] = conflicts;
  if (first !== undefined) {
    const { name: _name, ...conflict } = first;
    return { ...conflict, tools: conflicts.filter(({ problem }) => problem === first.problem).map(({ name }) => name) };
  }
  const tools = ofTools.flatMap(({ name, found }) => (found.kind === "combined" ? [[name, found.executors] as const] : []));
  return { kind: "combined", shared: shared.executors, tools: new Map(tools) };
}

interface Moved {
  readonly kind: "conflict";
  readonly problem: string;
}

/** The tools that use an executor, and the variables of its volumes. */
interface ExecutorUse {
  readonly variables: Environment;
  /** Reports whether a tool uses the executor. */
  readonly isUser: (tool: string) => boolean;
}

/**
 * Returns the reason why the server must not start, if any. `within` of a policy without a container names directories of the machine. In a
 * container of a later policy, these paths must lead to the same directories, and the working directory must be known.
 * @param executors for each policy, its executor combined with all earlier ones
 */
function findMovedFolder(
  policies: readonly Policy[],
  executors: readonly ExecutorSpec[],
  { variables, isUser }: ExecutorUse,
): string | undefined {
  const executor = executors.at(-1);
  if (executor?.type !== "docker") return undefined;
  const isConfining = policies.some((policy, index) => executors[index]?.type !== "docker" && hasWithin(policy, isUser));
  return isConfining ? findMove(executor, variables) : undefined;
}

function hasWithin({ tools }: Policy, isUser: ExecutorUse["isUser"]): boolean {
  return [...tools].some(([name, { args }]) => isUser(name) && [...args.values()].some(({ within }) => within !== undefined));
}

const REASON = "an earlier policy without a container has `within`";

function findMove({ volumes = [], working_dir }: DockerExecutor, variables: Environment): string | undefined {
  const moved = volumes.find((volume) => isMoved(expandVariables(volume, variables)));
  if (moved !== undefined) return `executor.volumes: ${moved} must be mounted at its own path, because ${REASON}`;
  if (working_dir === undefined) return `executor.working_dir must be set, because ${REASON}`;
  return undefined;
}

/** Reports whether a volume is mounted at another path than its source. A volume without a source is empty when the container starts. */
function isMoved(volume: string): boolean {
  const [source = "", target] = volume.split(":");
  return target !== undefined && trim(source) !== trim(target);
}

function trim(path: string): string {
  return normalizePath(`${path}/`);
}
