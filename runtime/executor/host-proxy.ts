/**
 * The proxy through which the commands of a sandbox reach the hosts of their policy. It listens on no port: the sandbox is connected to it
 * by a descriptor, over which the connections of a call share one HTTP/2 session.
 */
import { lookup } from "node:dns/promises";
import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from "node:http";
import { createServer, request as requestHttp } from "node:http";
import { createServer as createSession } from "node:http2";
import type { LookupFunction } from "node:net";
import { connect, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { Duplex } from "node:stream";
import { Duplex as Pair, PassThrough } from "node:stream";
import { isListedHost, toHost } from "../policy/network-hosts.ts";
import { isPublicAddress } from "./public-address.ts";

/** A host that the proxy has refused. */
export interface RefusedHost {
  readonly host: string;
  /** `not_listed`: the policy does not list the host. `not_public`: its name leads to this machine or to a private network only. */
  readonly reason: "not_listed" | "not_public";
}

/** An address of a host. */
export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** The hosts of a proxy. */
export interface HostProxyOptions {
  /** The `hosts` of the policy. */
  readonly hosts: readonly string[];
  readonly onRefused: (refused: RefusedHost) => void;
  /** Looks up the addresses of a name. Defaults to the resolver of the system. */
  readonly resolve?: (name: string) => Promise<readonly HostAddress[]>;
  /** Returns the addresses of this machine, which can be public. Defaults to those of its network interfaces at the time of the connection. */
  readonly ownAddresses?: () => readonly string[];
}

/** The checked addresses of a host, or the status and the text of the reply. */
type CheckedHost = { readonly addresses: readonly HostAddress[] } | { readonly status: 400 | 403 | 502; readonly text: string };

/** Maximum number of concurrent connections of a call. Further connections wait. */
const MAX_CONNECTIONS = 256;

/** Serves the connections of a sandbox until the stream is closed. */
export function serveSandbox(stream: Duplex, options: HostProxyOptions): void {
  const proxy = createHostProxy(options);
  const session = createSession({ settings: { maxConcurrentStreams: MAX_CONNECTIONS } });
  session.on("stream", (connection) => {
    connection.on("error", ignore);
    connection.respond({ ":status": 200 });
    proxy.emit("connection", toByteStream(connection));
  });
  session.on("sessionError", ignore);
  stream.on("error", ignore);
  session.emit("connection", stream);
}

/** Returns a stream that passes only bytes on: a stream of HTTP/2 misreads the text that an HTTP server writes. */
function toByteStream(stream: Duplex): Duplex {
  const writable = new PassThrough();
  writable.on("error", ignore);
  writable.pipe(stream);
  const pair = Pair.from({ readable: stream, writable });
  pair.on("error", ignore).on("close", () => stream.destroy());
  return pair;
}

/**
 * Creates the proxy, an HTTP server with the method CONNECT. It checks the name of each host and the addresses that the name leads to, and
 * connects to a checked address: the name is not looked up again.
 */
export function createHostProxy(options: HostProxyOptions): Server {
  const server = createServer({ requestTimeout: 0, headersTimeout: 0 }, (request, response) => {
    void forward(request, response, options);
  });
  server.on("connect", (request: IncomingMessage, client: Duplex, head: Buffer) => void tunnel(request, client, { ...options, head }));
  server.on("clientError", (_error, client) => client.destroy());
  return server;
}

async function tunnel(request: IncomingMessage, client: Duplex, { head, ...options }: HostProxyOptions & { head: Buffer }): Promise<void> {
  client.on("error", () => client.destroy());
  const [, host = "", port = ""] = /^(\[[^\]]*\]|[^:]*):(\d{1,5})$/.exec(request.url ?? "") ?? [];
  const target = await findTarget(host, Number(port), options);
  if ("status" in target) return void client.end(toRefusal(target.status, target.text));
  const upstream = connect({ host: toHost(host), port: Number(port), lookup: toLookup(target.addresses), allowHalfOpen: true });
  upstream.once("connect", () => {
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    upstream.write(head);
    client.pipe(upstream).pipe(client);
  });
  upstream.on("error", (error) => {
    if (upstream.connecting || upstream.bytesRead === 0) client.end(toRefusal(502, `no connection to ${host}: ${error.message}`));
    else client.destroy();
  });
  upstream.on("close", () => client.destroyed || client.end());
  client.on("close", () => upstream.destroy());
}

function toRefusal(status: number, text: string): string {
  const body = `${text}\n`;
  return (
    `HTTP/1.1 ${status} ${status === 502 ? "Bad Gateway" : status === 403 ? "Forbidden" : "Bad Request"}\r\n` +
    `Content-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  );
}

/** Forwards a request without encryption. */
async function forward(request: IncomingMessage, response: ServerResponse, options: HostProxyOptions): Promise<void> {
  const refuse = (status: number, text: string): void => {
    if (response.headersSent) return void response.destroy();
    response.writeHead(status, { "content-type": "text/plain", connection: "close" }).end(`${text}\n`);
  };
  request.on("error", ignore);
  response.on("error", ignore);
  const url = URL.canParse(request.url ?? "") ? new URL(request.url ?? "") : undefined;
  if (url?.protocol !== "http:") return refuse(400, "this is a proxy: send an absolute http URL, or CONNECT");
  const port = Number(url.port || 80);
  const target = await findTarget(url.hostname, port, options);
  if ("status" in target) return refuse(target.status, target.text);
  const upstream = requestHttp({
    host: toHost(url.hostname),
    port,
    lookup: toLookup(target.addresses),
    method: request.method,
    path: `${url.pathname}${url.search}`,
    // The name that was checked, whatever the request says.
    headers: { ...endToEndHeaders(request), host: url.host },
    agent: false,
  });
  upstream.on("response", (reply) => {
    response.writeHead(reply.statusCode ?? 502, endToEndHeaders(reply));
    reply.pipe(response);
    reply.on("error", () => response.destroy());
  });
  upstream.on("error", (error) => refuse(502, `no connection to ${url.hostname}: ${error.message}`));
  response.on("close", () => upstream.destroy());
  request.pipe(upstream);
}

/** Headers of one connection (RFC 9110, section 7.6.1), which a proxy does not forward. */
const CONNECTION_HEADERS = [
  "connection",
  "keep-alive",
  "proxy-authorization",
  "proxy-authenticate",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
];

function endToEndHeaders({ headers }: IncomingMessage): OutgoingHttpHeaders {
  const dropped = new Set([...CONNECTION_HEADERS, ...(headers.connection ?? "").toLowerCase().split(/\s*,\s*/)]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
}

/** Checks the name of a host and the addresses that it leads to. A listed IP address may be private. */
async function findTarget(
  written: string,
  port: number,
  { hosts, onRefused, resolve = lookUp, ownAddresses = listOwnAddresses }: HostProxyOptions,
): Promise<CheckedHost> {
  const host = toHost(written);
  if (!/^[a-z0-9._-]{1,253}$|^[0-9a-f:.]{2,45}$/.test(host) || port < 1 || port > 65_535)
    return { status: 400, text: "the host or the port is not valid" };
  if (!isListedHost(host, hosts)) {
    onRefused({ host, reason: "not_listed" });
    return { status: 403, text: `the policy of this server does not allow the host ${host}` };
  }
  const family = isIP(host);
  if (family !== 0) return { addresses: [{ address: host, family }] };
  const found = await resolve(host).catch(() => []);
  if (found.length === 0) return { status: 502, text: `the name ${host} has no address` };
  const own = ownAddresses();
  const addresses = found.filter(({ address }) => isPublicAddress(address) && !own.includes(address));
  if (addresses.length > 0) return { addresses };
  onRefused({ host, reason: "not_public" });
  return { status: 403, text: `the name ${host} leads to this machine or to an address that is not public` };
}

async function lookUp(name: string): Promise<readonly HostAddress[]> {
  return await lookup(name, { all: true });
}

function listOwnAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address));
}

/** Returns a lookup that has only the checked addresses. */
function toLookup(addresses: readonly HostAddress[]): LookupFunction {
  return (_name, { all }, callback) => {
    const [first = { address: "", family: 0 }] = addresses;
    if (all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

function ignore(): void {}
