/** Parses and formats the address of `--http`, on which a server listens. */

/** Address on which a server listens. */
export interface HttpAddress {
  /** A name or an IP address, IPv6 without brackets. */
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
}

const DEFAULT_HOST = "127.0.0.1";
const MAX_PORT = 65_535;

/** Parses `[HOST:]PORT`, with IPv6 in brackets. Returns `undefined` for any other text. */
export function parseAddress(word: string): HttpAddress | undefined {
  const {
    bracketed,
    name,
    port = "",
  } = /^(?:(?:\[(?<bracketed>[\da-f:.]+)\]|(?<name>[^:[\]/\s]+)):)?(?<port>\d{1,5})$/i.exec(word)?.groups ?? {};
  if (port === "" || Number(port) > MAX_PORT) return undefined;
  return { host: bracketed ?? name ?? DEFAULT_HOST, port: Number(port) };
}

/** Returns the host as written in a URL. */
export function formatAddress({ host, port }: HttpAddress): string {
  return `${bracket(host)}:${port}`;
}

/** Formats a host for a URL: an IPv6 address in brackets. */
export function bracket(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

/** Reports whether only this machine can reach the host. False for every name except `localhost`. */
export function isLoopback(host: string): boolean {
  const address = host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  return address === "localhost" || address === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address);
}
