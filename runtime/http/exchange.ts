/** The bridge between Node.js' requests and answers and those of the web, which the SDK takes and gives. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { HTTP_LIMITS } from "./limits.ts";
import type { Refusal } from "./refusal.ts";
import { toAnswer } from "./refusal.ts";

/** The request without its body, which is read apart. `signal` tells when the client is gone. */
export function toWebRequest({ headers, method = "GET" }: IncomingMessage, signal: AbortSignal): Request {
  const fields = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one]));
  // Nothing reads the address: where a request goes is decided before.
  return new Request("http://localhost/mcp", { method, headers: fields, signal });
}

/**
 * Sends an answer as fast as the client takes it; an answer in the middle of which the client goes away ends there. `gone` tells of
 * that, and not the answer itself: Node.js forgets those that wait behind an earlier one when their connection closes.
 */
export async function sendWebResponse(answer: Response, response: ServerResponse, gone: AbortSignal): Promise<void> {
  // Whether the connection stays open is not the SDK's to say: this server may be about to end.
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

/** Sends a small JSON answer of the server's own. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { "content-type": "application/json", "content-length": body.length, "cache-control": "no-store" }).end(body);
}

/** How long the rest of a refused request is thrown away before the connection is closed, in milliseconds. */
const LINGER_MS = 1000;

/**
 * Refuses a request, whose body may still be under way. Closing at once would make the system drop the answer with it (RFC 9112,
 * section 9.6), so what comes is thrown away for a moment, and then the connection is closed.
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

/** Where an answer goes, as long as there is somebody to take it. */
interface Outlet {
  readonly response: ServerResponse;
  readonly gone: AbortSignal;
}

/** Resolves when the client has taken what it was sent, or is gone. */
async function writable(outlet: Outlet): Promise<void> {
  outlet.response.setTimeout(HTTP_LIMITS.writeTimeoutMs);
  await settled(outlet, "drain");
  // A call may have nothing to say for hours.
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
