/**
 * Spaces the starts of processes. A start blocks the event loop for a millisecond, and for many where other processes keep the
 * machine busy: calls that come together would shut out everything else for as long as all of them take.
 */

/**
 * How long the starts of one turn of the event loop may take, in milliseconds; the one that goes beyond is the last of its turn. With
 * less, answers leave one by one, and calls that come together are answered later.
 */
const TURN_MS = 20;

/** Resolves when a process may be started, first come, first served: at once where this turn of the event loop has time left. */
export type Pacer = () => Promise<void>;

export function createPacer(turnMs: number = TURN_MS): Pacer {
  let ready = Promise.resolve();
  let firstStart: number | undefined;

  const begin = (): void => {
    if (firstStart !== undefined) return;
    firstStart = performance.now();
    setImmediate(() => (firstStart = undefined));
  };
  const isTurnOver = (): boolean => firstStart !== undefined && performance.now() - firstStart >= turnMs;

  return () => {
    const turn = ready.then(begin);
    // One `then` more than it takes: whoever has this turn starts its process before the clock is read.
    ready = turn.then(() => undefined).then(() => (isTurnOver() ? nextTurn() : undefined));
    return turn;
  };
}

/** Input is read in between. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
