/** The hosts of `network: { hosts: […] }`: names, names with `*.` for all subdomains, and IP addresses. */

/** The network of a bubblewrap executor. With `hosts`, commands reach only these hosts, through a proxy of the server. */
export type BubblewrapNetwork = "none" | "host" | NetworkHosts;

/** The hosts that commands may reach. */
export interface NetworkHosts {
  /** Names such as `api.example.org`, subdomains such as `*.example.org`, and IP addresses, as `toHost` returns them. */
  readonly hosts: readonly string[];
}

/** Returns the hosts of a network, or undefined if it has no list of hosts. */
export function hostsOf(network: BubblewrapNetwork | undefined): readonly string[] | undefined {
  return typeof network === "object" ? network.hosts : undefined;
}

/** Returns a host in lower case, without a final dot, and without the brackets of an IPv6 address. */
export function toHost(text: string): string {
  return text
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
}

/** A name whose last part is no number, so that it is no other notation of an IPv4 address. */
const NAME = /^(?:\*\.)?(?!(?:.*\.)?(?:\d+|0x[0-9a-f]*)$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/;

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/**
 * Reports whether a host, as `toHost` returns it, can be listed: a name, a name with `*.`, or an IP address in its shortest form, in which
 * programs pass it on. Names that lead to this machine cannot.
 */
export function isHost(host: string): boolean {
  if (host.includes(":")) return URL.canParse(`http://[${host}]`) && new URL(`http://[${host}]`).hostname === `[${host}]`;
  return IPV4.test(host) || (NAME.test(host) && !isThisMachine(host));
}

/** Reports whether a name leads to this machine, on which a proxy would reach other servers. */
export function isThisMachine(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

/** Reports whether a host, as `toHost` returns it, is listed. `*.example.org` does not list `example.org`. */
export function isListedHost(host: string, hosts: readonly string[]): boolean {
  return hosts.some((listed) => coversHost(toHost(listed), host));
}

/** Reports whether an item of a list allows each host that another item allows. */
export function coversHost(item: string, other: string): boolean {
  return item === other || (item.startsWith("*.") && other.endsWith(item.slice(1)) && other.length > item.length - 1);
}

/** Returns the stricter of two networks: no network, then the hosts that both lists allow, then the machine's network. */
export function combineBubblewrapNetworks(left: BubblewrapNetwork = "none", right: BubblewrapNetwork = "none"): BubblewrapNetwork {
  if (left === "none" || right === "none") return "none";
  if (left === "host") return right;
  if (right === "host") return left;
  const shared = [
    ...left.hosts.filter((host) => isCovered(host, right.hosts)),
    ...right.hosts.filter((host) => isCovered(host, left.hosts)),
  ];
  return shared.length === 0 ? "none" : { hosts: [...new Set(shared.map(toHost))] };
}

function isCovered(host: string, hosts: readonly string[]): boolean {
  return hosts.some((other) => coversHost(toHost(other), toHost(host)));
}
