/** Replaces secret values in text that arrives in chunks. Pure. */
import { MASK } from "../text/mask.ts";
import type { TextFilter } from "./clean-text.ts";
import type { SecretSearch, SecretStart } from "./secret-search.ts";
import { NO_START } from "./secret-search.ts";

/** Replaces secrets in text that arrives in chunks. */
export interface TextMasker extends TextFilter {
  /**
   * Returns the result of `push`, but keeps the state. Omits the end of the text if it may be the start of a secret that has not arrived
   * completely.
   */
  readonly preview: (text: string) => string;
}

/**
 * Creates a filter that replaces every secret by `***`, even if it spans several chunks. Overlapping secrets are replaced together, so that
 * no part of them remains. A secret that is cut off at the end of the text is replaced if its start is long enough to be a secret. The time is linear in the text and does not depend on the length and number of the secrets, because callers
 * choose them.
 */
export function createTextMasker(secrets: SecretSearch): TextMasker {
  if (secrets.isEmpty) return { push: (text) => text, end: () => "", preview: (text) => text };
  let state = EMPTY_STATE;
  return {
    push(text) {
      const { shown, ...next } = maskNext(secrets, state, text);
      state = next;
      return shown;
    },
    end: () => (secrets.isCutOff(state.start) ? maskRest(state) : showRest(state)),
    preview: (text) => maskNext(secrets, state, text).shown,
  };
}

/** Returns the rest of a text, which ends with the start of a secret. */
function showRest({ kept, found, maskedTo }: MaskerState): string {
  return replaceSpans(kept, found, maskedTo);
}

/** Returns the mask of the rest, unless that of the text before it stands for the rest, too. */
function maskRest({ maskedTo }: MaskerState): string {
  return maskedTo > 0 ? "" : MASK;
}

/** A part of a text. `to` is the index after it. */
interface MaskedSpan {
  readonly from: number;
  readonly to: number;
}

const EMPTY_STATE: MaskerState = { kept: "", start: NO_START, maskedTo: 0, found: [] };

/** The end of the text so far, which a later secret can include. */
interface MaskerState {
  /** The text that has not been shown. */
  readonly kept: string;
  /** The longest start of a secret that the text ends with. */
  readonly start: SecretStart;
  /** End of the part of `kept` for which `***` has been shown already. */
  readonly maskedTo: number;
  /** Further secrets in `kept`, in order. They do not overlap. */
  readonly found: readonly MaskedSpan[];
}

/** Reads a chunk. `shown` is the part of the text that no further text can change, with `***` for secrets. */
function maskNext(secrets: SecretSearch, state: MaskerState, text: string): MaskerState & { readonly shown: string } {
  const whole = state.kept + text;
  const found = [...state.found];
  let { start, maskedTo } = state;
  for (let at = state.kept.length; at < whole.length; at += 1) {
    if (start === NO_START) at = secrets.findCandidate(whole, at);
    if (at === whole.length) break;
    start = secrets.readUnit(start, whole.charCodeAt(at));
    const length = secrets.foundLength(start);
    if (length > 0) maskedTo = addSpan(found, { from: at + 1 - length, to: at + 1 }, maskedTo);
  }
  // A secret that is not complete yet starts at `end` or later, so the text before `end` is final.
  const end = whole.length - secrets.lengthOf(start);
  const shownCount = found.filter(({ from }) => from <= end).length;
  const shown = replaceSpans(whole, found.slice(0, shownCount), maskedTo, end);
  return {
    shown,
    kept: whole.slice(end),
    start,
    maskedTo: Math.max(0, (found[shownCount - 1]?.to ?? maskedTo) - end),
    found: found.slice(shownCount).map(({ from, to }) => ({ from: from - end, to: to - end })),
  };
}

/** Adds the secret at the end of the text, merged with the secrets that it overlaps. Returns the end of the part that is already masked. */
function addSpan(found: MaskedSpan[], { from, to }: MaskedSpan, maskedTo: number): number {
  let first = from;
  for (let last = found.at(-1); last !== undefined && last.to > first; last = found.at(-1)) {
    first = Math.min(first, last.from);
    found.pop();
  }
  if (first < maskedTo) return to;
  found.push({ from: first, to });
  return maskedTo;
}

/** Returns the text from `start` to `end` with `***` for each part. */
function replaceSpans(text: string, spans: readonly MaskedSpan[], start: number, end: number = text.length): string {
  const parts = spans.map(({ from }, index) => text.slice(spans[index - 1]?.to ?? start, from));
  return [...parts, text.slice(spans.at(-1)?.to ?? start, end)].join(MASK);
}

/** Replaces secrets in every string of a JSON value, including keys, and numbers that equal a secret. */
export function maskJson(value: unknown, secrets: SecretSearch): unknown {
  if (secrets.isEmpty) return value;
  if (typeof value === "string") return maskSecrets(value, secrets);
  if (typeof value === "number") return secrets.has(String(value)) ? MASK : value;
  if (Array.isArray(value)) return value.map((item) => maskJson(item, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [maskSecrets(key, secrets), maskJson(item, secrets)]));
}

/** Replaces every secret by `***`. */
export function maskSecrets(text: string, secrets: SecretSearch): string {
  if (secrets.isEmpty) return text;
  const { shown, ...rest } = maskNext(secrets, EMPTY_STATE, text);
  return shown + showRest(rest);
}
