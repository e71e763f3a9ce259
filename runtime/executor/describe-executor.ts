/** Describes executors to callers and users, without details of the server's machine. */
import { hostsOf } from "../policy/network-hosts.ts";
import type { ExecutorSpec } from "../policy/policy-spec.ts";
import { deniesNetwork } from "./denies-network.ts";

/** Returns a phrase such as `a bubblewrap sandbox, without network`. */
export function describeExecutor(executor: ExecutorSpec): string {
  const network = describeNetwork(executor);
  switch (executor.type) {
    case "local":
      return "a process of the server's user";
    case "docker":
      return `a container of the image ${executor.image}${network}`;
    case "bubblewrap":
      return `a bubblewrap sandbox${network}`;
  }
}

function describeNetwork(executor: ExecutorSpec): string {
  if (deniesNetwork(executor)) return ", without network";
  const hosts = executor.type === "bubblewrap" ? hostsOf(executor.network) : undefined;
  return hosts === undefined ? "" : `, with a network of the hosts ${listHosts(hosts)} only`;
}

/** Maximum number of hosts in a phrase. */
const MAX_HOSTS = 10;

function listHosts(hosts: readonly string[]): string {
  const more = hosts.length - MAX_HOSTS;
  return more > 0 ? `${hosts.slice(0, MAX_HOSTS).join(", ")} and ${more} more` : hosts.join(", ");
}
