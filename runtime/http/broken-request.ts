/** Answers what is no request, or comes too slowly to become one: Node.js reports it before there is a request to answer. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Refusal } from "./refusal.ts";
import { toAnswer } from "./refusal.ts";

/** The last request of each connection. */
type LastRequest = WeakMap<Duplex, { readonly request: IncomingMessage; readonly response: ServerResponse }>;

/** Every such connection is closed: where its next request would start, nobody can say. */
export function answerBrokenRequests(server: Server): void {
  const last: LastRequest = new WeakMap();
  const remember = (request: IncomingMessage, response: ServerResponse): void => void last.set(request.socket, { request, response });
  server.prependListener("request", remember).prependListener("checkContinue", remember);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable && isAnswerable(last, socket)) socket.end(toText(refusalFor(error.code)), () => socket.destroy());
    else socket.destroy();
  });
}

/** Not while an answer to an earlier request is due or on its way: the client would take this one for it. */
function isAnswerable(last: LastRequest, socket: Duplex): boolean {
  const exchange = last.get(socket);
  if (exchange === undefined || exchange.response.writableFinished) return true;
  return !exchange.request.complete && !exchange.response.headersSent;
}

function refusalFor(code: string | undefined): Refusal {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return { kind: "headers_too_large" };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { kind: "slow" };
    default:
      return { kind: "malformed" };
  }
}

function toText(refusal: Refusal): string {
  const { status, headers, body } = toAnswer(refusal);
  const lines = Object.entries({ ...headers, "content-length": Buffer.byteLength(body), connection: "close" });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${head}\r\n${body}`;
}
