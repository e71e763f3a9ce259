/** Replaces secret values in text that arrives in chunks. Pure. */
import { MASK } from "../text/mask.ts";
import type { TextFilter } from "./clean-text.ts";

/** Shorter values are not masked: they would match ordinary text. In UTF-16 units. */
export const MIN_SECRET_LENGTH = 8;

/** Replaces secrets in text that arrives in chunks. */
export interface TextMasker extends TextFilter {
  /**
   * Returns what `push` would, and keeps the state. Leaves out the last part if it may be the start of a secret, so that no part of a secret that
   * has only partly arrived is shown.
   */
  readonly preview: (text: string) => string;
}

/**
 * Creates a filter that replaces each of these strings by `***`, also if it spans two chunks: the first one in the text, and of those that
 * start at the same position the longest. Takes time linear in the text, because callers choose the secrets, of any length.
 */
export function createTextMasker(secrets: readonly string[]): TextMasker {
  const searches = [...new Set(secrets)].filter(({ length }) => length >= MIN_SECRET_LENGTH).map(createSearch);
  if (searches.length === 0) return { push: (text) => text, end: () => "", preview: (text) => text };
  const findStart = createStartFinder(searches);
  // Positions count from the start of the stream. `kept` is the text from `base` on.
  let kept = "";
  let base = 0;

  /** Returns the first secret of which no further text can change that it is replaced. `at` is the end of the text so far. */
  const findFirst = (at: number): Search | undefined => {
    const first = searches.reduce<Search | undefined>((best, one) => (precedes(one, best) ? one : best), undefined);
    if (first === undefined) return undefined;
    const start = startOf(first);
    return searches.some(({ matched }) => matched > 0 && at - matched <= start) ? undefined : first;
  };

  /** Returns the text up to the first part that is undecided, with `***` for secrets. */
  const read = (text: string, isEnd: boolean): string => {
    const whole = kept + text;
    const parts: string[] = [];
    let done = base;
    /** Reports whether a secret is undecided. */
    const replaceSecrets = (at: number): boolean => {
      for (let first = findFirst(at); first !== undefined; first = findFirst(at)) {
        parts.push(whole.slice(done - base, startOf(first) - base), MASK);
        done = startOf(first) + first.secret.length;
        for (const one of searches) leaveOut(one, done, at);
      }
      return searches.some(isFound);
    };
    let isPending = searches.some(isFound);
    let isIdle = kept === "";
    const end = base + whole.length;
    for (let at = base + kept.length; at < end;) {
      if (isIdle) at = base + findStart(whole, at - base);
      if (at === end) break;
      const unit = whole.charCodeAt(at - base);
      at += 1;
      isIdle = true;
      for (const one of searches) {
        if (readUnit(one, unit, at)) isPending = true;
        if (one.matched > 0) isIdle = false;
      }
      if (isPending) isPending = replaceSecrets(at);
      isIdle &&= !isPending;
    }
    if (isEnd) for (const one of searches) one.matched = 0;
    replaceSecrets(end);
    const open = Math.min(end, ...searches.map((one) => Math.min(end - one.matched, startOf(one))));
    kept = whole.slice(open - base);
    parts.push(whole.slice(done - base, open - base));
    base = open;
    return parts.join("");
  };

  return {
    push: (text) => read(text, false),
    end: () => read("", true),
    preview: (text) => createTextMasker(secrets).push(kept + text),
  };
}

/** The search for one secret, by the method of Knuth, Morris and Pratt. */
interface Search {
  readonly secret: string;
  /** For each length of a start of the secret, minus one: the length of its longest suffix that is also a prefix. Grows as needed. */
  readonly borders: number[];
  /** Length of the start of the secret that the text ends with. */
  matched: number;
  /** Positions at which the secret has been found. Those before the index `next` are dealt with. */
  readonly starts: number[];
  next: number;
}

function createSearch(secret: string): Search {
  return { secret, borders: [], matched: 0, starts: [], next: 0 };
}

/** Returns a function that finds the next place at which a secret can start, or the end of the text: ordinary text is read in large steps. */
function createStartFinder(searches: readonly Search[]): (text: string, from: number) => number {
  const units = new Set(searches.map(({ secret }) => `\\u${secret.charCodeAt(0).toString(16).padStart(4, "0")}`));
  const pattern = new RegExp(`[${[...units].join("")}]`, "g");
  return (text, from) => {
    pattern.lastIndex = from;
    return pattern.exec(text)?.index ?? text.length;
  };
}

/** Reads one UTF-16 unit, which ends at the position `at`. Reports whether the secret ends there. */
function readUnit(search: Search, unit: number, at: number): boolean {
  const { secret, borders } = search;
  while (search.matched > 0 && secret.charCodeAt(search.matched) !== unit) shorten(search);
  if (secret.charCodeAt(search.matched) !== unit) return false;
  search.matched += 1;
  if (search.matched > borders.length) borders.push(nextBorder(secret, borders));
  if (search.matched < secret.length) return false;
  search.starts.push(at - secret.length);
  shorten(search);
  return true;
}

function shorten(search: Search): void {
  search.matched = search.borders[search.matched - 1] ?? 0;
}

/** Returns the border of the start of the secret that is one unit longer than those in `borders`. */
function nextBorder(secret: string, borders: readonly number[]): number {
  const { length } = borders;
  if (length === 0) return 0;
  const unit = secret.charCodeAt(length);
  let border = borders[length - 1] ?? 0;
  while (border > 0 && secret.charCodeAt(border) !== unit) border = borders[border - 1] ?? 0;
  return secret.charCodeAt(border) === unit ? border + 1 : 0;
}

function isFound({ starts, next }: Search): boolean {
  return next < starts.length;
}

/** Returns the first position that has not been handled. */
function startOf({ starts, next }: Search): number {
  return starts[next] ?? Infinity;
}

/** Reports whether the secret was found before another one, or at the same position and is longer. */
function precedes(one: Search, other: Search | undefined): boolean {
  const [start, otherStart] = [startOf(one), other === undefined ? Infinity : startOf(other)];
  return start < otherStart || (start === otherStart && other !== undefined && one.secret.length > other.secret.length);
}

/** Ignores the text before the position `done`, which has been replaced. */
function leaveOut(search: Search, done: number, at: number): void {
  while (startOf(search) < done) search.next += 1;
  if (!isFound(search)) {
    search.starts.length = 0;
    search.next = 0;
  }
  while (search.matched > at - done) shorten(search);
}

/** Replaces secrets in every text of a JSON value, keys included, and numbers that are a secret. */
export function maskJson(value: unknown, secrets: readonly string[]): unknown {
  const known = secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH);
  return known.length === 0 ? value : maskValue(value, known);
}

function maskValue(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return maskSecrets(value, secrets);
  if (typeof value === "number") return secrets.includes(String(value)) ? MASK : value;
  if (Array.isArray(value)) return value.map((item) => maskValue(item, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [maskSecrets(key, secrets), maskValue(item, secrets)]));
}

/** Replaces each of these strings by `***`. Strings shorter than `MIN_SECRET_LENGTH` are not replaced. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const masker = createTextMasker(secrets.filter(({ length }) => length <= text.length));
  return masker.push(text) + masker.end();
}
