/**
 * Detects a later policy whose container has other files at the paths that an earlier policy confines, and so would allow more than the
 * earlier policy.
 */
import { normalizePath } from "../text/posix-path.ts";
import type { Environment } from "../tool/environment-variables.ts";
import { expandVariables } from "../tool/environment-variables.ts";
import type { DockerExecutor, ExecutorSpec } from "./policy-spec.ts";
import type { Policy } from "./policy.ts";

/** The tools that use an executor, and the variables of its volumes. */
export interface ExecutorUse {
  readonly variables: Environment;
  /** Reports whether a tool uses the executor. */
  readonly isUser: (tool: string) => boolean;
}

/**
 * Returns the reason why the server must not start, if any. `within` of a policy without a container names directories of the machine. In a
 * container of a later policy, these paths must lead to the same directories, and the working directory must be known.
 * @param executors for each policy, its executor combined with all earlier ones
 */
export function findMovedFolder(
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
