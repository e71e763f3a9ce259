/** Converts between Node.js requests and responses and the web `Request` and `Response` that the SDK uses. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { normalizeAccept } from "../protocol/accept.ts";
import type { HttpRefusal } from "./refusal.ts";
import { toResponse } from "./refusal.ts";

/**
 * Converts a request without its body, which `readJsonBody` reads. `signal` aborts when the client disconnects. The result has only the
 * members that the SDK reads if the body is already parsed. A real `Request` would take more time than the rest of the conversion, and
 * memory until the next garbage collection, because its signal follows `signal`.
 */
export function toWebRequest({ headers, method = "GET" }: IncomingMessage, signal: AbortSignal): Request {
  const accept = normalizeAccept(headers.accept);
  const read = (name: string): string | null => {
    const lowerCase = name.toLowerCase();
    const value = lowerCase === "accept" ? accept : headers[lowerCase];
    return value === undefined ? null : value.toString();
  };
  // The URL is a placeholder, because the request is already routed.
  const request = { url: "http://localhost/mcp", method, signal, headers: { get: read, has: (name: string) => read(name) !== null } };
  return request as unknown as Request;
}

/**
 * Closes the connection if the client does not read the end of a response within `timeoutMs`. Applies to every response. Otherwise, a
 * client without a token that reads no refusals could keep its connection open forever.
 */
export function limitUnreadTime(response: ServerResponse, timeoutMs: number): void {
  // Emitted when all earlier responses of the connection are sent, and the end of this response has been passed to the socket.
  response.once("prefinish", () => response.setTimeout(timeoutMs));
}

/** Clears the write timeout that an earlier response set on the connection. A call may run for hours before it writes. */
export function clearWriteTimeout(response: ServerResponse): void {
  response.setTimeout(0);
}

/** Destination of a response. */
export interface ResponseSink {
  readonly response: ServerResponse;
  /**
   * Aborts when the client disconnects. `response` reports this incompletely: Node.js emits no event on a pipelined response that is
   * still queued when its connection closes.
   */
  readonly disconnected: AbortSignal;
  /** Timeout for a client that does not read, in milliseconds. */
  readonly writeTimeoutMs: number;
}

/** Sends a response at the speed of the client, and stops when the client has disconnected. */
export async function sendWebResponse(source: Response, sink: ResponseSink): Promise<void> {
  const { response, disconnected } = sink;
  // The router sets `Connection`, because it depends on whether the server is shutting down.
  const { connection: _, ...headers } = Object.fromEntries(source.headers);
  if (!isStream(source)) {
    const body = Buffer.from(await source.arrayBuffer());
    response.writeHead(source.status, { ...headers, "content-length": body.length });
    return await finish(sink, body);
  }
  response.writeHead(source.status, headers);
  response.flushHeaders();
  const reader = source.body.getReader();
  const cancel = (): void => void reader.cancel().catch(ignore);
  if (disconnected.aborted) cancel();
  disconnected.addEventListener("abort", cancel, { once: true });
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (!response.write(part.value)) await waitForDrain(sink);
  }
  await finish(sink);
}

/** Sends a text as a JSON response, at the speed of the client. */
export async function sendJsonText(text: string, sink: ResponseSink): Promise<void> {
  const body = Buffer.from(text);
  sink.response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  await finish(sink, body);
}

/** Sends a JSON response. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { "content-type": "application/json", "content-length": body.length, "cache-control": "no-store" }).end(body);
}

/** Time for which the rest of a rejected request is discarded before the connection closes, in milliseconds. */
const LINGER_MS = 1000;

/**
 * Rejects a request whose body may still be in transit. First reads and discards the rest of the body for up to `LINGER_MS`. If the
 * connection were closed immediately, the operating system could discard the response (RFC 9112, section 9.6).
 */
export function sendRefusal(request: IncomingMessage, response: ServerResponse, refusal: HttpRefusal): void {
  const { status, headers, body } = toResponse(refusal);
  const hasBody = request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;
  const isComplete = request.complete || !hasBody;
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body), ...(!isComplete && { connection: "close" }) });
  if (isComplete) return void response.end(body);
  response.write(body);
  const timer = setTimeout(() => response.end(), LINGER_MS);
  request.once("end", () => response.end()).once("close", () => response.end());
  response.once("close", () => clearTimeout(timer));
  request.resume();
}

function isStream(source: Response): source is Response & { readonly body: NonNullable<Response["body"]> } {
  return source.body !== null && (source.headers.get("content-type") ?? "").startsWith("text/event-stream");
}

/** Resolves when the write buffer has drained, or the client has disconnected. */
async function waitForDrain(sink: ResponseSink): Promise<void> {
  sink.response.setTimeout(sink.writeTimeoutMs);
  await waitForEvent(sink, "drain");
  // A call can run for hours without output.
  sink.response.setTimeout(0);
}

async function finish(sink: ResponseSink, body?: Uint8Array): Promise<void> {
  const done = waitForEvent(sink, "finish");
  sink.response.end(body);
  await done;
}

function waitForEvent({ response, disconnected }: ResponseSink, event: "drain" | "finish"): Promise<void> {
  if (response.destroyed || disconnected.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      response.off(event, done);
      disconnected.removeEventListener("abort", done);
      resolve();
    };
    response.on(event, done);
    disconnected.addEventListener("abort", done);
  });
}

function ignore(): void {}
