/** Maximum delay of a Node.js timer, in milliseconds. A timer with a longer delay fires immediately. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
