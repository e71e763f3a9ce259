/** A load balancer that knows nothing of the protocol: each request goes to the next replica, one that does not answer the phone is passed over. */
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";

export interface RoundRobin {
  readonly origin: string;
  /** How many requests each replica has got, by port. */
  readonly counts: () => ReadonlyMap<number, number>;
  readonly close: () => void;
}

/** `added`: headers that it puts into every request, as a gateway does that holds the token. */
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
      (answer) => {
        counts.set(port, (counts.get(port) ?? 0) + 1);
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on("error", () => response.destroy()).pipe(response);
      },
    );
    onward.on("error", (error: NodeJS.ErrnoException) => {
      // Refused: nothing was sent, so another replica may have it. Anything else may have happened already.
      if (error.code === "ECONNREFUSED" && triesLeft > 1) forward(request, response, { body, triesLeft: triesLeft - 1 });
      else if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    response.on("close", () => onward.destroy());
    onward.end(body);
  };

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
