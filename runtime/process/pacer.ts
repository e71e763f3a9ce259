/**
 * Spaces the starts of processes. A start blocks the event loop for a millisecond, and for many where other processes keep the
 * machine busy: calls that come together would shut out everything else for as long as all of them take.
 */

/**
 * How long the starts of one turn of the event loop may take, in milliseconds; the one that goes beyond is the last of its turn. With
 * less, answers leave one by one, and calls that come together are answered later.
 */
const TURN_MS = 20;

/**
 * `undefined` where a process may be started now, in this turn of the event loop; else resolves when it may, first come, first served.
 * The caller starts it without waiting for anything else.
 */
export type Pacer = () => Promise<void> | undefined;

export function createPacer(turnMs: number = TURN_MS): Pacer {
  let firstStart: number | undefined;
  let lastInLine: Promise<void> | undefined;

  const begin = (): void => {
    if (firstStart !== undefined) return;
    firstStart = performance.now();
    setImmediate(() => (firstStart = undefined));
  };
  const isTurnOver = (): boolean => firstStart !== undefined && performance.now() - firstStart >= turnMs;
  const waitInLine = async (before: Promise<void> | undefined): Promise<void> => {
    await before;
    if (isTurnOver()) await nextTurn();
    begin();
  };
  const leaveLine = (turn: Promise<void>): void => {
    if (lastInLine === turn) lastInLine = undefined;
  };

  return () => {
    if (lastInLine === undefined && !isTurnOver()) {
      begin();
      return undefined;
    }
    const turn = waitInLine(lastInLine);
    lastInLine = turn;
    void turn.then(() => leaveLine(turn));
    return turn;
  };
}

/** Input is read in between. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
