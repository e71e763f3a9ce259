/**
 * The stdio transport: one JSON-RPC message per line. The SDK's transport closes the connection at a line that is too long. This transport
 * replies with an error to such a line, and to any invalid message, and then reads the next line.
 */
import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/server";
import { createOpenRequests } from "./open-requests.ts";
import type { RequestId } from "./protocol-messages.ts";
import { cancelledIdsOf, ID_IN_USE, RPC_CODES, requestIdsOf } from "./protocol-messages.ts";
import type { Line } from "./line-reader.ts";
import { waitAtMost } from "../server/wait-at-most.ts";
import { once } from "../text/once.ts";
import { createLineInput } from "./stdio-input.ts";
import type { RpcError } from "./stdio-message.ts";
import { parseLine } from "./stdio-message.ts";

/** Limits of a connection, and the callback for its end. */
export interface StdioOptions {
  /** Defaults to `HELD_BYTES`. */
  readonly heldBytes?: number;
  /** Defaults to `STALL_MS`. */
  readonly stallMs?: number;
  /** Defaults to `DRAIN_MS`. */
  readonly drainMs?: number;
  /** Called once when the connection has closed; `onclose` belongs to the SDK. */
  readonly onClosed?: (reason: CloseReason) => void;
}

/** Reason for the end of a connection. `closed`: the server closed it. `output not read`: see `stallMs`. */
export type CloseReason = "end of input" | "output closed" | "output not read" | "closed";

/** Maximum size of input that is held while replies wait, in bytes. Beyond it, reading pauses. */
const HELD_BYTES = 1024 * 1024;

/** Time for which replies may wait while the client reads nothing, in milliseconds. The connection then closes. */
const STALL_MS = 5 * 60_000;

/** Time for requests in flight to finish after the end of the input, in milliseconds. */
const DRAIN_MS = 10_000;

/**
 * Returns a transport over a pair of streams. It closes itself if the output breaks, or when the input has ended and its requests have
 * their responses, at the latest after `drainMs`: the remaining requests then get an error. Requests of the server to a client whose input has ended get an error.
 * While replies wait because the client does not read, no message is handled, not even a cancellation. A client that reads nothing for
 * `stallMs` while replies wait is disconnected, even if it has closed its end.
 */
export function createStdioTransport(
  input: Readable,
  output: Writable,
  { heldBytes = HELD_BYTES, stallMs = STALL_MS, drainMs = DRAIN_MS, onClosed }: StdioOptions = {},
): Transport {
  const requests = createOpenRequests();
  const congestion = createCongestion(output, { stallMs, onStalled: () => close("output not read") });
  const serverRequests = createServerRequests((error) => transport.onmessage?.(error));
  let isClosed = false;

  const refuse = (reply: ErrorReply): void => {
    output.write(`${JSON.stringify(reply)}\n`);
    transport.onerror?.(new Error(reply.error.message));
  };
  const handle = (line: Line): void => {
    const parsed = parseLine(line);
    if (parsed.kind === "invalid") return refuse({ jsonrpc: "2.0", id: parsed.id, error: parsed.error });
    const { message } = parsed;
    if (!requests.open(message)) return refuse(ID_IN_USE);
    // A cancelled request has no response.
    for (const id of cancelledIdsOf(message)) requests.settle(id);
    serverRequests.settle(message);
    transport.onmessage?.(message);
  };
  const lines = createLineInput(input, {
    handle,
    heldBytes,
    onEnd: () => void drain(),
    isFull: () => output.writableNeedDrain,
    whenFree: congestion.end,
  });
  const drain = once(async (): Promise<void> => {
    serverRequests.end();
    await waitAtMost(drainMs, requests.answered());
    await waitAtMost(drainMs, flush(output));
    for (const id of requests.unanswered()) output.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: UNFINISHED })}\n`);
    close("end of input");
  });
  const close = (reason: CloseReason): void => {
    if (isClosed) return;
    isClosed = true;
    lines.stop();
    congestion.forget();
    transport.onclose?.();
    onClosed?.(reason);
  };
  const transport: Transport = {
    async start() {
      lines.start();
      output.on("error", () => close("output closed"));
    },
    async send(message) {
      requests.settleResponse(message);
      if (isClosed) return;
      serverRequests.add(message);
      if (!output.write(`${JSON.stringify(message)}\n`)) await congestion.drained();
    },
    async close() {
      close("closed");
    },
  };
  return transport;
}

/** The error of a request that is in flight when the connection closes. */
const UNFINISHED: RpcError = {
  code: RPC_CODES.server,
  message: "The server has ended before this request was finished, because standard input was closed. A command can have taken effect",
};

/** Resolves when everything that was written has been passed on, or the output is broken. */
function flush(output: Writable): Promise<void> {
  return new Promise((resolve) => output.write("", () => resolve()));
}

interface ErrorReply {
  readonly jsonrpc: string;
  readonly id: RequestId | null;
  readonly error: RpcError;
}

/** An output whose buffer is full. */
interface Congestion {
  /** Resolves when the output accepts data again, or is broken. A broken output closes the transport by its own event. */
  readonly drained: () => Promise<void>;
  /** Waits for `drained`, and calls `onStalled` if the client reads nothing for `stallMs`. One call at a time. */
  readonly end: () => Promise<void>;
  /** Stops the timer of `end`. */
  readonly forget: () => void;
}

function createCongestion(
  output: Writable,
  { stallMs, onStalled }: { readonly stallMs: number; readonly onStalled: () => void },
): Congestion {
  const drained = createDrain(output);
  let timer: NodeJS.Timeout | undefined;
  /** The client has stalled if the number of waiting bytes has not decreased within the time limit. */
  const watch = (waitingBytes: number): void => {
    timer = setTimeout(() => (output.writableLength < waitingBytes ? watch(output.writableLength) : onStalled()), stallMs).unref();
  };
  return {
    drained,
    end() {
      watch(output.writableLength);
      return drained().finally(() => clearTimeout(timer));
    },
    forget: () => clearTimeout(timer),
  };
}

/** Returns a function that resolves at the next `drain`. Any number of waiting messages share one listener. */
function createDrain(output: Writable): () => Promise<void> {
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

/** An error instead of the client's response. */
interface MissingResponse {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly error: { readonly code: number; readonly message: string };
}

/** Requests of the server that wait for a response of the client. */
interface ServerRequests {
  /** Adds the request in a message to the client. Other messages have no effect. */
  readonly add: (message: object) => void;
  /** Removes the request that a message of the client responds to. */
  readonly settle: (message: object) => void;
  /** Responds to all requests, and to each later one, with an error of the code `clientGone`. */
  readonly end: () => void;
}

/** Creates an empty set of requests. `respond` receives the errors of `end`. */
function createServerRequests(respond: (error: MissingResponse) => void): ServerRequests {
  const open = new Set<RequestId>();
  let hasEnded = false;
  const refuse = (id: RequestId): void =>
    respond({ jsonrpc: "2.0", id, error: { code: RPC_CODES.clientGone, message: "the client has closed its end of the connection" } });
  return {
    add(message) {
      const [id] = requestIdsOf(message);
      if (id === undefined) return;
      if (!hasEnded) open.add(id);
      // The sender waits for the response only after `send` has returned.
      else queueMicrotask(() => refuse(id));
    },
    settle(message) {
      const { method, id } = message as { readonly method?: unknown; readonly id?: RequestId };
      if (method === undefined && id !== undefined) open.delete(id);
    },
    end() {
      hasEnded = true;
      for (const id of open) refuse(id);
      open.clear();
    },
  };
}
