/** Reads the addresses that a program tried to reach, from the output of strace. */

/** An address of the Internet in a system call, with its port. */
const ADDRESS = /sa_family=AF_INET6?, sin6?_port=htons\((\d+)\).*?(?:inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)")/g;

/** The entry for a name server. Which one is asked depends on the machine. */
const NAME_LOOKUP = "name lookup";
const DNS_PORT = "53";

/**
 * Returns what a program tried to reach, sorted, each once: `ADDRESS:PORT`, or `name lookup`. A failed attempt counts. Loopback addresses do
 * not, except for a name server. Port 0 does not either: the C library only asks for a route with it.
 */
export function readNetworkTrace(trace: string): readonly string[] {
  const found = new Set<string>();
  for (const [, port = "", v4, v6] of trace.matchAll(ADDRESS)) {
    const address = v4 ?? v6 ?? "";
    if (port === DNS_PORT) found.add(NAME_LOOKUP);
    else if (port !== "0" && !isLoopback(address)) found.add(v4 === undefined ? `[${address}]:${port}` : `${address}:${port}`);
  }
  return [...found].toSorted();
}

function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127\./.test(address) || ["::1", "::", "0.0.0.0"].includes(address);
}
