/**
 * The stdio transport: one JSON-RPC message per line. The transport of the SDK closes the connection at a line that is too long;
 * this one replies to such a line, and to any invalid message, with an error and reads the next line.
 */
import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/server";
import type { LineReader } from "./line-reader.ts";
import { createLineReader } from "./line-reader.ts";
import type { RequestId } from "./protocol-messages.ts";
import { cancelledIdsOf, ID_IN_USE, requestIdsOf } from "./protocol-messages.ts";
import type { RpcError } from "./stdio-message.ts";
import { parseLine } from "./stdio-message.ts";

/** Limits of a connection, and its end. */
export interface StdioOptions {
  /** Defaults to `HELD_BYTES`. */
  readonly heldBytes?: number;
  /** Defaults to `STALL_MS`. */
  readonly stallMs?: number;
  /** Called once when the connection has closed; `onclose` belongs to the SDK. */
  readonly onClosed?: (reason: CloseReason) => void;
}

/** Reason for the end of a connection. `closed`: the server closed it. `output not read`: see `stallMs`. */
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
  const lines = createLineReader();
  const congestion = createCongestion(output, { stallMs, onStalled: () => close("output not read") });
  /** Requests without a response. */
  const unanswered = new Set<RequestId>();
  let closed = false;
  let hasEnded = false;

  const refuse = (reply: ErrorReply): void => {
    output.write(`${JSON.stringify(reply)}\n`);
    transport.onerror?.(new Error(reply.error.message));
  };
  const handle = (line: Line): void => {
    const parsed = parseLine(line);
    if (parsed.kind === "invalid") return refuse({ jsonrpc: "2.0", id: parsed.id, error: parsed.error });
    const { message } = parsed;
    for (const id of requestIdsOf(message)) {
      if (unanswered.has(id)) return refuse(ID_IN_USE);
      unanswered.add(id);
    }
    // A cancelled request has no response.
    for (const id of cancelledIdsOf(message)) unanswered.delete(id);
    transport.onmessage?.(message);
  };
  const onEmpty = (): void => {
    if (hasEnded) close("end of input");
    else if (input.isPaused()) input.resume();
  };
  const pump = createPump({ next: lines.next, handle, onEmpty, isFull: () => output.writableNeedDrain, whenFree: congestion.end });
  const receive = (chunk: Buffer): void => {
    lines.push(chunk);
    pump.run();
    if (pump.isWaiting() && lines.heldBytes() > heldBytes) input.pause();
  };
  const endInput = (): void => {
    hasEnded = true;
    pump.run();
  };
  const close = (reason: CloseReason): void => {
    if (closed) return;
    closed = true;
    pump.stop();
    congestion.forget();
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
      if (!("method" in message) && message.id !== undefined) unanswered.delete(message.id);
      if (closed) return;
      if (!output.write(`${JSON.stringify(message)}\n`)) await congestion.drained();
    },
    async close() {
      close("closed");
    },
  };
  return transport;
}

interface ErrorReply {
  readonly jsonrpc: string;
  readonly id: RequestId | null;
  readonly error: RpcError;
}

type Line = NonNullable<ReturnType<LineReader["next"]>>;

interface PumpOptions extends Pick<LineReader, "next"> {
  readonly handle: (line: Line) => void;
  /** Called after the last line so far. */
  readonly onEmpty: () => void;
  /** Reports whether no line may be handled for now. */
  readonly isFull: () => boolean;
  /** Resolves when lines may be handled again. Never rejects. */
  readonly whenFree: () => Promise<void>;
}

interface Pump {
  /** Handles lines until none is left, unless it is waiting: it then goes on by itself. */
  readonly run: () => void;
  /** Reports whether lines wait for the output, or for the next turn of the event loop. */
  readonly isWaiting: () => boolean;
  /** Handles no further line. */
  readonly stop: () => void;
}

/** Handles lines one after another, at most `LINES_PER_TURN` in a turn of the event loop. */
function createPump({ next, handle, onEmpty, isFull, whenFree }: PumpOptions): Pump {
  let isWaiting = false;
  let isStopped = false;
  const goOn = (): void => {
    isWaiting = false;
    run();
  };
  const run = (): void => {
    if (isWaiting) return;
    for (let handled = 0; ; handled += 1) {
      if (isStopped) return;
      isWaiting = isFull() || handled === LINES_PER_TURN;
      if (isWaiting) return void (isFull() ? whenFree().then(goOn) : setImmediate(goOn));
      const line = next();
      if (line === undefined) return onEmpty();
      handle(line);
    }
  };
  return { run, isWaiting: () => isWaiting, stop: () => void (isStopped = true) };
}

/** An output that takes no more for now. */
interface Congestion {
  /** Resolves when the output takes more, or never will: a broken output closes the transport by its own event. */
  readonly drained: () => Promise<void>;
  /** Waits for `drained`, and calls `onStalled` if the client takes nothing for `stallMs`. One call at a time. */
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
  /** Stalled: as much waits after the time limit as did before. */
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

/** Returns a function that resolves at the next `drain`. However many messages wait, they listen to the stream once. */
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
