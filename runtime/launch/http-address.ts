/** Where a server listens, as `--http` says it. */

export interface HttpAddress {
  /** A name or an IP address, IPv6 without brackets. */
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
}

const DEFAULT_HOST = "127.0.0.1";
const LARGEST_PORT = 65_535;

/** Reads `[HOST:]PORT`, IPv6 in brackets; `undefined` for anything else. */
export function parseAddress(word: string): HttpAddress | undefined {
  const {
    bracketed,
    name,
    port = "",
  } = /^(?:(?:\[(?<bracketed>[\da-f:.]+)\]|(?<name>[^:[\]/\s]+)):)?(?<port>\d{1,5})$/i.exec(word)?.groups ?? {};
  if (port === "" || Number(port) > LARGEST_PORT) return undefined;
  return { host: bracketed ?? name ?? DEFAULT_HOST, port: Number(port) };
}

/** As it stands in a URL. */
export function formatAddress({ host, port }: HttpAddress): string {
  return `${bracket(host)}:${port}`;
}

/** A host as it stands in a URL: an IPv6 address in brackets. */
export function bracket(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

/** Whether only this machine can reach the host. A name that is not `localhost` may mean anything. */
export function isLoopback(host: string): boolean {
  const address = host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  return address === "localhost" || address === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address);
}
