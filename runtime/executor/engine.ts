/** The programs that executors run commands by. */
import type { ExecutorSpec } from "../policy/policy-spec.ts";

const ENGINES = { local: undefined, docker: "docker", bubblewrap: "bwrap" } as const satisfies Record<
  ExecutorSpec["type"],
  string | undefined
>;

/** The program that starts the commands of a type of executor; `undefined` where the server starts them itself. */
export function engineOf<Type extends ExecutorSpec["type"]>(type: Type): (typeof ENGINES)[Type] {
  return ENGINES[type];
}

/** Every such program. */
export const ENGINE_PROGRAMS: readonly string[] = Object.values(ENGINES).filter((program) => program !== undefined);
