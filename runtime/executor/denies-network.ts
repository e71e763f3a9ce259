/** Reports whether an executor keeps programs away from the network. */
import type { Execution } from "./execution.ts";
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

/** Facts about the network of a server's programs, for its list of tools. */
export interface NetworkFacts {
  /** Whether programs cannot reach the network, except those of `offlineTools`. */
  readonly isOffline: boolean;
  /** Whether the programs of a tool with its own executor cannot reach the network, by name. Omitted if no tool has one. */
  readonly offlineTools?: ReadonlyMap<string, boolean>;
}

/** Returns the facts about the network of an execution. */
export function networkFactsOf({ executor, tools, otherTools }: Execution): NetworkFacts {
  if (tools === undefined) return { isOffline: deniesNetwork(executor) };
  const offlineTools = new Map(Array.from(tools, ([name, own]) => [name, deniesNetwork(own.executor)]));
  return { isOffline: otherTools?.length === 0 || deniesNetwork(executor), offlineTools };
}
