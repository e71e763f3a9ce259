/** Reads lines from an input and handles them sequentially. Pauses while the output does not accept the replies. */
import type { Readable } from "node:stream";
import type { Line, LineReader } from "./line-reader.ts";
import { createLineReader } from "./line-reader.ts";

/** The lines of an input. */
export interface LineInput {
  readonly start: () => void;
  /** Handles no further line. */
  readonly stop: () => void;
}

/** Receiver of the lines, and its limits. */
export interface LineInputOptions extends Pick<PumpOptions, "handle" | "isFull" | "whenFree"> {
  /** Maximum size of input that waits, in bytes. Beyond it, reading pauses. */
  readonly heldBytes: number;
  /** Called when the input has ended and all of its lines are handled. */
  readonly onEnd: () => void;
}

/**
 * Maximum number of lines that are handled in one turn of the event loop. Their replies then count as waiting before the next lines are
 * handled.
 */
const LINES_PER_TURN = 16;

/** Creates the lines of an input, which is read after `start`. */
export function createLineInput(input: Readable, { heldBytes, onEnd, ...receiver }: LineInputOptions): LineInput {
  const lines = createLineReader();
  let hasEnded = false;
  const onEmpty = (): void => {
    if (hasEnded) onEnd();
    else if (input.isPaused()) input.resume();
  };
  // The last line may lack its newline. A line that was cut off is not JSON, so it is not read as a message.
  const next = (): Line | undefined => lines.next() ?? (hasEnded ? lines.rest() : undefined);
  const pump = createPump({ ...receiver, next, onEmpty });
  const receive = (chunk: Buffer): void => {
    lines.push(chunk);
    pump.run();
    if (pump.isWaiting() && lines.heldBytes() > heldBytes) input.pause();
  };
  const endInput = (): void => {
    hasEnded = true;
    pump.run();
  };
  return {
    start() {
      input.on("data", receive);
      input.on("end", endInput).on("close", endInput).on("error", endInput);
    },
    stop() {
      pump.stop();
      input.off("data", receive);
      input.pause();
    },
  };
}

interface PumpOptions extends Pick<LineReader, "next"> {
  readonly handle: (line: Line) => void;
  /** Called when no line is left. */
  readonly onEmpty: () => void;
  /** Reports whether no line may be handled for now. */
  readonly isFull: () => boolean;
  /** Resolves when lines may be handled again. Never rejects. */
  readonly whenFree: () => Promise<void>;
}

interface Pump {
  /** Handles lines until no line is left. Has no effect while the pump waits, because it then continues by itself. */
  readonly run: () => void;
  /** Reports whether lines wait for the output, or for the next turn of the event loop. */
  readonly isWaiting: () => boolean;
  /** Handles no further line. */
  readonly stop: () => void;
}

/** Creates a pump that handles lines sequentially, at most `LINES_PER_TURN` in one turn of the event loop. */
function createPump({ next, handle, onEmpty, isFull, whenFree }: PumpOptions): Pump {
  let isWaiting = false;
  let isStopped = false;
  const waitFor = async (turn: Promise<void>): Promise<void> => {
    isWaiting = true;
    await turn;
    isWaiting = false;
    run();
  };
  const run = (): void => {
    if (isWaiting) return;
    for (let handled = 0; ; handled += 1) {
      if (isStopped) return;
      if (isFull()) return void waitFor(whenFree());
      if (handled === LINES_PER_TURN) return void waitFor(nextTurn());
      const line = next();
      if (line === undefined) return onEmpty();
      handle(line);
    }
  };
  return { run, isWaiting: () => isWaiting, stop: () => void (isStopped = true) };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
