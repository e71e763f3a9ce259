/**
 * The stdio transport: one JSON-RPC message a line. The SDK's own ends the connection at a line that is too long;
 * here such a line, like any other that is no message, is answered with an error and the next one is read.
 */
import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, JSONRPCResultResponse, Transport } from "@modelcontextprotocol/server";
import { isJSONRPCErrorResponse, isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResultResponse } from "@modelcontextprotocol/server";
import { jsonBytesOf } from "../json-text.ts";

/** Longest line that is read, in bytes; a longer one is skipped up to its end. */
export const MAX_LINE_BYTES = 10 * 1024 * 1024;

const NEWLINE = 0x0a;

const PARSE_ERROR = { code: -32700, message: "Parse error: a line must be one JSON-RPC message" };
const INVALID_REQUEST = {
  code: -32600,
  message:
    "Invalid Request: not a JSON-RPC 2.0 message as MCP has them: one of its members is missing or unknown, or of a type that it cannot have",
};
const LINE_TOO_LONG = { code: -32600, message: `Invalid Request: a message may have at most ${MAX_LINE_BYTES} bytes` };

type RpcError = typeof PARSE_ERROR;

/** What stands for the id in the answer to what has none. */
const NO_ID = null;

/** A transport over a pair of streams; closes itself when the input ends or the output breaks. */
export function createStdioTransport(input: Readable, output: Writable): Transport {
  const refuse = (error: RpcError, id: string | number | null = NO_ID): void => {
    output.write(`${JSON.stringify({ jsonrpc: "2.0", id, error })}\n`);
    transport.onerror?.(new Error(error.message));
  };
  const receive = createLineReader({
    onLine(line) {
      const message = parseMessage(line);
      if ("error" in message) refuse(message.error, message.id);
      else transport.onmessage?.(message.value);
    },
    onTooLong: () => refuse(LINE_TOO_LONG),
  });
  const drained = createDrain(output);
  let closed = false;
  const close = (): void => {
    if (closed) return;
    closed = true;
    input.off("data", receive);
    input.pause();
    transport.onclose?.();
  };
  const transport: Transport = {
    async start() {
      input.on("data", receive);
      input.on("end", close).on("close", close).on("error", close);
      output.on("error", close);
    },
    async send(message) {
      if (closed) return;
      if (!writeLine(output, message)) await drained();
    },
    async close() {
      close();
    },
  };
  return transport;
}

/** Writes one message as a line; false where the stream wants no more for now. */
function writeLine(output: Writable, message: JSONRPCMessage): boolean {
  const ready = "result" in message ? findReady(message) : undefined;
  if (ready === undefined) return output.write(`${JSON.stringify(message)}\n`);
  output.write(ready.before);
  output.write(ready.bytes);
  return output.write("}}\n");
}

/** How the JSON of a message ends whose last member is a result whose last member is `null`. */
const LAST_MEMBER = "null}}";

/** The member of a result that is JSON already, and the line in front of it. It is made the last one: there its place is known. */
function findReady({ result, ...envelope }: JSONRPCResultResponse): { readonly before: string; readonly bytes: Uint8Array } | undefined {
  for (const [name, value] of Object.entries(result)) {
    const bytes = jsonBytesOf(value);
    if (bytes === undefined) continue;
    const { [name]: _, ...others } = result;
    const line = JSON.stringify({ ...envelope, result: { ...others, [name]: null } });
    return { before: line.slice(0, -LAST_MEMBER.length), bytes };
  }
  return undefined;
}

/** Resolves when the stream takes more, or never will: a broken stream closes the transport by its own event. */
type Drained = () => Promise<void>;

/** However many messages wait, they listen to the stream once. */
function createDrain(output: Writable): Drained {
  let draining: Promise<void> | undefined;
  return () =>
    (draining ??= new Promise((resolve) => {
      const done = (): void => {
        output.off("drain", done).off("close", done).off("error", done);
        draining = undefined;
        resolve();
      };
      output.on("drain", done).on("close", done).on("error", done);
    }));
}

interface LineEvents {
  readonly onLine: (line: string) => void;
  readonly onTooLong: () => void;
}

/** Splits chunks into lines, holding at most `MAX_LINE_BYTES` of an unfinished one. */
function createLineReader({ onLine, onTooLong }: LineEvents): (chunk: Buffer) => void {
  let held: Buffer[] = [];
  let heldBytes = 0;
  const finish = (rest: Buffer): void => {
    const isTooLong = heldBytes + rest.length > MAX_LINE_BYTES;
    const line = isTooLong
      ? ""
      : Buffer.concat([...held, rest])
          .toString("utf8")
          .trim();
    held = [];
    heldBytes = 0;
    if (isTooLong) onTooLong();
    else if (line !== "") onLine(line);
  };
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      finish(chunk.subarray(start, end));
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    heldBytes += rest.length;
    if (heldBytes > MAX_LINE_BYTES) held = [];
    else if (rest.length > 0) held.push(rest);
  };
}

type ParsedLine = { readonly value: JSONRPCMessage } | { readonly error: RpcError; readonly id: string | number | null };

function parseMessage(line: string): ParsedLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { error: PARSE_ERROR, id: NO_ID };
  }
  return isMessage(value) ? { value } : { error: INVALID_REQUEST, id: idOfRequest(value) };
}

/** In the SDK's own eyes: what it takes for no message, it drops without a word. */
function isMessage(value: unknown): value is JSONRPCMessage {
  return isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResultResponse(value) || isJSONRPCErrorResponse(value);
}

/**
 * Where a request is recognizable as one its sender is told which. Not for what may be an answer: its id is that of a request of
 * the server's, and the client may have one of the same id under way.
 */
function idOfRequest(value: unknown): string | number | null {
  if (typeof value !== "object" || value === null) return NO_ID;
  const { id, method } = value as Readonly<Record<string, unknown>>;
  if (typeof method !== "string") return NO_ID;
  return typeof id === "string" || (typeof id === "number" && Number.isSafeInteger(id)) ? id : NO_ID;
}
