/** Replaces secret values in text that arrives in chunks. Pure. */
import { MASK } from "../text/mask.ts";
import type { TextFilter } from "./clean-text.ts";

/** Shorter values are not masked: they would match ordinary text. In UTF-16 units. */
export const MIN_SECRET_LENGTH = 8;

/** Creates a filter that replaces each of these strings by `***`, also if it spans two chunks. */
export function createTextMasker(secrets: readonly string[]): TextFilter {
  // The longest first: one secret can contain another.
  const masked = [...new Set(secrets)].filter(({ length }) => length >= MIN_SECRET_LENGTH).toSorted((a, b) => b.length - a.length);
  const first = masked[0];
  if (first === undefined) return { push: (text) => text, end: () => "" };
  let kept = "";
  return {
    push(text) {
      const whole = masked.reduce((all, secret) => all.replaceAll(secret, MASK), kept + text);
      const start = findOpenStart(whole, masked, first.length);
      kept = whole.slice(start);
      return whole.slice(0, start);
    },
    end() {
      const rest = kept;
      kept = "";
      return rest;
    },
  };
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
  const masker = createTextMasker(secrets);
  return masker.push(text) + masker.end();
}

/** Returns the index of the first end of the text that can be the start of a secret. */
function findOpenStart(text: string, secrets: readonly string[], longest: number): number {
  for (let start = Math.max(0, text.length - longest + 1); start < text.length; start += 1) {
    const end = text.slice(start);
    if (secrets.some((secret) => secret.startsWith(end))) return start;
  }
  return text.length;
}
