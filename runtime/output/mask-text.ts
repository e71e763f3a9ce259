/** Replaces secret values in text that arrives in chunks. Pure. */
import { MASK } from "../text/mask.ts";
import type { TextFilter } from "./clean-text.ts";

/** Shorter values are not masked: they would match ordinary text. In UTF-16 units. */
export const MIN_SECRET_LENGTH = 8;

/** Creates a filter that replaces each of these strings by `***`, also if it spans two chunks. */
export function createTextMasker(secrets: readonly string[]): TextFilter {
  // The longest first: one secret can start with another.
  const masked = [...new Set(secrets)].filter(({ length }) => length >= MIN_SECRET_LENGTH).toSorted((a, b) => b.length - a.length);
  if (masked.length === 0) return { push: (text) => text, end: () => "" };
  const pattern = new RegExp(masked.map((secret) => secret.replace(SYNTAX, "\\$&")).join("|"), "g");
  let kept = "";
  return {
    push(text) {
      const whole = kept + text;
      const parts: string[] = [];
      let done = 0;
      // A shorter secret at this end may be the start of a longer one, so it waits for the next chunk.
      let open = findOpenStart(whole, masked, 0);
      for (const { 0: secret, index } of whole.matchAll(pattern)) {
        if (index >= open) break;
        parts.push(whole.slice(done, index), MASK);
        done = index + secret.length;
        if (done > open) open = findOpenStart(whole, masked, done);
      }
      kept = whole.slice(open);
      return parts.join("") + whole.slice(done, open);
    },
    end() {
      const rest = kept.replace(pattern, MASK);
      kept = "";
      return rest;
    },
  };
}

/** Characters with a meaning in regular expressions. */
const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;

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
  const masker = createTextMasker(secrets);
  return masker.push(text) + masker.end();
}

/** Returns the index of the first end of the text, from `from` on, that can be the start of a longer secret. */
function findOpenStart(text: string, secrets: readonly string[], from: number): number {
  const longest = secrets[0]?.length ?? 0;
  for (let start = Math.max(from, text.length - longest + 1); start < text.length; start += 1) {
    const end = text.slice(start);
    if (secrets.some((secret) => secret.length > end.length && secret.startsWith(end))) return start;
  }
  return text.length;
}
