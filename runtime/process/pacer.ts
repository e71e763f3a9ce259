/**
 * Spreads process starts over several turns of the event loop. A start blocks the event loop for a millisecond, or longer on a busy
 * machine, so a burst of calls would block all other work.
 */

/**
 * Time limits for the starts in one turn of the event loop, in milliseconds. The start that exceeds it is the last of its turn. A higher
 * limit delays all other work while calls run. A lower limit delays the replies to a burst of calls: memory that a turn has written must be
 * shared again with the next process.
 */
export const TURN_MS = {
  /** For the calls of one client. */
  oneClient: 20,
  /** For a server with several clients, whose requests wait during starts. */
  manyClients: 6,
};

/**
 * Returns `undefined` if a process may start in this turn of the event loop. Otherwise, returns a promise that resolves when the process
 * may start. Promises resolve in the order of the calls. The caller must start the process without awaiting anything else.
 */
export type Pacer = () => Promise<void> | undefined;

/** Creates a pacer. `turnMs` is the time limit of one turn of the event loop, in milliseconds. */
export function createPacer(turnMs: number = TURN_MS.oneClient): Pacer {
  let firstStart: number | undefined;
  let lastInQueue: Promise<void> | undefined;

  const begin = (): void => {
    if (firstStart !== undefined) return;
    firstStart = now();
    setImmediate(() => (firstStart = undefined));
  };
  const isTurnOver = (): boolean => firstStart !== undefined && now() - firstStart >= turnMs;
  const waitInQueue = async (before: Promise<void> | undefined): Promise<void> => {
    await before;
    if (isTurnOver()) await nextTurn();
    begin();
  };
  const leaveQueue = (turn: Promise<void>): void => {
    if (lastInQueue === turn) lastInQueue = undefined;
  };

  return () => {
    if (lastInQueue === undefined && !isTurnOver()) {
      begin();
      return undefined;
    }
    const turn = waitInQueue(lastInQueue);
    lastInQueue = turn;
    void turn.then(() => leaveQueue(turn));
    return turn;
  };
}

/** Returns a monotonic time in milliseconds. `performance.now()` would load modules of Node.js at the first call. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Resolves in the next turn of the event loop, after input has been read. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
