/** Finds all secrets of a call in a text, by the method of Aho and Corasick: the time does not depend on the number of secrets. Pure. */

/** Minimum length of a secret, in UTF-16 units. Shorter values would match ordinary text. */
const MIN_SECRET_LENGTH = 8;

/** A start (prefix) of one or more secrets, by its number. */
export type SecretStart = number;

/** The start that contains no unit. */
export const NO_START: SecretStart = 0;

/** The secrets of a call. */
export interface SecretSearch {
  readonly isEmpty: boolean;
  /** Reports whether a whole text is a secret. */
  readonly has: (text: string) => boolean;
  /** Returns the next index at which a secret can start, or the length of the text. Skips ordinary text in large steps. */
  readonly findCandidate: (text: string, from: number) => number;
  /**
   * Returns the longest start of a secret that the text ends with after one more UTF-16 unit. `start` is the result for the text before the
   * unit.
   */
  readonly readUnit: (start: SecretStart, unit: number) => SecretStart;
  /** Returns the length of a start of a secret. */
  readonly lengthOf: (start: SecretStart) => number;
  /** Reports whether a start at the end of a text is so long that it is the rest of a secret, and no ordinary text. */
  readonly isCutOff: (start: SecretStart) => boolean;
  /** Returns the length of the longest secret that the text ends with, or 0. */
  readonly foundLength: (start: SecretStart) => number;
}

/**
 * Prepares the search for these strings, except for strings that are too short. The tables are built for the first text that can contain a
 * secret.
 */
export function createSecretSearch(texts: readonly string[]): SecretSearch {
  const secrets = new Set(texts.filter(({ length }) => length >= MIN_SECRET_LENGTH));
  let tables: Tables | undefined;
  const read = (): Tables => (tables ??= createTables(secrets));
  const lengthOfStart = (start: SecretStart): number => (start === NO_START ? 0 : lengthOf(read(), start));
  return {
    isEmpty: secrets.size === 0,
    has: (text) => secrets.has(text),
    findCandidate: createCandidateFinder(secrets),
    readUnit: (start, unit) => step(read(), start, unit),
    lengthOf: lengthOfStart,
    isCutOff: (start) => lengthOfStart(start) >= MIN_SECRET_LENGTH,
    foundLength: (start) => (start === NO_START ? 0 : foundLength(read(), start)),
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
 * The starts of all secrets, as a trie. Each start has a number and takes 8 bytes, because callers can send secrets of megabytes. The
 * starts of a secret that no earlier secret has are numbered consecutively.
 */
interface Tables {
  /** The last number so far. */
  last: SecretStart;
  /** Lengths of the secrets from index 1 on. */
  readonly secretLengths: readonly number[];
  /** The last unit of each start. */
  readonly units: Uint16Array;
  /** For each start, the longest shorter start of any secret that it ends with (the failure link of Aho and Corasick). */
  readonly shorter: Uint32Array;
  /** For each start, the longest secret that it ends with, as an index of `secretLengths`, or 0. */
  readonly found: Uint16Array | Uint32Array;
  /** The numbers that do not continue the previous number, ascending, with their lengths. */
  readonly branchLengths: Map<SecretStart, number>;
  readonly branchStarts: SecretStart[];
  /** For each start, its longer starts whose numbers do not follow its own number, by their last unit. */
  readonly branches: Map<SecretStart, Map<number, SecretStart>>;
}

const MAX_UINT16 = 0xffff;

function createTables(secrets: ReadonlySet<string>): Tables {
  const size = 1 + Array.from(secrets).reduce((sum, { length }) => sum + length, 0);
  const tables: Tables = {
    last: NO_START,
    secretLengths: [0, ...Array.from(secrets, ({ length }) => length)],
    units: new Uint16Array(size),
    shorter: new Uint32Array(size),
    found: secrets.size < MAX_UINT16 ? new Uint16Array(size) : new Uint32Array(size),
    branchLengths: new Map([[NO_START, 0]]),
    branchStarts: [NO_START],
    branches: new Map(),
  };
  for (const [index, secret] of [...secrets].entries()) addSecret(tables, secret, index + 1);
  linkStarts(tables);
  return tables;
}

/** Adds the secret with this index of `secretLengths`. */
function addSecret(tables: Tables, secret: string, index: number): void {
  const { units, branches, branchLengths, branchStarts, found } = tables;
  let start = NO_START;
  for (let length = 1; length <= secret.length; length += 1) {
    const unit = secret.charCodeAt(length - 1);
    const known = findNext(tables, start, unit);
    if (known === undefined) {
      const added = (tables.last += 1);
      units[added] = unit;
      if (start !== added - 1) {
        branches.set(start, (branches.get(start) ?? new Map<number, SecretStart>()).set(unit, added));
        branchLengths.set(added, length);
        branchStarts.push(added);
      }
    }
    start = known ?? tables.last;
  }
  found[start] = index;
}

/** Returns the start that is one unit longer. Returns undefined if no secret starts with it. */
function findNext({ last, units, branches, branchLengths }: Tables, start: SecretStart, unit: number): SecretStart | undefined {
  const next = start + 1;
  return units[next] === unit && next <= last && !branchLengths.has(next) ? next : branches.get(start)?.get(unit);
}

/** Fills `shorter` and `found`, shorter starts first. */
function linkStarts(tables: Tables): void {
  const { last, units, branches, branchLengths, shorter, found } = tables;
  for (let starts = [NO_START]; starts.length > 0;) {
    const longer: SecretStart[] = [];
    for (const start of starts) {
      const next = start + 1;
      const children = next <= last && !branchLengths.has(next) ? [next] : [];
      for (const child of [...children, ...(branches.get(start)?.values() ?? [])]) {
        const link = start === NO_START ? NO_START : step(tables, shorter[start] ?? NO_START, units[child] ?? 0);
        shorter[child] = link;
        // A secret that equals the start is longer than any secret that is only a suffix of it.
        if (found[child] === 0) found[child] = found[link] ?? 0;
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

function foundLength({ found, secretLengths }: Tables, start: SecretStart): number {
  return secretLengths[found[start] ?? 0] ?? 0;
}

function lengthOf({ branchStarts, branchLengths }: Tables, start: SecretStart): number {
  const branch = branchStarts.findLast((first) => first <= start) ?? NO_START;
  return start - branch + (branchLengths.get(branch) ?? 0);
}
