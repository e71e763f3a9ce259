/** Tells addresses of the Internet from those of this machine and of private networks. */
import { BlockList, isIP, isIPv4 } from "node:net";

/** Special-purpose IPv4 networks (RFC 6890 and its updates), with multicast and the former class E. */
const PRIVATE_IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/** The only IPv6 addresses that are assigned to hosts of the Internet. */
const GLOBAL_IPV6 = ["2000::/3"];

/** Parts of `2000::/3` that contain an IPv4 address (Teredo, 6to4) or are not global. */
const SPECIAL_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

/** The prefix of NAT64 (RFC 6052). The last 32 bits of an address are the IPv4 address that it leads to. */
const NAT64 = ["64:ff9b::/96"];

/** Reports whether an IP address belongs to a host of the Internet: not to this machine, a private or a local network, or a group. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !isIn(PRIVATE_IPV4, address);
  if (isIP(address) !== 6) return false;
  if (isIn(NAT64, address)) return isPublicAddress(lastIPv4(address));
  return isIn(GLOBAL_IPV6, address) && !isIn(SPECIAL_IPV6, address);
}

const lists = new Map<readonly string[], BlockList>();

function isIn(networks: readonly string[], address: string): boolean {
  let list = lists.get(networks);
  if (list === undefined) lists.set(networks, (list = toList(networks)));
  return list.check(address, familyOf(address));
}

function toList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv4(address) ? "ipv4" : "ipv6";
}

/** Returns the last 32 bits of an IPv6 address as an IPv4 address. */
function lastIPv4(address: string): string {
  // A URL has the address in its shortest form, without an embedded IPv4 address.
  const [high = "", low = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split(":").slice(-2);
  const [first, second] = [Number.parseInt(high || "0", 16), Number.parseInt(low || "0", 16)];
  return [first >> 8, first & 0xff, second >> 8, second & 0xff].join(".");
}
