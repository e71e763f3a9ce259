/** A protocol-agnostic load balancer: sends each request to the next replica, and skips replicas that refuse the connection. */
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";

export interface RoundRobin {
  readonly origin: string;
  /** Number of responses by each replica, by port. */
  readonly counts: () => ReadonlyMap<number, number>;
  readonly close: () => void;
}

/** `added`: headers added to every request, such as the token of a gateway. */
export async function startRoundRobin(ports: readonly number[], added: Readonly<Record<string, string>> = {}): Promise<RoundRobin> {
  const counts = new Map<number, number>();
  let next = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => forward(request, response, { body: Buffer.concat(chunks), triesLeft: ports.length }));
  });

  const forward = (request: IncomingMessage, response: ServerResponse, { body, triesLeft }: { body: Buffer; triesLeft: number }): void => {
    const port = ports[next++ % ports.length] ?? 0;
    const { method = "", url = "", headers } = request;
    const onward = sendRequest(
      { port, host: "127.0.0.1", method, path: url, headers: { ...headers, ...added }, agent: false },
      (upstream) => {
        counts.set(port, (counts.get(port) ?? 0) + 1);
        response.writeHead(upstream.statusCode ?? 502, upstream.headers);
        upstream.on("error", () => response.destroy()).pipe(response);
      },
    );
    onward.on("error", (error: NodeJS.ErrnoException) => {
      // After a refused connection nothing was sent, so a retry on another replica is safe. After other errors it is not.
      if (error.code === "ECONNREFUSED" && triesLeft > 1) forward(request, response, { body, triesLeft: triesLeft - 1 });
      else if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    response.on("close", () => onward.destroy());
    onward.end(body);
  };

  // A client on a busy machine may use a connection that the server has just closed as idle.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts: () => counts,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
