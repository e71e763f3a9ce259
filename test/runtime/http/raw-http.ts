/** Sends and receives raw bytes over HTTP connections, and reads the documented refusals. */
import { once } from "node:events";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { readPage } from "../../docs/page-blocks.ts";
import { plainHeaders } from "./http-server.ts";
import { PATIENCE_MS } from "../../fixtures/until.ts";

export interface RawResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface RawConnection {
  readonly socket: Socket;
  /** All received data. Resolves when the server closes the connection. */
  readonly all: Promise<string>;
}

/** Opens a connection. On a connection error, `all` resolves with the data received so far. */
export async function openConnection(port: number, host = "127.0.0.1"): Promise<RawConnection> {
  const socket = connect({ port, host, allowHalfOpen: true });
  const timer = setTimeout(() => socket.destroy(), PATIENCE_MS);
  let text = "";
  socket.setEncoding("latin1").on("data", (part: string) => (text += part));
  const all = new Promise<string>((resolve) => {
    const done = (): void => (clearTimeout(timer), socket.destroy(), resolve(text));
    socket.on("end", done).on("close", done).on("error", done);
  });
  await once(socket, "connect");
  return { socket, all };
}

/** Sends bytes and reads responses until the server closes the connection. */
export async function sendRaw(port: number, ...parts: readonly (string | Buffer)[]): Promise<readonly RawResponse[]> {
  const { socket, all } = await openConnection(port);
  for (const part of parts) socket.write(part);
  return parseResponses(await all);
}

/** Parses consecutive responses. A response without `Content-Length` extends to the end of the text. */
export function parseResponses(text: string): readonly RawResponse[] {
  const responses: RawResponse[] = [];
  for (let rest = text; rest.startsWith("HTTP/1.1 ");) {
    const end = rest.indexOf("\r\n\r\n");
    const [first = "", ...lines] = rest.slice(0, end).split("\r\n");
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
    );
    const length = headers.has("content-length") ? Number(headers.get("content-length")) : rest.length;
    responses.push({ status: Number(first.split(" ")[1]), headers, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  return responses;
}

/** Formats a request. */
export function requestText(line: string, headers: Readonly<Record<string, string>>, body = ""): string {
  const fields = Object.entries({ host: "localhost", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${fields.join("")}\r\n${body}`;
}

/** A header that makes the server close the connection after its response. */
export const CLOSE = { connection: "close" };

/** Formats an authenticated POST request to `/mcp`, after which the server closes the connection unless `headers` say otherwise. */
export function postText(headers: Readonly<Record<string, string>>, body = ""): string {
  const length = String(Buffer.byteLength(body));
  return requestText("POST /mcp", { ...plainHeaders(), "content-length": length, ...CLOSE, ...headers }, body);
}

/** Returns `status message` of a refusal. */
export function refusalOf({ status, body }: RawResponse): string {
  const { error } = JSON.parse(body) as { error?: { message: string } };
  return `${status} ${error?.message ?? ""}`;
}

/** Returns `status message` of each row of the table in docs/http.md. */
export function documentedRefusals(): ReadonlySet<string> {
  const rows = readPage("http.md").matchAll(/^\|[^|\n]+\| (\d{3}) +\| `([^`]+)` +\|$/gm);
  return new Set(Array.from(rows, ([, status, message]) => `${status} ${message}`));
}
