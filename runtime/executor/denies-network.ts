/** Reports whether an executor keeps programs away from the network. */
import type { ExecutorSpec } from "../policy/policy-spec.ts";

/** Reports whether no program of this executor can reach the network. False if the network depends on the engine or on the machine. */
export function deniesNetwork(executor: ExecutorSpec): boolean {
  switch (executor.type) {
    case "local":
      return false;
    case "docker":
      return executor.network === "none";
    case "bubblewrap":
      return (executor.network ?? "none") === "none";
  }
}
