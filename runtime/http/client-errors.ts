/** Handles malformed and slow requests, CONNECT requests and excess connections, for which Node.js emits no `request` event. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { RefusalLog } from "./refusal-log.ts";
import type { HttpRefusal } from "./refusal.ts";
import { toResponse } from "./refusal.ts";

/** Latest request of each connection. */
type LastRequest = WeakMap<Duplex, { readonly request: IncomingMessage; readonly response: ServerResponse }>;

/**
 * Installs the listeners. They close each connection, because the start of its next request cannot be determined.
 * @param writeTimeoutMs timeout for a client that does not read, in milliseconds
 */
export function handleClientErrors(server: Server, refusals: RefusalLog, writeTimeoutMs: number): void {
  const last: LastRequest = new WeakMap();
  const remember = (request: IncomingMessage, response: ServerResponse): void => void last.set(request.socket, { request, response });
  server.prependListener("request", remember).prependListener("checkContinue", remember).prependListener("checkExpectation", remember);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const refusal = refusalFor(error.code);
    // Codes that start with "E" are connection errors such as ECONNRESET, not refusals.
    if (error.code?.startsWith("E") !== true || error.code === REQUEST_TIMEOUT)
      refusals.note(refusal, addressOf(socket), { code: error.code });
    if (socket.writable && canRespond(last, socket)) socket.end(toText(refusal), () => socket.destroy());
    else socket.destroy();
  });
  // Without a listener, Node.js closes the connection and emits nothing.
  server.on("connect", (_request, socket) => {
    const refusal: HttpRefusal = { kind: "wrong_method", allowed: ["POST", "DELETE"] };
    refusals.note(refusal, addressOf(socket));
    // The HTTP server no longer watches this socket, on which earlier responses may wait.
    if (socket instanceof Socket) socket.setTimeout(writeTimeoutMs, () => socket.destroy());
    socket.on("error", () => socket.destroy()).end(toText(refusal), () => socket.destroy());
  });
  server.on("drop", (dropped) => refusals.note({ kind: "too_many_connections" }, dropped?.remoteAddress));
}

const REQUEST_TIMEOUT = "ERR_HTTP_REQUEST_TIMEOUT";

function addressOf(socket: Duplex): string | undefined {
  return socket instanceof Socket ? socket.remoteAddress : undefined;
}

/**
 * Reports whether a response can be sent. While an earlier response is pending, the client would take this response for the earlier one.
 */
function canRespond(last: LastRequest, socket: Duplex): boolean {
  const exchange = last.get(socket);
  if (exchange === undefined || exchange.response.writableFinished) return true;
  return !exchange.request.complete && !exchange.response.headersSent;
}

function refusalFor(code: string | undefined): HttpRefusal {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return { kind: "headers_too_large" };
    case REQUEST_TIMEOUT:
      return { kind: "slow" };
    default:
      return { kind: "malformed" };
  }
}

function toText(refusal: HttpRefusal): string {
  const { status, headers, body } = toResponse(refusal);
  const lines = Object.entries({ ...headers, "content-length": Buffer.byteLength(body), connection: "close" });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${head}\r\n${body}`;
}
