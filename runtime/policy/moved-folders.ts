/** Whether a later policy shows other files at the paths that an earlier one confines: then it would widen what that one allows. */
import { posix } from "node:path";
import type { Environment } from "../tool/environment-variables.ts";
import { expandVariables } from "../tool/environment-variables.ts";
import type { DockerExecutor, ExecutorSpec } from "./policy-spec.ts";
import type { Policy } from "./policy.ts";

/**
 * The reason why the server must not start, `undefined` if there is none. `within` of a policy without a container names folders of
 * the machine; in a container of a later policy they must be the same folders, and relative paths must start in a known one.
 * `executors` are those of each policy combined with all before it.
 */
export function findMovedFolder(
  policies: readonly Policy[],
  executors: readonly ExecutorSpec[],
  variables: Environment,
): string | undefined {
  const executor = executors.at(-1);
  if (executor?.type !== "docker") return undefined;
  const isConfining = policies.some((policy, place) => executors[place]?.type !== "docker" && hasWithin(policy));
  return isConfining ? findMove(executor, variables) : undefined;
}

function hasWithin({ tools }: Policy): boolean {
  return [...tools.values()].some(({ args }) => [...args.values()].some(({ within }) => within !== undefined));
}

const REASON = "an earlier policy without a container has `within`";

function findMove({ volumes = [], working_dir }: DockerExecutor, variables: Environment): string | undefined {
  const moved = volumes.find((volume) => isMoved(expandVariables(volume, variables)));
  if (moved !== undefined) return `executor.volumes: ${moved} must be mounted at its own path, because ${REASON}`;
  if (working_dir === undefined) return `executor.working_dir must be set, because ${REASON}`;
  return undefined;
}

/** A volume without a source is empty when the container starts. */
function isMoved(volume: string): boolean {
  const [source = "", target] = volume.split(":");
  return target !== undefined && trim(source) !== trim(target);
}

function trim(path: string): string {
  return posix.normalize(`${path}/`);
}
