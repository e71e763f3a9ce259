/** Connects commands to the hosts that their policy allows. */
import type { ProcessRequest } from "../process/process-request.ts";
import type { RefusedHost } from "./host-proxy.ts";

/** Maximum number of refused hosts that a call records. */
const MAX_REFUSED = 20;

/** The hosts that the proxy of a call has refused, each once. */
export interface RefusedHosts {
  readonly add: (refused: RefusedHost) => void;
  readonly list: () => readonly RefusedHost[];
}

/** Creates the list of a call. It keeps at most 20 hosts. */
export function createRefusedHosts(): RefusedHosts {
  const refused = new Map<string, RefusedHost>();
  return {
    add: (one) => void (refused.size < MAX_REFUSED && refused.set(one.host, one)),
    list: () => [...refused.values()],
  };
}

/** Returns the channel of a command that may reach some hosts. The proxy is loaded with the first of these commands. */
export async function openNetwork(
  hosts: readonly string[],
  onRefused: (refused: RefusedHost) => void,
): Promise<Required<Pick<ProcessRequest, "channel">>> {
  const { serveSandbox } = await import("./host-proxy.ts");
  return { channel: (stream) => serveSandbox(stream, { hosts, onRefused }) };
}

/** Explains the refused hosts to the caller. Returns undefined if no host was refused. */
export function explainRefusedHosts(refused: readonly RefusedHost[]): string | undefined {
  if (refused.length === 0) return undefined;
  const names = refused.map(({ host, reason }) => (reason === "not_listed" ? host : `${host} (its address is not public)`));
  return `The policy of this server refused the network connections of the program to ${names.join(", ")}.`;
}
