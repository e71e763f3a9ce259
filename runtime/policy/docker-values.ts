/** What the values of a docker executor come to, so that two of them can be compared. */

/** The names of the user that may do everything, with a group or without one. Without a user the image decides, which mostly means root. */
export function isRoot(user: string): boolean {
  return /^(?:0+|root)(?::|$)/.test(user);
}

/** An amount of memory in bytes, as docker reads it: units of 1024, bytes without a unit, no limit for 0 and for what is no amount. */
export function toBytes(memory: string | undefined): number {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?) ?([kmgtp]?)i?b?$/i.exec(memory ?? "") ?? [];
  if (amount === undefined || Number(amount) === 0) return Infinity;
  return Number(amount) * 1024 ** " kmgtp".indexOf(unit.toLowerCase() || " ");
}

/** A number of processes; no limit for 0 and below, and where there is none. */
export function toProcessCount(pids: number | undefined): number {
  return pids === undefined || pids <= 0 ? Infinity : pids;
}
