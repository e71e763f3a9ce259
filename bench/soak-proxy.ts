/** A load balancer with session affinity. It sends the requests of a session to one replica, and other requests to the replicas in turn. */
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";

const SESSION = "mcp-session-id";

export interface SoakProxy {
  readonly origin: string;
  /** Replaces the ports of the replicas. Sessions of removed ports go to any other. */
  readonly setPorts: (ports: readonly number[]) => void;
  readonly close: () => void;
}

interface Sent {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
}

export async function startSoakProxy(): Promise<SoakProxy> {
  const owners = new Map<string, number>();
  let ports: readonly number[] = [];
  let turn = 0;

  const choose = ({ request }: Sent, tries: number): number | undefined => {
    const owner = owners.get(String(request.headers[SESSION]));
    if (tries === 0 && owner !== undefined && ports.includes(owner)) return owner;
    return ports[turn++ % ports.length];
  };
  const forward = (sent: Sent, tries = 0): void => {
    const { request, response, body } = sent;
    const port = choose(sent, tries);
    if (port === undefined || response.destroyed) return void response.destroy();
    const { method, url: path, headers } = request;
    const onward = sendRequest({ port, host: "127.0.0.1", method, path, headers, agent: false }, (upstream) => {
      const session = upstream.headers[SESSION];
      if (typeof session === "string") owners.set(session, port);
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.on("error", () => response.destroy()).pipe(response);
    });
    onward.on("error", (error: NodeJS.ErrnoException) => {
      // Nothing was sent over a refused connection, so another replica can receive the request. After another error, the call may have run.
      if (error.code === "ECONNREFUSED" && tries < ports.length) forward(sent, tries + 1);
      else if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    response.on("close", () => onward.destroy());
    onward.end(body);
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", () => response.destroy());
    request.on("end", () => forward({ request, response, body: Buffer.concat(chunks) }));
  }).listen(0, "127.0.0.1");
  // Otherwise, a client can send a request while the proxy closes its idle connection: the request fails without a fault of the servers.
  server.keepAliveTimeout = 0;
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setPorts: (next) => void (ports = next),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
