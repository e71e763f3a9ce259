/**
 * The stdio transport: one JSON-RPC message per line. The transport of the SDK closes the connection at a line that is too long;
 * this one replies to such a line, and to any invalid message, with an error and reads the next line.
 */
import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { isJSONRPCErrorResponse, isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResultResponse } from "@modelcontextprotocol/server";

/** Maximum length of a line, in bytes. Longer lines are skipped. */
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

/** The id in the reply to a message that has none. */
const NO_ID = null;

export interface StdioOptions {
  /** Defaults to `HELD_BYTES`. */
  readonly heldBytes?: number;
  /** Defaults to `STALL_MS`. */
  readonly stallMs?: number;
  /** Called once when the connection has closed; `onclose` belongs to the SDK. */
  readonly onClosed?: (reason: CloseReason) => void;
}

export type CloseReason = "end of input" | "output closed" | "output not read" | "closed";

/** Input that is held while replies wait, in bytes; when there is more, reading pauses. */
const HELD_BYTES = 1024 * 1024;

/** How long replies may wait while the client takes none, in milliseconds; the connection closes then. */
const STALL_MS = 5 * 60_000;

/** Lines that are handled before the event loop turns, so that their replies count as waiting before the next lines are read. */
const LINES_PER_TURN = 16;

/**
 * Returns a transport over a pair of streams; closes itself when the input has ended and its lines are handled, or the output breaks. While
 * replies wait because the client does not read, no request is handled, and cancellations wait too. A client that takes no
 * reply for `stallMs` is disconnected, whether or not it has closed its end.
 */
export function createStdioTransport(
  input: Readable,
  output: Writable,
  { heldBytes = HELD_BYTES, stallMs = STALL_MS, onClosed }: StdioOptions = {},
): Transport {
  const refuse = (error: RpcError, id: string | number | null = NO_ID): void => {
    output.write(`${JSON.stringify({ jsonrpc: "2.0", id, error })}\n`);
    transport.onerror?.(new Error(error.message));
  };
  const lines = createLineReader();
  const drained = createDrain(output);
  let closed = false;
  let hasEnded = false;
  let isWaiting = false;
  let stall: NodeJS.Timeout | undefined;

  const handle = (line: string | typeof TOO_LONG): void => {
    if (line === TOO_LONG) return refuse(LINE_TOO_LONG);
    const message = parseMessage(line);
    if ("error" in message) refuse(message.error, message.id);
    else transport.onmessage?.(message.value);
  };
  /** Closes the connection if as much waits after the time limit as did before. */
  const watchStall = (waitingBytes: number): void => {
    stall = setTimeout(
      () => (output.writableLength < waitingBytes ? watchStall(output.writableLength) : close("output not read")),
      stallMs,
    );
    stall.unref();
  };
  const goOn = (): void => {
    clearTimeout(stall);
    isWaiting = false;
    handleLines();
  };
  const handleLines = (): void => {
    if (isWaiting) return;
    for (let handled = 0; ; handled += 1) {
      if (closed) return;
      if (output.writableNeedDrain) {
        isWaiting = true;
        watchStall(output.writableLength);
        void drained().then(goOn);
        return;
      }
      if (handled === LINES_PER_TURN) {
        isWaiting = true;
        setImmediate(goOn);
        return;
      }
      const line = lines.next();
      if (line === undefined) break;
      handle(line);
    }
    if (hasEnded) close("end of input");
    else if (input.isPaused()) input.resume();
  };
  const receive = (chunk: Buffer): void => {
    lines.push(chunk);
    handleLines();
    if (isWaiting && lines.heldBytes() > heldBytes) input.pause();
  };
  const endInput = (): void => {
    hasEnded = true;
    handleLines();
  };
  const close = (reason: CloseReason): void => {
    if (closed) return;
    closed = true;
    clearTimeout(stall);
    input.off("data", receive);
    input.pause();
    transport.onclose?.();
    onClosed?.(reason);
  };
  const transport: Transport = {
    async start() {
      input.on("data", receive);
      input.on("end", endInput).on("close", endInput).on("error", endInput);
      output.on("error", () => close("output closed"));
    },
    async send(message) {
      if (closed) return;
      if (!output.write(`${JSON.stringify(message)}\n`)) await drained();
    },
    async close() {
      close("closed");
    },
  };
  return transport;
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

/** Stands for a line of more than `MAX_LINE_BYTES`. */
const TOO_LONG = Symbol("too long");

interface LineReader {
  readonly push: (chunk: Buffer) => void;
  /** The next whole line that is not blank. */
  readonly next: () => string | typeof TOO_LONG | undefined;
  /** Bytes of chunks from which lines are still to be taken. */
  readonly heldBytes: () => number;
}

/** Splits chunks into lines, holding at most `MAX_LINE_BYTES` of an unfinished one. */
function createLineReader(): LineReader {
  const chunks: Buffer[] = [];
  let chunkBytes = 0;
  let begun: Buffer[] = [];
  let begunBytes = 0;

  const hold = (part: Buffer): void => {
    begunBytes += part.length;
    if (begunBytes > MAX_LINE_BYTES) begun = [];
    else if (part.length > 0) begun.push(part);
  };
  const finish = (): string | typeof TOO_LONG => {
    const line = begunBytes > MAX_LINE_BYTES ? TOO_LONG : Buffer.concat(begun).toString("utf8").trim();
    begun = [];
    begunBytes = 0;
    return line;
  };
  return {
    push(chunk) {
      chunks.push(chunk);
      chunkBytes += chunk.length;
    },
    next() {
      for (let chunk = chunks[0]; chunk !== undefined; chunk = chunks[0]) {
        const end = chunk.indexOf(NEWLINE);
        hold(end === -1 ? chunk : chunk.subarray(0, end));
        const rest = end === -1 ? chunk.subarray(chunk.length) : chunk.subarray(end + 1);
        chunkBytes -= chunk.length - rest.length;
        if (rest.length > 0) chunks[0] = rest;
        else chunks.shift();
        const line = end === -1 ? "" : finish();
        if (line !== "") return line;
      }
      return undefined;
    },
    heldBytes: () => chunkBytes,
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

/** Reports whether the SDK accepts the message. The SDK silently drops any other. */
function isMessage(value: unknown): value is JSONRPCMessage {
  return isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResultResponse(value) || isJSONRPCErrorResponse(value);
}

/**
 * Returns the id of an invalid request, so that its sender can match the error reply. A message without a method may be a response:
 * its id belongs to a request of the server, and the client may use the same id for another request.
 */
function idOfRequest(value: unknown): string | number | null {
  if (typeof value !== "object" || value === null) return NO_ID;
  const { id, method } = value as Readonly<Record<string, unknown>>;
  if (typeof method !== "string") return NO_ID;
  return typeof id === "string" || (typeof id === "number" && Number.isSafeInteger(id)) ? id : NO_ID;
}
