/** Finds all secrets of a call in a text, by the method of Aho and Corasick: the time does not depend on the number of secrets. Pure. */

/** Shorter values are not secrets: they would match ordinary text. In UTF-16 units. */
const MIN_SECRET_LENGTH = 8;

/** The start of one or more secrets, as a number. */
export type SecretStart = number;

/** The start that contains no unit. */
export const NO_START: SecretStart = 0;

/** The secrets of a call. */
export interface SecretSearch {
  readonly isEmpty: boolean;
  /** Reports whether a whole text is a secret. */
  readonly has: (text: string) => boolean;
  /** Returns the next index at which a secret can start, or the length of the text: ordinary text is read in large steps. */
  readonly findCandidate: (text: string, from: number) => number;
  /** Returns the longest start of a secret that the text ends with after one more UTF-16 unit. `start` is that before the unit. */
  readonly readUnit: (start: SecretStart, unit: number) => SecretStart;
  /** Returns the length of a start of a secret. */
  readonly lengthOf: (start: SecretStart) => number;
  /** Returns the length of the longest secret that the text ends with, or 0. */
  readonly foundLength: (start: SecretStart) => number;
}

/** Prepares the search for these texts, without those that are too short. The tables are built for the first text that can contain one. */
export function createSecretSearch(texts: readonly string[]): SecretSearch {
  const secrets = new Set(texts.filter(({ length }) => length >= MIN_SECRET_LENGTH));
  let tables: Tables | undefined;
  const read = (): Tables => (tables ??= createTables(secrets));
  return {
    isEmpty: secrets.size === 0,
    has: (text) => secrets.has(text),
    findCandidate: createCandidateFinder(secrets),
    readUnit: (start, unit) => step(read(), start, unit),
    lengthOf: (start) => (start === NO_START ? 0 : read().lengths[start]) ?? 0,
    foundLength: (start) => (start === NO_START ? 0 : read().found[start]) ?? 0,
  };
}

function createCandidateFinder(secrets: ReadonlySet<string>): SecretSearch["findCandidate"] {
  const units = new Set(Array.from(secrets, (secret) => `\\u${secret.charCodeAt(0).toString(16).padStart(4, "0")}`));
  const pattern = new RegExp(`[${[...units].join("")}]`, "g");
  return (text, from) => {
    pattern.lastIndex = from;
    return pattern.exec(text)?.index ?? text.length;
  };
}

/**
 * The starts of all secrets, as a tree. A secret has consecutive numbers from the first unit that no earlier secret has at the same place,
 * so that long secrets need little memory.
 */
interface Tables {
  /** The unit that leads from a start to the next number, or -1. */
  readonly next: Int32Array;
  /** The units that lead from a start to other numbers. */
  readonly branches: Map<SecretStart, Map<number, SecretStart>>;
  readonly lengths: Int32Array;
  /** The longest other start of a secret that each start ends with. */
  readonly shorter: Int32Array;
  /** Length of the longest secret that each start ends with, or 0. */
  readonly found: Int32Array;
}

function createTables(secrets: ReadonlySet<string>): Tables {
  const size = 1 + Array.from(secrets).reduce((sum, { length }) => sum + length, 0);
  const tables: Tables = {
    next: new Int32Array(size).fill(-1),
    branches: new Map(),
    lengths: new Int32Array(size),
    shorter: new Int32Array(size),
    found: new Int32Array(size),
  };
  let last = NO_START;
  for (const secret of secrets) last = addSecret(tables, secret, last);
  linkStarts(tables);
  return tables;
}

/** Adds a secret after the number `last`. Returns the last number. */
function addSecret(tables: Tables, secret: string, last: SecretStart): SecretStart {
  const { next, branches, lengths, found } = tables;
  let start = NO_START;
  let added = last;
  for (let length = 1; length <= secret.length; length += 1) {
    const unit = secret.charCodeAt(length - 1);
    const known = findNext(tables, start, unit);
    if (known === undefined) {
      if (start === added) next[start] = unit;
      else branches.set(start, (branches.get(start) ?? new Map<number, SecretStart>()).set(unit, added + 1));
      added += 1;
      lengths[added] = length;
    }
    start = known ?? added;
  }
  found[start] = secret.length;
  return added;
}

function findNext({ next, branches }: Tables, start: SecretStart, unit: number): SecretStart | undefined {
  return next[start] === unit ? start + 1 : branches.get(start)?.get(unit);
}

/** Fills `shorter` and `found`, shorter starts first. */
function linkStarts(tables: Tables): void {
  const { next, branches, shorter, found } = tables;
  for (let starts = [NO_START]; starts.length > 0;) {
    const longer: SecretStart[] = [];
    for (const start of starts) {
      const unit = next[start] ?? -1;
      const children = [...(unit === -1 ? [] : [[unit, start + 1] as const]), ...(branches.get(start) ?? [])];
      for (const [childUnit, child] of children) {
        const link = start === NO_START ? NO_START : step(tables, shorter[start] ?? NO_START, childUnit);
        shorter[child] = link;
        found[child] = Math.max(found[child] ?? 0, found[link] ?? 0);
        longer.push(child);
      }
    }
    starts = longer;
  }
}

function step(tables: Tables, from: SecretStart, unit: number): SecretStart {
  for (let start = from; ; start = tables.shorter[start] ?? NO_START) {
    const longer = findNext(tables, start, unit);
    if (longer !== undefined) return longer;
    if (start === NO_START) return NO_START;
  }
}
