/** The programs that executors use to run commands. */
import type { ExecutorSpec } from "../policy/policy-spec.ts";

const ENGINES = { local: undefined, docker: "docker", bubblewrap: "bwrap" } as const satisfies Record<
  ExecutorSpec["type"],
  string | undefined
>;

/** Returns the program that runs the commands of an executor type, or `undefined` for `local`. */
export function engineOf<Type extends ExecutorSpec["type"]>(type: Type): (typeof ENGINES)[Type] {
  return ENGINES[type];
}

/** All programs that executors use. */
export const ENGINE_PROGRAMS: readonly string[] = Object.values(ENGINES).filter((program) => program !== undefined);
