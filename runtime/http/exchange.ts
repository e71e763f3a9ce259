/** Converts between Node.js requests and responses and the web `Request` and `Response` that the SDK uses. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { HTTP_LIMITS } from "./limits.ts";
import type { Refusal } from "./refusal.ts";
import { toAnswer } from "./refusal.ts";

/** Converts a request without its body, which `readJsonBody` reads. `signal` aborts when the client disconnects. */
export function toWebRequest({ headers, method = "GET" }: IncomingMessage, signal: AbortSignal): Request {
  const fields = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one]));
  // The URL is a placeholder, because the request is already routed.
  return new Request("http://localhost/mcp", { method, headers: fields, signal });
}

/** Clears the write timeout that an earlier response set on the connection. A call may run for hours before it writes. */
export function liftTimeout(response: ServerResponse): void {
  response.setTimeout(0);
}

/**
 * Sends a response at the speed of the client, and stops if the client disconnects. `gone` signals the disconnection, because Node.js
 * emits no event on a pipelined response that is still queued when its connection closes.
 */
export async function sendWebResponse(answer: Response, response: ServerResponse, gone: AbortSignal): Promise<void> {
  // The router sets `Connection`, because it knows whether the server is shutting down.
  const { connection: _, ...headers } = Object.fromEntries(answer.headers);
  const outlet: Outlet = { response, gone };
  if (!isStream(answer)) {
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { ...headers, "content-length": body.length });
    return await finish(outlet, body);
  }
  response.writeHead(answer.status, headers);
  response.flushHeaders();
  const reader = answer.body.getReader();
  const cancel = (): void => void reader.cancel().catch(ignore);
  if (gone.aborted) cancel();
  gone.addEventListener("abort", cancel, { once: true });
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (!response.write(part.value)) await writable(outlet);
  }
  await finish(outlet);
}

/** Sends a JSON response. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { "content-type": "application/json", "content-length": body.length, "cache-control": "no-store" }).end(body);
}

/** Time for which the rest of a rejected request is discarded before the connection closes, in milliseconds. */
const LINGER_MS = 1000;

/**
 * Rejects a request whose body may still be in transit. Closing the connection immediately can make the operating system discard the
 * response (RFC 9112, section 9.6), so the rest of the body is read and discarded for up to `LINGER_MS` first.
 */
export function sendRefusal(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const { status, headers, body } = toAnswer(refusal);
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

function isStream(answer: Response): answer is Response & { readonly body: NonNullable<Response["body"]> } {
  return answer.body !== null && (answer.headers.get("content-type") ?? "").startsWith("text/event-stream");
}

/** Destination of a response. `gone` aborts when the client disconnects. */
interface Outlet {
  readonly response: ServerResponse;
  readonly gone: AbortSignal;
}

/** Resolves when the write buffer has drained, or the client has disconnected. */
async function writable(outlet: Outlet): Promise<void> {
  outlet.response.setTimeout(HTTP_LIMITS.writeTimeoutMs);
  await settled(outlet, "drain");
  // A call can run for hours without output.
  outlet.response.setTimeout(0);
}

async function finish(outlet: Outlet, body?: Uint8Array): Promise<void> {
  outlet.response.setTimeout(HTTP_LIMITS.writeTimeoutMs);
  const done = settled(outlet, "finish");
  outlet.response.end(body);
  await done;
}

function settled({ response, gone }: Outlet, event: "drain" | "finish"): Promise<void> {
  if (response.destroyed || gone.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      response.off(event, done);
      gone.removeEventListener("abort", done);
      resolve();
    };
    response.on(event, done);
    gone.addEventListener("abort", done);
  });
}

function ignore(): void {}
