/** Parses the values of a docker executor, so that they can be compared. */

/** Reports whether a user, with or without a group, is root. Docker accepts a sign. If no user is set, the image sets it, usually to root. */
export function isRoot(user: string): boolean {
  return /^(?:[+-]?0+|root)(?::|$)/.test(user);
}

/** Parses an amount of memory as docker does: bytes, or units of 1024. Returns bytes, or Infinity for 0 and for an invalid amount. */
export function toBytes(memory: string | undefined): number {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?) ?([kmgtp]?)i?b?$/i.exec(memory ?? "") ?? [];
  if (amount === undefined || Number(amount) === 0) return Infinity;
  return Number(amount) * 1024 ** " kmgtp".indexOf(unit.toLowerCase() || " ");
}

/** Returns a maximum number of processes: Infinity for `undefined`, for 0 and for negative numbers. */
export function toProcessCount(pids: number | undefined): number {
  return pids === undefined || pids <= 0 ? Infinity : pids;
}

/** Reports whether docker reads a word at the position of the image as an option. Its options stop at the first other word. */
export function isOption(image: string): boolean {
  return image.startsWith("-");
}
