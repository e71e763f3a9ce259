/** Computes the alphabet of automata: characters that no automaton distinguishes form one letter. */
import type { Automaton } from "./automaton.ts";
import type { CharSet } from "./char-set.ts";
import { hasCodePoint } from "./char-set.ts";

/** Characters that all transitions treat alike. */
export interface Letter {
  /** The most readable character of the letter. */
  readonly text: string;
  /** Sets of the automata that contain the letter, compared by identity. */
  readonly sets: ReadonlySet<CharSet>;
}

/** Characters preferred in counterexamples, most readable first. */
const READABLE = Array.from(
  "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-./_ :@~+,=%#;&|<>$!?*()[]{}^'\"`\\é中😀\t\n\r",
  (char) => char.codePointAt(0) ?? 0,
);

/** Returns all letters, most readable first. Every code point belongs to exactly one letter. */
export function listLetters(automata: readonly Automaton[]): readonly Letter[] {
  const states = automata.flatMap((automaton) => automaton.states);
  const sets = Array.from(new Set(states.flatMap((state) => (state.kind === "chars" ? [state.set] : []))));
  const bounds = new Set([
    0,
    ...READABLE,
    ...READABLE.map((char) => char + 1),
    ...sets.flat().flatMap(([first, last]) => [first, last + 1]),
  ]);
  const chars = [...READABLE, ...Array.from(bounds).toSorted((left, right) => left - right)].filter((char) => char <= 0x10ffff);
  const letters = new Map<string, Letter>();
  for (const char of chars) {
    const holding = sets.filter((set) => hasCodePoint(set, char));
    const key = holding.map((set) => sets.indexOf(set)).join();
    if (!letters.has(key)) letters.set(key, { text: String.fromCodePoint(char), sets: new Set(holding) });
  }
  return Array.from(letters.values());
}
